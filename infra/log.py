"""Logging as JSON lines on stderr. What is logged names things (ids, versions, clauses), never what they hold."""

import logging
import sys
import traceback
from typing import Any, Final

import structlog


def _places(_: Any, __: str, told: Any) -> Any:
    """Of an error only its kind and where it was raised: its words and its variables may hold a card, a seed or a token."""
    error = told.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    found = error[1] if isinstance(error, tuple) else error
    if isinstance(found, BaseException):
        frames = traceback.extract_tb(found.__traceback__)
        told["error"] = type(found).__name__
        told["trace"] = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
    return told


def _stderr(*_: Any) -> Any:
    return structlog.PrintLogger(sys.stderr)


_SHARED: Final[list[Any]] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _places,
]
# Also where nobody has configured anything: stdout belongs to what a command answers, and no error is shown with its variables.
structlog.configure(processors=[*_SHARED, structlog.dev.ConsoleRenderer(colors=False)], logger_factory=_stderr)


def configure(level: str = "INFO") -> None:
    """Sets logging up for a process of its own; libraries' messages from WARNING on come the same way."""
    structlog.configure(
        processors=[*_SHARED, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=_stderr,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    renderer: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=renderer, foreign_pre_chain=_SHARED))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def logger(part: str) -> Any:
    """The logger of a part of the service."""
    return structlog.get_logger(part=part)
