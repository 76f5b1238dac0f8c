"""Hears what other processes do: PostgreSQL's notifications, handed on to whoever waits in this one. A lost one only delays: everybody also polls."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

import psycopg

from infra.log import logger
from infra.postgres import CHANNEL, connect
from infra.settings import Settings

_log = logger("listener")
GAMES: Final = "arbiter_games"  # notified by whoever appends to games and by whoever changes their rows, with the games and their versions
_LONGEST_PAYLOAD: Final = 7_900  # bytes; PostgreSQL takes less than 8,000
_LOOK: Final = 0.5


def payloads(games: Mapping[str, int]) -> list[str]:
    """Games and versions as texts that fit into a notification each."""
    found, size = [""], 0
    for game_id, version in games.items():
        word = f"{game_id}:{version}"
        if size + len(word) + 1 > _LONGEST_PAYLOAD:
            found.append("")
            size = 0
        found[-1] += f" {word}"
        size += len(word) + 1
    return [text.strip() for text in found if text]


def read_payload(text: str) -> dict[str, int]:
    """The games and versions in a notification; nothing of what is none."""
    words = (word.partition(":") for word in text.split())
    return {game_id: int(version) for game_id, _, version in words if version.isdecimal()}


class Listener:
    """A thread with a connection of its own."""

    def __init__(self, settings: Settings, games: Callable[[Mapping[str, int]], None], events: Callable[[], None] | None = None) -> None:
        self._settings, self._games, self._events = settings, games, events
        self._stopping = threading.Event()
        self._connected = threading.Event()
        self._thread = threading.Thread(target=self._run, name="arbiter-listener", daemon=True)

    def start(self) -> None:
        """Begins, and waits until it hears, but not long."""
        self._thread.start()
        self._connected.wait(3)

    def stop(self) -> None:
        """Ends."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def hears(self) -> bool:
        """Whether it is connected."""
        return self._connected.is_set()

    def _run(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                with connect(self._settings) as connection:
                    self._listen(connection)
                pause = 0.0
            except Exception as error:
                pause = min(2.0, max(0.1, pause * 2))
                _log.warning("hears nothing, connects again", error=type(error).__name__, exc_info=not isinstance(error, psycopg.Error))
            finally:
                self._connected.clear()

    def _listen(self, connection: "psycopg.Connection[Any]") -> None:
        connection.execute(f"LISTEN {GAMES}")
        if self._events is not None:
            connection.execute(f"LISTEN {CHANNEL}")
        self._connected.set()
        self._games({})  # whatever was missed before
        while not self._stopping.is_set():
            heard = list(connection.notifies(timeout=_LOOK, stop_after=1))
            if not heard:
                connection.execute("SELECT 1")  # a connection that is dead without a word is noticed here
                continue
            heard += connection.notifies(timeout=0)
            games: dict[str, int] = {}
            for one in heard:
                if one.channel == GAMES:
                    games |= read_payload(one.payload)
            if games:
                self._games(games)
            if self._events is not None and any(one.channel == CHANNEL for one in heard):
                self._events()
