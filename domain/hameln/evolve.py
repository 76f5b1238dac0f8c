"""What is true after a fact. Total: history is believed, nothing is refused."""

from typing import Any, Final, assert_never, get_args

from msgspec.structs import replace

from domain.hameln.board import GOODS, MARKET_RATS, START_REGION
from domain.hameln.board_file import MARKET
from domain.hameln.evolve_purse import purse, put
from domain.hameln.facts import HamelnFact
from domain.hameln.facts_piper import (
    BribeCollected,
    ChildrenPaid,
    ChildrenTaken,
    GameEnded,
    HouseCleared,
    NobodyActed,
    PaymentAsked,
    PhaseBegun,
    PiperAppeared,
    PiperFact,
    PiperMoved,
    PiperMovedOn,
    RegionCleaned,
)
from domain.hameln.facts_purse import PurseFact
from domain.hameln.facts_rats import (
    HouseFreed,
    HouseInfested,
    LargeRatChosen,
    LargeRatPlaced,
    LargeRatsContested,
    RatFact,
    RatPlaced,
    RatRemoved,
    RatsAttracted,
)
from domain.hameln.facts_turn import (
    CycleBegun,
    DeclarationEnded,
    HouseActivated,
    HouseDeclared,
    HousePassedOver,
    MandatoryPassed,
    ManPlaced,
    OptionOpened,
    PartnerAsked,
    PartnerDecided,
    TableLaid,
    TurnBegun,
    TurnEnded,
    TurnFact,
    TurnSkipped,
    WomanPlaced,
)
from domain.hameln.state import MEMBERS, NOBODY, PILE, PILES, State, Step, board_of

MEAT: Final = GOODS.index("meat")
LARGE_RATS: Final = {3: (4, 5, 6), 4: (4, 5, 6), 5: (5, 6, 7)}  # HML-14.1: by seats, then phase


def evolve(state: State, fact: HamelnFact) -> State:
    """The position after a fact."""
    after: State = _ROOM[type(fact)](state, fact)
    return after


def turn(state: State, fact: TurnFact) -> State:
    """Set-up, order, declarations."""
    match fact:
        case TurnBegun():
            return replace(state, step="mandatory", turn=state.turn + 1, fresh=0)
        case OptionOpened():
            return replace(state, step="optional", declared=(), current=NOBODY, sale=())
        case HouseDeclared(seat=seat, sex=sex, house=house):
            declared = (*state.declared, board_of(state).house_at[house])
            return replace(state, step="declaring", acted=True, sex=sex, declared=declared, doing=0, last_seat=seat, last=f"declare {sex} {house}")
        case DeclarationEnded(seat=seat, by_itself=by_itself):
            return replace(ended(state, seat, "end_declaring", by_itself), step="house")
        case HouseActivated(house=house):
            return replace(state, doing=state.doing + 1, current=board_of(state).house_at[house])
        case HousePassedOver():
            return replace(state, doing=state.doing + 1)
        case TurnEnded(seat=seat, by_itself=by_itself):
            return replace(ended(state, seat, "end_turn", by_itself), step="turn_over", declared=(), current=NOBODY, sale=())
        case CycleBegun(order=order):
            return replace(state, order=order, turn=NOBODY, acted=False)
        case MandatoryPassed():
            return replace(state, step="optional", turn=state.turn + 1, fresh=0)
        case TurnSkipped():
            return replace(state, turn=state.turn + 1)
        case PartnerAsked():
            return replace(state, step="partner")
        case PartnerDecided(seat=seat, prepares=prepares):
            return replace(state, step="house", last_seat=seat, last="prepare_child" if prepares else "decline_child")
        case ManPlaced(seat=seat, house=house):
            men = put(state.men, board_of(state).house_at[house], seat)
            return _member_placed(replace(state, men=men, last=f"place_man {house}"), seat)
        case WomanPlaced(seat=seat, house=house):
            women = put(state.women, board_of(state).house_at[house], seat)
            return _member_placed(replace(state, women=women, last=f"place_woman {house}"), seat)
        case TableLaid():
            return _laid(state, fact)
        case _:
            assert_never(fact)


def rat(state: State, fact: RatFact) -> State:
    """Small rats, large rats, infestation (which is derived from the circles: HM-38)."""
    match fact:
        case RatPlaced(seat=seat, circle=circle):
            bit = 1 << board_of(state).circle_at[circle]
            due = state.due - 1
            return replace(
                state,
                rats=state.rats | bit,
                fresh=state.fresh | bit,
                due=due,
                step=_after_rat(due),
                last_seat=seat,
                last=f"place_rat {circle}",
            )
        case RatsAttracted(placed=placed):
            return replace(state, due=placed, step=_after_rat(placed))
        case HouseInfested():
            return state
        case LargeRatPlaced(house=house):
            return _large_rat(state, board_of(state).house_at[house])
        case LargeRatsContested(houses=houses):
            return replace(state, step="large_rat", contested=tuple(board_of(state).house_at[house] for house in houses))
        case LargeRatChosen(seat=seat, house=house):
            return replace(state, last_seat=seat, last=f"place_large_rat {house}")
        case RatRemoved(circle=circle):
            return replace(state, rats=state.rats & ~(1 << board_of(state).circle_at[circle]))
        case HouseFreed(house=house, large_rat=True):
            return replace(state, figures=state.figures & ~(1 << board_of(state).house_at[house]), reserve=state.reserve + 1)  # HML-13.5
        case HouseFreed():
            return state
        case _:
            assert_never(fact)


def piper(state: State, fact: PiperFact) -> State:
    """The Pied Piper: he appears, cleans, is paid, moves on."""
    match fact:
        case PiperMoved(region=region) | PiperMovedOn(region=region):
            return replace(state, piper=board_of(state).region_at[region])
        case PiperAppeared():
            return replace(state, step="piper", figures=0, acted=True, declared=(), current=NOBODY, due=0, contested=(), payer=0)
        case NobodyActed() | HouseCleared():
            return state
        case RegionCleaned(circles=circles):
            at = board_of(state).circle_at
            return replace(state, rats=state.rats & ~sum(1 << at[circle] for circle in circles))
        case PaymentAsked(seat=seat):
            return replace(state, step="pay", payer=state.order.index(seat))
        case ChildrenPaid(seat=seat, boys=boys, girls=girls, florins=florins):
            left = put(state.florins, seat, state.florins[seat] - florins)
            return replace(state, step="piper", payer=state.order.index(seat) + 1, florins=left, last_seat=seat, last=f"pay {boys} {girls}")
        case ChildrenTaken(seat=seat, boys=boys, girls=girls):
            return replace(
                state,
                payer=state.order.index(seat) + 1,
                boys=put(state.boys, seat, state.boys[seat] - boys),
                girls=put(state.girls, seat, state.girls[seat] - girls),
                road=state.road + (seat,) * (boys + girls),
            )
        case BribeCollected(region=region):
            return replace(state, bribes=put(state.bribes, board_of(state).region_at[region], 0))
        case PhaseBegun(phase=phase, large_rats=large_rats):
            return replace(state, step="turn_over", phase=phase, reserve=large_rats)
        case GameEnded(by=by):
            return replace(state, step="over", ended_by=NOBODY if by is None else by)
        case _:
            assert_never(fact)


def ended(state: State, seat: int, text: str, by_itself: bool) -> State:
    """Notes an ``end_…`` as the last move, unless the step ended by itself."""
    return state if by_itself else replace(state, last_seat=seat, last=text)


def _after_rat(due: int) -> Step:
    return "rat" if due else "house"


def _large_rat(state: State, house: int) -> State:
    waiting = tuple(other for other in state.contested if other != house) if state.reserve > 1 else ()
    step: Step = state.step
    if state.contested:
        step = "large_rat" if waiting else _after_rat(state.due)
    return replace(state, step=step, figures=state.figures | 1 << house, reserve=state.reserve - 1, contested=waiting)


def _member_placed(state: State, seat: int) -> State:
    """One member less in supply; after the last woman the first turn is due."""
    seats = state.table.seats
    men, women = (sum(owner != NOBODY for owner in owners) for owners in (state.men, state.women))
    step: Step = "place_man" if men < seats else "place_woman" if women < seats else "turn_over"
    return replace(state, step=step, supply=put(state.supply, seat, state.supply[seat] - 1), last_seat=seat)


def _laid(state: State, fact: TableLaid) -> State:
    board, seats = board_of(state), state.table.seats
    counters = dict(fact.counters)
    return replace(
        state,
        step="place_man",
        acted=False,
        phase=1,
        order=fact.turn_order,
        line=fact.turn_order,  # HML-2.3, HML-11.6: the first player stands furthest to the right, so highest
        spaces=(0,) * seats,
        counters=tuple(MARKET_RATS if house.region == MARKET else counters[house.id] for house in board.file.houses),
        men=(NOBODY,) * len(board.houses),
        women=(NOBODY,) * len(board.houses),
        reserve=LARGE_RATS[seats][0],
        piper=board.region_at[START_REGION],
        bribes=(0,) * len(board.regions),
        supply=(MEMBERS,) * seats,
        florins=(0,) * seats,  # HM-4
        goods=(tuple(int(good == MEAT) for good in range(len(GOODS))),) * seats,  # HML-2.10
        tokens=((),) * seats,
        boys=(0,) * seats,
        girls=(0,) * seats,
        piles=(PILE,) * len(PILES),
    )


_ROOM: Final[dict[Any, Any]] = {
    kind: room for union, room in ((TurnFact, turn), (RatFact, rat), (PurseFact, purse), (PiperFact, piper)) for kind in get_args(union)
}
