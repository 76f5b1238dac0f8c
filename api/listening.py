"""Where the service listens, and the address under which people find it there."""

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

from infra.settings import Settings
from infra.trouble import Misconfigured

# Who listens at every address of a machine is found at the one that it always has.
NEAR: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104


def reachable(settings: Settings, host: str, port: int) -> Settings:
    """The settings with the URL that follows from where the service listens, unless the operator has set one."""
    if "url" in settings.model_fields_set:
        return settings
    near = NEAR.get(host, host)
    return settings.model_copy(update={"url": f"http://{f'[{near}]' if ':' in near else near}:{port}"})


@contextmanager
def listening(host: str, port: int) -> Iterator[list[socket.socket]]:
    """A socket for each address of the host, bound, but closed to clients until a server takes it; port 0 is any that is free."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise Misconfigured(f"host: {host[:100]!r} is no address") from None
    with ExitStack() as held:
        sockets: list[socket.socket] = []
        for family, address, rest in dict.fromkeys((family, place[0], place[2:]) for family, _, _, _, place in found):
            with suppress(_Absent):
                sockets.append(held.enter_context(_bound(family, address, port, rest)))
                port = sockets[0].getsockname()[1]
        if not sockets:
            raise Misconfigured(f"host: {host[:100]!r} is no address of this machine")
        yield sockets


class _Absent(Exception):
    """This machine does not have such an address."""


def _bound(family: int, address: str | int, port: int, rest: tuple[int, ...]) -> socket.socket:
    try:
        made = socket.socket(family, socket.SOCK_STREAM)
    except OSError:
        raise _Absent from None
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port, *rest))
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise _Absent from None
        why = "is taken, --port names another" if error.errno == errno.EADDRINUSE else f"cannot be had ({os.strerror(error.errno or 0).lower()})"
        raise Misconfigured(f"port: {port} {why}") from None
    return made
