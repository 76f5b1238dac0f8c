"""strawberry's decorators with a description, typed: its own are untyped as soon as they are given one."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import strawberry

F = TypeVar("F", bound=Callable[..., Any])


def field(description: str) -> Callable[[F], F]:
    """A field that says what it is."""
    return cast("Callable[[F], F]", strawberry.field(description=description))


def mutation(description: str) -> Callable[[F], F]:
    """A mutation that says what it does."""
    return cast("Callable[[F], F]", strawberry.mutation(description=description))


def subscription(description: str) -> Callable[[F], F]:
    """A subscription that says what it sends."""
    return cast("Callable[[F], F]", strawberry.subscription(description=description))
