"""Bremen: twelve rounds, one band, won or lost together. The contents page."""

from typing import Final

from domain.bremen.decide import decide
from domain.bremen.drawing import draw
from domain.bremen.evolve import evolve
from domain.bremen.facts import FACTS
from domain.bremen.hindsight import hindsight
from domain.bremen.legal import conceivable, legal_moves
from domain.bremen.moves import PlayPiece
from domain.bremen.notation import narrate, notate, read
from domain.bremen.pieces import DECKS
from domain.bremen.reveal import reveal, testify
from domain.bremen.scoring import outcome, outcomes, ranking, running
from domain.bremen.setup import CIRCLE, Setup, deal, empty, settle, setup, unrecorded
from domain.bremen.state import State, partial, to_act
from domain.bremen.talk import Hint, hear
from domain.bremen.view import BremenView, redact, redact_draw, redact_move, redact_setup, reveals, sees_legal, view
from domain.clauses import read_clauses
from domain.data import text
from domain.ruleset import Ruleset

RULES: Final[Ruleset[State, PlayPiece, BremenView]] = Ruleset(
    slug="bremen",
    title="Bremen",
    version="1.0",
    seats=tuple(DECKS),
    cooperative=True,
    clauses=read_clauses(text(__package__, "RULES.md")),
    sources={CIRCLE: CIRCLE},
    setup_model=Setup,
    state=State,
    moves={"play_piece": PlayPiece},
    facts=FACTS,
    view_model=BremenView,
    hint=Hint,
    settle=settle,
    deal=deal,
    empty=empty,
    setup=setup,
    decide=decide,
    evolve=evolve,
    legal_moves=legal_moves,
    conceivable=conceivable,
    to_act=to_act,
    outcome=outcome,
    outcomes=outcomes,
    score=running,
    ranking=ranking,
    hear=hear,
    testify=testify,
    reveal=reveal,
    unrecorded=unrecorded,
    hindsight=hindsight,
    partial=partial,
    view=view,
    redact=redact,
    redact_move=redact_move,
    redact_draw=redact_draw,
    redact_setup=redact_setup,
    sees_legal=sees_legal,
    reveals=reveals,
    notate=notate,
    read=read,
    narrate=narrate,
    draw=draw,
)
