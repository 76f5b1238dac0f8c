"""What one viewer may see (HA-49): hands, cards drawn from the pile and legal moves belong to their seat, the pile's content to nobody."""

from typing import assert_never

from domain.han.board import Board, show
from domain.han.cards import COLOURS
from domain.han.facts import (
    AllianceScored,
    CardDiscarded,
    CardDrawn,
    CardTaken,
    DisplayLaid,
    DisplayRefilled,
    DrawingEnded,
    EmissaryPlaced,
    EmperorGiven,
    FortificationPlaced,
    GameEnded,
    HandDealt,
    HanFact,
    HousePlaced,
    MarketEmissaryMoved,
    MarketPlaced,
    PileExhausted,
    PileRenewed,
    PlacingEnded,
    PortsScored,
    ProvinceScored,
    RowScored,
    TurnBegan,
)
from domain.han.legal import to_act
from domain.han.moves import Discard, HanMove, PlaceEmissary, PlaceFortification, PlaceHouse, PlaceMarket
from domain.han.pictured import HanAlliance, HanLast, HanMarket, HanPoint, HanProvince, HanRoad, HanSeat, HanSpace, HanView
from domain.han.scoring import totals
from domain.han.setup import HanOptions, empty
from domain.han.state import FREE, MARKET, State, board_of
from domain.message import HIDDEN, Json, Table
from domain.seats import SPECTATOR, Seat, Viewer

POINT_CARD = 50  # HAN-1.6, HAN-3.6


def view(then: State, viewer: Viewer, now: State) -> HanView:
    """The position ``then`` for a viewer; nothing that was seen is hidden again, so ``now`` does not matter."""
    board = board_of(then)
    printed = show(board)
    points = totals(then)
    return HanView(
        map=board.map,
        board=board.id,
        title=board.title,
        reconstructed=board.reconstructed,
        seats=then.table.seats,
        to_act=list(to_act(then)),
        step=then.step,
        start=then.start,
        turn=then.turn,
        last_round=then.last_round,
        pieces_placed=then.pieces,
        pile_count=sum(then.pile),
        depleted=then.depleted,
        display=list(then.display),
        discards=dict(zip(COLOURS, then.discards, strict=True)),
        players=[_seat(then, seat, viewer, points[seat]) for seat in range(then.table.seats)],
        provinces=[_province(then, place, province) for place, province in enumerate(printed["provinces"])],
        spaces=[_space(then, place, space) for place, space in enumerate(printed["spaces"])],
        markets=[HanMarket(space=board.spaces[space], seat=seat) for space, seat in then.markets],
        roads=[HanRoad(one=a, other=b) for a, b in printed["roads"]],
        alliances=[HanAlliance.model_validate(alliance) for alliance in sorted(printed["alliances"], key=lambda a: int(a["number"]))],
        last=None if then.last is None else HanLast(seat=then.last.seat, verb=then.last.verb, where=then.last.where, cards=list(then.last.cards)),
        reason=then.reason or None,
        winners=list(then.winners),
    )


def bare(board: Board) -> HanView:
    """An empty table, for a picture of the board alone."""
    table = Table(3, HanOptions(), board)
    state = empty(table)
    return view(state, SPECTATOR, state)


def _seat(then: State, seat: Seat, viewer: Viewer, points: int) -> HanSeat:
    dealt = seat < len(then.hands)
    return HanSeat(
        seat=seat,
        hand_size=len(then.hands[seat]) if dealt else 0,
        hand=list(then.hands[seat]) if dealt and viewer.owns(seat) else None,
        houses=then.house_supply[seat],
        emissaries=then.emissary_supply[seat],
        markers=then.marker_supply[seat],
        points=points,
        point_cards=points // POINT_CARD,
        for_houses=then.for_houses[seat],
        for_alliances=then.for_alliances[seat],
        for_roads=then.for_roads[seat],
        for_ports=then.for_ports[seat],
    )


def _province(then: State, place: int, printed: Json) -> HanProvince:
    return HanProvince(
        id=printed["id"],
        name=printed["name"],
        color=printed["color"],
        dragon=HanPoint.model_validate(printed["dragon"]),
        outline=[HanPoint.model_validate(point) for point in printed.get("outline", [])],
        houses=list(then.counts[place]),
        emissaries=list(then.emissaries[place]),
        emissary_limit=max(then.counts[place]),
        scored=bool(then.scored >> place & 1),
    )


def _space(then: State, place: int, printed: Json) -> HanSpace:
    owner = then.houses[place]
    return HanSpace(
        id=printed["id"],
        provinces=printed["provinces"],
        port=printed["port"],
        x=printed["x"],
        y=printed["y"],
        house=None if owner in (FREE, MARKET) else owner,
        fortified=place in then.fortified,
        market=owner == MARKET,
    )


def redact(fact: HanFact, viewer: Viewer, then: State, now: State) -> HanFact:
    """A fact as the viewer sees it."""
    match fact:
        case HandDealt():
            return fact if viewer.owns(fact.seat) else HandDealt(fact.seat, (HIDDEN,) * len(fact.cards))
        case CardDrawn():
            return fact if viewer.owns(fact.seat) else CardDrawn(fact.seat, HIDDEN)
        case EmperorGiven() | DisplayLaid() | HousePlaced() | EmissaryPlaced() | FortificationPlaced() | MarketPlaced():
            return fact
        case ProvinceScored() | PlacingEnded() | CardDiscarded() | CardTaken() | DisplayRefilled() | PileRenewed() | PileExhausted():
            return fact
        case DrawingEnded() | TurnBegan() | MarketEmissaryMoved() | AllianceScored() | RowScored() | PortsScored() | GameEnded():
            return fact
        case _:
            assert_never(fact)


def redact_move(seat: Seat, move: HanMove, viewer: Viewer, then: State, now: State) -> HanMove:
    """Every move is made in the open: payments and discards lie face up (HAN-5.9)."""
    return move


def redact_draw(seat: Seat, draw: Json, viewer: Viewer, then: State, now: State) -> Json:
    """A card from the pile is its seat's alone; a card laid face up is everybody's."""
    return {"card": HIDDEN} if "card" in draw and not viewer.owns(seat) else draw


def redact_setup(setup: Json, viewer: Viewer, then: State, now: State) -> Json:
    """Only the own hand."""
    hands = [hand if viewer.owns(seat) else [HIDDEN] * len(hand) for seat, hand in enumerate(setup["hands"])]
    return {**setup, "hands": hands}


def sees_legal(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Legal moves tell the hand."""
    return viewer.owns(seat)


def reveals(before: State, seat: Seat, move: HanMove, after: State) -> bool:
    """A payment or a discard shows cards of a hand; the rest shows what was open."""
    return isinstance(move, PlaceHouse | PlaceEmissary | PlaceFortification | PlaceMarket | Discard)
