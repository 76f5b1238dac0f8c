"""What can have happened. A fact's stored name is its tag."""

from typing import ClassVar, TypeAlias

from domain.message import Fact


class HamstersPlaced(Fact, frozen=True, tag="hamsters_placed"):
    """Every seat's hamster stands on the wheat field with its sacks; the piles and the store lie ready."""

    clauses: ClassVar = ("HMS-3.4", "HMS-3.6", "HMS-3.7", "HMS-3.8")
    seats: int
    square: str
    sacks: int
    cards: int
    store: int


class DieThrown(Fact, frozen=True, tag="die_thrown"):
    """The throw for moving; ``again`` tells whether it earns another one."""

    clauses: ClassVar = ("HMS-4.2",)
    seat: int
    pips: int
    again: bool


class HamsterFreed(Fact, frozen=True, tag="hamster_freed"):
    clauses: ClassVar = ("HMS-7.4.3", "HS-15")
    seat: int


class HamsterKept(Fact, frozen=True, tag="hamster_kept"):
    """No 1 and no 6: the hamster stays with the beavers."""

    clauses: ClassVar = ("HMS-7.4.3", "HS-15")
    seat: int


class HamsterMoved(Fact, frozen=True, tag="hamster_moved"):
    """Forward, entering these squares."""

    clauses: ClassVar = ("HMS-4.2", "HS-3")
    seat: int
    squares: tuple[str, ...]


class MoleRescued(Fact, frozen=True, tag="mole_rescued"):
    clauses: ClassVar = ("HMS-9.3.1", "HMS-9.3.2", "HS-23", "HS-31")
    seat: int


class TunnelEntered(Fact, frozen=True, tag="tunnel_entered"):
    clauses: ClassVar = ("HMS-9.10.2", "HMS-9.10.3", "HS-23")
    seat: int


class CombatThrown(Fact, frozen=True, tag="combat_thrown"):
    """One throw of both; equal throws decide nothing."""

    clauses: ClassVar = ("HMS-5.1", "HMS-5.2", "HS-5", "HS-6")
    square: str
    arriver: int
    occupant: int
    arriver_pips: int
    occupant_pips: int


class HamsterPushedBack(Fact, frozen=True, tag="hamster_pushed_back"):
    """Back along the way that it came, over these squares."""

    clauses: ClassVar = ("HMS-5.3", "HS-7", "HS-8", "HS-12")
    seat: int
    squares: tuple[str, ...]


class MiceMet(Fact, frozen=True, tag="mice_met"):
    """The mice ask for a sack; the events of ``then`` come after the answer."""

    clauses: ClassVar = ("HMS-7.2.1", "HS-13", "HS-40")
    seat: int
    then: tuple[int, ...] = ()


class MiceHelped(Fact, frozen=True, tag="mice_helped"):
    clauses: ClassVar = ("HMS-7.2.2", "HMS-7.2.3")
    seat: int


class MiceRefused(Fact, frozen=True, tag="mice_refused"):
    clauses: ClassVar = ("HMS-7.2.5",)
    seat: int


class BeaversMet(Fact, frozen=True, tag="beavers_met"):
    """The beavers invite; the events of ``then`` come after the answer."""

    clauses: ClassVar = ("HMS-7.4.1", "HS-40")
    seat: int
    then: tuple[int, ...] = ()


class BeaversJoined(Fact, frozen=True, tag="beavers_joined"):
    clauses: ClassVar = ("HMS-7.4.2", "HMS-7.4.3")
    seat: int


class BeaversRefused(Fact, frozen=True, tag="beavers_refused"):
    clauses: ClassVar = ("HMS-7.4.4", "HS-34")
    seat: int


class BridgeBroke(Fact, frozen=True, tag="bridge_broke"):
    """Into the water and back to ``square``, with sacks and cards."""

    clauses: ClassVar = ("HMS-7.6.1", "HMS-7.6.2", "HS-17", "HS-37")
    seat: int
    square: str


class RestTaken(Fact, frozen=True, tag="rest_taken"):
    clauses: ClassVar = ("HMS-7.7.1", "HS-18")
    seat: int


class RatsScattered(Fact, frozen=True, tag="rats_scattered"):
    """The beaver card went back to its pile instead of a sack."""

    clauses: ClassVar = ("HMS-7.8.2", "HMS-7.8.3", "HS-19")
    seat: int


class SackStolen(Fact, frozen=True, tag="sack_stolen"):
    """By the rats."""

    clauses: ClassVar = ("HMS-7.8.1", "HS-19")
    seat: int


class SackDropped(Fact, frozen=True, tag="sack_dropped"):
    """In flight from the cat."""

    clauses: ClassVar = ("HMS-7.11.1",)
    seat: int


class StartedAgain(Fact, frozen=True, tag="started_again"):
    """Without a sack, back to ``square``, where it takes ``sacks``."""

    clauses: ClassVar = ("HMS-7.0.2", "HMS-7.11.2", "HS-20", "HS-21", "HS-37")
    seat: int
    square: str
    sacks: int


class MiceRepaid(Fact, frozen=True, tag="mice_repaid"):
    clauses: ClassVar = ("HMS-7.9.1", "HMS-7.9.2", "HMS-7.9.3", "HS-22")
    seat: int


class SparrowhawkThrown(Fact, frozen=True, tag="sparrowhawk_thrown"):
    """The throw on a 12, and how much was needed to reach 13; enough, and a ``hamster_moved`` follows."""

    clauses: ClassVar = ("HMS-7.12.1", "HMS-7.12.2", "HS-24")
    seat: int
    pips: int
    needed: int


class HamsterCaught(Fact, frozen=True, tag="hamster_caught"):
    """By the sparrowhawk, without a mouse card: back to ``square``, with its sacks."""

    clauses: ClassVar = ("HMS-7.12.3", "HMS-7.12.4", "HS-24", "HS-25", "HS-37")
    seat: int
    square: str


class MouseCardUsed(Fact, frozen=True, tag="mouse_card_used"):
    """Caught by the sparrowhawk with a mouse card: back to ``square``, the 5."""

    clauses: ClassVar = ("HMS-7.12.5", "HMS-7.12.6", "HS-24", "HS-25", "HS-39")
    seat: int
    square: str


class SacksDeposited(Fact, frozen=True, tag="sacks_deposited"):
    clauses: ClassVar = ("HMS-7.13.1", "HS-27")
    seat: int
    sacks: int


class SecondTripBegun(Fact, frozen=True, tag="second_trip_begun"):
    """With one sack deposited, back to ``square`` for another one."""

    clauses: ClassVar = ("HMS-7.0.3", "HMS-7.13.2", "HMS-7.13.3", "HS-27", "HS-28", "HS-37")
    seat: int
    square: str
    sacks: int


class GameWon(Fact, frozen=True, tag="game_won"):
    clauses: ClassVar = ("HMS-2.2", "HMS-10.1", "HS-27")
    seat: int


class ThrowRepeated(Fact, frozen=True, tag="throw_repeated"):
    """The 6 gives another throw."""

    clauses: ClassVar = ("HMS-4.3", "HS-4", "HS-35")
    seat: int


class ThrowForfeited(Fact, frozen=True, tag="throw_forfeited"):
    """The 6 gives no other throw, since the hamster rests or waits."""

    clauses: ClassVar = ("HS-4", "HS-35")
    seat: int


class TurnMissed(Fact, frozen=True, tag="turn_missed"):
    """The turn of a hamster that rests passes over it."""

    clauses: ClassVar = ("HMS-7.7.1", "HS-42")
    seat: int


class TurnPassed(Fact, frozen=True, tag="turn_passed"):
    """To this seat."""

    clauses: ClassVar = ("HMS-5.4", "HS-2")
    seat: int


HamstersFact: TypeAlias = (
    HamstersPlaced
    | DieThrown
    | HamsterFreed
    | HamsterKept
    | HamsterMoved
    | MoleRescued
    | TunnelEntered
    | CombatThrown
    | HamsterPushedBack
    | MiceMet
    | MiceHelped
    | MiceRefused
    | BeaversMet
    | BeaversJoined
    | BeaversRefused
    | BridgeBroke
    | RestTaken
    | RatsScattered
    | SackStolen
    | SackDropped
    | StartedAgain
    | MiceRepaid
    | SparrowhawkThrown
    | HamsterCaught
    | MouseCardUsed
    | SacksDeposited
    | SecondTripBegun
    | GameWon
    | ThrowRepeated
    | ThrowForfeited
    | TurnMissed
    | TurnPassed
)
