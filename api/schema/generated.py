"""Where the generated types stand for the types written by hand, which name them lazily. Bound before a schema is made."""

from api.schema import generate as _generate
from domain.shelf import shelf


def bind() -> _generate.Generated:
    """Generates the types of the games on the shelf now, and lets the schema that is made next find them by name."""
    generated = _generate.generate(shelf())
    globals().update(MoveInput=generated.move_input, Move=generated.move, View=generated.view)
    return generated
