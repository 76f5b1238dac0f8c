"""Boards that a user could bring."""

import copy
from itertools import pairwise

from domain.han.board import SHIPPED
from domain.message import Json
from tests.han.positions import WAYS


def tiny() -> Json:
    """The capital with one house space a district and two in the palace, one road through all of them, and nothing that is optional: full before the deck is."""
    board: Json = copy.deepcopy(dict(SHIPPED[WAYS]))
    kept = [f"{province['id']}-1" for province in board["provinces"]] + ["palace-2"]
    board["spaces"] = [space for space in board["spaces"] if space["id"] in kept]
    ids = [space["id"] for space in board["spaces"]]
    board["roads"] = [list(pair) for pair in pairwise(ids)]
    for province in board["provinces"]:
        del province["outline"]
    for alliance in board["alliances"]:
        del alliance["x"], alliance["y"]
    return {**board, "id": "tiny-capital", "title": "A tiny capital"}
