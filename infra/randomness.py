"""What has to be random: seeds and ids, from the operating system."""

import itertools
import secrets
import uuid


def new_seed() -> bytes:
    """The 32 secret bytes that all chance of a game is derived from."""
    return secrets.token_bytes(32)


def new_game_id() -> bytes:
    """The 16 bytes of a random UUID (version 4)."""
    return uuid.uuid4().bytes


_PROCESS = secrets.token_hex(6)
_count = itertools.count(1)


def new_mark() -> str:
    """A mark that no other write in the world has: of this process, counted."""
    return f"{_PROCESS}-{next(_count):x}"


def new_id() -> str:
    """A random id for anything else, 32 hex digits."""
    return secrets.token_hex(16)
