"""One execution and one encoding for all sockets that subscribe with the same document and variables and may see the same.

A *printer* is one run of a subscription's document in which the frames are handed in one by one, so everything that strawberry does
to a subscription (validation, limits, faults) is done once. The audience is part of its key: who may see other things never shares.
"""

import asyncio
import hashlib
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any, Final, cast

import msgspec
from graphql import FieldNode, GraphQLError, OperationDefinitionNode, OperationType, parse
from strawberry.schema import BaseSchema
from strawberry.types.execution import ExecutionResult, PreExecutionError

from api.context import Context
from api.faults import tell
from api.feed import Item
from domain.message import Json
from infra.memory import Memory

KEPT: Final = 512  # printed frames of one printer: enough for those who catch up together
SHARED_FIELD: Final = "game"


class Order(msgspec.Struct, frozen=True):
    """An operation as a client sent it."""

    query: str
    variables: Json | None = None
    operation: str | None = None


class Asked(msgspec.Struct, frozen=True):
    """What the subscription's arguments came to."""

    game_id: str
    after: int


class Printer:
    """Prints frames for everybody who sent the same order and has the same eyes."""

    def __init__(self, schema: BaseSchema, order: Order, context: Context) -> None:
        loop = asyncio.get_running_loop()
        self.users = 0
        self._asked: asyncio.Future[Asked] = loop.create_future()
        self._failed: asyncio.Future[ExecutionResult] = loop.create_future()  # instead of frames: why there are none
        self._wanted: asyncio.Queue[tuple[Any, asyncio.Future[ExecutionResult]]] = asyncio.Queue()
        self._waiting: asyncio.Future[ExecutionResult] | None = None
        self._printed: Memory[tuple[Any, ...], str] = Memory(KEPT)
        self._coming: dict[tuple[Any, ...], asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        context.printer = self
        self._task = asyncio.create_task(self._run(schema, order, context))

    @property
    def failed(self) -> bool:
        """Whether it prints nothing any more."""
        return self._failed.done()

    async def begin(self) -> Asked | ExecutionResult:
        """The subscription's arguments; or the answer to send instead, when the order cannot be carried out."""
        await asyncio.wait(cast("set[asyncio.Future[Any]]", {self._asked, self._failed}), return_when=asyncio.FIRST_COMPLETED)
        return self._failed.result() if self._failed.done() else self._asked.result()

    async def frames(self, asked: Asked) -> AsyncGenerator[Any, None]:
        """The source of the subscription: what is wanted, one by one. An exception is raised where it is wanted."""
        self._asked.set_result(asked)
        while True:
            frame, self._waiting = await self._wanted.get()
            if isinstance(frame, BaseException):
                raise frame
            yield frame

    async def refuse(self, error: BaseException) -> ExecutionResult:
        """How this subscription answers to an error; it is over then."""
        if not self._failed.done():
            self._wanted.put_nowait((error, self._failed))
        return await asyncio.shield(self._failed)

    async def print(self, item: Item) -> str:
        """The payload of a ``next`` message as JSON; printed once for each key."""
        while (printed := self._printed.get(item.key)) is None:
            done = self._coming.get(item.key)
            if done is None:
                done = self._coming[item.key] = asyncio.Event()
                self._tasks.add(task := asyncio.create_task(self._print(item, done)))
                task.add_done_callback(self._tasks.discard)
            await done.wait()
        return printed

    def close(self) -> None:
        """Nobody uses it any more. What it printed goes at once: the library leaves circles behind, which are swept much later."""
        self._task.cancel()
        self._printed.clear()

    async def _print(self, item: Item, done: asyncio.Event) -> None:
        try:
            answer: asyncio.Future[ExecutionResult] = asyncio.get_running_loop().create_future()
            self._wanted.put_nowait((item.make(), answer))
            await asyncio.wait({answer, self._failed}, return_when=asyncio.FIRST_COMPLETED)
            result = answer.result() if answer.done() else self._failed.result()
        except Exception as error:
            result = ExecutionResult(data=None, errors=tell([GraphQLError("frame", original_error=error)]))
        self._printed.put(item.key, written(result))
        del self._coming[item.key]
        done.set()

    async def _run(self, schema: BaseSchema, order: Order, context: Context) -> None:
        why: ExecutionResult = ExecutionResult(data=None, errors=[GraphQLError("the subscription has ended")])
        try:
            stream = await schema.stream(order.query, variable_values=order.variables, context_value=context, operation_name=order.operation)
            async with aclosing(stream):
                async for result in stream:
                    waiting, self._waiting = self._waiting, None
                    assert isinstance(result, ExecutionResult | PreExecutionError)
                    if waiting is None:
                        why = result  # refused before there was a source
                        break
                    waiting.set_result(result)
        except asyncio.CancelledError:
            pass  # closed: a task that ends so keeps no traceback, through which it and all that it printed would hold on to one another
        finally:
            context.printer = None
            if not self._failed.done():
                self._failed.set_result(why)


class Printers:
    """The printers in use, by order and audience."""

    def __init__(self, schema: BaseSchema) -> None:
        self._schema = schema
        self._used: dict[bytes, Printer] = {}

    def knows(self, key: bytes) -> bool:
        return key in self._used

    def take(self, key: bytes, order: Order, context: Context) -> Printer:
        """A printer, to be given back."""
        printer = self._used.get(key)
        if printer is None or printer.failed:
            printer = self._used[key] = Printer(self._schema, order, context)
        printer.users += 1
        return printer

    def give_back(self, key: bytes, printer: Printer) -> None:
        printer.users -= 1
        if printer.users == 0:
            if self._used.get(key) is printer:
                del self._used[key]
            printer.close()


def audience_key(order: Order, game_viewer: str) -> bytes | None:
    """What orders must have in common to share a printer; None for variables that nest too deeply to be looked at."""
    try:
        told = json.dumps([order.query, order.variables, order.operation, game_viewer], sort_keys=True)
    except RecursionError:
        return None
    return hashlib.sha256(told.encode()).digest()


def written(result: ExecutionResult) -> str:
    """The payload of a ``next`` message."""
    payload: Json = {"data": result.data}
    if result.errors:
        payload["errors"] = [error.formatted for error in result.errors]
    if result.extensions:
        payload["extensions"] = result.extensions
    return json.dumps(payload, separators=(",", ":"))


def is_shared(order: Order, most_tokens: int) -> bool:
    """Whether the order is a subscription to nothing but one game: only these are shared."""
    with suppress(GraphQLError, RecursionError):
        document = parse(order.query, no_location=True, max_tokens=most_tokens)
        operations = [d for d in document.definitions if isinstance(d, OperationDefinitionNode)]
        named = [d for d in operations if order.operation is None or (d.name is not None and d.name.value == order.operation)]
        if len(named) == 1 and named[0].operation is OperationType.SUBSCRIPTION:
            selections = named[0].selection_set.selections
            return len(selections) == 1 and isinstance(selections[0], FieldNode) and selections[0].name.value == SHARED_FIELD and not selections[0].directives
    return False
