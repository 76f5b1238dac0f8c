"""The search behind ``roads.py``: which houses of a cluster to join so that least is lost.

The houses are met in the board's sweep order, along which only few at a time (the frontier) have roads to houses not yet met. All that
matters of a half-made choice is how these few look: the end of which fragment each one is. Of the choices that look alike the one
that has lost least survives, so what is found is the best there is. The effort grows with the width of the frontier, not with the number
of ways: where it is wide ``tangle.py`` searches instead (``roads.WIDEST``).

A look is a tuple with a number for each slot of the frontier: 0 where no fragment ends, else the slot of the fragment's other end, its
length and its worth, packed.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

ROW: Final = 4  # HAN-11.13: as many houses make a row
GONE: Final = -1  # no house
TRIES: Final = 6  # sweeps that are compared for a cluster of more than so many houses:
SMALL: Final = 7

BEHIND: Final = 31  # a slot that does not exist: the fragment's other end is behind the sweep
LENGTH: Final = 96  # the bits that hold the length, from one house (0) to four and more (all)
ONE_MORE: Final = 32
WORTH: Final = 7  # places to the left of it stands the worth
PLAIN, GOLD, CROWNED, OPEN = 1, 2, 3, 4  # counts once; has yet to meet the fortification; has it; a house that may become plain or gold

Look: TypeAlias = tuple[int, ...]
Joints: TypeAlias = "tuple[Joints, int, tuple[int, ...]] | None"  # a house and the houses met before that it is joined to; what was joined earlier
Choices: TypeAlias = dict[Look, tuple[int, Joints]]  # by look: what is lost, the joints made


class Step(NamedTuple):
    """What is the same for all choices when a house is met."""

    house: int
    slot: int  # where it stands in the look
    near: tuple[tuple[int, int], ...]  # slot and house of each neighbour met before
    leaves: tuple[int, ...]  # slots of houses that have no further roads
    hope: bool  # whether the fortification is still to come


def bits(mask: int) -> Iterator[int]:
    """The places of the ones in ``mask``, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(places: Iterable[int]) -> int:
    """The mask with ones in these places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def plain(neighbours: Sequence[int], order: Sequence[int]) -> Joints:
    """The most houses in rows: the joints that leave fewest houses alone."""
    plan, alone = _plan(neighbours, order, GONE), 0
    while (found := _search(plan, GONE, PLAIN, 1, alone)) is None:
        alone += 1
    return found[1]


def golden(neighbours: Sequence[int], order: Sequence[int], crown: int) -> Joints:
    """The longest row with the house ``crown`` in it."""
    found = _search(_plan(neighbours, order, crown), crown, GOLD, 1, len(order))
    assert found is not None  # all alone is a choice
    return found[1]


def mixed(neighbours: Sequence[int], order: Sequence[int], crown: int, most: int) -> "Joints | None":
    """The joints that lose least where a house alone loses 2 and one in a row without ``crown`` 1; None where they lose more than ``most``."""
    found = _search(_plan(neighbours, order, crown), crown, OPEN, 2, most)
    return None if found is None else found[1]


def _plan(neighbours: Sequence[int], order: Sequence[int], crown: int) -> tuple[int, list[Step]]:
    """The number of slots, and the steps."""
    unmet, steps, slots = mask_of(order), [], dict[int, int]()
    width = 0
    for v in order:
        unmet &= ~(1 << v)
        near = tuple((slot, u) for u, slot in slots.items() if neighbours[v] >> u & 1)
        slot = next(s for s in range(len(order)) if s not in slots.values())
        slots[v] = slot
        width = max(width, slot + 1)
        left = [u for u in slots if not neighbours[u] & unmet]
        steps.append(Step(v, slot, near, tuple(slots.pop(u) for u in left), crown != GONE and bool(unmet >> crown & 1)))
    return width, steps


def _search(plan: tuple[int, list[Step]], crown: int, fresh: int, price: int, most: int) -> tuple[int, Joints] | None:
    """The least that is lost, with its joints. ``fresh`` is the worth of a new house, ``price`` what a house alone loses."""
    width, steps = plan
    choices: Choices = {(0,) * width: (0, None)}
    for step in steps:
        choices = _meet(choices, step, CROWNED if step.house == crown else fresh, crown != GONE, price, most)
    return min(choices.values(), key=lambda found: found[0], default=None)


def _meet(choices: Choices, step: Step, worth: int, crowning: bool, price: int, most: int) -> Choices:
    """All choices after a house: it stays alone, continues a fragment or ties two together; then houses without further roads are left behind."""
    after: Choices = {}
    house, slot, near, leaves, hope = step
    alone = slot | worth << WORTH

    def leave(made: list[int], lost: int, joints: Joints) -> None:
        for place in leaves:
            end = made[place]
            if not end:
                continue
            made[place] = 0
            mate = end & BEHIND
            if mate == place and not end & LENGTH:
                lost += price
            elif mate != BEHIND:
                made[mate] |= BEHIND
            elif end & LENGTH != LENGTH or end >> WORTH == GOLD:
                return
        if lost > most or (crowning and leaves and not _hopeful(made, hope)):
            return
        look = tuple(made)
        known = after.get(look)
        if known is None or lost < known[0]:
            after[look] = (lost, joints)

    for look, (lost, joints) in choices.items():
        made = list(look)
        made[slot] = alone
        leave(made, lost, joints)
        ends = [(place, u, end) for place, u in near if (end := look[place])]
        for i, (p, u, first) in enumerate(ends):
            mate = first & BEHIND
            length = first & LENGTH
            longer = length if length == LENGTH else length + ONE_MORE
            for counts, cost in _worths(worth, first >> WORTH):
                if lost + cost <= most:
                    made = list(look)
                    made[p] = 0
                    made[slot] = mate | longer | counts << WORTH
                    if mate != BEHIND:
                        made[mate] = slot | longer | counts << WORTH
                    leave(made, lost + cost, (joints, house, (u,)))
            for q, w, second in ends[i + 1 :]:
                if mate == q:  # the two ends of one fragment: a row is not a ring
                    continue
                other = second & BEHIND
                longest = min(length + (second & LENGTH) + 2 * ONE_MORE, LENGTH)
                for counts, cost in _worths(worth, first >> WORTH, second >> WORTH):
                    if lost + cost <= most and (mate & other != BEHIND or counts != GOLD):  # with both ends behind it is five or more
                        made = list(look)
                        made[p] = made[q] = 0
                        if mate != BEHIND:
                            made[mate] = other | longest | counts << WORTH
                        if other != BEHIND:
                            made[other] = mate | longest | counts << WORTH
                        leave(made, lost + cost, (joints, house, (u, w)))
    return after


@cache
def _worths(*parts: int) -> tuple[tuple[int, int], ...]:
    """What a fragment of parts of such worth may count as, and what its newly joined houses lose by that."""
    settled = set(parts) - {OPEN}
    if not settled:
        return ((GOLD, 0), (PLAIN, len(parts)))
    if PLAIN in settled:
        return ((PLAIN, parts.count(OPEN)),) if settled == {PLAIN} else ()
    return ((CROWNED if CROWNED in settled else GOLD, 0),)


def _hopeful(made: list[int], hope: bool) -> bool:
    """Whether the golden fragments can still become one row with the fortification: it has two ends, and the fortification is not lost."""
    ends = gold = 0
    for end in made:
        worth = end >> WORTH
        if worth == CROWNED:
            hope = True
        elif worth == GOLD and (end & LENGTH):
            gold = 1
        else:
            continue
        ends += end & BEHIND == BEHIND
    return ends <= 2 and (hope or not gold)


def sweep(neighbours: Sequence[int], cluster: int, known: Sequence[int] = ()) -> list[int]:
    """The houses of a cluster in an order with a narrow frontier: as in the order ``known``, or the best of a few that start where there are fewest roads."""
    starts = sorted(bits(cluster), key=lambda v: (neighbours[v] & cluster).bit_count())[: TRIES if cluster.bit_count() > SMALL else 1]
    tried = [_sweep_from(neighbours, cluster, start) for start in starts]
    if known:
        order = [v for v in known if cluster >> v & 1]
        tried.append((frontiers(neighbours, order), order))
    return min(tried)[1]


def frontiers(neighbours: Sequence[int], order: Sequence[int]) -> list[int]:
    """How many houses have roads to houses not yet met, before each house of this order but the first; the most first."""
    met, unmet, widths = 0, mask_of(order), list[int]()
    for v in order[:-1]:
        met |= 1 << v
        unmet &= ~(1 << v)
        met = _frontier(neighbours, met, unmet)[0]
        widths.append(met.bit_count())
    return sorted(widths, reverse=True)


def _sweep_from(neighbours: Sequence[int], cluster: int, start: int) -> tuple[list[int], list[int]]:
    """The frontier's widths (widest first) and the order that starts here and always goes on with the house that keeps the frontier narrowest."""
    unmet = cluster & ~(1 << start)
    order, frontier, widths = [start], 1 << start, list[int]()
    while unmet:
        frontier, reach = _frontier(neighbours, frontier, unmet)
        widths.append(frontier.bit_count())
        _, v = min((_frontier(neighbours, frontier | 1 << w, unmet & ~(1 << w))[0].bit_count(), w) for w in bits(reach or unmet))
        order.append(v)
        unmet &= ~(1 << v)
        frontier |= 1 << v
    return sorted(widths, reverse=True), order


def _frontier(neighbours: Sequence[int], met: int, unmet: int) -> tuple[int, int]:
    """The houses of ``met`` with roads to ``unmet``, and those that the roads lead to."""
    frontier = reach = 0
    rest = met
    while rest:
        low = rest & -rest
        rest ^= low
        ahead = neighbours[low.bit_length() - 1] & unmet
        if ahead:
            frontier |= low
            reach |= ahead
    return frontier, reach
