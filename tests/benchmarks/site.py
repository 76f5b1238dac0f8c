"""Real services for benchmarks: addresses from the environment, else started here for as long as the block runs."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.distributed.site import Site, site
from tests.services import kafka as local_kafka
from tests.services import postgres as local_postgres


@contextmanager
def services() -> Iterator[tuple[str, str, Path] | None]:
    """(database, broker, folder); None, with a word why, where they cannot be had."""
    folder = Path(tempfile.mkdtemp(prefix="arb"))
    folder.chmod(0o755)
    database, kafka = os.environ.get("ARBITER_TEST_DATABASE"), os.environ.get("ARBITER_TEST_KAFKA")
    if database and kafka:
        yield database, kafka, folder
        return
    reason = local_kafka.unavailable() or local_postgres.unavailable()
    if reason:
        print(f"skipped: {reason}")
        yield None
        return
    server, broker = local_postgres.Server(folder / "postgres"), local_kafka.Broker(folder / "kafka")
    try:
        yield server.url, broker.address, folder
    finally:
        broker.kill()
        server.kill()


@contextmanager
def bench_site(**more: Any) -> Iterator[Site | None]:
    """A site on such services."""
    with services() as found:
        if found is None:
            yield None
            return
        with site(found[0], found[1], found[2], **more) as made:
            yield made
