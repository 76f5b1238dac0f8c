"""The final score of Hameln, for the naive referee."""

from tests.hameln.naive_table import Json, Table

PARTS = ("ended", "cat", "tokens", "influence", "money", "houses", "road")


def outcome(table: Table) -> Json:
    """The outcome of the wire contract."""
    scores = [dict.fromkeys(PARTS, 0) for _ in table.seats]
    standing = table.standing()

    if table.ended_by is not None:  # HM-43
        scores[table.ended_by]["ended"] = 1
    if table.cat is not None:
        scores[table.cat]["cat"] = 1

    # Python sorts stably, so whoever stands higher on the track stays in front of an equal (HM-45).
    holders = [seat for seat in standing if table.tokens[seat]]
    by_tokens = sorted(holders, key=lambda seat: -sum(table.tokens[seat]))  # HM-53
    for seat, points in zip(by_tokens, (3, 1), strict=False):
        scores[seat]["tokens"] = points
    for seat, points in zip(standing, (3, 2, 1), strict=False):
        scores[seat]["influence"] = points
    by_money = sorted(standing, key=lambda seat: -table.florins[seat])
    for seat, points in zip(by_money, (5, 3, 2, 1) if len(table.seats) == 5 else (5, 3, 1), strict=False):
        scores[seat]["money"] = points

    for house, people in table.homes.items():  # HM-44
        if not table.infested(house):
            for seat in people.values():
                scores[seat]["houses"] += table.houses[house]["cost"]

    for place, seat in enumerate(table.road):
        scores[seat]["road"] -= table.road_costs[place] if place < len(table.road_costs) else 6

    for score in scores:
        score["total"] = sum(score[part] for part in PARTS)
    winner = sorted(standing, key=lambda seat: -scores[seat]["total"])[0]  # HM-46
    told: Json = {"winners": [winner], "reason": "third_phase_over", "scores": scores}
    if table.ended_by is not None:
        told["ended_by"] = table.ended_by
    return told
