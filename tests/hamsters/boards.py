"""Boards for tests: the smallest one, and the standard one told in another order."""

from typing import Any

from domain.hamsters.board import SHIPPED, STANDARD

Json = dict[str, Any]


def standard() -> Json:
    """A copy of the board that ships."""
    raw = dict(SHIPPED[STANDARD])
    raw["squares"] = [dict(square, next=list(square["next"])) for square in raw["squares"]]
    return raw


def backwards() -> Json:
    """The same way with the squares in the opposite order and other names: nothing may depend on either."""
    raw = standard()
    raw |= {"id": "backwards", "squares": [dict(s, id=f"s-{s['id']}", next=[f"s-{n}" for n in s["next"]]) for s in reversed(raw["squares"])]}
    return raw


def smallest() -> Json:
    """The shortest ways that the constraints allow, with an empty main way from 3: many forks within one throw."""
    chain = [
        ("start", 0, ["one-a", "one-b"]),
        ("one-a", 1, ["three"]),
        ("one-b", 1, ["three"]),
        ("three", 3, ["five", "hospital"]),
        ("hospital", None, ["four-a"]),
        ("four-a", 4, ["four-b"]),
        ("four-b", 4, ["two-a"]),
        ("two-a", 2, ["two-b"]),
        ("two-b", 2, ["five"]),
        ("five", 5, ["six", "stone-a"]),
        ("six", 6, ["seven-a"]),
        ("stone-a", None, ["stone-b"]),
        ("stone-b", None, ["seven-a"]),
        *[(f"{name}-a", number, [f"{name}-b"]) for name, number in (("seven", 7), ("eight", 8), ("nine", 9))],
        ("seven-b", 7, ["eight-a"]),
        ("eight-b", 8, ["nine-a"]),
        ("nine-b", 9, ["ten"]),
        ("ten", 10, ["eleven-a", "tunnel"]),
        ("eleven-a", 11, ["eleven-b"]),
        ("eleven-b", 11, ["twelve-a"]),
        ("tunnel", None, ["twelve-a"]),
        ("twelve-a", 12, ["twelve-b"]),
        ("twelve-b", 12, ["burrow"]),
        ("burrow", 13, []),
    ]
    squares = [_square(name, number, following, place) for place, (name, number, following) in enumerate(chain)]
    return {"id": "smallest", "ruleset": "hamsters", "squares": squares}


def _square(name: str, number: int | None, following: list[str], place: int) -> Json:
    square: Json = {"id": name, "next": following, "x": 40 + 150 * (place % 6), "y": 100 + 160 * (place // 6)}
    if number is not None:
        square["number"] = number
    square["colour"] = "plain" if number is None else "yellow" if number in (1, 3, 5, 10) else "orange"
    for mark in ("hospital", "tunnel"):
        if name == mark:
            square[mark] = True
    return square
