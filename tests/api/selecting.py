"""A query for everything that a type has, written from the schema itself."""

from collections.abc import Collection

from graphql import (
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    build_client_schema,
    get_introspection_query,
    get_named_type,
    is_required_argument,
)

from tests.api.house import House


def schema_of(house: House) -> GraphQLSchema:
    return build_client_schema(house.ask(get_introspection_query()))


def everything(kind: GraphQLNamedType, leave_out: Collection[str] = (), levels: int = 9) -> str:
    """The selection of all fields of a type, and of theirs, without those that need arguments; empty for a scalar."""
    if isinstance(kind, GraphQLUnionType):
        return "{ __typename " + " ".join(f"... on {member.name} {everything(member, leave_out, levels)}" for member in kind.types) + " }"
    if not isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
        return ""
    fields = ["__typename"]
    for name, field in kind.fields.items():
        inner = get_named_type(field.type)
        leaf = not isinstance(inner, GraphQLObjectType | GraphQLUnionType)
        if name not in leave_out and (leaf or levels > 0) and not any(is_required_argument(argument) for argument in field.args.values()):
            fields.append(f"{name} {everything(inner, leave_out, levels - 1)}")
    return "{ " + " ".join(fields) + " }"
