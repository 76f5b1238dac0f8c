"""graphql-core's executor, which forgets (3.3.2: the version is pinned, and ``tests/api/test_forgetting.py`` holds what is done here).

The executors of a subscription's events are copies of one and share its memo of sub-fields. Each event collects its root fields anew, so the memo never
answers across events and only grows, by some kilobytes an event for as long as somebody listens. And an executor holds its own methods, a circle with
all that it has seen, which only a whole sweep of the collector would find.
"""

from typing import Any
from weakref import WeakMethod

from graphql.pyutils import RefMap
from graphql.type.definition import GraphQLResolveInfoHelpers
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext


class Executor(StrawberryGraphQLCoreExecutionContext):
    """Strawberry's, with a memo of its own for each event, and without the circle."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.async_helpers = GraphQLResolveInfoHelpers(_weak(self.gather_async_work), _weak(self.track_async_work))

    def build_per_event_executor(self, payload: Any) -> Any:
        executor: Any = super().build_per_event_executor(payload)
        executor._relevant_sub_fields, executor._stream_usages = {}, RefMap()
        return executor


def _weak(method: Any) -> Any:
    """The method of an object, which it does not keep alive; while it executes somebody else does."""
    found = WeakMethod(method)

    def call(values: Any) -> Any:
        alive = found()
        assert alive is not None
        return alive(values)

    return call
