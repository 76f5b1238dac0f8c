"""The lifecycle of a game, whatever its ruleset: opened, joined, started, played, undone, resigned, stopped, ended."""

import pytest

from domain import commands as cmd
from domain import events as ev
from domain.referee import Conflict
from domain.refusal import Refused
from tests.match import SEED, Match
from tests.toy import toy

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")


def refused(match: Match, command: cmd.Command, clause: str, words: str) -> None:
    before = match.game
    with pytest.raises(Refused) as caught:
        match.do(command)
    assert caught.value.clause == clause
    assert words in caught.value.reason
    assert match.game is before


def names(events: tuple[ev.Event, ...]) -> list[str]:
    return [event.name for event in events]


def test_named_players_start_at_once() -> None:
    match = Match()
    assert [r.event.name for r in match.history] == ["GameOpened", "SeatTaken", "SeatTaken", "GameStarted"]
    assert match.game.status == "RUNNING"
    assert match.game.players == ("Ann", "Ben")


def test_an_open_table_is_joined_and_started_by_the_host() -> None:
    match = Match(players=None)
    refused(match, cmd.StartGame(), "ARB-2", "seats [0, 1]")
    match.do(cmd.TakeSeat("Ann", 1, "dice be kind"))
    refused(match, cmd.TakeSeat("Ben", 1), "ARB-1", "1 is not one of the free seats [0]")
    refused(match, cmd.TakeSeat("Ann"), "ARB-4", "that name sits at this table")
    match.do(cmd.TakeSeat("Ben"))
    refused(match, cmd.TakeSeat("Cy"), "ARB-1", "no seat is free")
    assert names(match.do(cmd.StartGame())) == ["GameStarted"]
    assert match.game.entropies == (None, "dice be kind")
    refused(match, cmd.StartGame(), "ARB-2", "started already")


def test_entropy_changes_the_deal() -> None:
    setups = []
    for entropy in (None, "a", "b"):
        match = Match(players=None)
        match.do(cmd.TakeSeat("Ann", 0, entropy))
        match.do(cmd.TakeSeat("Ben", 1))
        match.do(cmd.StartGame())
        setups.append(match.game.setup)
    assert setups[0] != setups[1] != setups[2] != setups[0]


def test_nothing_is_played_before_the_start() -> None:
    match = Match(players=None)
    match.do(cmd.TakeSeat("Ann"))
    refused(match, cmd.PlayMove(0, "aim left"), "ARB-2", "has not started")
    refused(match, cmd.Resign(0), "ARB-2", "has not started")
    refused(match, cmd.RaiseDispute(0, "unfair"), "ARB-2", "has not started")


@pytest.mark.parametrize(
    "opening, words",
    [
        (cmd.OpenGame("chess"), "ruleset: 'chess' is not one of"),
        (cmd.OpenGame("toy", seats=3), "seats: Toy is played with 2 seats, not 3"),
        (cmd.OpenGame("toy", players=("Ann",)), "players: Toy is played with 2 seats, not 1"),
        (cmd.OpenGame("toy", seats=3, players=("Ann", "Ben")), "seats: 3 seats do not fit 2 players"),
        (cmd.OpenGame("toy", players=("Ann", "Ann")), "players[1]: that name sits at this table already"),
        (cmd.OpenGame("toy", players=("Ann", "B\u202een")), "players[1]: has a character that is not text"),
        (cmd.OpenGame("toy", players=("Ann", " ")), "players[1]: must be text of 1 to 60 characters"),
        (cmd.OpenGame("toy", options={"double": 1}), "options: double:"),
        (cmd.OpenGame("toy", options={"triple": True}), "options: triple:"),
        (cmd.OpenGame("toy", board="moon"), "board: Toy is played without a board"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(opening: cmd.OpenGame, words: str) -> None:
    from domain.referee import Setting, open_game

    with pytest.raises(Refused) as caught:
        open_game(bytes(16), opening, Setting(SEED, None))
    assert words in caught.value.reason


def test_a_move_is_one_event_with_its_draws_and_facts() -> None:
    match = Match()
    match.play("aim left")
    (made,) = match.do(cmd.PlayMove(0, match.game.rules.legal_moves(match.game.state, 0)[0]))
    assert isinstance(made, ev.MoveMade)
    assert [next(iter(draw)) for draw in made.draws] == ["card", "display"]
    assert [fact["fact"] for fact in made.facts] == ["card_played", "card_drawn", "display_turned"]
    assert made.clauses == ["TOY-2", "TOY-3"]
    assert [(w["source"], w["n"]) for w in made.chance] == [("pile", 5), ("pile", 6)]


def test_order_of_judgement_conflict_before_running_before_legality() -> None:
    match = Match()
    with pytest.raises(Conflict) as caught:
        match.do(cmd.PlayMove(1, {"kind": "nonsense"}, expected=7))
    assert caught.value.head == 0
    refused(match, cmd.PlayMove(1, "aim left", 0), "TOY-1", "turn of seat 0")
    refused(match, cmd.PlayMove(2, "aim left", 0), "ARB-1", "nobody sits at 2")
    refused(match, cmd.PlayMove(-1, "aim left", 0), "ARB-1", "nobody sits at -1")


@pytest.mark.parametrize(
    "move, words",
    [
        ({"kind": "fly"}, "move.kind: must be one of aim, play"),
        ({"kind": ["aim"]}, "move.kind"),
        ({}, "move.kind"),
        ({"kind": "aim"}, "move.side: field required"),
        ({"kind": "aim", "side": "up"}, "move.side"),
        ({"kind": "aim", "side": "left", "x": 1}, "move.x"),
        ({"kind": "play", "card": "red", "face_down": None}, "not null"),
        ("aim", "neither"),
        ("aim-left", "neither"),
        ("x" * 501, "longer than 500"),
        (7, "must be an object or a line"),
        (None, "must be an object or a line"),
        ({"kind": "aim", "side": "\ud800"}, "not plain JSON"),
    ],
)
def test_an_unreadable_move_names_the_field(move: object, words: str) -> None:
    refused(Match(), cmd.PlayMove(0, move), "ARB-4", words)


@pytest.mark.parametrize("line", ["aim left", " aim  left ", "aim left\n", "aim\tleft"])
def test_space_between_the_words_of_a_notation_means_nothing(line: str) -> None:
    match = Match()
    match.do(cmd.PlayMove(0, line))
    assert match.game.moves[0].move.wire() == {"kind": "aim", "side": "left"}


def test_a_game_ends_with_its_last_move_and_reveals_the_seed() -> None:
    match = Match()
    match.play_out()
    assert [r.event.name for r in match.history[-3:]] == ["MoveMade", "GameEnded", "SeedRevealed"]
    assert match.game.status == "ENDED"
    assert match.game.seed == SEED.hex()
    assert match.game.outcome == match.game.rules.outcome(match.game.state)
    refused(match, cmd.PlayMove(0, "aim left"), "ARB-3", "over")


def test_a_history_read_back_is_the_same_game() -> None:
    match = Match()
    match.play_first(3)
    match.do(cmd.SendMessage(1, text="Well played"))
    match.do(cmd.ProposeStop(0))
    match.do(cmd.RaiseDispute(1, "That card?", about_move=2))
    match.do(cmd.RuleDispute(match.game.disputes[0].id, "ANNUL", "Not allowed", first=2))
    match.play_out()
    assert match.again() == match.game


def test_undo_by_consent_takes_back_what_showed_nothing() -> None:
    match = Match()
    match.play("aim left")
    match.do(cmd.ProposeUndo(0, 1))
    (proposal,) = match.game.proposals
    refused(match, cmd.Agree(0, proposal.id), "ARB-6", "agreed already")
    refused(match, cmd.Agree(1, "elsewhere"), "ARB-6", "no such proposal")
    assert names(match.do(cmd.Agree(1, proposal.id))) == ["ProposalAgreed", "MovesAnnulled"]
    assert (match.game.head, match.game.count, match.game.annulled) == (0, 1, ((1, 1),))
    match.play("aim right")
    assert match.game.moves[-1].number == 2, "numbers are never reused"
    assert match.game.counting() == (2,)


def test_undo_never_crosses_a_draw_or_a_reveal() -> None:
    match = Match()
    match.play_first(3)
    refused(match, cmd.ProposeUndo(0, 1), "ARB-6", "move 2 drew or showed something")
    match.do(cmd.ProposeUndo(0, 3))
    refused(match, cmd.ProposeUndo(0, 4), "ARB-6", "move 4 does not count")
    refused(match, cmd.ProposeUndo(0, 0), "ARB-6", "move 0 does not count")


def test_a_proposal_lapses_with_the_next_move() -> None:
    match = Match()
    match.play("aim left")
    match.do(cmd.ProposeUndo(0, 1))
    match.play_first()
    refused(match, cmd.Agree(1, match.game.proposals[0].id), "ARB-6", "lapsed")


def test_all_seats_may_stop_a_game_without_a_result() -> None:
    match = Match()
    match.do(cmd.ProposeStop(1))
    assert names(match.do(cmd.Agree(0, match.game.proposals[0].id))) == ["ProposalAgreed", "GameEnded", "SeedRevealed"]
    assert match.game.outcome == {"winners": [], "reason": "abandoned", "scores": None}


def test_a_seat_may_resign() -> None:
    match = Match()
    assert names(match.do(cmd.Resign(1))) == ["SeatResigned", "GameEnded", "SeedRevealed"]
    assert match.game.outcome == {"winners": [], "reason": "resigned", "scores": None}
    refused(match, cmd.Resign(0), "ARB-3", "over")


@pytest.mark.parametrize(
    "message, clause, words",
    [
        (cmd.SendMessage(0), "ARB-4", "either text or a hint"),
        (cmd.SendMessage(0, text="a", hint={"wish": "red"}), "ARB-4", "either text or a hint"),
        (cmd.SendMessage(0, text="x" * 1001), "ARB-4", "text: must be text of 1 to 1000"),
        (cmd.SendMessage(0, text="\x1b[2J"), "ARB-4", "not text"),
        (cmd.SendMessage(0, text="\ud800"), "ARB-4", "not text"),
        (cmd.SendMessage(0, hint={"wish": "pink"}), "ARB-4", "hint.wish"),
        (cmd.SendMessage(1, hint={"wish": "red"}), "TOY-4", "own turn"),
        (cmd.SendMessage(5, text="hi"), "ARB-1", "nobody sits at 5"),
    ],
)
def test_a_message_that_may_not_be_sent(message: cmd.SendMessage, clause: str, words: str) -> None:
    refused(Match(), message, clause, words)


def test_messages_are_kept() -> None:
    match = Match()
    match.do(cmd.SendMessage(1, text=" Cafe\u0301\nthen? "))
    match.do(cmd.SendMessage(0, hint={"wish": "red"}))
    assert [(m.seat, m.text, m.hint) for m in match.game.messages] == [(1, "Café\nthen?", None), (0, None, {"wish": "red"})]


def test_a_seat_token_may_be_issued_again() -> None:
    match = Match()
    match.do(cmd.ReissueToken(1))
    match.do(cmd.ReissueToken(1))
    assert match.game.generations == (0, 2)
