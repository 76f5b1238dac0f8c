"""A refusal: which clause forbids it, and why, in one sentence."""

from typing import Final

NOT_YOUR_SEAT: Final = "ARB-1"
NOT_STARTED: Final = "ARB-2"
OVER: Final = "ARB-3"
UNREADABLE: Final = "ARB-4"
MOVED_ON: Final = "ARB-5"
SERVICE: Final = "ARB-6"
BAD_DRAW: Final = "ARB-8"
BAD_RECORD: Final = "ARB-9"


class Refused(Exception):
    """Raised by ``decide``, ``setup``, ``settle`` and the referee; nothing has happened then.

    ``attempt_id`` is the id under which a refused move was recorded as evidence, once it was.
    """

    def __init__(self, clause: str, reason: str, attempt_id: str | None = None) -> None:
        super().__init__(f"{clause}: {reason}")
        self.clause = clause
        self.reason = reason
        self.attempt_id = attempt_id
