"""What the suite of all games asks of this one."""

from random import Random
from typing import Any

from domain.chance import BadDraw, Reported
from domain.han import RULES
from domain.han.cards import EMISSARIES, HAND, HOUSES, counts, deck, display_size
from domain.han.state import FREE, MARKET, NOBODY, State
from domain.message import Json
from domain.moves import read_move
from domain.playout import begin
from domain.refusal import Refused
from domain.seats import Viewer
from tests.han.boards import tiny
from tests.han.positions import DISPUTES, WAYS

RULINGS = 51
CONFIGURATIONS: list[tuple[int, dict[str, Any], Any]] = [
    (3, {}, None),
    (4, {"random_start": True}, None),
    (5, {}, DISPUTES),
    (3, {"fortifications": True, "random_start": True}, None),
    (4, {"fortifications": True}, None),
    (5, {"fortifications": True}, None),
    (2, {}, None),
    (3, {"map": WAYS}, None),
    (4, {"random_start": True}, WAYS),
    (2, {"market_places": True}, None),
    (3, {"map": WAYS, "market_places": True}, None),
    (4, {"map": WAYS, "market_places": True, "random_start": True}, None),
    (3, {}, tiny()),
    (2, {"market_places": True}, tiny()),
]


def check(state: State) -> None:
    """Every card and piece is somewhere once, what is kept for speed is what follows from the rest, and somebody can go on."""
    if state.step == "setup":
        return
    _cards(state)
    _pieces(state)
    _derived(state)
    acting = RULES.to_act(state)
    assert (RULES.outcome(state) is None) == bool(acting)
    for seat in range(state.table.seats):
        legal = RULES.legal_moves(state, seat)
        assert bool(legal) == (seat in acting)
        assert len(legal) == len(set(legal))


def _cards(state: State) -> None:
    in_play = deck(state.table.board.map, state.table.seats)
    held = [counts(hand) for hand in state.hands]
    assert tuple(map(sum, zip(state.pile, state.discards, counts(state.display), *held, strict=True))) == in_play
    assert min((*state.pile, *state.discards)) >= 0
    size = display_size(state.table.board.map)
    assert len(state.display) == size or (len(state.display) < size and (state.step in ("drawing", "over") or state.depleted == 2))
    for seat, hand in enumerate(state.hands):
        assert list(hand) == sorted(hand)
        elsewhere = seat != state.turn or (state.step == "placing" and not state.pieces)
        past = state.depleted == 2
        assert len(hand) == HAND or (not elsewhere and len(hand) < HAND) or past, f"seat {seat} holds {hand}"
    assert state.step != "drawing" or any(state.pile) or state.depleted == 2
    assert not (state.step == "placing" and not state.pieces) or len(state.hands[state.turn]) == HAND


def _pieces(state: State) -> None:
    for seat in range(state.table.seats):
        at_markets = sum(owner == seat for _, owner in state.markets)
        ended = at_markets if state.step == "over" else 0  # moved to the dragon spaces
        assert state.house_supply[seat] + state.houses.count(seat) == HOUSES
        assert state.emissary_supply[seat] + sum(court[seat] for court in state.emissaries) + at_markets - ended == EMISSARIES
        fort = state.fortified[seat]
        assert fort == NOBODY or state.houses[fort] == seat
        assert state.marker_supply[seat] + (fort != NOBODY) + at_markets == RULES.empty(state.table).marker_supply[seat]
        assert min(state.house_supply[seat], state.emissary_supply[seat], state.marker_supply[seat]) >= 0
    assert sorted(space for space, _ in state.markets) == [space for space, owner in enumerate(state.houses) if owner == MARKET]


def _derived(state: State) -> None:
    for place, of in enumerate(state.table.board.layout.spaces_of):
        owners = [state.houses[space] for space in of]
        assert state.free[place] == owners.count(FREE)
        assert state.counts[place] == tuple(owners.count(seat) for seat in range(state.table.seats))
        assert state.step == "over" or sum(state.emissaries[place]) <= max(state.counts[place])
        assert bool(state.occupied >> place & 1) == (state.free[place] < len(of))
        assert bool(state.scored >> place & 1) == (not state.free[place] or state.step == "over")
    assert state.step == "over" or (not any(state.for_alliances) and not any(state.for_roads) and not any(state.for_ports))


Told = list[tuple[int, Json, list[Json]]]


def twins(rules: Any, table: Any, setup: Json, moves: Told, viewer: Viewer, rng: Random) -> tuple[Json, Told] | None:
    """Another history of this length that differs in a card hidden from the viewer: swapped with one in the pile, or with another hidden one."""
    hidden = [("hand", seat, n) for seat, hand in enumerate(setup["hands"]) for n in range(len(hand)) if not viewer.owns(seat)]
    hidden += [("draw", n, k) for n, (seat, _, draws) in enumerate(moves) for k, draw in enumerate(draws) if "card" in draw and not viewer.owns(seat)]
    tries = [(one, other) for one in hidden for other in (*hidden, "green", "orange", "red", "violet", "yellow") if one != other]
    for one, other in rng.sample(tries, min(60, len(tries))):
        found = _swapped(setup, moves, one, other)
        if found is not None and _is_history(rules, table, *found):
            return found
    return None


def _swapped(setup: Json, moves: Told, one: Any, other: Any) -> tuple[Json, Told] | None:
    hands = [list(hand) for hand in setup["hands"]]
    draws = [[dict(draw) for draw in drawn] for _, _, drawn in moves]

    def get(place: Any) -> str:
        kind, a, b = place
        return str(hands[a][b] if kind == "hand" else draws[a][b]["card"])

    def set_to(place: Any, card: str) -> None:
        kind, a, b = place
        if kind == "hand":
            hands[a][b] = card
        else:
            draws[a][b]["card"] = card

    mine, theirs = get(one), other if isinstance(other, str) else get(other)
    if mine == theirs:
        return None
    set_to(one, theirs)
    if not isinstance(other, str):
        set_to(other, mine)
    return {**setup, "hands": hands}, [(seat, move, drawn) for (seat, move, _), drawn in zip(moves, draws, strict=True)]


def _is_history(rules: Any, table: Any, setup: Json, moves: Told) -> bool:
    """Whether the game could have gone so."""
    try:
        state = begin(rules, table, setup)
        for seat, move, draws in moves:
            chance = Reported(draws)
            facts = rules.decide(state, seat, read_move(rules, move), chance)
            chance.finish()
            for fact in facts:
                state = rules.evolve(state, fact)
    except (Refused, BadDraw):
        return False
    return not any(left < 0 for left in state.pile)
