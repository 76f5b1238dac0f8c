"""Words: what people send, bounded, normalised, free of what a terminal or a page could mistake; and numbers of things in sentences."""

import unicodedata
from collections.abc import Iterable

from domain.refusal import UNREADABLE, Refused

MAX_NAME, MAX_TALK, MAX_ENTROPY = 60, 1000, 200


def name(words: str, field: str) -> str:
    """A player's name: 1 to 60 characters on one line, NFC, without leading or trailing space or controls."""
    return _clean(words, field, MAX_NAME, lines=False)


def talk(words: str, field: str) -> str:
    """Free text: 1 to 1,000 characters; line breaks are allowed, other controls are not."""
    return _clean(words, field, MAX_TALK, lines=True)


def entropy(words: str | None) -> str | None:
    """What a player adds to chance: up to 200 characters, kept exactly as sent."""
    if words is None:
        return None
    if not isinstance(words, str) or len(words) > MAX_ENTROPY or not _plain(words, lines=False):
        raise Refused(UNREADABLE, f"entropy: must be up to {MAX_ENTROPY} characters without controls")
    return words


def _clean(words: str, field: str, longest: int, *, lines: bool) -> str:
    if not isinstance(words, str) or len(words) > 4 * longest:
        raise Refused(UNREADABLE, f"{field}: must be text of 1 to {longest} characters")
    if not _plain(words, lines=lines):
        raise Refused(UNREADABLE, f"{field}: has a character that is not text")
    cleaned = unicodedata.normalize("NFC", words).strip()
    if not 1 <= len(cleaned) <= longest:
        raise Refused(UNREADABLE, f"{field}: must be text of 1 to {longest} characters")
    return cleaned


def _plain(words: str, *, lines: bool) -> bool:
    """No control, surrogate, private or unassigned character, and no override of the direction of writing."""
    return not any(
        (unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and not (lines and c in "\n\t")) or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        for c in words
    )


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: ``1 piece``, ``2 pieces``."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def listed(values: Iterable[object], word: str = "and") -> str:
    """Things one after another, as people say it: ``3``, ``3 and 4``, ``3, 4 and 5``; nothing for none."""
    told = list(map(str, values))
    return f" {word} ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def either(values: Iterable[object]) -> str:
    """What may be chosen from: ``3 or 4``, ``3, 4 or 5``."""
    return listed(values, "or")
