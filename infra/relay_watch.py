"""Whether a relay's broker is there and its topics are what they are to be: looked at now and then, beside the sending and also when nothing is to be sent."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from infra.kafka import admin
from infra.log import logger
from infra.settings import Settings
from infra.topics import check, partitions, topic_name
from infra.trouble import Trouble

_log = logger("relay")
_EVERY: Final = 2.0  # seconds between two looks
_PATIENCE: Final = 5.0  # seconds without an answer, or an acknowledgement, until the relay is not ready


class Watch:
    """Looks after one feed's topics in a thread of its own, for a broker that is away answers late."""

    def __init__(self, settings: Settings, feed: str, topics: tuple[str, ...]) -> None:
        self._settings, self._feed, self._names = settings, feed, [topic_name(settings, topic) for topic in topics]
        self._closed = threading.Event()
        self._answered = time.monotonic()
        self._since: float | None = None
        self._wrong: Trouble | None = None
        self._said = False
        threading.Thread(target=self._run, name=f"arbiter-watch-{feed}", daemon=True).start()

    def close(self) -> None:
        """Looks no more; nobody waits for the look that is under way."""
        self._closed.set()

    def well(self) -> bool:
        """Whether the broker answers, acknowledges, and has the topics."""
        return self._wrong is None and self._why() is None

    def look(self) -> None:
        """Raises where the topics are not what they are to be; says once that the broker is waited for, and once that it is no longer."""
        if self._wrong is not None:
            raise self._wrong
        why = self._why()
        if why is not None and not self._said:
            _log.warning("the broker is waited for", feed=self._feed, reason=why)
        elif why is None and self._said:
            _log.info("the broker is there again", feed=self._feed)
        self._said = why is not None

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Within it something is to be acknowledged."""
        self._since = time.monotonic()
        try:
            yield
        finally:
            self._since = None

    def _why(self) -> str | None:
        now, since = time.monotonic(), self._since
        if now - self._answered > _PATIENCE:
            return "kafka: the broker does not answer"
        if since is not None and now - since > _PATIENCE:
            return "kafka: the broker does not acknowledge what is sent"
        return None

    def _run(self) -> None:
        client: Any = None
        while not self._closed.wait(_EVERY):
            try:
                client = client or admin(self._settings)
                counts = partitions(client, self._names)
            except Exception:  # whatever a client makes of a broker that is away: there was no answer, and the next look takes another client
                _let_go(client)
                client = None
                continue
            self._answered = time.monotonic()
            self._wrong = self._found(counts)
        _let_go(client)

    def _found(self, counts: dict[str, int]) -> Trouble | None:
        try:
            check(self._settings, counts)
        except Trouble as wrong:
            return wrong
        return None


def _let_go(client: Any) -> None:
    if client is not None:
        with suppress(Exception):
            client.close()
