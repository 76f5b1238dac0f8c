"""Moves and views of every ruleset on the shelf as GraphQL types, made from the domain's pydantic models. The only file that mypy cannot follow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from strawberry import UNSET

from api.schema.objects import (
    Field,
    Member,
    Workshop,
    camel,
    fields_of,
    input_type,
    output_type,
    pascal,
    reader,
    shower,
    type_name,
    union_type,
    without_clashes,
)
from api.schema.shapes import Shape, same
from domain.message import Json, Model, Move, View
from domain.refusal import UNREADABLE, Refused
from domain.table import Rules


class OneKind(Model):
    """A move: exactly one kind. A kind without fields is true."""


class OneRuleset(Model):
    """A move: exactly one ruleset, the game's."""


@dataclass(frozen=True, slots=True)
class Generated:
    """The generated types, and the ways between them and the domain's models."""

    move_input: Any
    move: Any
    view: Any
    read_move: Callable[[Any], tuple[str, Json]]  # a MoveInput → (slug, the move's JSON); Refused for a kind that is false
    show_move: Callable[[Rules, Move], Any]
    show_view: Callable[[View], Any]


def generate(shelf: Mapping[str, Rules]) -> Generated:
    """The types of the rulesets on the shelf."""
    entries: dict[str, type] = {}
    outward = {slug: Workshop(pascal(slug), entries, inputs=False) for slug in shelf}
    move, show_move = _moves_out(shelf, outward)
    view, show_view = _views_out(shelf, outward)
    move_input, read_move = _moves_in(shelf, entries)
    return Generated(move_input, move, view, read_move, show_move, show_view)


def _moves_out(shelf: Mapping[str, Rules], workshops: Mapping[str, Workshop]) -> tuple[Any, Callable[[Rules, Move], Any]]:
    members = without_clashes(
        [
            Member(camel(slug), type_name(pascal(slug), model), model, fields_of(model, workshops[slug].models))
            for slug, rules in shelf.items()
            for model in rules.moves.values()
        ]
    )
    made = {member.model: output_type(member.type_name, member.fields, member.model, {"notation": str}) for member in members}
    ways = {member.model: tuple((f.attribute, f.shape.show) for f in member.fields) for member in members}

    def show(rules: Rules, move: Move) -> Any:
        values = {attribute: way(getattr(move, attribute)) for attribute, way in ways[type(move)]}
        return made[type(move)](**values, notation=rules.notate(move))

    return union_type("Move", list(made.values())), show


def _views_out(shelf: Mapping[str, Rules], workshops: Mapping[str, Workshop]) -> tuple[Any, Callable[[View], Any]]:
    members = without_clashes(
        [Member(camel(slug), f"{pascal(slug)}View", rules.view_model, fields_of(rules.view_model, workshops[slug].models)) for slug, rules in shelf.items()]
    )
    made = {member.model: output_type(member.type_name, member.fields, member.model) for member in members}
    shows = {member.model: shower(made[member.model], member.fields) for member in members}
    return union_type("View", list(made.values())), lambda view: shows[type(view)](view)


def _moves_in(shelf: Mapping[str, Rules], entries: dict[str, type]) -> tuple[Any, Callable[[Any], tuple[str, Json]]]:
    by_ruleset = {slug: _ruleset_in(slug, rules, entries) for slug, rules in shelf.items()}
    fields = [Field(_attribute(slug), slug, camel(slug), shape, True) for slug, (shape, _) in by_ruleset.items()]

    def read(given: Any) -> tuple[str, Json]:
        slug, chosen = next((slug, value) for slug in by_ruleset if (value := getattr(given, _attribute(slug))) not in (UNSET, None))
        return slug, by_ruleset[slug][1](chosen)

    return input_type("MoveInput", fields, OneRuleset, one_of=True), read


def _ruleset_in(slug: str, rules: Rules, entries: dict[str, type]) -> tuple[Shape, Callable[[Any], Json]]:
    workshop = Workshop(pascal(slug), entries, inputs=True)
    kinds = {kind: _kind_in(pascal(slug), model, workshop) for kind, model in rules.moves.items()}
    fields = [Field(_attribute(kind), kind, camel(kind), shape, True) for kind, shape in kinds.items()]

    def read(given: Any) -> Json:
        kind, value = next((kind, value) for kind in kinds if (value := getattr(given, _attribute(kind))) not in (UNSET, None))
        if value is False:
            raise Refused(UNREADABLE, f"move.{camel(slug)}.{camel(kind)}: can only be true")
        return {"kind": kind} | ({} if value is True else kinds[kind].read(value))

    name = f"{pascal(slug)}MoveInput"
    return Shape(input_type(name, fields, OneKind, one_of=True), name, False, same, same), read


def _kind_in(prefix: str, model: type[Any], workshop: Workshop) -> Shape:
    fields = fields_of(model, workshop.models, leave_out=("kind",))
    if not fields:
        return Shape(bool, "Boolean", False, same, same)
    name = type_name(prefix, model) + "Input"
    return Shape(input_type(name, fields, model), name, False, same, reader(fields))


def _attribute(name: str) -> str:
    """An attribute's name for a slug or a kind: never a keyword."""
    return "of_" + name.replace("-", "_")
