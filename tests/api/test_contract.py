"""The schema keeps what clients rely on (``contract.graphql`` beside this file)."""

import re
from pathlib import Path

import pytest
from graphql import (
    DefinitionNode,
    EnumTypeDefinitionNode,
    FieldDefinitionNode,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    InputObjectTypeDefinitionNode,
    InputValueDefinitionNode,
    ObjectTypeDefinitionNode,
    UnionTypeDefinitionNode,
    is_required_argument,
    is_required_input_field,
    parse,
    print_ast,
    validate,
)

from tests.api.house import House
from tests.api.selecting import schema_of

CONTRACT = parse((Path(__file__).parent / "contract.graphql").read_text()).definitions


@pytest.fixture(scope="module")
def schema(house: House) -> GraphQLSchema:
    return schema_of(house)


def fits(promised: FieldDefinitionNode | InputValueDefinitionNode, given: object) -> bool:
    """The type that was promised, or a stricter one: not null where null was allowed (of an answer)."""
    written = print_ast(promised.type)
    return str(given) == written or (isinstance(promised, FieldDefinitionNode) and str(given) == f"{written}!")


@pytest.mark.parametrize("promised", CONTRACT, ids=lambda node: node.name.value)
def test_the_schema_keeps_its_contract(schema: GraphQLSchema, promised: DefinitionNode) -> None:
    kind = schema.get_type(promised.name.value)  # type: ignore[attr-defined]
    assert kind is not None
    match promised:
        case UnionTypeDefinitionNode():
            assert isinstance(kind, GraphQLUnionType)
            assert [member.name for member in kind.types] == [member.name.value for member in promised.types]
        case EnumTypeDefinitionNode():
            assert isinstance(kind, GraphQLEnumType)
            assert list(kind.values) == [value.name.value for value in promised.values]
        case InputObjectTypeDefinitionNode():
            assert isinstance(kind, GraphQLInputObjectType)
            for field in promised.fields:
                assert fits(field, kind.fields[field.name.value].type), field.name.value
            more = set(kind.fields) - {field.name.value for field in promised.fields}
            assert not any(is_required_input_field(kind.fields[name]) for name in more), "what was added can be left out"
        case ObjectTypeDefinitionNode():
            assert isinstance(kind, GraphQLObjectType)
            for field in promised.fields:
                given = kind.fields[field.name.value]
                assert fits(field, given.type), field.name.value
                for argument in field.arguments or ():
                    assert fits(argument, given.args[argument.name.value].type), f"{field.name.value}({argument.name.value})"
                more = set(given.args) - {argument.name.value for argument in field.arguments or ()}
                assert not any(is_required_argument(given.args[name]) for name in more)


@pytest.mark.parametrize("page", ["README.md", "docs/playing.md"])
def test_what_the_pages_for_users_ask_is_valid(schema: GraphQLSchema, page: str) -> None:
    blocks = re.findall(r"^```graphql\n(.*?)^```$", (Path(__file__).parents[2] / page).read_text(), re.M | re.S)
    assert blocks
    for block in blocks:
        assert validate(schema, parse(block)) == []
