"""The commands that set a service up and work beside it: ``migrate``, ``relay``, ``project``."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from api.cli.output import Fault, Json, console, say, say_json, say_table
from api.cli.setting import sentences, settings_now, settings_of_service
from api.stopping import stoppable
from domain.text import counted

if TYPE_CHECKING:
    from infra.settings import Settings

Port: TypeAlias = Annotated[int | None, typer.Option("--health-port", min=1, max=65535, help="Answer /healthz, /readyz and /metrics on this port.")]
Host: TypeAlias = Annotated[str, typer.Option("--health-host", help="Address of that port.")]
Again: TypeAlias = Annotated[str | None, typer.Option("--retry", metavar="GAME_ID", help="Try a game again that was set aside, and exit.")]


def migrate() -> None:
    """Make the tables, and the topics when Kafka is set, or bring them up to date; may run beside a service and twice."""
    from infra.database import migrate as bring

    settings = settings_now()
    with sentences():
        console().print("The tables are made." if bring(settings) else "The tables are up to date.")
        if settings.kafka is not None:
            from infra.topics import make_topics

            made = make_topics(settings)
            console().print(f"Topics made: {', '.join(made)}." if made else "The topics are there.")


def relay(
    feed: Annotated[Literal["all", "full", "public"], typer.Option(help="Which feed; two processes, one a feed, go twice as fast.")] = "all",
    held: Annotated[bool, typer.Option("--held", help="Show the games that are held back because the broker refuses a record, and exit.")] = False,
    retry: Again = None,
    port: Port = None,
    host: Host = "127.0.0.1",
    json: Json = False,
) -> None:
    """Publish what is committed to Kafka until SIGTERM; of several processes one works and the others stand by."""
    settings = settings_now()
    with sentences():
        _needs_kafka(settings)
        if held or retry is not None:
            _held(settings, retry, json)
            return
        with stoppable():
            from infra.relay import Relays
            from infra.relay_feeds import FEEDS

            relays = Relays(settings, list(FEEDS) if feed == "all" else [feed])
            _until_told(settings, relays.run, relays.ready, host, port)


def project(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Drop what people read, build it again from the events, and exit.")] = False,
    aside: Annotated[bool, typer.Option("--aside", help="Show the games that are set aside because an event cannot be projected, and exit.")] = False,
    retry: Again = None,
    port: Port = None,
    host: Host = "127.0.0.1",
    json: Json = False,
) -> None:
    """Keep what people read up to date until SIGTERM; a service on one machine does that by itself."""
    settings = settings_of_service() if rebuild or aside or retry is not None else settings_now()
    with sentences():
        if rebuild:
            _rebuild(settings, json)
        elif aside or retry is not None:
            _aside(settings, retry, json)
        else:
            with stoppable():
                _keep(settings, host, port)


def _keep(settings: "Settings", host: str, port: int | None) -> None:
    if settings.kafka is None:
        from projections.distributed import service_of

        service = service_of(settings)
        _until_told(settings, lambda wait: _with(service, wait), service.ready, host, port)
    else:
        from projections.worker_process import WorkerProcess

        worker = WorkerProcess(settings)
        _until_told(settings, worker.run, worker.ready, host, port)


def _with(service: Any, wait: Callable[[], Any]) -> None:
    with service:
        wait()


def _needs_kafka(settings: "Settings") -> None:
    if settings.kafka is None:
        raise Fault("ARBITER_KAFKA: must be set, to the bootstrap servers of Kafka")
    from projections.worker_process import check

    check(settings)


def _until_told(settings: "Settings", run: Callable[[Callable[[], Any]], Any], ready: Callable[[], dict[str, bool]], host: str, port: int | None) -> None:
    """Runs until SIGTERM or SIGINT."""
    from infra.health import health
    from infra.log import configure

    configure(settings.log_level)
    with stoppable() as signals, health(ready, host, port):
        run(signals.wait)


def _rebuild(settings: "Settings", json: bool) -> None:
    import sys

    from rich.console import Console
    from rich.progress import Progress

    from infra.log import configure

    configure("WARNING")
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("Projections", total=None)
        taken = _rebuilt(settings, lambda some: shown.advance(task, some), lambda total: shown.update(task, total=total))
    _answer({"messages": taken}, f"Rebuilt from {counted(taken, 'message')}.", json)


def _rebuilt(settings: "Settings", advance: Callable[[int], Any], total: Callable[[int], Any]) -> int:
    if settings.kafka is not None:
        from projections.worker_process import rebuild_from_kafka

        return rebuild_from_kafka(settings, advance)
    from infra.ledger import Ledger
    from infra.stream import LogStream, behind
    from projections.generations import ReadStore, ensure
    from projections.rebuild import rebuild

    ledger, store = Ledger(settings), ReadStore(settings)
    try:
        ensure(store)  # a new database has nothing yet that could be replaced
        stream = LogStream(ledger.log)
        total(behind(stream.ends(), {}))
        return rebuild(settings, stream, advance)
    finally:
        store.close()
        ledger.close()


def _aside(settings: "Settings", game_id: str | None, json: bool) -> None:
    from projections.aside import listing, retry

    if game_id is None:
        _list(listing(settings), "No game is set aside.", json)
        return
    count = retry(settings, game_id)
    _answer({"events": count}, f"The game goes on: {counted(count, 'event')}.", json)


def _held(settings: "Settings", game_id: str | None, json: bool) -> None:
    from infra.postgres import ask
    from infra.relay_desk import RelayDesk
    from infra.topics import TOPICS

    if game_id is None:
        _list(ask(settings, lambda connection: RelayDesk(connection).held(list(TOPICS))), "No game is held back.", json)
    elif ask(settings, lambda connection: RelayDesk(connection).ask(game_id)):
        _answer({"asked": True}, "The relay tries it within seconds; `arbiter relay --held` shows what became of it.", json)
    else:
        raise Fault("retry: this game is not held back", 1)


def _answer(value: dict[str, Any], words: str, json: bool) -> None:
    say_json(value) if json else console().print(words)


def _list(found: list[Any], none: str, json: bool) -> None:
    """A table of structs, or the sentence for no row; as JSON always an array."""
    import msgspec

    rows = [msgspec.to_builtins(each) for each in found]
    if json:
        say_json(rows)
    elif rows:
        say_table([name.replace("_", " ") for name in rows[0]], (map(str, row.values()) for row in rows))
    else:
        say(none)
