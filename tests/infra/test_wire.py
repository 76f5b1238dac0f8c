"""Plain JSON at the wall, canonical bytes in the store."""

import json
import math
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as ev
from domain.refusal import Refused
from infra.wire import MAX_BYTES, MAX_DEPTH, MAX_ITEMS, NotPlain, event_of, line_of, line_of_json, plain
from tests.infra.examples import EXAMPLES

WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(st.none() | st.booleans() | WHOLE | TEXT, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=25)


@given(st.dictionaries(TEXT, JSON))
@settings(max_examples=300)
def test_lines_are_rfc_8785_whatever_way_they_were_made(value: dict[str, Any]) -> None:
    assert line_of_json(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("name", sorted(ev.EVENTS))
def test_every_event_has_an_example_and_reads_back_equal(name: str) -> None:
    event = EXAMPLES[name]
    line = line_of(event)
    assert line == rfc8785.dumps(ev.to_line(event))
    assert event_of(name, line) == event
    filled = {field.name for field in msgspec.structs.fields(event) if getattr(event, field.name) not in (None, [], {})}
    assert filled == {field.name for field in msgspec.structs.fields(event)}, "an example leaves no field empty"


def test_keys_beyond_the_basic_plane_sort_as_rfc_8785_says() -> None:
    value = {"\ufb33": 1, "😀": 2, "a": 3}
    assert line_of_json(value) == '{"a":3,"😀":2,"\ufb33":1}'.encode()


BAD = [
    (1, 2),
    {"set"},
    frozenset({1}),
    b"bytes",
    math.nan,
    math.inf,
    -math.inf,
    2**53,
    -(2**53),
    10**400,
    "\ud800",
    "a\udfffb",
    object(),
    {1: "int key"},
    {None: 1},
    {"\ud800": 1},
    1j,
]


@pytest.mark.parametrize("bad", BAD, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: [1, x], lambda x: {"a": {"b": x}}], ids=["bare", "listed", "nested"])
def test_what_is_not_plain_is_refused_naming_the_field(bad: Any, wrap: Any) -> None:
    with pytest.raises(Refused) as refused:
        plain(wrap(bad), "options")
    assert refused.value.clause == "ARB-4"
    assert refused.value.reason.startswith("options")
    assert refused.value.reason.encode("ascii")


@pytest.mark.parametrize("bad", BAD, ids=lambda value: repr(value)[:20])
def test_what_is_not_plain_never_becomes_a_line(bad: Any) -> None:
    with pytest.raises(NotPlain):
        line_of(ev.MoveMade(number=1, seat=0, move={"kind": "x", "value": bad}, facts=[]))
    with pytest.raises(NotPlain):
        line_of(ev.GameEnded(outcome={"value": bad}))


@pytest.mark.parametrize("fraction", [1.0, 0.5, 1e16, -0.0])
def test_fractions_are_not_kept(fraction: float) -> None:
    """RFC 8785 writes 1.0 as 1, which does not read back as what was written."""
    for event in (ev.MoveMade(number=1, seat=0, move={"kind": "x", "value": fraction}, facts=[]), ev.GameEnded(outcome={"value": [fraction]})):
        with pytest.raises(NotPlain):
            line_of(event)


@pytest.mark.parametrize("key", ["_type_", "_data_"])
def test_a_marker_of_a_decoder_is_refused(key: str) -> None:
    with pytest.raises(Refused, match=key):
        plain([{"a": {key: "uuid_hex"}}], "move")


def test_bounds() -> None:
    deep: Any = []
    for _ in range(MAX_DEPTH + 1):
        deep = [deep]
    for bad, words in ((deep, "deeply"), ([0] * (MAX_ITEMS + 1), "large"), ("x" * (MAX_BYTES + 1), "large"), ({"x" * (MAX_BYTES + 1): 1}, "large")):
        with pytest.raises(Refused, match=words):
            plain(bad, "board")
    endless: Any = []
    endless.append(endless)
    with pytest.raises(Refused, match="deeply"):
        plain(endless, "board")
    with pytest.raises(Refused) as refused:
        plain({"k" * 300: {"k" * 300: {2: 3}}}, "board")
    assert len(refused.value.reason) < 400


@given(JSON)
def test_plain_json_passes_as_it_is(value: Any) -> None:
    bounded = json.loads(json.dumps(value))
    assert plain(bounded, "x", depth=50) is bounded


@pytest.mark.parametrize("line", [b"[]", b"{}", b'{"event":"Nothing"}', b'{"event":"SeatTaken"}', b"\xff", b'{"event":"GameEnded","outcome":1}'])
def test_a_line_that_no_version_knows_is_an_error(line: bytes) -> None:
    with pytest.raises((ValueError, msgspec.MsgspecError)):
        event_of("GameEnded", line)
