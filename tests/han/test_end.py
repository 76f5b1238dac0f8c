"""The end when nothing can be placed any more, and how a game ends at all."""

from domain.han import RULES
from domain.han.course import placeable
from domain.han.facts import EmissaryPlaced, GameEnded, HousePlaced, PlacingEnded, ProvinceScored
from domain.han.state import State
from tests.given import given
from tests.han.positions import WAYS, position, table

FULL_SUPPLY = (20, 20, 20)


def all_but(laid: object, *free: str) -> dict[str, int]:
    """Houses on all spaces but these, seats in turn."""
    board = laid.board  # type: ignore[attr-defined]
    return {space: n % laid.seats for n, space in enumerate(board.spaces) if space not in free}  # type: ignore[attr-defined]


def closed(state: State) -> dict[str, dict[int, int]]:
    """Dragon spaces filled to the limit."""
    board = state.table.board
    return {name: {0: max(state.counts[place])} for place, name in enumerate(board.provinces)}


def one_house_short() -> State:
    """One house space is free, all dragon spaces are full and stay so with a house of seat 0 in Yan; nobody has an emissary."""
    laid = table(3)
    houses = all_but(laid, "yan-4") | {"yan-1": 0, "yan-2": 1, "yan-3": 1}
    return position(laid, "green 3", "red 3", "violet 3", houses=houses, emissary_supply=(0, 0, 0))


def test_HAN_10_4_HAN_10_5_HA_24_when_nothing_is_placeable_the_game_ends_at_once() -> None:
    spec = given(RULES, one_house_short()).when(0, "house yan-4 green")
    spec.then(HousePlaced(0, "yan-4", ("green",)), ProvinceScored("yan", (4, 4, 0)))
    assert PlacingEnded(0) not in spec.facts, "in mid-turn, without drawing"
    assert spec.facts[-1] == GameEnded("no_piece_placeable", spec.state.winners)
    assert (spec.state.step, RULES.to_act(spec.state)) == ("over", ())


def test_HA_43_scored_before_it_ends_and_it_wins_over_the_last_round() -> None:
    from msgspec.structs import replace

    state = replace(one_house_short(), last_round=True, depleted=2)
    outcome = RULES.outcome(given(RULES, state).when(0, "house yan-4 green").state)
    assert outcome is not None
    assert outcome["reason"] == "no_piece_placeable"


def test_HA_43_after_an_emissary_too() -> None:
    laid = table(3)
    bare = position(laid, "green 3", houses=all_but(laid))
    court = closed(bare)
    court["yan"] = {0: court["yan"][0] - 1}
    state = position(laid, "green 3", "red 3", "violet 3", houses=all_but(laid), emissaries=court, emissary_supply=(3, 3, 3))
    assert placeable(state)
    spec = given(RULES, state).when(0, "emissary yan green").then(EmissaryPlaced(0, "yan", ("green",)))
    assert spec.facts[-1] == GameEnded("no_piece_placeable", spec.state.winners)


def test_HA_24_hands_do_not_matter() -> None:
    laid = table(3)
    assert placeable(position(laid, "red 3", "red 3", "red 3", houses=all_but(laid, "yan-4"), emissary_supply=(0, 0, 0)))
    assert not placeable(position(laid, "red 3", houses=all_but(laid), emissary_supply=(0, 0, 0)))
    assert not placeable(position(laid, "red 3", houses=all_but(laid, "yan-4"), house_supply=(0, 0, 0), emissary_supply=(0, 0, 0)))
    assert placeable(position(laid, "red 3", houses=all_but(laid, "yan-4"), house_supply=(0, 1, 0), emissary_supply=(0, 0, 0)))
    assert placeable(position(laid, "red 3", houses=all_but(laid), emissary_supply=(0, 1, 0)))
    assert not placeable(position(laid, "red 3", houses=all_but(laid), emissary_supply=(0, 0, 0), house_supply=FULL_SUPPLY))


def test_HA_43_a_market_place_needs_marker_emissary_and_room_where_a_piece_stands() -> None:
    laid = table(3, map=WAYS, market_places=True)
    houses = all_but(laid, "pagoda-1")
    bare = position(laid, "red 3", houses=houses)
    court = closed(bare)
    kept: dict[str, object] = {"houses": houses, "emissaries": court, "house_supply": (0, 0, 0)}
    assert placeable(position(laid, "red 3", **kept, emissary_supply=(1, 0, 0), marker_supply=(1, 0, 0)))  # type: ignore[arg-type]
    assert not placeable(position(laid, "red 3", **kept, emissary_supply=(0, 1, 0), marker_supply=(1, 0, 1)))  # type: ignore[arg-type]
    empty = {space: seat for space, seat in houses.items() if not space.startswith("pagoda")}
    court = closed(position(laid, "red 3", houses=empty))
    state = position(laid, "red 3", houses=empty, emissaries=court, house_supply=(0, 0, 0), emissary_supply=(1, 1, 1), marker_supply=(1, 1, 1))
    assert not placeable(state), "the only free spaces are where no piece stands"
    without = table(3, map=WAYS)
    state = position(without, "red 3", houses=houses, emissaries=closed(bare), house_supply=(0, 0, 0), emissary_supply=(1, 1, 1))
    assert not placeable(state), "and only in the variant"
