"""Selling goods: HML-7, HM-27, HM-60."""

import pytest

from domain.chance import BadDraw
from domain.hameln.facts_purse import CubeDeclared, GoodSold, SaleEnded, TokenTaken
from tests.hameln.positions import kinds, legal, turn

MARC = {"goods": {0: (1, 1, 0, 2)}}  # the rulebook's example: two meats, a cheese, a bread


def test_HML_7_2_HML_7_3_HML_7_4_the_example_of_marc() -> None:
    """Two meats for eight florins, and two tokens for cheese and bread."""
    spec = turn(**MARC)
    for line in ("sell meat", "sell meat", "exchange cheese pile-1"):
        spec = spec.when(0, line).accepted()
        assert kinds(spec) == ["cube_declared"]
        assert spec.state.florins[0] == 0
        assert spec.state.tokens[0] == ()
    spec = spec.when(0, "exchange bread pile-3", [{"token": 3}, {"token": 1}])
    spec.then(
        CubeDeclared(0, "bread", "pile-3"),
        SaleEnded(0, by_itself=True),
        GoodSold(0, "meat", 4),
        GoodSold(0, "meat", 4),
        TokenTaken(0, "cheese", "pile-1", 3),
        TokenTaken(0, "bread", "pile-3", 1),
    )
    assert spec.state.florins[0] == 8
    assert spec.state.tokens[0] == (3, 1)
    assert spec.state.piles == (3, 4, 3)
    assert spec.state.goods[0] == (0, 0, 0, 0)


@pytest.mark.parametrize(("good", "florins"), [("meat", 4), ("beer", 3), ("cheese", 2), ("bread", 1)])
def test_HML_7_2_prices(good: str, florins: int) -> None:
    spec = turn(goods={0: (1, 1, 1, 1)}).when(0, f"sell {good}").when(0, "end_selling")
    spec.then(GoodSold(0, good, florins))
    assert spec.state.florins[0] == florins


def test_HML_7_1_HM_27_at_least_one_cube_and_only_cubes_that_one_has() -> None:
    turn().when(0, "end_selling").refused("HM-7")
    turn().when(0, "sell bread").refused("HML-7.1")
    spec = turn(goods={0: (1, 0, 0, 1)}).when(0, "sell meat").accepted()
    spec.when(0, "sell meat").refused("HML-7.1")
    spec.when(0, "exchange meat pile-1").refused("HML-7.1")
    spec.when(0, "declare man market-1").refused("HML-7.4")


def test_HML_7_4_HM_60_nothing_changes_hands_before_the_declaration_is_complete() -> None:
    spec = turn(**MARC).when(0, "exchange meat pile-1").when(0, "sell bread")
    assert spec.state.goods[0] == (1, 1, 0, 2)
    assert spec.state.florins[0] == 0
    spec = spec.when(0, "end_selling", [{"token": 2}]).then(SaleEnded(0, by_itself=False), TokenTaken(0, "meat", "pile-1", 2), GoodSold(0, "bread", 1))
    assert spec.state.goods[0] == (0, 1, 0, 1)


def test_HML_7_5_tokens_of_any_pile_that_has_some() -> None:
    spec = turn(goods={0: (3, 0, 0, 0)}, tokens={1: (1, 1, 2, 2, 3, 3, 3)})
    assert spec.state.piles == (4, 1, 0)
    assert legal(spec)[2:] == ["sell bread", "exchange bread pile-1", "exchange bread pile-2"]
    spec.when(0, "exchange bread pile-3").refused("HM-27")
    spec.when(0, "exchange bread pile-4").refused("HML-7.5")
    spec = spec.when(0, "exchange bread pile-2").accepted()
    assert legal(spec) == ["sell bread", "exchange bread pile-1", "end_selling"]
    spec.when(0, "exchange bread pile-2").refused("HM-27")


def test_HM_27_no_more_tokens_than_there_are() -> None:
    spec = turn(goods={0: (2, 0, 0, 0)}, tokens={1: (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)})
    assert [line for line in legal(spec) if line.startswith("exchange")] == []


def test_HML_1_1_a_token_of_which_all_four_are_taken_cannot_be_drawn() -> None:
    spec = turn(tokens={1: (3, 3, 3, 3)})
    with pytest.raises(BadDraw):
        spec.when(0, "exchange meat pile-2", [{"token": 3}])
    spec.when(0, "exchange meat pile-2", [{"token": 2}]).accepted()
