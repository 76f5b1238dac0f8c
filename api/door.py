"""The GraphQL door: POST for queries and mutations, a WebSocket for subscriptions, GraphiQL for a browser that comes by GET."""

import json
from datetime import timedelta
from typing import Any, Final

from cross_web import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse
from strawberry import Schema
from strawberry.exceptions import ConnectionRejectionError
from strawberry.fastapi import GraphQLRouter
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types.unset import UnsetType

from api.auth import BadToken, Identity, bearer, read_token
from api.context import Context, Services
from api.limits import address_of
from api.sharing import Printers
from api.socket import Handler
from api.web import GRAPHIQL_PAGE, PAGE_POLICY

INIT_TIMEOUT: Final = timedelta(seconds=15)


class Door(GraphQLRouter[Context, None]):
    """strawberry's router with our reading of JSON, our tokens and our handler of sockets."""

    def decode_json(self, data: str | bytes) -> object:
        """JSON; what cannot be read, be it too deep or a number too long, is all the same to the caller."""
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise json.JSONDecodeError("cannot be read", "", 0) from None

    def parse_json(self, data: str | bytes) -> Any:
        """The body of a request."""
        parsed = super().parse_json(data)
        if not isinstance(parsed, dict):
            raise HTTPException(400, "The request must be one object with a query")
        return parsed

    async def render_graphql_ide(self, request: Request) -> HTMLResponse:
        return HTMLResponse(GRAPHIQL_PAGE, headers={"Content-Security-Policy": PAGE_POLICY})

    async def on_ws_connect(self, context: Context) -> UnsetType | dict[str, object] | None:
        """Reads the token of ``connection_init``; the socket is closed (4403) when it is not valid."""
        params: Any = context.connection_params
        header = next((value for key, value in params.items() if key.lower() == "authorization"), None) if isinstance(params, dict) else None
        try:
            if header is not None:
                context.who = await identify(context.services, header)
        except BadToken as bad:
            context.who = bad
        if isinstance(context.who, BadToken):
            raise ConnectionRejectionError
        return UnsetType()


async def identify(services: Services, header: object) -> Identity:
    """Who an Authorization header names; BadToken when its token is not valid (any more)."""
    return await services.reading.alive(read_token(services.keys, bearer(header)))


async def identity_of(services: Services, connection: HTTPConnection) -> Identity:
    """Who sends a request; without a token a spectator."""
    return await identify(services, connection.headers.get("authorization"))


def door(schema: Schema, services: Services) -> Door:
    """The router for ``/graphql``."""

    async def context(connection: HTTPConnection) -> Context:
        address = address_of(connection.scope.get("client"))
        try:
            return Context(services, address, await identity_of(services, connection))
        except BadToken as bad:
            return Context(services, address, bad)

    made = Door(
        schema,
        path="/graphql",
        allow_queries_via_get=False,
        context_getter=context,
        subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
        connection_init_wait_timeout=INIT_TIMEOUT,
        max_subscriptions_per_connection=services.settings.max_subscriptions,
        allowed_origins=services.settings.origins,
        include_in_schema=False,
    )
    made.graphql_transport_ws_handler_class = type("ServiceHandler", (Handler,), {"printers": Printers(schema)})
    return made
