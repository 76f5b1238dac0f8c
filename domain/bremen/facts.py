"""What can have happened."""

from typing import ClassVar, TypeAlias

from domain.message import Fact


class PiecesRedealt(Fact, frozen=True, tag="pieces_redealt"):
    """A deal that did not count, since the hands of ``seats`` had 8 Chickens or more; ``hands`` is None where nobody wrote them down."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-3.8", "BRE-3.9", "BR-4")
    deal: int
    seats: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...] | None = None
    centre: str | None = None


class PiecesDealt(Fact, frozen=True, tag="pieces_dealt"):
    """The deal that is played; ``hands`` is None where they are not recorded."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-3.5", "BRE-3.6", "BR-5")
    deal: int
    hands: tuple[tuple[str, ...], ...] | None = None
    centre: str | None = None


class FirstLeaderNamed(Fact, frozen=True, tag="first_leader_named"):
    """The seat that holds the leading Donkey leads round 1."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-4.1", "BRE-4.2")
    seat: int


class FirstLeaderOfThreeNamed(FirstLeaderNamed, frozen=True, tag="first_leader_of_three_named"):
    """The same by move 1 of three players whose hands are not recorded: a fact of a move cites the clause of its table."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-4.1",)


class FirstLeaderOfFourNamed(FirstLeaderNamed, frozen=True, tag="first_leader_of_four_named"):
    """The same with four players."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-4.2",)


class PiecePlayed(Fact, frozen=True, tag="piece_played"):
    """A piece went from a hand to the table, face up."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-5.1",)
    seat: int
    piece: str


class RoundWonByChicken(Fact, frozen=True, tag="round_won_by_chicken"):
    """The highest Chicken won all pieces of the round; its seat leads next."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-5.6", "BRE-5.7", "BRE-6.1")
    seat: int


class RoundWonByAnimalLed(Fact, frozen=True, tag="round_won_by_animal_led"):
    """Without a Chicken the highest piece of the animal led won all pieces of the round; its seat leads next."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-5.6", "BRE-5.8", "BRE-6.1")
    seat: int


class ConditionsJudged(Fact, frozen=True, tag="conditions_judged"):
    """After the last round: which of the two conditions are met. All win with both, else all lose."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-2.3", "BRE-2.4", "BRE-8.2")
    condition_1: bool
    condition_2: bool


class ScoreCounted(Fact, frozen=True, tag="score_counted"):
    """The score of a won game and its title; both None for who may not see the numbers left in the hands."""

    clauses: ClassVar[tuple[str, ...]] = ("BRE-9.2", "BRE-9.3", "BRE-9.4", "BRE-9.6")
    total: int | None = None
    title: str | None = None


class PiecesRevealed(Fact, frozen=True, tag="pieces_revealed"):
    """The pieces still in the hands, as a record's last line tells them; empty where nobody wrote them down."""

    clauses: ClassVar[tuple[str, ...]] = ("BR-21", "BR-25")
    hands: tuple[tuple[str, ...], ...]


Happening: TypeAlias = (
    PiecePlayed | RoundWonByChicken | RoundWonByAnimalLed | ConditionsJudged | ScoreCounted | PiecesRedealt | PiecesDealt | FirstLeaderNamed | PiecesRevealed
)
FACTS: tuple[type[Fact], ...] = (
    PiecesRedealt,
    PiecesDealt,
    FirstLeaderNamed,
    FirstLeaderOfThreeNamed,
    FirstLeaderOfFourNamed,
    PiecePlayed,
    RoundWonByChicken,
    RoundWonByAnimalLed,
    ConditionsJudged,
    ScoreCounted,
    PiecesRevealed,
)
