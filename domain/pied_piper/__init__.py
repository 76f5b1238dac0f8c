"""Pied Piper: send the rats next door. The contents page."""

from typing import Final

from domain.clauses import read_clauses
from domain.data import text
from domain.pied_piper.decide import decide
from domain.pied_piper.drawing import draw
from domain.pied_piper.evolve import evolve
from domain.pied_piper.facts import (
    ActionCardsDiscarded,
    ActionDeckRenewed,
    BackwardOneMoved,
    CardDrawn,
    CardPlaced,
    CardTurnedUp,
    CharacterDeckRenewed,
    CharacterRevealed,
    CharactersActivated,
    CharactersDiscarded,
    ForwardOneMoved,
    ForwardTwoMoved,
    GameDrawn,
    HandDiscarded,
    HouseRemoved,
    MelodyAdded,
    NoFigureMoved,
    OrderChosen,
    PlayerEliminated,
    PlusOneAdded,
    SewerMoved,
    TableSet,
    TrackerLowered,
    TrackerRaised,
    TrackersClaimed,
    TrackersLost,
    TurnPassed,
    WonByClaims,
    WonByRoof,
    WonByTracker,
)
from domain.pied_piper.legal import conceivable, legal_moves, to_act
from domain.pied_piper.moves import MOVES, PiedPiperMove
from domain.pied_piper.notation import narrate, notate, read
from domain.pied_piper.scoring import outcome, ranking, score
from domain.pied_piper.setup import deal, settle, setup
from domain.pied_piper.state import PiedPiperOptions, PiedPiperSetup, State, empty
from domain.pied_piper.view import PiedPiperView, redact, redact_draw, redact_move, redact_setup, reveals, sees_legal, view
from domain.ruleset import Ruleset

RULES: Final[Ruleset[State, PiedPiperMove, PiedPiperView]] = Ruleset(
    slug="pied-piper",
    title="Pied Piper",
    version="1.0",
    seats=(2, 3, 4, 5),
    clauses=read_clauses(text(__package__, "RULES.md")),
    sources={"start": "start", "character": "characters", "card": "cards"},
    options=PiedPiperOptions,
    setup_model=PiedPiperSetup,
    state=State,
    moves=MOVES,
    facts=(
        TableSet,
        CardPlaced,
        CharactersActivated,
        CardTurnedUp,
        OrderChosen,
        PlusOneAdded,
        MelodyAdded,
        NoFigureMoved,
        ForwardOneMoved,
        ForwardTwoMoved,
        BackwardOneMoved,
        SewerMoved,
        TrackerRaised,
        TrackerLowered,
        PlayerEliminated,
        HouseRemoved,
        TrackersClaimed,
        TrackersLost,
        HandDiscarded,
        ActionCardsDiscarded,
        CharactersDiscarded,
        CharacterDeckRenewed,
        CharacterRevealed,
        ActionDeckRenewed,
        CardDrawn,
        TurnPassed,
        WonByRoof,
        WonByTracker,
        WonByClaims,
        GameDrawn,
    ),
    view_model=PiedPiperView,
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
