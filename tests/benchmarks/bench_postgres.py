"""Durable commands a second through the whole referee on PostgreSQL, beside bare group commit of the same bytes under the same table lock."""

from collections.abc import Iterator
from contextlib import ExitStack

from domain.shelf import shelf
from infra.log import configure
from infra.process import settle
from infra.settings import Settings
from tests.benchmarks.bench_store import compare, table
from tests.benchmarks.site import services
from tests.stores import schema


def main() -> None:
    configure("ERROR")
    settle()
    with services() as found, ExitStack() as schemas:
        if found is None:
            return
        server = found[0]

        def fresh() -> Iterator[Settings]:
            while True:
                yield Settings(database=schemas.enter_context(schema(server)), secret="s" * 32)  # type: ignore[arg-type]

        for rules in shelf().values():
            compare(rules, *table(rules), fresh())


if __name__ == "__main__":
    main()
