"""The landscape as a picture."""

from domain.hamsters.board import Board
from domain.hamsters.view import HamstersView


def draw(view: HamstersView) -> str:
    return str(view.seats)


def draw_board(board: Board) -> str:
    return board.field
