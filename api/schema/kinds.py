"""The enums of the schema."""

from enum import Enum

import strawberry


@strawberry.enum
class GameStatus(Enum):
    """OPEN: seats can be taken. RUNNING: it is played, or waits for a verdict. ENDED: nothing is secret any more."""

    OPEN = "OPEN"
    RUNNING = "RUNNING"
    ENDED = "ENDED"


@strawberry.enum
class Verdict(Enum):
    """What an arbiter rules: all stands, moves are annulled, or the game is decided."""

    STANDS = "STANDS"
    ANNUL = "ANNUL"
    ADJUDICATE = "ADJUDICATE"


@strawberry.enum
class DisputeStatus(Enum):
    """Whether an arbiter has ruled yet."""

    OPEN = "OPEN"
    RULED = "RULED"
