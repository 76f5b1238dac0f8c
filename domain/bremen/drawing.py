"""stub"""

from domain.bremen.view import BremenView


def draw(view: BremenView) -> str:
    return "<svg/>"
