"""Who writes a move in another way than the game reads is told how the legal move most like it is written."""

import pytest

from domain.refusal import OVER, Refused
from domain.spelling import nearest, reads, reason_with_hint
from tests.every_game.support import Laid, random_game, reproducible, sampled


def _wide(line: str) -> str:
    """With the digits of an East Asian keyboard."""
    return "".join(chr(ord(letter) + 0xFEE0) if letter.isdigit() else letter for letter in line)


AS_TYPED = (
    str.upper,
    str.title,
    lambda line: line.replace("-", " "),
    lambda line: line.replace("-", ""),
    lambda line: f"{line}.",
    lambda line: f"I {line}",
    _wide,
)


def test_a_legal_move_that_is_written_otherwise_is_recognised(laid: Laid) -> None:
    rules = laid.rules
    with reproducible(laid, 700) as made:
        for _ in random_game(laid, 700, made):
            pass
        for step in sampled(made, 8):
            legal = rules.legal_moves(step.before, step.seat)
            for notation in map(rules.notate, legal[:20]):
                for change in AS_TYPED:
                    line = change(notation)
                    assert nearest(rules, line, legal) == (None if reads(rules, line) else notation), line


def test_nothing_is_guessed_from_what_looks_like_no_move(laid: Laid) -> None:
    rules = laid.rules
    with reproducible(laid, 0) as made:
        step = next(iter(random_game(laid, 0, made)))
        legal = rules.legal_moves(step.before, step.seat)
        notation = rules.notate(legal[0])
        for line in ("", "????", "zzzzzzzz", f"{notation} " * 40, notation):
            assert nearest(rules, line, legal) is None
        assert nearest(rules, notation.upper(), ()) is None
        for refused, raw in ((Refused(OVER, "so"), notation.upper()), (Refused("ARB-4", "so"), {"kind": notation.upper()})):
            assert reason_with_hint(rules, refused, raw, legal) == "so"


@pytest.mark.parametrize("line", ["x" * 60, "ab" * 30, "- " * 30])
def test_a_guess_is_quick(laid: Laid, line: str) -> None:
    with reproducible(laid, 0) as made:
        step = next(iter(random_game(laid, 0, made)))
        nearest(laid.rules, line, list(laid.rules.legal_moves(step.before, step.seat)) * 1_000)
