"""The name server that every container finds at 127.0.0.11: it knows the containers that run, by their service's name."""

import socket
import struct
import threading
from collections.abc import Callable
from typing import Final

from tests.distributed.by_hand.host import set_network

PLACE: Final = ("127.0.0.11", 53)
ADDRESS, INTERNET = 1, 1
KNOWN, UNKNOWN = 0x8180, 0x8183

Look = Callable[[str], str | None]


class Names:
    """Answers in the network of a process until it is closed."""

    def __init__(self, pid: int, look: Look) -> None:
        self._look = look
        self._socket = self._bound(pid)
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._socket.close()

    def _bound(self, pid: int) -> socket.socket:
        """A socket belongs to the network in which it was made, whoever uses it."""
        made: list[socket.socket] = []

        def make() -> None:
            with open(f"/proc/{pid}/ns/net") as network:
                set_network(network.fileno())
            door = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            door.bind(PLACE)
            made.append(door)

        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        return made[0]

    def _serve(self) -> None:
        while True:
            try:
                asked, whom = self._socket.recvfrom(512)
                self._socket.sendto(answer(asked, self._look), whom)
            except OSError:
                return


def answer(asked: bytes, look: Look) -> bytes:
    """The message that answers a question: an address of IPv4, nothing of the other kinds, or that there is no such name."""
    name, end = _name(asked, 12)
    kind, _ = struct.unpack("!HH", asked[end : end + 4])
    address = look(name)
    found = address is not None and kind == ADDRESS
    head = asked[:2] + struct.pack("!HHHHH", KNOWN if address else UNKNOWN, 1, int(found), 0, 0)
    record = struct.pack("!HHHIH", 0xC00C, ADDRESS, INTERNET, 1, 4) + socket.inet_aton(address) if address and found else b""
    return head + asked[12 : end + 4] + record


def _name(message: bytes, at: int) -> tuple[str, int]:
    """The name that begins there, and where it ends."""
    labels = []
    while length := message[at]:
        labels.append(message[at + 1 : at + 1 + length].decode("ascii", "replace"))
        at += 1 + length
    return ".".join(labels).lower(), at + 1
