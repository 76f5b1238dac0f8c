"""The Hamsters: bring two sacks of grain home, past mice, beavers, rats, a cat and a sparrowhawk. Rules: RULES.md."""

from types import MappingProxyType
from typing import Final, get_args

from domain.clauses import read_clauses
from domain.data import text
from domain.hamsters.board import SHIPPED, STANDARD, parse, show
from domain.hamsters.decide import decide
from domain.hamsters.drawing import draw, draw_board
from domain.hamsters.evolve import evolve
from domain.hamsters.facts import HamstersFact
from domain.hamsters.legal import conceivable, legal_moves, to_act
from domain.hamsters.moves import AcceptBeavers, Decline, Go, HamstersMove, HelpMice, Roll
from domain.hamsters.notation import narrate, notate, read
from domain.hamsters.scoring import outcome, score
from domain.hamsters.setup import HamstersSetup, deal, empty, settle, setup
from domain.hamsters.state import SEATS, State
from domain.hamsters.view import HamstersView, redact, redact_draw, redact_move, redact_setup, reveals, sees_legal, view
from domain.ruleset import Boards, Ruleset

RULES: Final[Ruleset[State, HamstersMove, HamstersView]] = Ruleset(
    slug="hamsters",
    title="The Hamsters",
    version="1.0.0",
    seats=SEATS,
    clauses=read_clauses(text(__package__, "RULES.md")),
    boards=Boards(shipped=SHIPPED, default=lambda _, __: STANDARD, parse=parse, show=show, draw=draw_board),
    sources=MappingProxyType({"die": "die", "combat": "combat", "sparrowhawk": "sparrowhawk"}),
    setup_model=HamstersSetup,
    state=State,
    moves=MappingProxyType({"roll": Roll, "go": Go, "help_mice": HelpMice, "accept_beavers": AcceptBeavers, "decline": Decline}),
    facts=get_args(HamstersFact),
    view_model=HamstersView,
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
