"""The referee against a second one that was written from the texts alone (``naive.py``): position by position, on the shipped board and on boards of chance.

``ARBITER_TEST_GAMES`` multiplies the number of games. A failure names the seats, the seed and the move.
"""

import os
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from domain.audit import report
from domain.course import walk
from domain.hamsters import RULES
from domain.message import Json
from domain.playout import begin, steps
from domain.refusal import BAD_DRAW
from domain.ruleset import all_moves
from domain.seats import ARBITER
from domain.sheet_reader import read_sheet
from domain.table import lay
from domain.transcript import positions
from tests.hamsters.naive import Naive, Refusal

GAMES = 2 * int(os.environ.get("ARBITER_TEST_GAMES", "1"))
FREE = replace(RULES, sensible=all_moves)  # bots that choose among all legal moves
SHIPPED = RULES.boards.shipped["hamsters-reconstructed"]  # type: ignore[union-attr]
COLOURS = dict.fromkeys((0, 2, 4, 6, 7, 8, 9, 11, 12, 13), "orange") | dict.fromkeys((1, 3, 5, 10), "yellow")


def shown(state: Any) -> Json:
    """The referee's position with the names of ``Naive.picture``."""
    view = msgspec.json.decode(RULES.view(state, ARBITER, state).model_dump_json())
    picture = {name: view[name] for name in ("turn", "piles", "store")} | {"throw": view["throw"] if view["step"] == "go" else None}
    return picture | {"hamsters": [{k: v for k, v in hamster.items() if k != "seat"} for hamster in view["hamsters"]]}


def compare(naive: Naive, state: Any) -> None:
    acting = list(RULES.to_act(state))
    assert acting == naive.to_act()
    for seat in range(naive.seats):
        legal = [move.wire() for move in RULES.legal_moves(state, seat)]
        assert legal == (naive.legal() if seat in acting else [])
    assert RULES.score(state) == naive.scores()
    assert RULES.outcome(state) == naive.outcome()
    assert shown(state) == naive.picture()


def game(seats: int, board: Json, seed: int) -> list[Json]:
    """Plays and compares a game; returns its record."""
    table = lay(FREE, seats, {}, board)
    naive, lines = Naive(board, seats), list[Json]()
    try:
        compare(naive, begin(FREE, table, {}))
        for step in steps(FREE, table, seed):
            lines.append({"seat": step.seat, "move": step.move.wire(), "draws": step.draws})
            naive.play(step.seat, step.move.wire(), step.draws)
            compare(naive, step.after)
        assert naive.winner is not None
    except (AssertionError, Refusal) as error:
        raise AssertionError(f"{seats} seats, seed {seed}, move {len(lines)}: {error!r}") from error
    header = {"arbiter": 1, "ruleset": "hamsters", "players": [f"P{seat}" for seat in range(seats)], "board": board}
    return [header, *lines]


def board_of_chance(rng: random.Random) -> Json:
    """A board of few squares that satisfies the constraints of a board: many fights, several forks in one throw."""
    squares: list[Json] = []
    names = random.Random(rng.random()).sample(range(10_000), 400)

    def row(numbers: Sequence[int | None], **marks: bool) -> list[Json]:
        made = []
        for number in numbers:
            square: Json = {"id": f"s-{names.pop()}", "colour": "plain", "next": [], "x": rng.randrange(1001), "y": rng.randrange(1001)} | marks
            made.append(square | ({} if number is None else {"number": number, "colour": COLOURS[number]}))
        squares.extend(made)
        for before, after in pairwise(made):
            before["next"] = [after["id"]]
        return made

    def plain(fewest: int, most: int) -> list[int | None]:
        return [None] * rng.randint(fewest, most)

    def mixed(*numbers: int | None) -> list[int | None]:
        return rng.sample(numbers, len(numbers))

    def fork(at: Json, ways: Sequence[list[Json]], join: Json) -> None:
        for way in rng.sample(list(ways), 2):
            at["next"].append(way[0]["id"] if way else join["id"])
            if way:
                way[-1]["next"] = [join["id"]]

    (wheat,) = row([0])
    left, right = row([1, *plain(0, 2)]), row([1, *mixed(2, *plain(0, 2))])
    to_mole = row([*mixed(*plain(0, 2)), 3])
    main = row(plain(0, 1))
    detour = row(plain(len(main) + 1, len(main) + 2))
    rng.choice(detour)["hospital"] = True
    to_stone = row([*mixed(2, 4, 4, *plain(0, 3)), 5])
    short = row(mixed(6, *plain(0, 1)))
    safe = row(plain(len(short) + 1, len(short) + 2))
    to_cat = row([*mixed(7, 7, 8, 8, 9, 9, *plain(0, 3)), 10])
    tunnel = row(plain(1, 2), tunnel=True)
    cat = row(mixed(11, 11, *plain(1, 2)))
    end = row([*plain(0, 2), 12, *plain(0, 2), 12, *plain(0, 2), 13])
    fork(wheat, [left, right], to_mole[0])
    fork(to_mole[-1], [main, detour], to_stone[0])
    fork(to_stone[-1], [short, safe], to_cat[0])
    fork(to_cat[-1], [tunnel, cat], end[0])
    return {"id": "of-chance", "ruleset": "hamsters", "reconstructed": True, "squares": rng.sample(squares, len(squares))}


@pytest.mark.parametrize("seats", RULES.seats)
def test_both_referees_agree_on_the_shipped_board(seats: int) -> None:
    for seed in range(GAMES):
        game(seats, SHIPPED, seed)


@pytest.mark.parametrize("seats", RULES.seats)
def test_both_referees_agree_on_boards_of_chance(seats: int) -> None:
    for seed in range(GAMES):
        game(seats, board_of_chance(random.Random(seed)), seed)


@pytest.mark.parametrize("seats", RULES.seats)
def test_the_positions_of_a_typed_record_are_those_of_the_second_referee(seats: int) -> None:
    board = board_of_chance(random.Random(seats))
    lines = game(seats, board, seats)
    naive = Naive(board, seats)
    sheet = read_sheet(enumerate(lines, 1))
    shown = [position.wire() for position in positions(sheet, walk(sheet), ARBITER)]
    for number, (position, line) in enumerate(zip(shown, [*lines[1:], None], strict=True)):
        over = {"over": True, "outcome": naive.outcome()} if naive.winner is not None else {"over": False}
        legal = {str(seat): naive.legal() for seat in naive.to_act()}
        assert position == {"at": number, "to_act": naive.to_act(), "legal": legal, "scores": naive.scores()} | over, f"move {number}"
        if line is not None:
            naive.play(line["seat"], line["move"], line["draws"])


def broken(line: Json, rng: random.Random, seats: int) -> Json:
    """The line with one thing changed, which may or may not be wrong."""
    draws, throw = [dict(draw) for draw in line["draws"]], rng.choice([1, 2, 3, 4, 5, 6, 0, 7, True, 2.0, "3", None, [[0, 1], [1, 2]]])
    match rng.randrange(6):
        case 0:
            return line | {"draws": draws[:-1]}
        case 1:
            return line | {"draws": [*draws, {rng.choice(["die", "sparrowhawk", "combat"]): throw}]}
        case 2 if draws:
            return line | {"draws": [*draws[:-1], {next(iter(draws[-1])): throw}]}
        case 3:
            return line | {"draws": draws[::-1]}
        case 4:
            return line | {"seat": (line["seat"] + 1) % seats}
        case _:
            kinds: list[Json] = [{"kind": kind} for kind in ("roll", "decline", "help_mice", "accept_beavers")]
            return line | {"move": rng.choice([*kinds, {"kind": "go", "via": rng.sample(["1a", "1b", "main-1", "safe-1", "open-1"], 2)}])}


@pytest.mark.parametrize("seats", RULES.seats)
def test_both_referees_name_the_same_first_wrong_move(seats: int) -> None:
    rng = random.Random(seats)
    for seed in range(GAMES):
        header, *lines = game(seats, SHIPPED, seed)
        for _ in range(3):
            place = rng.randrange(len(lines))
            record = [header, *lines[:place], broken(lines[place], rng, seats), *lines[place + 1 :]]
            naive, wrong = Naive(SHIPPED, seats), None
            for number, line in enumerate(record[1:], 1):
                try:
                    naive.play(line["seat"], line["move"], line["draws"])
                except Refusal as refusal:
                    wrong = (number, str(refusal))
                    break
            sheet = read_sheet(enumerate(record, 1))
            found = report(sheet, walk(sheet)).first_illegal
            assert (None if found is None else found.move) == (None if wrong is None else wrong[0]), f"{seats} seats, seed {seed}: {record[place + 1]}"
            if found is not None and wrong is not None:
                assert (found.clause == BAD_DRAW) == (wrong[1] == "draws"), f"{seats} seats, seed {seed}: {found}"
