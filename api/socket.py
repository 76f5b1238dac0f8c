"""The WebSocket side of GraphQL: protocol ``graphql-transport-ws``, with what the library's handler does not do.

It closes a socket whose token dies, bounds what is sent and how long a send may take, and shares the printing of frames. It overrides
``handle_message``, ``handle_subscribe`` and ``run_operation`` of the handler, which is semi-internal: pinned in pyproject.toml, and tested.
"""

import asyncio
import json
import time
from contextlib import suppress
from typing import Any, Final

import msgspec
from graphql import GraphQLError
from starlette.websockets import WebSocketDisconnect
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler, Operation
from strawberry.subscriptions.protocols.graphql_transport_ws.types import ErrorMessage
from strawberry.types.execution import ExecutionResult, PreExecutionError

from api.auth import BadToken
from api.context import Context
from api.feed import Item
from api.live import rung
from api.meters import DISCONTINUITIES, FRAMES, SUBSCRIPTIONS
from api.sharing import Asked, Order, Printer, Printers, audience_key, is_shared, written
from domain.refusal import Refused
from infra.log import logger
from infra.trouble import BUSY, Trouble

CHECK: Final = 30.0  # seconds between looks at whether the token still lives, when nothing happens in its game
LONGEST_ID: Final = 128  # characters of an operation's id

_log = logger("socket")


class _Subscribe(msgspec.Struct):
    query: str
    variables: dict[str, Any] | None = None
    operationName: str | None = None
    extensions: dict[str, Any] | None = None


class _Message(msgspec.Struct):
    """The envelope of whatever a client sends; ``payload`` is checked where it is used."""

    type: str
    id: str = ""
    payload: Any = None


class Handler(BaseGraphQLTransportWSHandler[Context, None]):
    """One WebSocket."""

    printers: Printers  # of the schema; set on a subclass by whoever makes the router
    _guard: asyncio.Task[None] | None = None
    _main: asyncio.Task[Any] | None = None
    _dropped = False

    async def handle(self) -> None:
        self._main = asyncio.current_task()
        try:
            await super().handle()
        except asyncio.CancelledError:
            if not self._dropped:
                raise

    async def handle_message(self, message: Any) -> None:
        """Passes on what has the shape of the protocol; closes the socket otherwise."""
        try:
            envelope = msgspec.convert(message, _Message, strict=True)
            if envelope.type in ("subscribe", "complete") and not 1 <= len(envelope.id) <= LONGEST_ID:
                raise ValueError
            if envelope.type == "subscribe":
                msgspec.convert(envelope.payload, _Subscribe, strict=True)
            elif envelope.type == "connection_init" and message.get("payload", {}) is None:
                message = {"type": "connection_init"}
        except (msgspec.ValidationError, ValueError):
            await self.handle_invalid_message("Message is not of the protocol")
            return
        await super().handle_message(message)

    async def handle_connection_init(self, message: Any) -> None:
        await super().handle_connection_init(message)
        if self.connection_acknowledged and self._guard is None:
            self._guard = asyncio.create_task(self._watch_token())

    async def handle_subscribe(self, message: Any) -> None:
        if self.connection_acknowledged and not self.context.services.limits.request(self.context.address):
            error = GraphQLError("subscribe: this address sends too much, wait a moment", extensions={"code": "BUSY", "clause": BUSY})
            await self.send_message(ErrorMessage(id=message["id"], type="error", payload=[error.formatted]))
            return
        await super().handle_subscribe(message)

    async def shutdown(self) -> None:
        guard, self._guard = self._guard, None  # forgotten: a cancelled task keeps its traceback, and through that this handler
        if guard is not None:
            guard.cancel()
        await super().shutdown()

    async def run_operation(self, operation: Operation[Context, None]) -> None:
        order = Order(operation.query, operation.variables, operation.operation_name)
        with SUBSCRIPTIONS.track_inprogress():
            key = self._key(order)
            if key is None:
                await super().run_operation(operation)
                return
            printer = self.printers.take(key, order, Context(self.context.services, self.context.address, self.context.identity))
            try:
                await self._run_shared(operation, printer)
            except TimeoutError:
                self._drop()
            except Exception as error:
                await self.handle_task_exception(error)
                with suppress(Exception):
                    await operation.send_operation_message({"id": operation.id, "type": "complete"})
                self.operations.pop(operation.id, None)
            finally:
                self.printers.give_back(key, printer)

    async def handle_task_exception(self, error: Exception) -> None:
        if isinstance(error, WebSocketDisconnect):
            return  # who went away in the middle of a frame is no trouble of ours
        _log.error("operation failed", error=type(error).__name__, exc_info=error)

    def _key(self, order: Order) -> bytes | None:
        """The key of the printer to share; None for what is not shared. Who may see other things has another key."""
        key = audience_key(order, self.context.identity.audience)
        if key is not None and (self.printers.knows(key) or is_shared(order, self.context.services.settings.max_tokens)):
            return key
        return None

    async def _run_shared(self, operation: Operation[Context, None], printer: Printer) -> None:
        asked = await printer.begin()
        if isinstance(asked, Asked):
            try:
                await self._follow(operation, printer, asked)
            except (Refused, Trouble) as no:
                await self._finish(operation, await printer.refuse(no))
            return
        await self._finish(operation, asked)

    async def _follow(self, operation: Operation[Context, None], printer: Printer, asked: Asked) -> None:
        identity = self.context.identity
        sender = Sender(self, operation)
        async with self.context.services.hub.feed(asked.game_id, identity.is_delayed(asked.game_id)) as feed:
            async for item in feed.follow(identity.viewer(asked.game_id), asked.after, sender.is_late):
                await sender.send(await printer.print(item), item)
        await operation.send_operation_message({"id": operation.id, "type": "complete"})

    async def _finish(self, operation: Operation[Context, None], result: ExecutionResult) -> None:
        if isinstance(result, PreExecutionError) and result.errors:
            await self._handle_pre_execution_error(operation, result)
            return
        await self.websocket.ws.send_text(f'{{"id":{json.dumps(operation.id)},"type":"next","payload":{written(result)}}}')  # type: ignore[attr-defined]
        await operation.send_operation_message({"id": operation.id, "type": "complete"})

    def _drop(self) -> None:
        """Gives up on a socket that takes nothing any more; a close frame would not get through either."""
        if self._main is not None:
            self._dropped = True
            self._main.cancel()

    async def _watch_token(self) -> None:
        """Closes the socket when its token expires, or its seat gets a newer one."""
        services, identity = self.context.services, self.context.identity
        with services.hub.bell(identity.game) as bell:
            while identity.kind != "spectator":
                await rung(bell, min(CHECK, max(0.0, identity.expires - time.time()) if identity.expires else CHECK))
                try:
                    await services.reading.alive(identity)
                except BadToken as bad:
                    await self.websocket.close(code=4403, reason=bad.reason[:120])
                    return
                except Trouble:
                    continue  # the store does not answer: nothing is known against the token


class Sender:
    """Sends printed frames to one subscription, each in its time."""

    def __init__(self, handler: Handler, operation: Operation[Context, None]) -> None:
        self._socket = handler.websocket.ws  # type: ignore[attr-defined]
        self._timeout = handler.context.services.settings.send_timeout
        self._head = f'{{"id":{json.dumps(operation.id)},"type":"next","payload":'
        self._late = False

    def is_late(self) -> bool:
        """Whether the last frame could not be sent in time; then only the news of that is still tried."""
        return self._late

    async def send(self, payload: str, item: Item) -> None:
        """TimeoutError when even the news that it is late cannot be sent."""
        if item.key[0] == "lost":
            DISCONTINUITIES.inc()
        try:
            async with asyncio.timeout(self._timeout):
                await self._socket.send_text(f"{self._head}{payload}}}")
            FRAMES.inc()
        except RuntimeError as error:  # what uvicorn and starlette say of a socket that is closed already
            raise WebSocketDisconnect(1006) from error
        except TimeoutError:
            if self._late:
                raise
            self._late = True
