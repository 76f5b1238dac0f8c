"""The suite itself can fail: a toy with a leak, a missing check, a fact that does not read back, is caught."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from domain.refusal import Refused
from domain.ruleset import Ruleset
from tests import toy
from tests.every_game import test_legal, test_random_games, test_secrecy
from tests.every_game.support import Laid, configurations


@pytest.fixture
def laid_wrong(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Makes a toy table of a ruleset in which something was changed."""
    with toy.on_the_shelf() as _:
        table = configurations("toy")[0]
        with pytest.MonkeyPatch.context() as patch:

            def make(**changes: Any) -> Laid:
                wrong: Ruleset[Any, Any, Any] = dataclasses.replace(toy.RULES, **changes)
                patch.setattr(toy, "RULES", wrong)
                patch.setattr("domain.shelf.find", lambda: {"toy": lambda: wrong})
                toy.domain.shelf.shelf.cache_clear()
                return Laid(wrong, table.table, "wrong toy")

            yield make


def _open_view(then: Any, viewer: Any, now: Any) -> Any:
    return toy.view(then, toy.Viewer(all_seeing=True), now)


def _long_hand(then: Any, viewer: Any, now: Any) -> Any:
    """Hides the cards, but not how many are red."""
    shown = toy.view(then, viewer, now)
    return shown.model_copy(update={"pile": then.pile[0]})


def _open_fact(fact: Any, viewer: Any, then: Any, now: Any) -> Any:
    return fact


def _telling(state: Any, seat: int, move: Any, chance: Any) -> Any:
    """A referee whose refusal tells what another seat holds."""
    try:
        return toy.decide(state, seat, move, chance)
    except Refused as refused:
        raise Refused(refused.clause, f"{refused.reason}; the other has {state.hands[1 - seat]}") from None


LEAKS = {
    "refusal": {"decide": _telling},
    "undo": {"reveals": lambda before, seat, move, after: "red" in after.hands[1]},
    "view": {"view": _open_view},
    "count": {"view": _long_hand},
    "fact": {"redact": _open_fact},
    "move": {"redact_move": lambda seat, move, viewer, then, now: move},
    "draw": {"redact_draw": lambda seat, draw, viewer, then, now: draw},
    "legal list": {"sees_legal": lambda state, viewer, seat: True},
}


@pytest.mark.parametrize("leak", LEAKS, ids=list(LEAKS))
def test_a_leak_is_caught(laid_wrong: Any, leak: str) -> None:
    laid = laid_wrong(**LEAKS[leak])

    def look() -> None:
        for seed in range(700, 720):
            test_secrecy.test_twins_look_the_same(laid, seed)

    with pytest.raises(AssertionError):
        look()


def _lax(state: Any, seat: int, move: Any, chance: Any) -> Any:
    """A referee who forgets whose turn it is."""
    return toy.decide(state, state.turn, move, chance)


def test_a_missing_check_is_caught(laid_wrong: Any) -> None:
    with pytest.raises(AssertionError):
        test_legal.test_the_referee_accepts_exactly_the_moves_that_it_lists(laid_wrong(decide=_lax), 500)


def test_a_move_that_is_not_listed_is_caught(laid_wrong: Any) -> None:
    short = laid_wrong(legal_moves=lambda state, seat: toy.legal_moves(state, seat)[:1])
    with pytest.raises(AssertionError):
        test_legal.test_the_referee_accepts_exactly_the_moves_that_it_lists(short, 500)


def test_a_lost_card_is_caught_and_the_game_can_be_reproduced(laid_wrong: Any) -> None:
    def careless(state: Any, fact: Any) -> Any:
        after = toy.evolve(state, fact)
        return toy.replace(after, pile=(6, 6, 6)) if isinstance(fact, toy.DisplayTurned) else after

    with pytest.raises(AssertionError) as caught:
        test_random_games.test_a_random_game_ends_and_keeps_every_invariant(laid_wrong(evolve=careless), 3)
    note = "\n".join(caught.value.__notes__)
    assert "seed 3" in note
    assert '"ruleset":"toy"' in note
