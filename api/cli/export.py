"""``arbiter export``: events for analytics."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from api.cli.output import Fault, console
from api.cli.setting import sentences, settings_of_service
from domain.text import counted


def export(
    parquet: Annotated[Path | None, typer.Option(metavar="DIR", help="Write DIR/events.parquet.")] = None,
    jsonl: Annotated[Path | None, typer.Option(metavar="FILE", help="Write JSON Lines.")] = None,
) -> None:
    """Write all events for analytics; of games that still run only what stays visible to spectators."""
    if (parquet is None) == (jsonl is None):
        raise Fault("export: name either --parquet DIR or --jsonl FILE")
    settings = settings_of_service()
    with sentences():
        from infra.export import rows, write_jsonl, write_parquet
        from infra.ledger import Ledger

        ledger = Ledger(settings)
        try:
            batches = _shown(rows(ledger, head := ledger.log.head()), head)
            count = write_jsonl(jsonl, batches) if jsonl is not None else write_parquet(parquet or Path(), batches)
        finally:
            ledger.close()
    console().print(f"{counted(count, 'event')}.")


def _shown(batches: Iterator[list[Any]], total: int) -> Iterator[list[Any]]:
    """The batches, with a bar on a terminal."""
    import sys

    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("Events", total=total)
        for batch in batches:
            yield batch
            shown.advance(task, len(batch))
