"""Hameln: families marry, rats spread, the Pied Piper is paid."""

from typing import Final, get_args

from domain.clauses import read_clauses
from domain.data import text
from domain.hameln import board, decide, drawing, evolve, facts, legal, moves, notation, redaction, scoring, sensible, setup, state, view
from domain.ruleset import Boards, Ruleset

RULES: Final[Ruleset[state.State, moves.HamelnMove, view.HamelnView]] = Ruleset(
    slug="hameln",
    title="Hameln",
    version="1",
    seats=(3, 4, 5),
    clauses=read_clauses(text(__package__, "RULES.md")),
    boards=Boards(
        shipped=board.SHIPPED,
        default=lambda seats, options: str(board.RECONSTRUCTED["id"]),
        parse=board.parse,
        show=board.show,
        draw=drawing.draw_board,
    ),
    sources={"cube": "bag", "token": "tokens", "turn_order": "turn_order", "counters": "counters"},
    options=setup.HamelnOptions,
    setup_model=setup.HamelnSetup,
    state=state.State,
    moves=moves.MOVES,
    facts=get_args(facts.HamelnFact),
    view_model=view.HamelnView,
    settle=setup.settle,
    deal=setup.deal,
    empty=setup.empty,
    setup=setup.setup,
    decide=decide.decide,
    evolve=evolve.evolve,
    legal_moves=legal.legal_moves,
    conceivable=legal.conceivable,
    to_act=legal.to_act,
    outcome=scoring.outcome,
    score=scoring.no_scores,
    ranking=scoring.ranking,
    sensible=sensible.sensible,
    view=view.view,
    redact=redaction.redact,
    redact_move=redaction.redact_move,
    redact_draw=redaction.redact_draw,
    redact_setup=redaction.redact_setup,
    sees_legal=redaction.sees_legal,
    reveals=redaction.reveals,
    notate=notation.notate,
    read=notation.read,
    narrate=notation.narrate,
    draw=drawing.draw,
)
