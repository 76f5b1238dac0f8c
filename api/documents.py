"""What happens to a GraphQL document before it is executed: parsed within bounds, weighed, validated; one that was valid once need not be again."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from graphql import DocumentNode, GraphQLError
from strawberry.extensions import SchemaExtension
from strawberry.types.graphql import OperationType

from api.measure import Scales, Weight
from infra.memory import Memory
from infra.settings import Settings

REMEMBERED: Final = 200_000  # characters of documents in memory: a parsed one takes a hundred bytes a character
LONGEST: Final = 20_000  # characters of a document that is remembered
Known: TypeAlias = Memory[str, DocumentNode]


def new_memory() -> Known:
    """Documents that are known to be valid for one schema."""
    return Memory(REMEMBERED)


class Documents(SchemaExtension):
    """Refuses what is too long, too deep, has too many aliases or would cost too much.

    The library's caches of parsing and validation keep whatever anybody sends, however large, and lose syntax errors on WebSockets.
    """

    def __init__(self, settings: Settings, known: Known) -> None:
        self._settings, self._known = settings, known

    def on_parse(self) -> Iterator[None]:
        context = self.execution_context
        context.parse_options["max_tokens"] = self._settings.max_tokens
        context.graphql_document = self._known.get(context.query or "")
        yield

    def on_validate(self) -> Iterator[None]:
        context, query = self.execution_context, self.execution_context.query or ""
        assert context.graphql_document is not None
        try:
            self._check_way()
            self._check(Scales(context.graphql_document, context.variables).weigh())
        except GraphQLError as error:
            context.pre_execution_errors = [error]
        else:
            if self._known.get(query) is not None:
                context.pre_execution_errors = []
        yield
        if not context.pre_execution_errors and 0 < len(query) <= LONGEST:
            self._known.put(query, unlinked(context.graphql_document), len(query))

    def _check_way(self) -> None:
        """A subscription by POST would be executed as if it were a query."""
        request = getattr(self.execution_context.context, "request", None)
        if self.execution_context.operation_type is OperationType.SUBSCRIPTION and request is not None and request.scope["type"] == "http":
            raise GraphQLError("query: subscriptions need a WebSocket, protocol graphql-transport-ws", extensions={"code": "BAD_QUERY"})

    def _check(self, weight: Weight) -> None:
        for name, found, most in (
            ("levels", weight.depth, self._settings.max_depth),
            ("aliases", weight.aliases, self._settings.max_aliases),
            ("cost", weight.cost, self._settings.max_cost),
        ):
            if found > most:
                told = found if found < 10**9 else "far too many"
                raise GraphQLError(f"query: {name} {told}, allowed are {most}", extensions={"code": "TOO_HEAVY"})


def unlinked(document: DocumentNode) -> DocumentNode:
    """The document, whose tokens no longer hold on to one another: nobody asks for the next one, and a circle would outlive its being forgotten."""
    token = None if document.loc is None else document.loc.start_token
    while token is not None:
        following, token.prev, token.next = token.next, None, None
        token = following
    return document
