"""The schema, put together."""

import strawberry
from graphql import GraphQLError
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from api.documents import Documents, new_memory
from api.faults import tell
from api.schema import generated
from api.schema.execution import Executor
from api.schema.generate import Generated
from api.schema.mutations import Mutation
from api.schema.queries import Query
from api.schema.scalars import SCALARS
from api.schema.subscriptions import Subscription
from infra.settings import Settings


class ServiceSchema(strawberry.Schema):
    """strawberry's schema, whose errors say what a client can use and nothing else."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Changes the errors in place: every way out (answers, frames, refusals before execution) passes here."""
        errors[:] = tell(errors)


def make_schema(settings: Settings) -> tuple[strawberry.Schema, Generated]:
    """The schema for the games on the shelf, and the way between its generated types and their models."""
    types = generated.bind()
    known = new_memory()
    schema = ServiceSchema(
        Query,
        Mutation,
        Subscription,
        extensions=[lambda: Documents(settings, known)],
        execution_context_class=Executor,
        config=StrawberryConfig(scalar_map=SCALARS),
    )
    return schema, types
