"""Han: houses and emissaries in the provinces of China or the districts of its capital. Rules: RULES.md."""

from types import MappingProxyType
from typing import Final, get_args

from domain.clauses import read_clauses
from domain.data import text
from domain.han.board import SHIPPED, parse, show
from domain.han.decide import decide
from domain.han.drawing import draw, draw_board
from domain.han.evolve import evolve
from domain.han.facts import HanFact
from domain.han.legal import conceivable, legal_moves, to_act
from domain.han.moves import KINDS, HanMove
from domain.han.notation import narrate, notate, read
from domain.han.pictured import HanView
from domain.han.scoring import outcome, ranking, score
from domain.han.setup import HanOptions, HanSetup, deal, empty, settle, setup, standard_board
from domain.han.state import State
from domain.han.view import bare, redact, redact_draw, redact_move, redact_setup, reveals, sees_legal, view
from domain.ruleset import Boards, Ruleset

RULES: Final[Ruleset[State, HanMove, HanView]] = Ruleset(
    slug="han",
    title="Han",
    version="1.0.0",
    seats=(2, 3, 4, 5),
    clauses=read_clauses(text(__package__, "RULES.md")),
    boards=Boards(shipped=SHIPPED, default=standard_board, parse=parse, show=show, draw=lambda board: draw_board(bare(board))),
    sources=MappingProxyType({"card": "pile", "display": "pile", "start": "start"}),
    options=HanOptions,
    setup_model=HanSetup,
    state=State,
    moves=MappingProxyType({str(model.model_fields["kind"].default): model for model in KINDS}),
    facts=get_args(HanFact),
    view_model=HanView,
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
    score=score,
    ranking=ranking,
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
