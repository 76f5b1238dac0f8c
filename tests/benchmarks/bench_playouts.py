"""Random playouts with facts made and the legal list computed for every move, beside OpenSpiel and RLCard as yardsticks.

The yardsticks play games of their own kind: OpenSpiel's hearts (rules in C++, called from Python), a game of OpenSpiel written in Python, and
RLCard's UNO (Python). They come with ``make bench``; without them their rows are left out.
"""

import random

from domain.playout import play_fast
from domain.shelf import shelf
from domain.table import Rules, lay
from tests.benchmarks.measure import rate, row

MOVES = 30_000  # a run plays games until it has made about so many


def arbiter(rules: Rules, seats: int) -> float:
    table = lay(rules, seats)

    def work() -> int:
        made = seed = 0
        while made < MOVES:
            made += play_fast(rules, table, seed)[0]
            seed += 1
        return made

    return rate(work)


def open_spiel(name: str) -> float | None:
    try:
        import pyspiel
    except ImportError:
        return None
    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401 (registers them)
    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def work() -> int:
        made = 0
        while made < MOVES:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, odds)[0])
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                made += 1
        return made

    return rate(work)


def rlcard_uno() -> float | None:
    try:
        import rlcard
    except ImportError:
        return None
    env = rlcard.make("uno", config={"seed": 1})
    rng = random.Random(1)

    def work() -> int:
        made = 0
        while made < MOVES // 10:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                made += 1
        return made

    return rate(work)


def main() -> None:
    hearts = open_spiel("hearts")
    yardsticks = {"OpenSpiel hearts (C++)": hearts, "OpenSpiel tic-tac-toe (Python)": open_spiel("python_tic_tac_toe"), "RLCard UNO (Python)": rlcard_uno()}
    for name, figure in yardsticks.items():
        if figure is None:
            print(f"{name}: not installed, no yardstick")
        else:
            row(name, figure, "moves/s", hearts)
    for rules in shelf().values():
        for seats in rules.seats:
            row(f"{rules.title}, {seats} seats", arbiter(rules, seats), "moves/s", hearts)
