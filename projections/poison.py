"""What may be tried again, and what would fail for ever: the second is some game's trouble, and must not be everybody's."""

import sqlalchemy as sa

from infra.trouble import Trouble
from projections.generations import Superseded

_PASSING = (sa.exc.OperationalError, sa.exc.InternalError, sa.exc.InterfaceError)  # the database, its locks, its disk


def lasting(error: Exception) -> bool:
    """Whether trying again would be in vain, because the trouble lies in what is written."""
    if not isinstance(error, sa.exc.DBAPIError):
        return not isinstance(error, Trouble | Superseded | sa.exc.SQLAlchemyError | OSError | MemoryError)
    state = getattr(error.orig, "sqlstate", None)
    if state is not None and state.startswith("54"):  # a row that is too large for a table or an index
        return True
    if isinstance(error, sa.exc.ProgrammingError):
        return state is None  # the driver cannot write a value; what a server complains of are names and rights
    return not isinstance(error, _PASSING) and not error.connection_invalidated
