"""What a resolver finds: who asks, from where, and the services behind the counter."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from strawberry import Info as StrawberryInfo
from strawberry.fastapi import BaseContext

from api.auth import ANYBODY, BadToken, Identity
from api.limits import Limits
from api.live import Hub
from api.reading import Reading
from api.schema.generate import Generated
from infra.keys import Keys
from infra.ledger import Ledger
from infra.settings import Settings

if TYPE_CHECKING:
    from api.sharing import Printer


@dataclass(frozen=True, slots=True)
class Services:
    """Everything behind the counter, wired once (``api/app.py``)."""

    settings: Settings
    keys: Keys
    ledger: Ledger
    reading: Reading
    hub: Hub
    limits: Limits
    generated: Generated


class Context(BaseContext):
    """One request or one WebSocket. ``printer`` is there where frames of a subscription are handed in."""

    printer: "Printer | None" = None

    def __init__(self, services: Services, address: str, who: Identity | BadToken = ANYBODY) -> None:
        super().__init__()
        self.services = services
        self.address = address
        self.who = who

    @property
    def identity(self) -> Identity:
        """Who asks; BadToken, which is a refusal, for whoever came with a token that is not valid."""
        if isinstance(self.who, BadToken):
            raise self.who
        return self.who


Info: TypeAlias = StrawberryInfo[Context, Any]
