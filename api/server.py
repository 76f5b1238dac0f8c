"""Runs the doors: uvicorn around the app, the store opened before and let go after."""

import gc
import resource
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from api.app import build
from api.listening import listening, reachable
from api.proxies import behind
from api.stopping import Signals, stoppable
from infra.log import configure, logger
from infra.settings import Settings
from projections.distributed import service_of

GRACE: Final = 5  # seconds that requests have to finish when the service is told to stop
LINGER: Final = 5.0  # seconds until a socket is cut whose client does not read what is left

SWEEPS: Final = (50_000, 20, 100)  # of the collector: objects more than before until the youngest are swept, and how many sweeps until the older ones are

_log = logger("server")


class BoundedClose(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which is cut when its client does not let it close: a client that never reads would hold it for ever.

    What it held is let go with the connection: a parser that is stopped half-way and its connection hold on to one another until a whole sweep.
    """

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LINGER, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(LINGER, self.transport.abort)


class Announced(uvicorn.Server):
    """uvicorn's server, which says when it can be reached.

    It stops on a signal and then raises it again; by then all is done, and the process shall end by itself.
    """

    def __init__(self, config: uvicorn.Config, signals: Signals, announce: Callable[[], Any]) -> None:
        super().__init__(config)
        self._signals, self._announce = signals, announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if not self._signals.hand_over():
            self.should_exit = True
        if self.should_exit:
            return
        await super().startup(sockets)
        if not self.should_exit:
            self._announce()


def serve(settings: Settings, host: str, port: int, demo: bool = False, announce: Callable[[str], Any] = lambda url: None) -> None:
    """Serves until SIGTERM or SIGINT; returns when everything accepted is on the disk. ``announce`` is told the URL once it answers."""
    configure(settings.log_level)
    allow_many_sockets()
    with stoppable() as signals, listening(host, port) as sockets:
        port = sockets[0].getsockname()[1]
        here = reachable(settings, host, port)
        with service_of(here) as embedded:
            app = build(here, embedded, demo=demo)
            calm_collector()
            _log.info("serving", host=host, port=port, url=here.url, demo=demo)
            Announced(config_of(app, here, host, port), signals, lambda: announce(here.url)).run(sockets)


def config_of(app: Any, settings: Settings, host: str, port: int) -> uvicorn.Config:
    """How uvicorn runs the app."""
    return uvicorn.Config(
        behind(app, settings.proxies),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws=BoundedClose,
        ws_max_size=settings.max_message_bytes,
        ws_per_message_deflate=False,  # one encoding for all sockets is worth more than a smaller one for each
        timeout_graceful_shutdown=GRACE,
    )


def calm_collector() -> None:
    """Keeps Python's garbage collector from stopping everything: what is there at the start stays, and whole sweeps are rare.

    With a thousand sockets a whole sweep takes a quarter of a second, and came with every tenth move.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SWEEPS)


def allow_many_sockets() -> None:
    """As many open files as the system lets this user have."""
    with suppress(ValueError, OSError):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
