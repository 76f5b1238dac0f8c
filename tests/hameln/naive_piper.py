"""The Pied Piper of the naive referee of Hameln."""

from tests.hameln.naive_table import CHILDREN, LARGE_RATS, Script, Table


def piper_appears(t: Table) -> Script:
    """He cleans, asks to be paid in the order of the running cycle (HM-39, HM-52), moves on, and the next phase begins."""
    t.figures.clear()  # HM-37
    t.rats = {circle for circle in t.rats if not {t.piper, "market"} & set(t.circles[circle]["regions"])}  # HM-36
    price = t.prices[t.piper]
    for seat in t.order:
        boys, girls = t.hall[seat]["boy"], t.hall[seat]["girl"]
        paid = {"boys": 0, "girls": 0}
        if boys + girls > 0 and t.florins[seat] >= price:  # HM-57
            can = [(b, g) for b in range(boys + 1) for g in range(girls + 1) if (b + g) * price <= t.florins[seat]]
            paid = yield seat, [{"kind": "pay", "boys": b, "girls": g} for b, g in can]
        kept = (paid["boys"], paid["girls"])
        t.florins[seat] -= sum(kept) * price
        for child, staying in zip(CHILDREN, kept, strict=True):
            t.road += [seat] * (t.hall[seat][child] - staying)
            t.hall[seat][child] = staying  # the others' cubes are in the bag again (HM-40)
    t.bribes[t.piper] = 0  # HM-35
    regions = list(t.prices)
    t.piper = t.biggest_bribe() if any(t.bribes.values()) else regions[(regions.index(t.piper) + 1) % len(regions)]
    if t.phase == 3:
        t.over = True
    else:
        t.phase += 1
        t.reserve = LARGE_RATS[len(t.seats)][t.phase - 1]
