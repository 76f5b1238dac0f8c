"""A naive referee of Hameln: the rulebook told from beginning to end, one function a heading.

Each function is a generator. Where a player decides it yields ``(seat, legal moves)`` and is sent the move; everything else happens between two such
questions. So there is no state machine that could be wrong: whose turn it is, is where the telling has stopped. Nothing here is taken from ``domain``.
"""

from tests.hameln.naive_piper import piper_appears
from tests.hameln.naive_table import SEXES, Json, Script, Table

FLORINS = {"meat": 4, "beer": 3, "cheese": 2, "bread": 1}


def whole_game(t: Table) -> Script:
    """Set-up, then cycles of turns until the third phase is over (HM-1, HM-42)."""
    yield from place_people(t)
    while not t.over:
        t.acted = False
        for seat in list(t.order):
            yield from turn(t, seat)
            if t.reserve == 0:
                t.ended_by = seat if t.phase == 3 else None  # HM-43
                yield from piper_appears(t)
                if t.over:
                    return
        if not t.acted:  # HM-48
            yield from piper_appears(t)
        t.order = t.standing()  # HM-52: after the payments


# Set-up


def place_people(t: Table) -> Script:
    """Men in turn order, then women, the last player first (HM-2)."""
    markets = [house for house in t.houses if t.houses[house]["region"] == "market"]
    for seat in t.order:
        move = yield seat, [{"kind": "place_man", "house": house} for house in markets if "man" not in t.homes[house]]
        t.homes[move["house"]]["man"] = seat
        t.supply[seat] -= 1
    women = [t.order[-1], *t.order[:-1]]
    for turn_number, seat in enumerate(women):
        rest = women[turn_number + 1 :]
        move = yield seat, [{"kind": "place_woman", "house": house} for house in markets if woman_fits(t.homes, seat, house, rest)]
        t.homes[move["house"]]["woman"] = seat
        t.supply[seat] -= 1


def woman_fits(homes: dict[str, dict[str, int]], seat: int, house: str, rest: list[int]) -> bool:
    """HM-3: beside another player's man, not the second house shared with the same player, and the others can still complete."""
    if "man" not in homes[house] or "woman" in homes[house]:
        return False
    man = homes[house]["man"]
    if man == seat:
        return False
    if any(people == {"man": seat, "woman": man} for people in homes.values()):
        return False
    then = {name: {**people, "woman": seat} if name == house else people for name, people in homes.items()}
    return not rest or any(woman_fits(then, rest[0], other, rest[1:]) for other in then)


# A turn


def turn(t: Table, seat: int) -> Script:
    """One mandatory action if there is one, then at most one optional action, none once the Piper was called (HM-6 to HM-8)."""
    t.rats_of_turn = []
    mandatory = [move for sex in SEXES for move in declarations(t, seat, sex, [])] + weddings(t, seat) + cubes_to_declare(t, seat, [])
    if mandatory:
        move = yield seat, mandatory
        t.acted = True
        match move["kind"]:
            case "declare":
                yield from use_influence(t, seat, move)
            case "marry":
                yield from marry(t, seat, move)
            case _:
                yield from trade(t, seat, move)
    if t.reserve == 0:
        return
    optional = cats(t, seat) + influence(t, seat) + bribes(t, seat)
    if optional:
        move = yield seat, [*optional, {"kind": "end_turn"}]
        if move["kind"] != "end_turn":
            t.acted = True
            take_option(t, seat, move)


# Using the influence of a man or a woman


def declarations(t: Table, seat: int, sex: str, declared: list[str]) -> list[Json]:
    """Houses that can be declared besides those declared."""
    can = [house for house, people in t.homes.items() if people.get(sex) == seat and not t.infested(house) and house not in declared]
    if sex == "woman" and not t.can_have_child(seat) and all(t.produces(house) for house in declared + can):
        return []  # HM-15, HM-16, HM-58
    return [{"kind": "declare", "sex": sex, "house": house} for house in can]


def use_influence(t: Table, seat: int, first: Json) -> Script:
    """All houses are declared before any resolves (HM-9)."""
    sex, declared = first["sex"], [first["house"]]
    while more := declarations(t, seat, sex, declared):
        complete = sex == "man" or t.can_have_child(seat) or any(not t.produces(house) for house in declared)
        move = yield seat, more + ([{"kind": "end_declaring"}] if complete else [])
        if move["kind"] == "end_declaring":
            break
        declared.append(move["house"])
    for house in declared:
        if t.reserve > 0 and not t.infested(house):  # HM-10, HM-11
            yield from activate(t, seat, sex, house)


def activate(t: Table, seat: int, sex: str, house: str) -> Script:
    """The active player gains, then the partner, then the rats come."""
    partner = t.homes[house]["woman" if sex == "man" else "man"]
    if not t.produces(house):
        t.florins[seat] += 1
        t.florins[partner] += 1
    elif sex == "woman":
        t.prepare_child(seat)
        t.gain_good(partner, house)
    else:
        t.gain_good(seat, house)
        wanted = True
        if t.partner_child == "optional" and t.can_have_child(partner):  # HM-13
            move = yield partner, [{"kind": "prepare_child"}, {"kind": "decline_child"}]
            wanted = move["kind"] == "prepare_child"
        if wanted:
            t.prepare_child(partner)
    yield from rats_come(t, seat, house)


def rats_come(t: Table, seat: int, house: str) -> Script:
    """The active player places as many as can be placed (HM-18, HM-19)."""
    for _ in range(min(t.attracts(house), len(t.free(house)), t.small_rats_left())):
        move = yield seat, [{"kind": "place_rat", "circle": circle} for circle in where_a_rat_may_go(t, house)]
        circle = move["circle"]
        t.rats.add(circle)
        t.rats_of_turn.append(circle)
        yield from large_rats_come(t, seat, [near for near in t.circles[circle]["touches"] if t.infested(near)])  # HM-54


def where_a_rat_may_go(t: Table, house: str) -> list[str]:
    """Free circles; with five players first those on sides of this house that got no rat this turn (HM-20, HM-49)."""
    free = t.free(house)
    if len(t.seats) < 5:
        return free
    taken_sides = [t.circles[circle]["touches"][house] for circle in t.rats_of_turn if house in t.circles[circle]["touches"]]
    fresh = [circle for circle in free if t.circles[circle]["touches"][house] not in taken_sides]
    return fresh or free


def large_rats_come(t: Table, seat: int, infested: list[str]) -> Script:
    """A large rat for each house that was just infested; who gets one is asked only if they are too few (HM-12)."""
    while infested and t.reserve > 0:
        if len(infested) > t.reserve:
            move = yield seat, [{"kind": "place_large_rat", "house": house} for house in infested]
            house = move["house"]
        else:
            house = infested[0]
        infested.remove(house)
        t.figures.add(house)
        t.reserve -= 1


# Weddings


def weddings(t: Table, seat: int) -> list[Json]:
    """Every couple with exactly one child of the active player, in every empty house that the boy's owner can pay (HM-21 to HM-23, HM-55)."""
    return [
        {"kind": "marry", "boy": boy, "girl": girl, "house": house}
        for boy in t.seats
        for girl in t.seats
        if boy != girl and seat in (boy, girl) and t.hall[boy]["boy"] and t.hall[girl]["girl"]
        for house, people in t.homes.items()
        if not people and t.houses[house]["cost"] <= t.florins[boy]
    ]


def marry(t: Table, seat: int, move: Json) -> Script:
    """One wedding after another; each takes effect at once."""
    while True:
        boy, girl, house = move["boy"], move["girl"], move["house"]
        t.hall[boy]["boy"] -= 1
        t.hall[girl]["girl"] -= 1
        t.florins[boy] -= t.houses[house]["cost"]
        t.homes[house] = {"man": boy, "woman": girl}
        if not t.produces(house):
            for owner in [owner for owner in t.standing() if owner in (boy, girl)]:  # HM-24
                t.gain_influence(owner, t.houses[house]["bonus"])
        more = weddings(t, seat)
        if not more:
            return
        move = yield seat, [*more, {"kind": "end_weddings"}]
        if move["kind"] == "end_weddings":
            return


# Selling


def cubes_to_declare(t: Table, seat: int, declared: list[Json]) -> list[Json]:
    """What can be declared besides: a good of which a cube is left, for florins or for a token not claimed yet (HM-27)."""
    goods = [good for good in FLORINS if t.goods[seat][good] > [one["good"] for one in declared].count(good)]
    piles = [pile for pile in t.piles if t.piles[pile] > [one.get("pile") for one in declared].count(pile)]
    exchanges = [{"kind": "exchange", "good": good, "pile": pile} for good in goods for pile in piles]
    return [{"kind": "sell", "good": good} for good in goods] + exchanges


def trade(t: Table, seat: int, first: Json) -> Script:
    """Everything changes hands when the declaration is complete (HM-60)."""
    declared = [first]
    while more := cubes_to_declare(t, seat, declared):
        move = yield seat, [*more, {"kind": "end_selling"}]
        if move["kind"] == "end_selling":
            break
        declared.append(move)
    for one in declared:
        t.goods[seat][one["good"]] -= 1
        if one["kind"] == "sell":
            t.florins[seat] += FLORINS[one["good"]]
        else:
            t.piles[one["pile"]] -= 1
            t.tokens[seat].append(t.fall("token", t.tokens_left()))


# Optional actions


def cats(t: Table, seat: int) -> list[Json]:
    """The cat, with the rat that it takes, if there is one (HM-28, HM-30)."""
    if t.cat == seat or t.florins[seat] < 4:
        return []
    return [{"kind": "buy_cat", "rat": circle} for circle in t.rats] or [{"kind": "buy_cat"}]


def influence(t: Table, seat: int) -> list[Json]:
    """HM-31: if the next entry of the loop can be paid; also at the top of the track (HM-26)."""
    return [{"kind": "buy_influence"}] if t.florins[seat] >= t.next_purchase()["cost"] else []


def bribes(t: Table, seat: int) -> list[Json]:
    """HM-32: any amount that one has, if the total is not that of another region."""
    return [
        {"kind": "bribe", "region": region, "florins": florins}
        for region in t.bribes
        for florins in range(1, t.florins[seat] + 1)
        if all(t.bribes[region] + florins != bribe for other, bribe in t.bribes.items() if other != region)
    ]


def take_option(t: Table, seat: int, move: Json) -> None:
    """Pay and do it."""
    match move["kind"]:
        case "buy_cat":
            t.florins[seat] -= 4
            if t.cat is not None:
                t.florins[t.cat] += 1
            t.cat = seat
            if "rat" in move:
                t.take_rat_away(move["rat"])
        case "buy_influence":
            bought = t.next_purchase()
            t.purchases += 1
            t.florins[seat] -= bought["cost"]
            t.gain_influence(seat, bought["gain"])
        case "bribe":
            t.florins[seat] -= move["florins"]
            t.bribes[move["region"]] += move["florins"]
            t.piper = t.biggest_bribe() if t.bribes[move["region"]] == max(t.bribes.values()) else t.piper  # HM-33
