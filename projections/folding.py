"""Events of a batch folded into rows. Nothing is written here; what is stored already is only read."""

from collections.abc import Callable, Sequence

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from domain import events as ev
from domain.shelf import NotOnTheShelf
from infra.attempts import Attempt
from infra.memory import Memory
from infra.notices import Notification
from infra.trouble import Trouble
from infra.wire import event_of
from projections import attempts, catalogue, disputes, leaderboard, scoreboard
from projections.draft import Draft
from projections.generations import Superseded
from projections.history import Checkpoint, EventRow, cold_game, needs_checkpoint
from projections.ratings import Result
from projections.rows import block, shell_rows
from projections.shadow import Shadow, changed, moved, opened
from projections.states import write_state
from projections.tables import Tables

_ATTEMPT = msgspec.json.Decoder(Attempt)


class Poisoned(Exception):
    """An event that cannot be projected: its game is set aside, all others go on. ``lacking`` is the ruleset that this version would need."""

    def __init__(self, version: int, reason: str, lacking: str | None = None) -> None:
        super().__init__(reason)
        self.version, self.reason, self.lacking = version, reason[:300], lacking


class Folding:
    """The rows that a batch makes, so far."""

    def __init__(self, connection: sa.Connection, tables: Tables) -> None:
        self._connection, self._tables = connection, tables
        self.draft = Draft()
        self.results: dict[str, list[Result]] = {}

    def game(self, before: Callable[[], Shadow | None], notices: Sequence[Notification]) -> Shadow | None:
        """A game, which ``before`` reads, after more of its events; those that it has had already change nothing."""
        version = notices[0].version if notices else 0
        try:
            shadow = before()
            for notice in notices:
                version = notice.version
                have = 0 if shadow is None else shadow.version
                if version <= have:
                    continue
                if version != have + 1:
                    raise ValueError(f"version {version} follows version {have}")
                shadow = self._event(shadow, notice)
            if shadow is not None:
                catalogue.draft(shadow, self.draft)
                scoreboard.draft(shadow, self.draft)
        except (sa.exc.SQLAlchemyError, Superseded, Trouble):
            raise
        except NotOnTheShelf as error:
            raise Poisoned(version, str(error), error.slug) from error
        except Exception as error:  # whatever the rules of a game do with it, it is this game's trouble alone
            raise Poisoned(version, f"{type(error).__name__}: {error}") from error
        return shadow

    def attempt(self, notice: Notification) -> None:
        """A refused move."""
        attempts.draft(notice, _ATTEMPT.decode(notice.line).id, self.draft)

    def finish(self) -> None:
        """What takes all results of the batch together."""
        leaderboard.draft(self._connection, self._tables, self.results, self.draft)

    def _event(self, shadow: Shadow | None, notice: Notification) -> Shadow:
        if notice.name == ev.MoveMade.name:
            assert shadow is not None
            return self._move(shadow, notice)
        event = event_of(notice.name, notice.line)
        if isinstance(event, ev.GameOpened):
            if shadow is not None:
                raise ValueError("a game is opened once")
            after = opened(event)
        else:
            assert shadow is not None
            after = self._annulled(shadow, event) if isinstance(event, ev.MovesAnnulled) else changed(shadow, event)
        after = replace(after, version=notice.version, hash=notice.hash, changed_at=notice.at)
        self._note(after, event, notice)
        self._keep(notice, None, None)
        return after

    def _move(self, shadow: Shadow, notice: Notification) -> Shadow:
        after = moved(shadow, notice)
        number = after.count
        if number != shadow.count + 1:
            raise ValueError(f"move {number} follows move {shadow.count}")
        if needs_checkpoint(number, shadow.head):
            assert shadow.state is not None
            counts = msgspec.json.encode(shadow.counts, order="sorted").decode()
            self.draft.add("checkpoints", (notice.game_id, *Checkpoint(number, notice.version, write_state(shadow.state), counts)))
        self._keep(notice, number, shadow.head)
        return after

    def _keep(self, notice: Notification, number: int | None, previous: int | None) -> None:
        """The event as an ``EventRow`` of its game."""
        self.draft.add("events", (notice.game_id, notice.version, notice.name, number, previous, notice.line, notice.hash, notice.at))

    def _note(self, after: Shadow, event: ev.Event, notice: Notification) -> None:
        """What some events say to some projections."""
        match event:
            case ev.SeatTaken(seat=seat, player=player):
                catalogue.draft_seat(notice.game_id, seat, player, notice.at, self.draft)
            case ev.DisputeRaised():
                disputes.draft_raised(notice.game_id, event, notice.at, self.draft)
            case ev.DisputeRuled(dispute=id):
                row = self.draft.get("disputes", (id,)) or disputes.find(self._connection, self._tables, id)
                disputes.draft_ruled(row or {}, event, notice.at, self.draft)
            case ev.GameEnded():
                self._result(after, notice.at)
            case ev.GameAdjudicated() if after.status == "ENDED":
                self._result(after, notice.at)
            case _:
                pass

    def _result(self, after: Shadow, at: str) -> None:
        self.results.setdefault(after.rules.slug, []).append(leaderboard.result_of(after, at))

    def _annulled(self, shadow: Shadow, event: ev.MovesAnnulled) -> Shadow:
        """Back to the position before the first annulled move: from the rows, and from those that still wait to be written."""
        waiting = [EventRow._make(row[1:]) for row in self.draft.of("events") if row[0] == shadow.game_id]
        points = [Checkpoint._make(row[1:]) for row in self.draft.of("checkpoints") if row[0] == shadow.game_id]

        def load(first: int, last: int) -> tuple[list[EventRow], list[Checkpoint]]:
            rows, kept = block(self._connection, self._tables, shadow.game_id, first, last)
            more = [row for row in waiting if row.number is not None and first <= row.number <= last]
            return [*rows, *more], [*kept, *(point for point in points if first <= point.number <= last)]

        shell = shell_rows(self._connection, self._tables, shadow.game_id, shadow.version)
        shell += [row for row in waiting if row.number is None]
        here = EventRow(shadow.version, "", None, None, b"", shadow.hash, "")
        game = cold_game(shell, here, load, Memory(1_000_000))
        head = game.moves[event.first - 1].previous
        counts = game.moves[head - 1].counts if head else game.start_counts
        return replace(shadow, head=head, state=game.position(head), counts=counts)
