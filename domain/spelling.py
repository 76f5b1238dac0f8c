"""What somebody may have meant who wrote a move in a way that the game does not read."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final
from unicodedata import normalize

from domain.message import Move
from domain.moves import read_move
from domain.refusal import UNREADABLE, Refused
from domain.table import Rules

LONGEST: Final = 60  # characters of a line that is worth a guess
MOST: Final = 500  # legal moves that it is compared with
_BETWEEN: Final = re.compile(r"[\W_]+")


def reason_with_hint(rules: Rules, refused: Refused, raw: Any, legal: Sequence[Move]) -> str:
    """The reason of a refusal; of a line that cannot be read with the notation of the legal move that looks most like it.

    ``legal`` must be a list that whoever is told may see.
    """
    near = nearest(rules, raw, legal) if refused.clause == UNREADABLE and isinstance(raw, str) else None
    return refused.reason if near is None else f"{refused.reason}; the legal move most like it is written: {near}"


def nearest(rules: Rules, line: str, legal: Sequence[Move]) -> str | None:
    """The notation of the legal move that looks most like a line that cannot be read; None where none looks like it, or the line can be read."""
    if len(line) > LONGEST or reads(rules, line):
        return None
    written = {_letters(notation): notation for notation in map(rules.notate, legal[:MOST])}
    return next((written[key] for key in get_close_matches(_letters(line), written, n=1)), None)


def _letters(line: str) -> str:
    """Without what people write now so, now so: capitals, wide letters and digits, and what stands between words and numbers."""
    return _BETWEEN.sub(" ", normalize("NFKC", line).casefold()).strip()


def reads(rules: Rules, line: str) -> bool:
    """Whether a game can read a line as a move, legal or not."""
    try:
        read_move(rules, line)
    except Refused:
        return False
    return True
