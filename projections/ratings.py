"""How games move a board of standings. Pure; the ratings are Plackett and Luce's, from ``openskill``."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Final, TypeAlias

import msgspec
from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()


class SeatResult(msgspec.Struct, frozen=True):
    """How a seat came out of a game."""

    player: str
    won: bool
    rank: int | None
    score: int | None


class Standing(msgspec.Struct, frozen=True):
    """A player's standing. ``scored`` games brought ``total`` points; ``mu`` and ``sigma`` only where games are rated."""

    games: int = 0
    wins: int = 0
    scored: int = 0
    total: int = 0
    mu: float | None = None
    sigma: float | None = None

    @property
    def rating(self) -> float | None:
        """A careful estimate of the player's strength (three deviations below the mean); new players start near 0."""
        return None if self.mu is None or self.sigma is None else round(self.mu - 3 * self.sigma, 4)

    @property
    def mean_score(self) -> float | None:
        """The mean of the scores, where games had some."""
        return round(self.total / self.scored, 4) if self.scored else None


Board: TypeAlias = Mapping[str, Standing]


class Result(msgspec.Struct, frozen=True):
    """The result of a game as it was known at a moment. No seats: the game does not count."""

    moment: str
    game_id: str
    ended_at: str
    seats: tuple[SeatResult, ...]


def play(board: Board, seats: Sequence[SeatResult], cooperative: bool) -> dict[str, Standing]:
    """The standings that one game changes."""
    before = [board.get(seat.player, Standing()) for seat in seats]
    rated = [(None, None)] * len(seats) if cooperative else _rated(before, seats)
    return {
        seat.player: Standing(
            games=old.games + 1,
            wins=old.wins + seat.won,
            scored=old.scored + (seat.score is not None),
            total=old.total + (seat.score or 0),
            mu=mu,
            sigma=sigma,
        )
        for seat, old, (mu, sigma) in zip(seats, before, rated, strict=True)
    }


def _rated(before: Sequence[Standing], seats: Sequence[SeatResult]) -> list[tuple[float | None, float | None]]:
    teams = [[_MODEL.rating() if old.mu is None or old.sigma is None else _MODEL.create_rating([old.mu, old.sigma])] for old in before]
    if len(seats) < 2 or any(seat.rank is None for seat in seats):
        return [(team[0].mu, team[0].sigma) for team in teams]
    return [(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=[float(seat.rank or 0) for seat in seats])]


def board_of(results: Iterable[Result], cooperative: bool) -> dict[str, Standing]:
    """The board after these results: of each game the one known last, in the order in which games ended."""
    latest = {result.game_id: result for result in sorted(results, key=lambda r: r.moment)}
    board: dict[str, Standing] = {}
    for result in sorted(latest.values(), key=lambda r: (r.ended_at, r.game_id)):
        board.update(play(board, result.seats, cooperative))
    return board


def history(
    fresh: Iterable[Result], board: Board, newest: tuple[str, str], seen: Set[str], known: Callable[[], Iterable[Result]], cooperative: bool
) -> list[tuple[str, dict[str, Standing]]]:
    """What each result changes, moment by moment.

    ``board`` stands before them (at least for their players), ``newest`` is the last (end, game) on it, ``seen`` the games that already
    count. A game that ended last only adds to the board. For any other the board is made again from all results, ``known`` among them.
    """
    done: list[Result] = []
    games, board, told = set(seen), dict(board), []
    for result in sorted(fresh, key=lambda r: r.moment):
        place = (result.ended_at, result.game_id)
        if result.game_id not in games and place > newest:
            changes = play(board, result.seats, cooperative)
            board.update(changes)
        else:
            before, after = board_of([*known(), *done], cooperative), board_of([*known(), *done, result], cooperative)
            changes = {player: after.get(player, Standing()) for player in {*before, *after} if after.get(player) != before.get(player)}
            board = after
        games.add(result.game_id)
        newest = max(newest, place)
        done.append(result)
        told.append((result.moment, changes))
    return told
