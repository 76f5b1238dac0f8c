"""Who sends a request that a proxy passes on: what the nearest proxy saw, not what somebody says of himself."""

from typing import Any, cast

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from api.asgi import App, Receive, Scope, Send

FORWARDED_FOR = b"x-forwarded-for"
EVERYBODY = "*"


def behind(app: App, proxies: str) -> App:
    """The app as it is seen through these proxies (``Settings.proxies``): the client is the last address in X-Forwarded-For that is none of theirs."""
    if not proxies:
        return app
    known: App = cast(Any, ProxyHeadersMiddleware)(app, proxies)
    return LastHop(known) if proxies == EVERYBODY else known


class LastHop:
    """Where everybody who connects is a proxy, its own word is the last of the list; what stands before it anybody can have sent."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told = [value for name, value in scope.get("headers", ()) if name == FORWARDED_FOR]
        if told:
            others = [pair for pair in scope["headers"] if pair[0] != FORWARDED_FOR]
            scope = {**scope, "headers": [*others, (FORWARDED_FOR, told[-1].rpartition(b",")[2].strip())]}
        await self._app(scope, receive, send)
