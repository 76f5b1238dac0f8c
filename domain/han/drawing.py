"""Pictures of a position and of an empty board."""

from domain.han.board import Board
from domain.han.pictured import HanView
from domain.svg import picture


def draw(view: HanView) -> str:
    return picture(1000, 1000, view.title, "", [])


def draw_board(board: Board) -> str:
    return picture(1000, 1000, board.title, "", [])
