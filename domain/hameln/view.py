"""What one viewer may see of a position. The only secret is the value of each Rat-Catcher token: its holder knows it, nobody else."""

from domain.hameln.board import GOODS
from domain.hameln.legal import to_act
from domain.hameln.state import NOBODY, PILES, State, bag, board_of, is_infested, small_rats, town_of
from domain.message import Model, View
from domain.seats import Seat, Viewer


class HouseView(Model):
    """A house with its occupants (seats), its counter, and the rats' hold on it."""

    id: str
    kind: str
    region: str
    cost: int
    bonus: int | None
    x: int
    y: int
    man: int | None
    woman: int | None
    counter: int | None  # None before the set-up
    infested: bool
    large_rat: bool


class CircleView(Model):
    """A rat circle in play."""

    id: str
    x: int
    y: int
    houses: list[str]
    regions: list[str]
    five_only: bool
    rat: bool


class PiperSpaceView(Model):
    """A region's Piper space with its price for a child and the bribe on it."""

    region: str
    x: int
    y: int
    price: int
    bribe: int
    piper: bool


class PurchaseView(Model):
    """An entry of the purchase loop; ``bought_last`` marks where the purchase marker stands."""

    cost: int
    gain: int
    bought_last: bool


class FamilyView(Model):
    """What a player has. ``token_values`` is given only to who may know them, in the order taken."""

    seat: int
    supply: int
    florins: int
    bread: int
    cheese: int
    beer: int
    meat: int
    tokens: int
    token_values: list[int] | None
    boys: int
    girls: int
    influence: int
    cat: bool


class RoadView(Model):
    """A space of the road to Transylvania: the points it costs, and whose child is on it."""

    points: int
    owner: int | None


class SaleView(Model):
    """A declared cube: for florins, or for a token of a pile."""

    good: str
    pile: str | None


class HamelnView(View):
    """A position as a viewer sees it."""

    viewer: str
    board: str
    reconstructed: bool
    seats: int
    partner_child: str
    phase: int
    step: str
    to_act: list[int]
    order: list[int]
    active: int | None
    houses: list[HouseView]
    circles: list[CircleView]
    piper_spaces: list[PiperSpaceView]
    purchase_loop: list[PurchaseView]
    influence_spaces: int
    influence_line: list[int]  # highest first
    families: list[FamilyView]
    road: list[RoadView]
    large_rats: int  # in the reserve
    small_rats: int  # beside the board
    bag_boys: int
    bag_girls: int
    piles: list[int]
    sex: str | None  # of the running declaration
    declared: list[str]
    current: str | None  # the house being resolved
    due: int
    sale: list[SaleView]
    last_seat: int | None
    last: str  # the last move, in notation


def view(then: State, viewer: Viewer, now: State) -> HamelnView:
    """The position ``then`` for a viewer. What was hidden then is hidden now, so ``now`` adds nothing."""
    board = board_of(then)
    houses, acting = board.houses, to_act(then)
    return HamelnView(
        viewer=str(viewer),
        board=board.file.id,
        reconstructed=board.file.reconstructed,
        seats=then.table.seats,
        partner_child=then.table.options.partner_child,
        phase=then.phase,
        step=then.step,
        to_act=list(acting),
        order=list(then.order),
        active=then.order[then.turn] if then.turn != NOBODY and then.step != "over" else None,
        houses=[_house(then, house) for house in range(len(houses))],
        circles=[_circle(then, circle) for circle in town_of(then).circles],
        piper_spaces=[_piper_space(then, place) for place in range(len(board.regions))],
        purchase_loop=[PurchaseView(cost=cost, gain=gain, bought_last=entry == then.loop) for entry, (cost, gain) in enumerate(board.loop)],
        influence_spaces=board.file.influence_spaces,
        influence_line=list(then.line),
        families=[_family(then, seat, viewer) for seat in range(len(then.order))],
        road=_road(then),
        large_rats=then.reserve,
        small_rats=small_rats(then),
        bag_boys=bag(then)["boy"],
        bag_girls=bag(then)["girl"],
        piles=list(then.piles),
        sex=then.sex if then.declared else None,
        declared=[houses[house] for house in then.declared],
        current=None if then.current == NOBODY else houses[then.current],
        due=then.due,
        sale=[SaleView(good=GOODS[good], pile=PILES[pile - 1] if pile else None) for good, pile in then.sale],
        last_seat=_seat(then.last_seat),
        last=then.last,
    )


def _seat(seat: Seat) -> int | None:
    return None if seat == NOBODY else seat


def _house(state: State, house: int) -> HouseView:
    printed = board_of(state).file.houses[house]
    return HouseView(
        id=printed.id,
        kind=printed.kind,
        region=printed.region,
        cost=printed.cost,
        bonus=printed.bonus,
        x=printed.x,
        y=printed.y,
        man=_seat(state.men[house]),
        woman=_seat(state.women[house]),
        counter=state.counters[house] if state.counters else None,
        infested=is_infested(state, house),
        large_rat=bool(state.figures >> house & 1),
    )


def _circle(state: State, circle: int) -> CircleView:
    printed = board_of(state).file.circles[circle]
    return CircleView(
        id=printed.id,
        x=printed.x,
        y=printed.y,
        houses=list(printed.touches),
        regions=list(printed.regions),
        five_only=printed.five_only,
        rat=bool(state.rats >> circle & 1),
    )


def _piper_space(state: State, place: int) -> PiperSpaceView:
    printed = board_of(state).file.piper_spaces[place]
    return PiperSpaceView(
        region=printed.region,
        x=printed.x,
        y=printed.y,
        price=printed.price,
        bribe=state.bribes[place] if state.bribes else 0,
        piper=bool(state.bribes) and state.piper == place,
    )


def _family(state: State, seat: Seat, viewer: Viewer) -> FamilyView:
    bread, cheese, beer, meat = state.goods[seat]
    return FamilyView(
        seat=seat,
        supply=state.supply[seat],
        florins=state.florins[seat],
        bread=bread,
        cheese=cheese,
        beer=beer,
        meat=meat,
        tokens=len(state.tokens[seat]),
        token_values=list(state.tokens[seat]) if viewer.owns(seat) else None,  # HML-2.17, HM-47
        boys=state.boys[seat],
        girls=state.girls[seat],
        influence=state.spaces[seat],
        cat=state.cat == seat,
    )


def _road(state: State) -> list[RoadView]:
    """The printed spaces and any child beyond them, which costs six."""
    points = [*board_of(state).file.road, *[6] * len(state.road)]
    printed = max(len(board_of(state).file.road), len(state.road))
    owners = [*state.road, *[None] * printed]
    return [RoadView(points=points[place], owner=owners[place]) for place in range(printed)]
