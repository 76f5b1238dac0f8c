"""One event of every name, with every field filled: what a test of all events goes through."""

from typing import Final

from domain import events as ev

_AT: Final = "2026-11-30T12:00:00.000Z"
_GAME: Final = "00000000-0000-4000-8000-000000000000"

EXAMPLES: Final[dict[str, ev.Event]] = {
    event.name: event
    for event in (
        ev.GameOpened(
            id=_GAME,
            ruleset="toy",
            version="1",
            seats=2,
            options={"double": True, "_type_": "uuid_hex", "_data_": "x"},
            seed_commitment="ab" * 32,
            board={"id": "own", "spaces": [{"at": [1, 2]}], "näme": "é\u2028😀"},
            board_digest="cd" * 32,
            at=_AT,
        ),
        ev.SeatTaken(seat=1, player="Zoë 😀", entropy="\u0001? é", at=_AT),
        ev.SeatTokenReissued(seat=0, generation=3, at=_AT),
        ev.GameStarted(
            setup={"hands": [["red"], []], "display": "blue"},
            facts=[{"fact": "dealt", "hands": [["red"], []], "display": "blue"}],
            chance=[{"source": "pile", "n": 0, "of": {"red": 6}, "value": "red"}],
            at=_AT,
        ),
        ev.MoveMade(
            number=7,
            seat=1,
            move={"kind": "play", "card": "red", "nested": {"a": [True, None, "\ud7ff", 9007199254740991, -9007199254740991]}},
            draws=[{"card": "green"}, {"die": 4}, {"dice": [[0, 1], [1, 6]]}],
            facts=[{"fact": "card_drawn", "seat": 1, "card": "green"}],
            clauses=["TOY-2"],
            chance=[{"source": "pile", "n": 5, "of": {"green": 1}, "value": "green"}],
            at=_AT,
        ),
        ev.MessageSent(message=2, seat=0, text='"Quotes" \\ and\nlines', hint={"wish": "red"}, at=_AT),
        ev.MovesAnnulled(first=3, last=7, by=f"{_GAME}-dispute-1", at=_AT),
        ev.UndoProposed(proposal=f"{_GAME}-proposal-1", seat=0, first=7, at=_AT),
        ev.StopProposed(proposal=f"{_GAME}-proposal-2", seat=1, at=_AT),
        ev.ProposalAgreed(proposal=f"{_GAME}-proposal-2", seat=0, at=_AT),
        ev.DisputeRaised(dispute=f"{_GAME}-dispute-1", seat=1, text="he peeked", about_move=3, about_attempt="a", about_message="m", at=_AT),
        ev.DisputeRuled(dispute=f"{_GAME}-dispute-1", verdict="ADJUDICATE", reason="seen", clauses=["TOY-1"], first=3, winners=[0, 1], at=_AT),
        ev.GameAdjudicated(dispute=f"{_GAME}-dispute-1", outcome={"winners": [1], "reason": "adjudicated", "scores": None}, at=_AT),
        ev.SeatResigned(seat=1, at=_AT),
        ev.GameEnded(outcome={"winners": [0], "reason": "most_points", "scores": [{"total": 3}, {"total": -2}]}, at=_AT),
        ev.SeedRevealed(seed="ef" * 32, at=_AT),
    )
}
