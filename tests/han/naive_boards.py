"""Boards that the wire page allows and nobody would print: any sizes of provinces, borders anywhere, roads across the whole map."""

from random import Random
from typing import Any

Json = dict[str, Any]
COLORS = ["violet"] + ["yellow", "orange", "green", "red"] * 2
IDS = ["wei", "chin", "shu", "p-1", "p-2", "p-3", "p-4", "p-5", "p-6"]


def strange_board(map_: str, rng: Random, roads: int = 12, largest: int = 6) -> Json:
    """A valid board with so many roads more than spaces need."""
    disputes = map_ == "border-disputes"
    colors, pairs = borders(disputes, rng)
    spaces = house_spaces(disputes, colors, pairs, rng, largest)
    ids = [space["id"] for space in spaces]
    alliances = list(pairs)
    rng.shuffle(alliances)
    if disputes:
        named = [pair for pair in alliances if set(pair) in ({"wei", "chin"}, {"chin", "shu"})]
        named.sort(key=lambda pair: "shu" in pair)
        rest = [pair for pair in alliances if pair not in named]
        alliances = [*rest[:2], *named, *rest[2:]]
    provinces = [{"id": p, "name": p.title(), "color": colors[p], "dragon": dot(rng)} for p in IDS]
    rng.shuffle(provinces)
    rng.shuffle(spaces)
    return {
        "id": "strange",
        "ruleset": "han",
        "map": map_,
        "title": "Strange",
        "reconstructed": True,
        "provinces": provinces,
        "spaces": spaces,
        "roads": road_net(ids, roads, rng),
        "borders": [list(pair) for pair in pairs],
        "alliances": [{"number": number, "provinces": rng.sample(pair, 2)} for number, pair in enumerate(alliances[:15], 1)],
    }


def dot(rng: Random) -> Json:
    """Somewhere on the drawing."""
    return {"x": rng.randint(0, 1000), "y": rng.randint(0, 1000)}


def borders(disputes: bool, rng: Random) -> tuple[dict[str, str], list[list[str]]]:
    """The color of every province, and pairs of different colors: exactly fifteen where every border has its alliance, else some more."""
    while True:
        colors = dict(zip(IDS, rng.sample(COLORS, len(COLORS)), strict=True))
        if colors["wei"] != colors["chin"] != colors["shu"]:
            break
    pairs = [[a, b] for n, a in enumerate(IDS) for b in IDS[n + 1 :] if colors[a] != colors[b]]
    must = [["wei", "chin"], ["chin", "shu"]]
    others = [pair for pair in pairs if pair not in must]
    return colors, must + rng.sample(others, 13 + (0 if disputes else rng.randint(0, 5)))


def house_spaces(disputes: bool, colors: dict[str, str], pairs: list[list[str]], rng: Random, largest: int) -> list[Json]:
    """Every province has some, the violet one more than any other; six border spaces and seven ports on one of the maps."""
    crossings = [rng.choice(pairs) for _ in range(6)] if disputes else []
    sizes = {p: rng.randint(0 if any(p in crossing for crossing in crossings) else 1, largest) for p in IDS}
    (violet,) = (p for p in IDS if colors[p] == "violet")

    def size(p: str) -> int:
        return sizes[p] + sum(p in crossing for crossing in crossings)

    while any(size(violet) <= size(p) for p in IDS if p != violet) or (disputes and sum(sizes.values()) < 7):
        sizes[violet] += 1
    spaces: list[Json] = [{"id": f"{p}-s{n}", "provinces": [p], **dot(rng)} for p in IDS for n in range(sizes[p])]
    if disputes:
        for space in rng.sample(spaces, 7):
            space["port"] = True
    return spaces + [{"id": f"x-{n}", "provinces": rng.sample(crossing, 2), **dot(rng)} for n, crossing in enumerate(crossings)]


def road_net(ids: list[str], more: int, rng: Random) -> list[list[str]]:
    """One road after another until every space is on one, and some more; short detours along a ring, so that the net stays narrow."""
    ring = rng.sample(ids, len(ids))
    pairs = {frozenset((ring[n - 1], ring[n])) for n in range(len(ring)) if n or rng.random() < 0.5}
    for _ in range(more):
        at = rng.randrange(len(ring))
        pairs.add(frozenset((ring[at], ring[(at + rng.randint(1, 3)) % len(ring)])))
    return [rng.sample(sorted(pair), 2) for pair in pairs if len(pair) == 2]
