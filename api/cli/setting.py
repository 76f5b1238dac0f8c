"""The settings of the environment for a command, and trouble of the service as one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from api.cli.output import Fault

if TYPE_CHECKING:
    from infra.settings import Settings


def settings_now() -> "Settings":
    """The settings as the environment has them."""
    from pydantic import ValidationError

    from infra.settings import Settings

    try:
        return Settings.model_validate({})  # reads the environment
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        told = first["msg"].removeprefix("Value error, ")
        if first["loc"]:
            raise Fault(f"{_variable(first['loc'][0])}: {told[:1].lower()}{told[1:]}") from None
        unread = next((name for name in Settings.model_fields if f'"{name}"' in told), None)  # the library quotes the field whose value is no JSON
        raise Fault(f"{_variable(unread)}: is not readable as JSON" if unread else f"settings: {told}") from None


def _variable(field: object) -> str:
    return f"ARBITER_{str(field).upper()}"


def settings_of_service() -> "Settings":
    """The settings of a service that has run: who looks for its data in the wrong folder is told so, and no empty database is left there."""
    settings = settings_now()
    path = settings.sqlite_path
    if path is not None and not path.exists():
        raise Fault(f"database: there is none at {path}; `arbiter serve` makes it, ARBITER_DATABASE names another", 1)
    return settings


@contextmanager
def sentences() -> Iterator[None]:
    """Trouble of the service as one sentence."""
    from infra.trouble import Trouble

    try:
        yield
    except Trouble as trouble:
        raise Fault(str(trouble), 1) from None
