"""Moves as one line, both ways, and as a sentence for people."""

from collections.abc import Sequence

from domain.message import HIDDEN, Json
from domain.pied_piper import facts as f
from domain.pied_piper.deck import KINDS
from domain.pied_piper.moves import PiedPiperMove, Place, activate, place
from domain.seats import Seat
from domain.text import listed

FACE_DOWN = "face-down"
_SLOTS = ("0", "1", "2", "3")


def notate(move: PiedPiperMove) -> str:
    """``place CARD SLOT [face-down]`` or ``activate SLOT``."""
    if isinstance(move, Place):
        return f"place {move.card} {move.slot}" + (f" {FACE_DOWN}" if move.face_down else "")
    return f"activate {move.slot}"


def read(line: str) -> PiedPiperMove:
    """The move of a line; ValueError: one sentence."""
    match line.split(" "):
        case ["place", card, slot]:
            return place(_card(card), _slot(slot))
        case ["place", card, slot, "face-down"]:
            return place(_card(card), _slot(slot), face_down=True)
        case ["activate", slot]:
            return activate(_slot(slot))
        case _:
            raise ValueError("a move is 'place CARD SLOT', 'place CARD SLOT face-down' or 'activate SLOT'")


def _card(word: str) -> str:
    if word not in KINDS and word != HIDDEN:
        raise ValueError(f"{word[:60]!r} is not an action card; those are {', '.join(KINDS)}")
    return word


def _slot(word: str) -> int:
    if word not in _SLOTS:
        raise ValueError(f"{word[:60]!r} is not a slot from 0 to 3")
    return int(word)


def narrate(seat: Seat, move: PiedPiperMove, facts: Sequence[f.PiedPiperFact], draws: Sequence[Json]) -> str:
    """What happened, for people: the move, then each consequence. Made from redacted parts, so it tells no more than they do."""
    told = [sentence for fact in facts if (sentence := _tell(fact))]
    drawn = [draw["card"] for draw in draws if "card" in draw]
    if drawn:
        told.append(f"Seat {seat} draws {_drawn(drawn)}.")
    told.extend(f"Seat {fact.seat} is next." for fact in facts if isinstance(fact, f.TurnPassed))
    return " ".join(told)


def _drawn(cards: Sequence[str]) -> str:
    if HIDDEN in cards:
        return "a card" if len(cards) == 1 else f"{len(cards)} cards"
    return listed(cards)


def _tell(fact: f.PiedPiperFact) -> str:
    """A sentence for a fact, "" for one that another sentence covers."""
    match fact:
        case f.CardPlaced():
            card = "a card" if fact.card == HIDDEN else fact.card
            return f"Seat {fact.seat} places {card}{' face down' if isinstance(fact, f.CardPlacedFaceDown) else ''} on {fact.character} in slot {fact.slot}."
        case f.CharactersActivated():
            return f"{_these('Slot', fact.slots)} {'is' if len(fact.slots) == 1 else 'are'} activated."
        case f.CardTurnedUp():
            return f"Seat {fact.seat}'s card in slot {fact.slot} is turned up: {fact.card}."
        case f.OrderChosen():
            return f"Seat {fact.seat} lets {fact.characters[0]} in slot {fact.slots[0]} go first."
        case f.PlusOneAdded():
            return "One house more."
        case f.MelodyAdded():
            return "All figures there go along."
        case f.NoFigureMoved():
            return "Two special cards move nothing."
        case f.ForwardOneMoved() | f.ForwardTwoMoved() | f.BackwardOneMoved() | f.SewerMoved():
            return f"{_subject(fact)} past {listed(fact.houses)} to {fact.end}."
        case f.TrackerRaised():
            return f"Seat {fact.seat}'s tracker rises to {fact.to}."
        case f.TrackerLowered():
            return f"Seat {fact.seat}'s tracker falls to {fact.to}."
        case f.PlayerEliminated():
            return f"Seat {fact.seat} is at the roof and out."
        case f.TrackersClaimed():
            return f"Seat {fact.seat} claims {_trackers(fact.trackers)}."
        case f.TrackersLost():
            return f"{_trackers(fact.trackers).capitalize()} {'leaves' if len(fact.trackers) == 1 else 'leave'} the game."
        case f.HandDiscarded():
            return f"Seat {fact.seat} discards {listed(fact.cards)}." if fact.cards else ""
        case f.CharacterDeckRenewed():
            return "The character discards become the deck."
        case f.CharacterRevealed():
            return f"Slot {fact.slot} shows {fact.character}."
        case f.ActionDeckRenewed():
            return "The action discards become the deck."
        case f.WonByRoof():
            return f"Seat {fact.winner} wins."
        case f.WonByTracker():
            return f"Seat {fact.winner} wins with the lower tracker."
        case f.WonByClaims():
            return f"Seat {fact.winner} wins with more claimed trackers."
        case f.GameDrawn():
            return f"Seats {listed(fact.winners)} are level: a draw."
        case f.TableSet():
            return f"Seat {fact.start} starts."
        case f.HouseRemoved() | f.ActionCardsDiscarded() | f.CharactersDiscarded() | f.CardDrawn() | f.TurnPassed():
            return ""


def _subject(fact: f.Moved) -> str:
    way = {f.BackwardOneMoved: "back", f.SewerMoved: "through the sewer"}.get(type(fact), "forward")
    return f"{listed(fact.figures)} {'goes' if len(fact.figures) == 1 else 'go'} {way}"


def _these(noun: str, numbers: Sequence[int]) -> str:
    """``slot 2`` or ``slots 1 and 2``."""
    return f"{noun}{'' if len(numbers) == 1 else 's'} {listed(numbers)}"


def _trackers(seats: Sequence[Seat]) -> str:
    return f"the tracker{'' if len(seats) == 1 else 's'} of {_these('seat', seats)}"
