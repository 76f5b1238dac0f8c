"""What a record says is held against the rules as JSON: ``true`` is not 1, nothing may be added, and a version must be one that is known."""

import copy
import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from domain.audit import audit
from domain.likeness import same, short
from domain.ruleset import Hindsight
from domain.sheet import Unreadable
from domain.table import first_error
from infra.record_file import read_record
from tests import toy
from tests.records.support import OPENING, as_bytes, judged, text, typed, written


def _lookalikes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place of a number or a bool, with values that Python takes for equal and JSON does not."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _lookalikes(inner, (*path, key))
    elif isinstance(value, bool):
        yield path, int(value)
    elif isinstance(value, int):
        yield path, float(value)
        if value in (0, 1):
            yield path, bool(value)


def _replaced(line: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(line)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def test_what_python_takes_for_equal_is_found_in_facts_witnesses_and_ends() -> None:
    lines, tried = written(), set()
    right = audit(read_record(as_bytes(lines)))
    assert right.ok
    undone = next(n for n, line in enumerate(lines) if "annul" in line)  # what was taken back is clean all the same
    for at, line in enumerate(lines):
        for field in ("facts", "chance", "end", "outcome"):
            if at == 0 or at < undone or field not in line:
                continue
            for path, value in _lookalikes(line[field], (field,)):
                forged = as_bytes([*lines[:at], _replaced(line, path, value), *lines[at + 1 :]])
                try:
                    assert audit(read_record(forged)) != right, f"line {at + 1}: {path} {value}"
                except Unreadable:
                    continue  # the form itself is wrong
                tried.add(field)
    assert tried == {"facts", "chance", "end", "outcome"}


def test_a_field_that_does_not_exist_is_named() -> None:
    lines = written()
    at = max(n for n, line in enumerate(lines) if line.get("facts") and "move" in line)
    for lie, words in (("yes", "fact 1 must not have lie"), (None, "fact 1 must not have lie")):
        facts = [{**lines[at]["facts"][0], "lie": lie}, *lines[at]["facts"][1:]]
        found = audit(read_record(as_bytes([*lines[:at], {**lines[at], "facts": facts}, *lines[at + 1 :]]))).first_illegal
        assert found is not None
        assert (found.line, found.clause) == (at + 1, "ARB-9")
        assert words in found.reason
    facts = [{"fact": lines[at]["facts"][0]["fact"]}, *lines[at]["facts"][1:]]
    found = audit(read_record(as_bytes([*lines[:at], {**lines[at], "facts": facts}, *lines[at + 1 :]]))).first_illegal
    assert found is not None
    assert "not left out" in found.reason


def test_a_version_is_one_that_the_game_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(*OPENING, header={"version": toy.RULES.version}).ok
    for version in ("9.9.9", "0.9", ""):
        with pytest.raises(Unreadable, match=r"^line 1: version: .* is not one of the versions of Toy that can be read: 1$") as caught:
            judged(*OPENING, header={"version": version})
        assert caught.value.line == 1
    older = dataclasses.replace(toy.RULES, older=("0.9",))
    monkeypatch.setattr("domain.shelf.find", lambda: {"toy": lambda: older})
    toy.domain.shelf.shelf.cache_clear()
    assert judged(*OPENING, header={"version": "0.9"}).ok


def test_facts_of_an_older_version_are_brought_up_to_date_and_then_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    older = dataclasses.replace(toy.RULES, older=("0.9",), upcast=lambda version, fact: {name: value for name, value in fact.items() if name != "was"})
    monkeypatch.setattr("domain.shelf.find", lambda: {"toy": lambda: older})
    toy.domain.shelf.shelf.cache_clear()
    lines = [{**line, "facts": [{**fact, "was": 1} for fact in line["facts"]]} if "facts" in line else line for line in written()]
    assert audit(read_record(as_bytes([{**lines[0], "version": "0.9"}, *lines[1:]]))).ok
    assert not audit(read_record(as_bytes(lines))).ok
    for at in (n for n, line in enumerate(lines) if line.get("facts") and "setup" in line):
        for wrong in ([{"fact": "nothing"}], lines[at]["facts"][1:]):
            forged = [{**lines[0], "version": "0.9"}, *lines[1:at], {**lines[at], "facts": wrong}, *lines[at + 1 :]]
            assert not audit(read_record(as_bytes(forged))).ok


def test_the_moves_that_could_be_the_wrong_one_instead_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """By their numbers in the record: moves taken back have numbers too."""
    verdict = Hindsight(move=3, clause="TOY-3", reason="seen later", others=(1, 2))
    rules = dataclasses.replace(toy.RULES, partial=lambda state: True, hindsight=lambda *asked: verdict)
    monkeypatch.setattr("domain.shelf.find", lambda: {"toy": lambda: rules})
    toy.domain.shelf.shelf.cache_clear()
    wire = judged(OPENING[0], {"annul": {"from": 1}}, *OPENING).wire()
    assert (wire["first_illegal"]["move"], wire["others"]) == (4, [2, 3])
    verdict = Hindsight()
    assert "others" not in judged(*OPENING).wire()


PLAIN = st.recursive(st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5), lambda s: st.lists(s) | st.dictionaries(st.text(), s))


@given(PLAIN)
def test_a_value_is_the_same_as_itself_in_any_order_of_keys(value: Any) -> None:
    turned = dict(reversed(value.items())) if isinstance(value, dict) else value
    assert same(value, turned)
    assert not same(value, [value])
    assert len(short(value)) <= 60


@pytest.mark.parametrize(("a", "b"), [(1, True), (0, False), (1, 1.0), ("1", 1), (None, 0), ([1], [True]), ({"a": 1}, {"a": 1.0}), ({}, {"a": None})])
def test_what_is_not_the_same(a: Any, b: Any) -> None:
    assert not same(a, b)


@pytest.mark.parametrize(("value", "shown"), [(True, "true"), (None, "null"), ("Ann", "'Ann'"), ({"a": [1]}, '{"a":[1]}')])
def test_values_are_shown_as_json(value: Any, shown: str) -> None:
    assert short(value) == shown


class _Inner(BaseModel):
    model_config = ConfigDict(strict=True)


class _Form(BaseModel):
    model_config = ConfigDict(strict=True)

    pairs: tuple[int, ...] = Field((), max_length=2)
    named: dict[str, int] = {}
    inner: _Inner | None = None
    flag: bool = True


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"pairs": 3}, "pairs: input should be a valid list"),
        ({"pairs": (1, 2, 3)}, "pairs: list should have at most 2 items, not 3"),
        ({"named": 3}, "named: input should be an object"),
        ({"inner": 3}, "inner: input should be an object"),
        ({"flag": 3}, "flag: input should be a valid boolean"),
    ],
)
def test_what_the_library_says_is_said_in_words_of_json(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        _Form.model_validate(given)
    assert first_error(caught.value) == words


def test_own_sentences_stand_as_they_are() -> None:
    for header, words in (
        ({"arbiter": 2}, "arbiter: this program reads records of format 1"),
        ({"chance": 3}, 'chance: must be "reported", a seed or a commitment'),
    ):
        with pytest.raises(Unreadable) as caught:
            judged(header=header)
        assert caught.value.reason == words
    with pytest.raises(Unreadable) as caught:
        read_record(text({"arbiter": 1, "ruleset": "toy", "players": ["Ann", "Ben"]}, {"seat": 0, "move": 7}))
    assert caught.value.reason == "move: must be an object or a line of notation"
    with pytest.raises(Unreadable) as caught:
        read_record(typed({"annul": 7}))
    assert caught.value.reason == "annul: input should be an object"
