"""The types that are made from the domain's models: a game joins the API by existing, in both directions."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union

import pytest
import strawberry
from graphql import GraphQLInputObjectType, GraphQLUnionType, get_named_type, parse, validate
from pydantic import Field
from strawberry.schema.config import StrawberryConfig

from api.schema.objects import Member, Workshop, camel, fields_of, pascal, without_clashes
from api.schema.scalars import SCALARS
from api.schema.shapes import shape_of
from domain.message import Model
from domain.moves import read_move
from domain.seats import viewers
from tests.api.house import House
from tests.api.selecting import everything, schema_of
from tests.every_game.support import GAMES, Laid, configurations, random_game
from tests.toy import RULES

LAID = [configurations(slug)[0] for slug in (*GAMES, RULES.slug)]


def test_every_kind_of_every_game_can_be_sent(house: House) -> None:
    schema = schema_of(house)
    top = schema.get_type("MoveInput")
    assert isinstance(top, GraphQLInputObjectType)
    assert set(top.fields) == {camel(laid.rules.slug) for laid in LAID}
    for laid in LAID:
        kinds = get_named_type(top.fields[camel(laid.rules.slug)].type)
        assert isinstance(kinds, GraphQLInputObjectType)
        assert set(kinds.fields) == {camel(kind) for kind in laid.rules.moves}
        for kind, model in laid.rules.moves.items():
            name = get_named_type(kinds.fields[camel(kind)].type).name
            assert (name == "Boolean") == (set(model.model_fields) == {"kind"}), "a kind without fields is a Boolean"
    one_of = house.ask('{ a: __type(name: "MoveInput") { isOneOf } b: __type(name: "ToyMoveInput") { isOneOf } c: __type(name: "ToyPlayInput") { isOneOf } }')
    assert [one_of[key]["isOneOf"] for key in "abc"] == [True, True, False]


def as_input(move: Mapping[str, Any]) -> dict[str, Any]:
    """A move of the wire as the typed input a client would write by hand."""
    fields = {camel(name): value for name, value in move.items() if name != "kind"}
    return {camel(move["kind"]): fields or True}


@pytest.mark.parametrize("laid", LAID, ids=lambda laid: laid.rules.slug)
def test_a_typed_move_is_the_wire_move(house: House, laid: Laid) -> None:
    """Every move of a bot game and every legal list, through the schema's own coercion."""
    generated, seen = _generated(), {}
    for step in random_game(laid, 5, []):
        for move in laid.rules.legal_moves(step.before, step.seat):
            seen[str(move.wire())] = move
    assert len({type(move) for move in seen.values()}) > 0
    schema = _reading(generated)
    for move in list(seen.values())[:200]:
        result = schema.execute_sync("query($move: MoveInput!) { read(move: $move) }", {"move": {camel(laid.rules.slug): as_input(move.wire())}})
        assert result.errors is None, result.errors
        assert result.data is not None
        assert result.data["read"] == (laid.rules.slug, move.wire())
        assert read_move(laid.rules, result.data["read"][1]) == move
        shown = generated.show_move(laid.rules, move)
        assert shown.notation == laid.rules.notate(move)


@pytest.mark.parametrize("laid", LAID, ids=lambda laid: laid.rules.slug)
def test_every_view_can_be_shown(house: House, laid: Laid) -> None:
    """Everything of the typed view, for every viewer, at positions of a bot game; scalars are those of the JSON twin."""
    generated = _generated()
    schema = _showing(generated, lambda: current)
    query = f"{{ view {everything(schema._schema.type_map['View'])} }}"
    for number, step in enumerate(random_game(laid, 6, [])):
        if number % 25:
            continue
        for viewer in viewers(laid.table.seats):
            current = laid.rules.view(step.after, viewer, step.after)
            result = schema.execute_sync(query)
            assert result.errors is None, result.errors
            assert result.data is not None
            assert result.data["view"]["__typename"] == f"{pascal(laid.rules.slug)}View"
            twin = current.wire()
            for name, value in result.data["view"].items():
                if name in twin and isinstance(value, str | int | bool):
                    assert twin[name] == value


def test_everything_can_be_asked_at_once(house: House) -> None:
    """No two members of a union have the same field in different types: a query for all fields of all games is valid."""
    schema = schema_of(house)
    for name in ("Move", "View", "GameFrame", "PlayMoveResult"):
        union = schema.get_type(name)
        assert isinstance(union, GraphQLUnionType)
        field = {"Move": "legalMoves", "View": "view"}.get(name)
        if field:
            assert validate(schema, parse(f'{{ game(id: "x") {{ {field} {everything(union)} }} }}')) == []


def _generated() -> Any:
    from api.schema.generate import generate
    from domain.shelf import shelf

    return generate(shelf())


def _reading(generated: Any) -> strawberry.Schema:
    @strawberry.type
    class Query:
        @strawberry.field
        def read(self, move: generated.move_input) -> strawberry.scalars.JSON:
            return generated.read_move(move)

    return strawberry.Schema(Query, config=StrawberryConfig(scalar_map=SCALARS))


def _showing(generated: Any, current: Any) -> strawberry.Schema:
    @strawberry.type
    class Query:
        @strawberry.field
        def view(self) -> generated.view:
            return generated.show_view(current())

    return strawberry.Schema(Query, config=StrawberryConfig(scalar_map=SCALARS))


class Inner(Model):
    """An inner model."""

    number: int


class Other(Model):
    word: str


Slot = Annotated[int, Field(ge=0)]

SHAPES: list[tuple[Any, str, Any, Any]] = [
    (int, "Int!", 3, 3),
    (Slot, "Int!", 3, 3),
    (str | None, "String", None, None),
    (Literal["a", "b"], "String!", "a", "a"),
    (Literal[1, 2], "Int!", 2, 2),
    (Literal[True], "Boolean!", True, True),
    (Literal[True] | None, "Boolean", None, None),
    (int | Literal["hidden"], "String!", 3, "3"),
    (bool | str, "String!", True, "true"),
    (list[int], "[Int!]!", [1], [1]),
    (tuple[str, ...], "[String!]!", ("a",), ("a",)),
    (tuple[int, int], "[Int!]!", (1, 2), (1, 2)),
    (frozenset[str], "[String!]!", frozenset("ba"), ["a", "b"]),
    (list[int | None], "[Int]!", [None], [None]),
    (list[list[str]], "[[String!]!]!", [["a"]], [["a"]]),
    (dict[str, Any], "[JSONEntry!]!", {}, []),
    (Any, "JSON!", {"a": (1,)}, {"a": [1]}),
    (tuple[int, str], "[String!]!", (1, "a"), ["1", "a"]),
]


@pytest.mark.parametrize(("annotation", "signature", "value", "shown"), SHAPES, ids=[signature for _, signature, _, _ in SHAPES])
def test_the_shape_of_a_field(annotation: Any, signature: str, value: Any, shown: Any) -> None:
    shape = shape_of(annotation, Workshop("Toy", {}, inputs=False).models)
    assert shape.signature == signature
    assert shape.show(value) == shown


def test_a_mapping_is_a_list_of_entries_and_back() -> None:
    models = Workshop("Toy", {}, inputs=False).models
    shape = shape_of(dict[str, list[Inner]], models)
    assert shape.signature == "[ListOfToyInnerEntry!]!"
    (entry,) = shape.show({"a": [Inner(number=1)]})
    assert (entry.key, entry.value[0].number) == ("a", 1)
    assert shape_of(dict[str, int], models).read([type("E", (), {"key": "b", "value": 2})]) == {"b": 2}


def test_a_union_of_models_is_a_union() -> None:
    shape = shape_of(Inner | Other, Workshop("Toy", {}, inputs=False).models)
    assert shape.signature == "ToyInnerOrToyOther!"
    assert shape.show(Other(word="x")).word == "x"


def test_mixed_scalars_come_back_as_numbers_where_they_can() -> None:
    shape = shape_of(Union[int, Literal["x"]], Workshop("Toy", {}, inputs=True).models)  # noqa: UP007
    assert [shape.read(word) for word in ("7", "-7", "x", "٣", "1.5")] == [7, -7, "x", "٣", "1.5"]


def test_names_are_told_apart_only_where_they_clash() -> None:
    def member(owner: str, **annotations: Any) -> Member:
        model = type(pascal(owner), (Model,), {"__annotations__": annotations})
        return Member(owner, pascal(owner), model, fields_of(model, Workshop(pascal(owner), {}, inputs=False).models))

    one, two = without_clashes([member("one", same=int, loose=str, clash=str), member("two", same=int, loose=str | None, clash=int)])
    assert [(field.name, field.shape.signature) for field in one.fields] == [("same", "Int!"), ("loose", "String"), ("oneClash", "String!")]
    assert [(field.name, field.shape.signature) for field in two.fields] == [("same", "Int!"), ("loose", "String"), ("twoClash", "Int!")]
