"""Where the services are, as an operator names them: what cannot be an address is refused at the start, not when somebody connects."""

import re
from typing import Any, Final

_SERVER: Final = re.compile(r"(?:\w+://)?(?:\[[0-9a-fA-F:.%]+\]|[^\s:/\[\]]+)(?::(?P<port>[0-9]+))?")
_ENCODED: Final = "a sign in the name or the password must be percent-encoded"
_PORTS: Final = range(1, 65_536)


def check_servers(text: str) -> None:
    """Refuses what are no bootstrap servers."""
    for server in text.split(","):
        found = _SERVER.fullmatch(server.strip())
        if found is None or not _is_port(found["port"] or "9092"):
            raise ValueError("must be host:port, several of them separated by commas, each port from 1 to 65535")


def check_url(url: str) -> None:
    """Refuses what PostgreSQL's library cannot read as a URL; only who has that library can tell."""
    try:
        told = parameters(url)
    except ImportError:
        return  # who connects says that it is missing
    if not all(_is_port(port) for port in str(told.get("port", "")).split(",") if port):
        raise ValueError(f"must have a port from 1 to 65535, or {_ENCODED}")


def parameters(url: str) -> dict[str, Any]:
    """A URL as libpq reads it."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        return conninfo_to_dict(url)
    except ProgrammingError:
        raise ValueError(f"cannot be read: a parameter after the ? is none of PostgreSQL's, or {_ENCODED}") from None


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6 and int(text) in _PORTS
