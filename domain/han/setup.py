"""Before the first move: options, deck, hands, display, Emperor."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from domain.chance import Chance
from domain.han.cards import EMISSARIES, HAND, HOUSES, Colour, bag, counts, deck, display_size, less, maps_for, markers
from domain.han.facts import DisplayLaid, EmperorGiven, HandDealt, HanFact
from domain.han.printed import BORDER_DISPUTES, WAYS_OF_DIPLOMACY
from domain.han.state import FREE, NOBODY, State
from domain.message import Json, Model, Options, Table
from domain.refusal import Refused

Cards: TypeAlias = list[Colour]


class HanOptions(Options):
    map: Literal["border-disputes", "ways-of-diplomacy"] | None = None
    fortifications: bool = False
    market_places: bool = False
    random_start: bool = False


class HanSetup(Model):
    """What chance, and the players' agreement on who begins, did before the first move."""

    start: int | None = None
    hands: Annotated[list[Cards], Field(max_length=5)]
    display: Cards


def standard_board(seats: int, options: HanOptions) -> str:
    """The board of the map chosen; without a choice Border Disputes, for two players Ways of Diplomacy."""
    return options.map or (BORDER_DISPUTES if BORDER_DISPUTES in maps_for(seats) else WAYS_OF_DIPLOMACY)


def settle(table: Table) -> Table:
    """The map is that of the board. Refuses a map for other numbers of players and a variant of the other map."""
    chosen, map_id = table.options, table.board.map
    if chosen.map not in (None, map_id):
        raise Refused("HAN-3.3", f"the option map says {chosen.map}, but the board {table.board.id} is {map_id}")
    if map_id not in maps_for(table.seats):
        raise Refused("HAN-3.1" if map_id == BORDER_DISPUTES else "HAN-3.2", f"{map_id} is not played by {table.seats}")
    if chosen.fortifications and map_id != BORDER_DISPUTES:
        raise Refused("HAN-13.1", "the variant fortifications is played on border-disputes only")
    if chosen.market_places and map_id != WAYS_OF_DIPLOMACY:
        raise Refused("HAN-14.1", "the variant market_places is played on ways-of-diplomacy only")
    return Table(table.seats, chosen.model_copy(update={"map": map_id}), table.board)


def deal(table: Table, chance: Chance) -> Json:
    """Chance shuffles: three cards a seat, then the display (HAN-3.10, HAN-3.11). The seat that begins is 0 unless it is drawn (HA-32)."""
    start = chance.draw("start", dict.fromkeys(range(table.seats), 1)) if table.options.random_start else 0
    pile = deck(table.board.map, table.seats)
    dealt: list[list[str]] = []
    for what, size in [("card", HAND)] * table.seats + [("display", display_size(table.board.map))]:
        dealt.append([])
        for _ in range(size):
            card = chance.draw(what, bag(pile))
            pile = less(pile, card)
            dealt[-1].append(card)
        dealt[-1].sort()
    return {"start": start, "hands": dealt[:-1], "display": dealt[-1]}


def empty(table: Table) -> State:
    """All pieces in the supplies, all cards of this game in the pile, the counters on 0 (HAN-3.4, HAN-3.5)."""
    seats, layout, chosen = table.seats, table.board.layout, table.options
    nothing = (0,) * seats
    variant = "fortifications" if chosen.fortifications else "market_places" if chosen.market_places else None
    return State(
        table,
        pile=deck(table.board.map, seats),
        houses=(FREE,) * len(table.board.spaces),
        fortified=(NOBODY,) * seats,
        free=tuple(map(len, layout.spaces_of)),
        counts=(nothing,) * len(table.board.provinces),
        emissaries=(nothing,) * len(table.board.provinces),
        house_supply=(HOUSES,) * seats,
        emissary_supply=(EMISSARIES,) * seats,
        marker_supply=(markers(variant, seats) if variant else 0,) * seats,  # HAN-1.5, HAN-3.14: in the box without a variant
        for_houses=nothing,
        for_alliances=nothing,
        for_roads=nothing,
        for_ports=nothing,
    )


def setup(table: Table, dealt: HanSetup) -> tuple[HanFact, ...]:
    """The facts of a set-up; refuses one that this deck and these rules cannot give."""
    if dealt.start is None and table.options.random_start:
        raise Refused("HA-47", "start: must say which seat chance picked, since the option random_start is on")
    start = dealt.start or 0
    if not 0 <= start < table.seats:
        raise Refused("HAN-3.15", f"start: there is no seat {start}")
    if len(dealt.hands) != table.seats:
        raise Refused("HAN-3.10", f"hands: {table.seats} players need as many hands, not {len(dealt.hands)}")
    for seat, hand in enumerate(dealt.hands):
        if len(hand) != HAND:
            raise Refused("HAN-3.10", f"hands.{seat}: {HAND} cards are dealt, not {len(hand)}")
    on_border_disputes = table.board.map == BORDER_DISPUTES
    size = display_size(table.board.map)
    if len(dealt.display) != size:
        raise Refused("HAN-3.12" if on_border_disputes else "HAN-3.13", f"display: {size} cards lie face up on {table.board.map}, not {len(dealt.display)}")
    seen = counts(tuple(card for cards in (*dealt.hands, dealt.display) for card in cards))
    for (colour, held), found in zip(bag(deck(table.board.map, table.seats)).items(), seen, strict=True):
        if found > held:
            clause = "HAN-3.8" if on_border_disputes else "HAN-3.9"
            raise Refused(clause, f"hands and display show {found} {colour} cards, but only {held} are in a game of {table.seats}")
    return (
        EmperorGiven(start),
        *(HandDealt(seat, tuple(sorted(hand))) for seat, hand in enumerate(dealt.hands)),
        DisplayLaid(tuple(sorted(dealt.display))),
    )
