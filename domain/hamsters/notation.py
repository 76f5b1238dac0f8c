"""Moves as lines of text, both ways, and as sentences for people."""

from collections.abc import Callable, Sequence
from typing import Final

from domain.hamsters import facts as f
from domain.hamsters.moves import ACCEPT_BEAVERS, DECLINE, HELP_MICE, ROLL, Go, HamstersMove
from domain.message import Json

PLAIN: Final[dict[str, HamstersMove]] = {move.kind: move for move in (ROLL, HELP_MICE, ACCEPT_BEAVERS, DECLINE)}


def notate(move: HamstersMove) -> str:
    """``roll``, ``go <square>…``, ``help_mice``, ``accept_beavers`` or ``decline``."""
    return " ".join((move.kind, *move.via)) if isinstance(move, Go) else move.kind


def read(line: str) -> HamstersMove:
    """The move of a line; ValueError for what is none."""
    verb, *words = line.split() or [""]
    if verb == "go":
        return Go(via=tuple(words))
    move = PLAIN.get(verb)
    if move is None:
        raise ValueError(f"{verb[:40]!r} is none of {', '.join(sorted((*PLAIN, 'go')))}")
    if words:
        raise ValueError(f"{verb} stands alone, without {words[0][:40]!r}")
    return move


def narrate(_: int, __: HamstersMove, facts: Sequence[f.HamstersFact], ___: Sequence[Json]) -> str:
    """All that followed from a move, in one sentence a fact."""
    return " ".join(map(_sentence, facts))


def _sentence(fact: f.HamstersFact) -> str:
    """What a fact means at the table."""
    match fact:
        case f.HamstersPlaced(seats=seats):
            return f"{seats} hamsters stand on the wheat field."
        case f.DieThrown(pips=pips):
            return f"Seat {fact.seat} throws {pips}."
        case f.HamsterMoved(squares=squares):
            return f"Seat {fact.seat}'s hamster goes to {squares[-1]}."
        case f.CombatThrown():
            even = " Even: they throw again." if fact.arriver_pips == fact.occupant_pips else ""
            return f"Combat on {fact.square}: seat {fact.arriver} throws {fact.arriver_pips}, seat {fact.occupant} {fact.occupant_pips}.{even}"
        case f.HamsterPushedBack(squares=squares):
            return f"Seat {fact.seat}'s hamster goes back to {squares[-1]}."
        case f.SparrowhawkThrown(pips=pips, needed=needed):
            return f"The sparrowhawk comes: seat {fact.seat} throws {pips} and needs {needed}."
        case f.SacksDeposited(sacks=sacks):
            return f"Seat {fact.seat} deposits {sacks} sack{'s' if sacks > 1 else ''} in the burrow."
        case f.StartedAgain(sacks=sacks):
            return f"It has none left and goes back to the wheat field for {'another one' if sacks == 1 else 'two new ones'}."
        case _:
            return _STORIES[type(fact)](fact.seat)


_STORIES: Final[dict[type[f.HamstersFact], Callable[[int], str]]] = {
    f.HamsterFreed: "Seat {}'s hamster leaves the beavers.".format,
    f.HamsterKept: "Seat {}'s hamster stays with the beavers.".format,
    f.MoleRescued: "Seat {} brings the mole to the hospital and takes a mole card.".format,
    f.TunnelEntered: "Seat {} hands in its mole card and goes into the tunnel.".format,
    f.MiceMet: "The mice ask seat {} for a sack.".format,
    f.MiceHelped: "Seat {} gives the mice a sack and takes a mouse card.".format,
    f.MiceRefused: "Seat {} gives the mice nothing.".format,
    f.BeaversMet: "The beavers invite seat {}.".format,
    f.BeaversJoined: "Seat {} takes a beaver card and stays until it throws a 1 or a 6.".format,
    f.BeaversRefused: "Seat {} thanks the beavers and goes on.".format,
    f.BridgeBroke: "The bridge breaks: seat {}'s hamster swims back to the wheat field.".format,
    f.RestTaken: "Seat {}'s hamster is tired and will miss a turn.".format,
    f.RatsScattered: "The rats attack; seat {} hands in its beaver card and the beavers drive them away.".format,
    f.SackStolen: "The rats steal a sack of seat {}.".format,
    f.SackDropped: "The cat attacks: seat {}'s hamster flees and loses a sack.".format,
    f.MiceRepaid: "The mice give seat {} a sack back.".format,
    f.HamsterCaught: "It is caught: seat {}'s hamster goes back to the wheat field.".format,
    f.MouseCardUsed: "It is caught, but seat {} hands in its mouse card: back to the bridges only.".format,
    f.SecondTripBegun: "Seat {}'s hamster goes back to the wheat field for another sack.".format,
    f.GameWon: "Seat {} has two sacks in the burrow and wins.".format,
    f.ThrowRepeated: "After the 6 seat {} throws again.".format,
    f.ThrowForfeited: "The 6 gives seat {} no other throw, since its hamster stays where it is.".format,
    f.TurnMissed: "Seat {} rests and misses its turn.".format,
    f.TurnPassed: "It is the turn of seat {}.".format,
}
