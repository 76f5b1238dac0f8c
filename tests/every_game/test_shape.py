"""What every game must have beside its rules: hooks, a playthrough, clauses with all rulings, boards that read back, options that are checked."""

import importlib
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pydantic import BaseModel

import domain
from domain.message import Options
from domain.moves import write_facts
from domain.refusal import UNREADABLE, Refused
from domain.seats import SPECTATOR, viewers
from domain.table import Rules, board_digest, board_json, lay
from tests.every_game.support import Laid, configurations, folder_of, hooks_of, package_of, random_game, reproducible, sampled

DOMAIN = Path(domain.__path__[0])
FILES = {
    "__init__.py",
    "RULES.md",
    "state.py",
    "moves.py",
    "facts.py",
    "decide.py",
    "evolve.py",
    "legal.py",
    "scoring.py",
    "view.py",
    "notation.py",
    "drawing.py",
}
RULING = re.compile(r"([A-Z]{2})-(\d+)[a-z]?")


def test_a_game_has_hooks_for_every_number_of_seats(slug: str) -> None:
    hooks = hooks_of(slug)
    assert callable(hooks.check)
    assert callable(hooks.twins)
    tables = configurations(slug)
    assert {laid.table.seats for laid in tables} == set(tables[0].rules.seats)
    assert len({laid.name for laid in tables}) == len(tables), "no configuration stands twice"


def test_every_option_has_a_configuration_for_each_of_its_values(slug: str) -> None:
    tables = configurations(slug)
    for name, schema in tables[0].rules.options.model_json_schema().get("properties", {}).items():
        values = schema.get("enum") or ([True, False] if schema.get("type") == "boolean" else [])
        tried = [getattr(laid.table.options, name) for laid in tables]
        assert all(value in tried for value in values), f"{name} is tried with {tried}"


def test_a_game_has_the_files_of_every_game(slug: str) -> None:
    assert {path.name for path in (DOMAIN / package_of(slug)).iterdir()} >= FILES


def test_a_game_has_a_playthrough(slug: str) -> None:
    texts = list((folder_of(slug) / "playthroughs").glob("*.txt"))
    assert texts
    assert all(path.stat().st_size > 500 for path in texts)


def test_the_rulings_are_numbered_without_a_gap(slug: str) -> None:
    clauses = configurations(slug)[0].rules.clauses
    rulings = [RULING.fullmatch(clause.id) for clause in clauses.values() if clause.place == "ruling"]
    assert rulings
    assert all(rulings)
    assert len({match[1] for match in rulings if match}) == 1
    assert sorted({int(match[2]) for match in rulings if match}) == list(range(1, max(int(match[2]) for match in rulings if match) + 1))


def test_clauses_say_where_they_stand(slug: str) -> None:
    clauses = configurations(slug)[0].rules.clauses.values()
    assert all(clause.text.strip().endswith((".", "!", ")")) and clause.place.strip() for clause in clauses)
    assert any(clause.place != "ruling" for clause in clauses)


def test_names_of_facts_moves_and_draws_are_chosen(rules: Rules) -> None:
    tags = [fact.__struct_config__.tag for fact in rules.facts]
    assert len(set(tags)) == len(tags)
    assert all(isinstance(tag, str) and re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", tag) for tag in tags)
    assert all(model.model_fields["kind"].default == kind for kind, model in rules.moves.items())
    assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", rules.slug)
    assert rules.seats == tuple(sorted(set(rules.seats)))


def test_every_field_at_the_wall_is_typed(rules: Rules) -> None:
    """Moves, options and views have a JSON Schema; no two models of a game share a name, since types are made of them."""
    seen: dict[str, type[BaseModel]] = {}
    for model in (*rules.moves.values(), rules.options, rules.view_model, *([rules.hint] if rules.hint else [])):
        for found in _models(model):
            assert seen.setdefault(found.__name__, found) is found, f"two models are called {found.__name__}"
        model.model_json_schema()


def _models(model: type[BaseModel]) -> set[type[BaseModel]]:
    import typing

    found, queue = set[type[BaseModel]](), [model]
    while queue:
        current = queue.pop()
        if current in found:
            continue
        found.add(current)
        hints: list[Any] = [field.annotation for field in current.model_fields.values()]
        while hints:
            hint = hints.pop()
            hints += typing.get_args(hint)
            if isinstance(hint, type) and issubclass(hint, BaseModel):
                queue.append(hint)
    return found


def test_options_are_completed_and_read_back(laid: Laid) -> None:
    wire = laid.table.options.wire()
    again = lay(laid.rules, laid.table.seats, wire, board_json(laid.rules, laid.table))
    assert again == laid.table
    assert msgspec.json.decode(msgspec.json.encode(wire)) == wire


def test_what_is_no_option_or_no_board_is_refused(rules: Rules) -> None:
    seats = min(rules.seats)
    wrong: list[dict[str, Any]] = [{"options": {"no_such_option": True}}, {"board": "no-such-board"}, {"board": {"id": "x"}}]
    wrong += [{"options": {name: {"not": "a value"}}} for name in rules.options.model_fields]
    for more in wrong:
        with pytest.raises(Refused) as refused:
            lay(rules, seats, more.get("options"), more.get("board"))
        assert refused.value.clause == UNREADABLE or refused.value.clause in rules.clauses
    for seats in {0, 1, 99} - set(rules.seats):
        with pytest.raises(Refused):
            lay(rules, seats)
    assert issubclass(rules.options, Options)


def test_boards_read_back_and_are_drawn(rules: Rules) -> None:
    if rules.boards is None:
        assert board_json(rules, lay(rules, min(rules.seats))) is None
        return
    assert rules.boards.default(min(rules.seats), lay(rules, min(rules.seats)).options) in rules.boards.shipped
    for id, board in rules.boards.shipped.items():
        parsed = rules.boards.parse(board)
        shown = rules.boards.show(parsed)
        assert (shown["id"], shown["ruleset"]) == (id, rules.slug)
        assert shown["reconstructed"] is True
        assert rules.boards.show(rules.boards.parse(msgspec.json.decode(msgspec.json.encode(shown)))) == shown
        _check_svg(rules.boards.draw(parsed))
        for broken in ({}, {**shown, "id": None}, {**shown, "id": 7}, {key: value for key, value in shown.items() if key != "id"}):
            with pytest.raises(ValueError, match=r"."):
                rules.boards.parse(broken)


def test_a_board_in_a_record_is_its_id_or_itself(laid: Laid) -> None:
    named = board_json(laid.rules, laid.table)
    assert (named is None) == (laid.rules.boards is None) == (board_digest(laid.rules, laid.table) is None)
    assert board_digest(laid.rules, lay(laid.rules, laid.table.seats, laid.table.options.wire(), named)) == board_digest(laid.rules, laid.table)


def test_facts_of_this_version_are_left_as_they_are(laid: Laid) -> None:
    with reproducible(laid, 1) as made:
        for step in random_game(laid, 1, made):
            assert [laid.rules.upcast(laid.rules.version, fact) for fact in write_facts(step.facts)] == write_facts(step.facts)


def test_every_viewer_gets_a_picture_with_a_text_alternative(laid: Laid) -> None:
    with reproducible(laid, 2) as made:
        for _ in random_game(laid, 2, made):
            pass
        for step in sampled(made, 3):
            for viewer in viewers(laid.table.seats):
                _check_svg(laid.rules.draw(laid.rules.view(step.after, viewer, step.after)))
        view = laid.rules.view(made[0].before, SPECTATOR, made[0].before)
        assert laid.rules.view_model.model_validate_json(view.model_dump_json()) == view


def _check_svg(picture: str) -> None:
    root = ET.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox")
    words = {child.tag.rpartition("}")[2]: (child.text or "").strip() for child in root}
    assert words.get("title")
    assert words.get("desc")
    assert not [each.tag for each in root.iter() if each.tag.rpartition("}")[2] in ("script", "foreignObject", "image", "use")]


def test_the_games_package_names_its_ruleset(slug: str) -> None:
    assert importlib.import_module(f"domain.{package_of(slug)}").RULES.slug == slug
