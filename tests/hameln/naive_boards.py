"""Boards for comparing two referees: all that the wire page allows, and far stranger than the printed one."""

import random

from tests.hameln.naive_table import Json

REGIONS = ("yellow", "red", "black", "green")
SIDES = ("north", "east", "south", "west")
TOWNS = (("bakery", "dairy", "brewery", "butcher", "influence"), ("bakery", "influence"), ("influence",))  # kinds outside the market


def strange_board(rng: random.Random) -> Json:
    """A valid board with random houses, circles, prices, loop, road and track."""
    at = {"x": 500, "y": 500}
    kinds, dearest = rng.choice(TOWNS), rng.choice((1, 2, 6))  # cheap towns have more weddings
    houses: list[Json] = [{"id": f"h-{n}", "kind": "butcher", "region": "market", "cost": rng.randint(1, dearest), **at} for n in range(6)]
    for n in range(6, 22):
        kind = rng.choice(kinds)
        bonus = {"bonus": rng.randint(1, 4)} if kind == "influence" else {}
        houses.append({"id": f"h-{n}", "kind": kind, "region": rng.choice(REGIONS), "cost": rng.randint(1, dearest), **bonus, **at})
    names = [house["id"] for house in houses]
    circles: list[Json] = []

    def circle(touched: list[str], **more: bool) -> None:
        regions = rng.choice([["market"], *[[region] for region in REGIONS], rng.sample(REGIONS, 2)])
        sides = rng.choice([SIDES, SIDES[:2]])
        circles.append({"id": f"c-{len(circles)}", "touches": {name: rng.choice(sides) for name in touched}, "regions": regions, **more, **at})

    left = rng.sample(names, len(names))  # every house gets at least one circle, some share theirs
    while left:
        many = min(len(left), rng.choice((1, 1, 2, 2, 3, 5)))
        circle([left.pop() for _ in range(many)])
    for _ in range(rng.randint(0, 18)):
        circle(rng.sample(names, rng.randint(1, 4)))
    for _ in range(rng.randint(0, 8)):
        circle(rng.sample(names, rng.randint(1, 3)), five_only=True)
    return {
        "id": "strange",
        "ruleset": "hameln",
        "reconstructed": True,
        "houses": houses,
        "circles": circles,
        "piper_spaces": [{"region": region, "price": rng.randint(1, 3), **at} for region in rng.sample(REGIONS, 4)],
        "purchase_loop": [{"cost": rng.randint(1, 4), "gain": rng.randint(1, 3)} for _ in range(rng.randint(1, 4))],
        "road": [rng.randint(0, 5) for _ in range(rng.randint(1, 6))],
        "influence_spaces": rng.choice((2, 3, 5, 12)),
    }
