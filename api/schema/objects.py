"""Object and input types made from pydantic models."""

import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Optional, Union

import strawberry
from pydantic import BaseModel
from strawberry import UNSET

from api.schema.shapes import Models, Shape, same, shape_of
from domain.message import Json, Move


class Field(NamedTuple):
    """A field of a model: its attribute, its name on the wire, its name in GraphQL."""

    attribute: str
    wire: str
    name: str
    shape: Shape
    optional: bool


class Member(NamedTuple):
    """A model that is to be a member of a union; ``owner`` is the ruleset in camelCase."""

    owner: str
    type_name: str
    model: type[BaseModel]
    fields: tuple[Field, ...]


def camel(name: str) -> str:
    """``play_card``, ``two-words`` → ``playCard``, ``twoWords``."""
    first, *rest = [word for word in re.split(r"[^A-Za-z0-9]+", name) if word]
    return first[:1].lower() + first[1:] + "".join(word[:1].upper() + word[1:] for word in rest)


def pascal(name: str) -> str:
    return camel(name)[:1].upper() + camel(name)[1:]


def type_name(prefix: str, model: type[BaseModel]) -> str:
    """The model's name with the ruleset's in front."""
    own = re.sub(r"\W+", "", model.__name__).lstrip("_")
    return own if own.startswith(prefix) else prefix + own


def fields_of(model: type[BaseModel], models: Models, leave_out: Iterable[str] = ()) -> tuple[Field, ...]:
    return tuple(
        Field(attribute, wire, camel(wire), shape_of(info.annotation, models), not info.is_required())
        for attribute, info in model.model_fields.items()
        if (wire := info.serialization_alias or info.alias or attribute) not in leave_out
    )


def without_clashes(members: Sequence[Member]) -> list[Member]:
    """Members of one union may be asked for the same field only if it has the same type in all of them.

    Where only null differs, the field may be null in all; other fields carry the ruleset's name, and the type's if that is not enough.
    """
    return _told_apart(_told_apart(list(members), lambda m: m.owner), lambda m: camel(m.type_name))


def _told_apart(members: list[Member], owner: Callable[[Member], str]) -> list[Member]:
    kinds: dict[str, set[str]] = defaultdict(set)
    nullable: dict[str, bool] = defaultdict(bool)
    for member in members:
        for field in member.fields:
            kinds[field.name].add(field.shape.name)
            nullable[field.name] |= field.shape.nullable
    return [
        member._replace(
            fields=tuple(
                field._replace(name=owner(member) + field.name[:1].upper() + field.name[1:])
                if len(kinds[field.name]) > 1
                else field._replace(shape=field.shape._replace(nullable=nullable[field.name]))
                for field in member.fields
            )
        )
        for member in members
    ]


def output_type(name: str, fields: Iterable[Field], model: type[BaseModel], extra: Mapping[str, Any] | None = None) -> type:
    """An object type; ``extra`` maps names of further fields to their annotations."""
    namespace = {field.attribute: strawberry.field(name=field.name) for field in fields}
    annotations = {field.attribute: field.shape.annotation for field in fields} | dict(extra or {})
    made = type(name, (), {**namespace, "__annotations__": annotations, "__module__": __name__})
    return strawberry.type(made, name=name, description=inspect.cleandoc(model.__doc__ or ""))


def input_type(name: str, fields: Iterable[Field], model: type[BaseModel], *, one_of: bool = False) -> type:
    namespace: dict[str, Any] = {}
    annotations: dict[str, Any] = {}
    for field in fields:
        loose = field.optional or one_of
        namespace[field.attribute] = strawberry.field(name=field.name, **({"default": UNSET} if loose else {}))
        annotations[field.attribute] = Optional[field.shape.type] if loose else field.shape.annotation  # noqa: UP045 (made at run time)
    ordered = dict(sorted(namespace.items(), key=lambda item: item[1].default is UNSET))
    made = type(name, (), {**ordered, "__annotations__": {key: annotations[key] for key in ordered}, "__module__": __name__})
    return strawberry.input(made, name=name, one_of=one_of, description=inspect.cleandoc(model.__doc__ or ""))


def union_type(name: str, members: Sequence[type]) -> Any:
    return Annotated[Union[tuple(members)], strawberry.union(name)]  # noqa: UP007 (the members are known at run time)


def shower(made: type, fields: Iterable[Field]) -> Callable[[Any], Any]:
    """Makes the object that GraphQL resolves from a model."""
    ways = tuple((field.attribute, field.shape.show) for field in fields)
    return lambda model: made(**{attribute: show(getattr(model, attribute)) for attribute, show in ways})


def reader(fields: Iterable[Field]) -> Callable[[Any], Json]:
    """Makes the plain JSON of the wire from an input; what is not given is left out."""
    ways = tuple((field.attribute, field.wire, field.shape.read) for field in fields)

    def read(given: Any) -> Json:
        values = ((wire, read, getattr(given, attribute)) for attribute, wire, read in ways)
        return {wire: read(value) for wire, read, value in values if value is not UNSET and value is not None}

    return read


class Workshop:
    """Makes the types of one ruleset's nested models, each once."""

    def __init__(self, prefix: str, entries: dict[str, type], *, inputs: bool) -> None:
        self._prefix, self._entries, self._inputs = prefix, entries, inputs
        self._made: dict[Any, Shape] = {}
        self.models = Models(one=self._one, any_of=self._any_of, entry=self._entry)

    def _one(self, model: type[BaseModel]) -> Shape:
        if model not in self._made:
            fields = fields_of(model, self.models)
            name = type_name(self._prefix, model) + ("Value" if issubclass(model, Move) else "") + ("Input" if self._inputs else "")
            made = input_type(name, fields, model) if self._inputs else output_type(name, fields, model)
            self._made[model] = Shape(made, name, False, same if self._inputs else shower(made, fields), reader(fields))
        return self._made[model]

    def _any_of(self, models: tuple[type[BaseModel], ...]) -> Shape:
        if models not in self._made:
            shapes = {model: self._one(model) for model in models}
            name = "Or".join(shape.name for shape in shapes.values())
            self._made[models] = Shape(union_type(name, [shape.type for shape in shapes.values()]), name, False, lambda v: shapes[type(v)].show(v), same)
        return self._made[models]

    def _entry(self, value: Shape) -> type:
        name = re.sub(r"\W", "", value.signature.replace("[", "ListOf").replace("!", "")) + ("Entry" if not value.nullable else "OrNullEntry")
        name += "Input" if self._inputs else ""
        if name not in self._entries:
            made = type(name, (), {"__annotations__": {"key": str, "value": value.annotation}, "__module__": __name__})
            made.__doc__ = "One entry of a mapping."
            kind = strawberry.input if self._inputs else strawberry.type
            self._entries[name] = kind(made, name=name, description=made.__doc__)
        return self._entries[name]
