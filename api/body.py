"""What comes in with a request: bounded for whoever reads it, and taken in to its end before an answer.

A server that closes a connection on which something still arrives breaks it off, and the answer may be lost with it.
"""

import asyncio
from contextlib import suppress
from typing import Final

from api.asgi import Message, Receive, Scope

MOST: Final = 4 * 1024 * 1024  # bytes that are taken in only to be thrown away
PATIENCE: Final = 3.0  # seconds for that


class TooLarge(Exception):
    """The body is larger than allowed."""


class Body:
    """The receiving side of one request."""

    def __init__(self, scope: Scope, receive: Receive, most: int) -> None:
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        self.announced = int(length) if length.isdigit() and len(length) < 16 else 0
        self._ended = (not self.announced and b"transfer-encoding" not in headers) or b"expect" in headers
        self._receive, self._most, self._read = receive, most, 0

    async def __call__(self) -> Message:
        """The next message; TooLarge when it is too much."""
        message = await self._next()
        if self._read > self._most:
            raise TooLarge
        return message

    async def finish(self) -> None:
        """Takes in what is left, within bounds."""
        if self._ended:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self._ended and self._read < MOST:
                    await self._next()

    async def _next(self) -> Message:
        message = await self._receive()
        self._read += len(message.get("body", b""))
        self._ended = self._ended or not message.get("more_body", False)
        return message
