"""Logging as JSON lines on stderr. What is logged names things (ids, versions, clauses), never what they hold."""

import logging
import sys
from typing import Any

import structlog


def _stderr(*_: Any) -> Any:
    return structlog.PrintLogger(sys.stderr)


structlog.configure(logger_factory=_stderr)  # stdout belongs to what a command answers, also where nobody has configured anything


def configure(level: str = "INFO") -> None:
    """Sets logging up for a process of its own; libraries' messages from WARNING on come the same way."""
    shared: list[Any] = [structlog.contextvars.merge_contextvars, structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=_stderr,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=structlog.processors.JSONRenderer(), foreign_pre_chain=shared))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def logger(part: str) -> Any:
    """The logger of a part of the service."""
    return structlog.get_logger(part=part)
