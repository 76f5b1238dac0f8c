"""How the value of a model's field looks in GraphQL: its type, and the ways out and in.

Literal → String or Int (checked by pydantic), dict → list of key and value, mixed scalars → String, models → object types, unions of
models → unions; anything else → JSON.
"""

import types
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple, Optional, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter
from typing_extensions import TypeAliasType

from api.schema.scalars import JSON

Way = Callable[[Any], Any]
SCALAR_NAMES: Final[Mapping[type, str]] = {bool: "Boolean", int: "Int", float: "Float", str: "String"}


class Shape(NamedTuple):
    """A value in GraphQL: what strawberry calls its type, its name in the schema, whether it may be null, the way out and the way in."""

    type: Any
    name: str
    nullable: bool
    show: Way
    read: Way

    @property
    def signature(self) -> str:
        """The type as the schema prints it."""
        return self.name if self.nullable else f"{self.name}!"

    @property
    def annotation(self) -> Any:
        return Optional[self.type] if self.nullable else self.type  # noqa: UP045 (the type is made at run time)


@dataclass(frozen=True, slots=True)
class Models:
    """How models become types: asked for a model or for several, gives their shape; ``entry`` gives the type of a dict's entries."""

    one: Callable[[type[BaseModel]], Shape]
    any_of: Callable[[tuple[type[BaseModel], ...]], Shape]
    entry: Callable[[Shape], type]


def same(value: Any) -> Any:
    return value


def shape_of(annotation: Any, models: Models) -> Shape:
    """The shape of a field with this annotation."""
    annotation = _bare(annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _union(arguments, models)
    if origin is Literal:
        return _scalar({type(value) for value in arguments})
    if annotation in SCALAR_NAMES:
        return _scalar({annotation})
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return models.one(annotation)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _entries(arguments, models)
    if isinstance(origin, type) and issubclass(origin, Collection):
        return _many(origin, arguments, models)
    return _json(annotation)


def _bare(annotation: Any) -> Any:
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif isinstance(annotation, TypeAliasType):
            annotation = annotation.__value__
        else:
            return annotation


def _union(arguments: Iterable[Any], models: Models) -> Shape:
    members = [_bare(argument) for argument in arguments]
    present = [member for member in members if member is not types.NoneType]
    shape = _of_several(present, models)
    return shape._replace(nullable=True, show=_unless_none(shape.show)) if len(present) < len(members) else shape


def _of_several(members: list[Any], models: Models) -> Shape:
    if len(members) == 1:
        return shape_of(members[0], models)
    if all(isinstance(member, type) and issubclass(member, BaseModel) for member in members):
        return models.any_of(tuple(members))
    kinds: set[type] = set()
    for member in members:
        if get_origin(member) is Literal:
            kinds |= {type(value) for value in get_args(member)}
        elif member in SCALAR_NAMES:
            kinds.add(member)
        else:
            return _json(Union[tuple(members)])  # noqa: UP007 (the members are known at run time)
    return _scalar(kinds)


def _scalar(kinds: set[type]) -> Shape:
    if len(kinds) == 1 and (kind := next(iter(kinds))) in SCALAR_NAMES:
        return Shape(kind, SCALAR_NAMES[kind], False, same, same)
    return Shape(str, "String", False, _word, _unword(int in kinds))


def _many(origin: type, arguments: tuple[Any, ...], models: Models) -> Shape:
    members = {argument for argument in arguments if argument is not ...}
    item = _of_several(sorted(members, key=str), models) if members else _json(Any)
    ordered: Way = same if not issubclass(origin, set | frozenset) else sorted
    return Shape(
        list[item.annotation],  # type: ignore[name-defined]
        f"[{item.signature}]",
        False,
        same if item.show is same and ordered is same else lambda values: [item.show(value) for value in ordered(values)],
        lambda values: [item.read(value) for value in values],
    )


def _entries(arguments: tuple[Any, ...], models: Models) -> Shape:
    value = shape_of(arguments[1] if arguments else Any, models)
    entry = models.entry(value)
    return Shape(
        list[entry],  # type: ignore[valid-type]
        f"[{entry.__name__}!]",
        False,
        lambda mapping: [entry(key=_word(key), value=value.show(item)) for key, item in mapping.items()],
        lambda entries: {entry.key: value.read(entry.value) for entry in entries},
    )


def _json(annotation: Any) -> Shape:
    adapter: TypeAdapter[Any] = TypeAdapter(annotation)
    return Shape(JSON, "JSON", False, lambda value: adapter.dump_python(value, mode="json"), same)


def _unless_none(show: Way) -> Way:
    return same if show is same else lambda value: None if value is None else show(value)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else "true" if value is True else "false" if value is False else str(value)


def _unword(numbers: bool) -> Way:
    """A mixed scalar comes back as a number where it can be one."""

    def read(word: str) -> int | str:
        digits = word.removeprefix("-")
        return int(word) if numbers and digits.isascii() and digits.isdigit() and len(digits) < 16 else word

    return read
