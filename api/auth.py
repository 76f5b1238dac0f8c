"""Tokens: who asks. Seats, hosts and roles, signed with a key of the service (JWT, HS256); without a token one is a spectator."""

import time
from typing import Final, Literal

import jwt
import msgspec

from domain.game import Game
from domain.refusal import NOT_YOUR_SEAT, Refused
from domain.seats import ARBITER, SPECTATOR, Seat, Viewer
from infra import clock
from infra.keys import Keys

Kind = Literal["spectator", "seat", "host", "role"]
ROLES: Final = ("arbiter", "analyst")
ISSUER: Final = "arbiter"
ALGORITHM: Final = "HS256"
AFTER_THE_END: Final = 30 * 24 * 3600  # seconds that tokens of a game last after its end
LONGEST_TTL: Final = 366 * 24 * 3600  # seconds a role may last
LONGEST_TOKEN: Final = 2_000  # characters


class Identity(msgspec.Struct, frozen=True):
    """Who asks. ``seat`` and ``generation`` belong to a seat's token, ``game`` to a seat's or a host's, ``role`` and ``expires`` (Unix time) to a role's."""

    kind: Kind = "spectator"
    game: str | None = None
    seat: Seat | None = None
    generation: int = 0
    role: str | None = None
    expires: int | None = None

    @property
    def is_arbiter(self) -> bool:
        return self.role == "arbiter"

    @property
    def audience(self) -> str:
        """Whose eyes these are, whatever they look at: who has the same sees the same of every game."""
        if self.kind == "seat":
            return f"seat {self.seat} of {self.game}"
        return f"role {self.role}" if self.kind == "role" else "spectator"

    def viewer(self, game: str) -> Viewer:
        """Whose eyes look at this game."""
        if self.is_arbiter:
            return ARBITER
        return Viewer(seat=self.seat) if self.kind == "seat" and self.game == game else SPECTATOR

    def is_delayed(self, game: str | None) -> bool:
        """Whether the spectators' delay holds: not for who sits at this game, nor for a role."""
        return self.kind != "role" and not (self.kind == "seat" and self.game == game)

    def seat_of(self, game: str) -> Seat:
        """The seat that this token plays in the game; Refused if it plays none."""
        if self.kind != "seat" or self.game != game or self.seat is None:
            raise Refused(NOT_YOUR_SEAT, "authorization: a token of a seat of this game is needed")
        return self.seat

    def check_host(self, game: str) -> None:
        if self.kind != "host" or self.game != game:
            raise Refused(NOT_YOUR_SEAT, "authorization: the host's token of this game is needed")

    def check_arbiter(self) -> None:
        if not self.is_arbiter:
            raise Refused(NOT_YOUR_SEAT, "authorization: an arbiter's token is needed")


ANYBODY: Final = Identity()


class BadToken(Refused):
    """A token that is not valid (any more): one sentence, the same whatever is wrong with its signature."""

    def __init__(self, reason: str) -> None:
        super().__init__(NOT_YOUR_SEAT, reason)


def mint_seat(keys: Keys, game: str, seat: Seat, generation: int) -> str:
    """A seat's token; it dies when the seat gets a newer one, and 30 days after the game's end."""
    return _sign(keys, {"kind": "seat", "game": game, "seat": seat, "gen": generation})


def mint_host(keys: Keys, game: str) -> str:
    """The token of who opened a table."""
    return _sign(keys, {"kind": "host", "game": game})


def mint_role(keys: Keys, role: str, ttl: int) -> str:
    """The token of a role, for ``ttl`` seconds. ValueError for an unknown role or an impossible time."""
    check_role(role, ttl)
    return _sign(keys, {"kind": "role", "role": role, "exp": int(time.time()) + ttl})


def check_role(role: str, ttl: int) -> None:
    """ValueError for an unknown role or an impossible time."""
    if role not in ROLES:
        raise ValueError(f"role: {role[:40]!r} is not one of {', '.join(ROLES)}")
    if not 0 < ttl <= LONGEST_TTL:
        raise ValueError(f"ttl: must be 1 to {LONGEST_TTL} seconds")


def _sign(keys: Keys, claims: dict[str, object]) -> str:
    return jwt.encode({"iss": ISSUER, "iat": int(time.time()), **claims}, keys.token_key, algorithm=ALGORITHM)


def bearer(header: object) -> str | None:
    """The token of an Authorization header; None without one; BadToken for another scheme."""
    if header is None or header == "":
        return None
    scheme, _, token = header.partition(" ") if isinstance(header, str) else ("", "", "")
    if scheme.lower() != "bearer" or not token.strip() or len(token) > LONGEST_TOKEN:
        raise BadToken("authorization: must be Bearer and a token")
    return token.strip()


def read_token(keys: Keys, token: str | None) -> Identity:
    """Who a token names, by its signature and its own expiry; a seat's and a host's are also checked against the game (``check_alive``)."""
    if token is None:
        return ANYBODY
    try:
        claims = jwt.decode(token, keys.token_key, algorithms=[ALGORITHM], issuer=ISSUER, options={"require": ["iss", "iat"]})
        return msgspec.convert(_fields(claims), Identity)
    except jwt.ExpiredSignatureError:
        raise BadToken("authorization: the token has expired") from None
    except (jwt.InvalidTokenError, msgspec.ValidationError, KeyError, ValueError):
        raise BadToken("authorization: the token is not valid") from None


def _fields(claims: dict[str, object]) -> dict[str, object]:
    match claims["kind"]:
        case "seat":
            return {"kind": "seat", "game": claims["game"], "seat": claims["seat"], "generation": claims["gen"]}
        case "host":
            return {"kind": "host", "game": claims["game"]}
        case "role":
            return {"kind": "role", "role": claims["role"], "expires": claims["exp"]}
        case _:
            raise ValueError


def check_alive(identity: Identity, game: Game | None) -> None:
    """BadToken when the role's time is over, or the game has given the seat a newer token or ended too long ago; ``game`` is the one that the token names."""
    if identity.expires is not None and time.time() >= identity.expires:
        raise BadToken("authorization: the token has expired")
    if identity.game is None:
        return
    if game is None:
        raise BadToken("authorization: the token is not valid")
    if identity.seat is not None and not (0 <= identity.seat < len(game.generations) and game.generations[identity.seat] == identity.generation):
        raise BadToken("authorization: the seat has a newer token")
    dies = dies_at(game)
    if dies is not None and time.time() >= dies:
        raise BadToken("authorization: the token has expired")


def dies_at(game: Game) -> float | None:
    """When (Unix time) the tokens of a game die; None while it runs."""
    return None if game.ended_at is None else clock.read(game.ended_at).timestamp() + AFTER_THE_END
