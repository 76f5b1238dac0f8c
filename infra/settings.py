"""Settings from the environment, prefix ``ARBITER_``. Every field describes itself; ``arbiter serve --help`` prints them all."""

from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from infra.addresses import check_servers, check_url

MIN_SECRET: Final = 32


class Settings(BaseSettings):
    """What an operator can set."""

    model_config = SettingsConfigDict(env_prefix="ARBITER_", frozen=True, extra="ignore", hide_input_in_errors=True)

    database: str = Field("sqlite:///arbiter.db", description="where events and read side live: sqlite:///FILE, made when it is first used, or postgresql://…")
    kafka: str | None = Field(None, description="bootstrap servers of Kafka; unset: everything in one process")
    kafka_prefix: str = Field(
        "", pattern=r"^[a-zA-Z0-9._-]{0,100}$", description="stands before the names of topics and of the consumer group, so that services can share a broker"
    )
    kafka_partitions: int = Field(12, ge=1, le=1_000, description="partitions of each topic; fixed once `arbiter migrate` has made them")
    kafka_replication: int = Field(-1, ge=-1, le=10, description="copies of each topic's partitions; -1: the broker's default")
    kafka_max_bytes: int = Field(8_388_608, ge=2_048, description="bytes of the largest record that `arbiter migrate` allows in its topics")
    kafka_options: dict[str, Any] = Field({}, description="more options of kafka-python's clients as JSON, such as security_protocol and sasl_mechanism")
    secret: SecretStr | None = Field(
        None, description="at least 32 characters; signing and token keys follow from it; unset: made and kept beside the SQLite database"
    )
    spectator_delay: float = Field(0, ge=0, le=86_400, description="seconds that a spectator is behind, at every door")
    url: str = Field("http://127.0.0.1:8000", description="where this service is reached from outside; unset: `arbiter serve` takes its own host and port")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="the least serious message that is logged")

    rate_per_address: int = Field(300, ge=1, description="requests a second that one address may send")
    opens_per_minute: int = Field(60, ge=1, description="games that one address may open a minute")
    max_depth: int = Field(15, ge=1, description="levels that a GraphQL document may nest")
    max_aliases: int = Field(20, ge=0, description="aliases that a GraphQL document may have")
    max_tokens: int = Field(2_000, ge=1, description="tokens that a GraphQL document may have")
    max_cost: int = Field(50_000, ge=1, description="fields that a GraphQL document may be answered with at most, as estimated from its page sizes")
    sockets_per_address: int = Field(2_000, ge=1, description="WebSockets that one address may hold")
    proxies: str = Field(
        "",
        description="addresses and networks of proxies, separated by commas: a client is the last address in X-Forwarded-For that is none of them; "
        "'*': everybody who connects is a proxy, and the last address is the client's",
    )
    origins: tuple[str, ...] = Field((), description="other origins whose pages may open a WebSocket, as a JSON list; '*' allows all")
    max_subscriptions: int = Field(50, ge=1, description="subscriptions that one WebSocket may hold")
    max_message_bytes: int = Field(1_048_576, ge=1_024, description="bytes of a request or a WebSocket message")
    queue_length: int = Field(1_000, ge=1, description="frames that wait for a slow subscriber before it is dropped with a Discontinuity")
    send_timeout: float = Field(10, gt=0, description="seconds until a subscriber that does not read is dropped")

    command_queue: int = Field(10_000, ge=1, description="commands that wait to be judged before more are refused")
    wave: int = Field(256, ge=1, le=4_096, description="commands that are committed together at most")
    hot_moves: int = Field(50_000, ge=1, description="moves of games kept in memory on each side, write and read (2 to 4 KB each)")
    lock_timeout: int = Field(5, ge=1, description="seconds to wait for a database that another process has locked")
    attempts_per_minute: int = Field(30, ge=1, description="refused moves of a seat that are recorded a minute")
    attempts_per_seat: int = Field(500, ge=0, description="refused moves of a seat that are recorded in a game")
    projection_batch: int = Field(500, ge=1, le=10_000, description="events that the projections take at a time")

    @field_validator("secret")
    @classmethod
    def _long_enough(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None and len(secret.get_secret_value()) < MIN_SECRET:
            raise ValueError(f"must have at least {MIN_SECRET} characters")
        return secret

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, proxies: str) -> str:
        named = [part.strip() for part in proxies.split(",")] if proxies.strip() not in ("", "*") else []
        for part in named:
            try:
                ip_network(part)
            except ValueError:
                raise ValueError("must be '*', or addresses and networks such as 10.0.0.5,172.18.0.0/16") from None
        return ",".join(named) if named else proxies.strip()

    @field_validator("database")
    @classmethod
    def _known(cls, database: str) -> str:
        scheme, found, place = database.partition("://")
        if not found or scheme not in ("sqlite", "postgresql"):
            raise ValueError("must be sqlite:///FILE or postgresql://…")
        if scheme == "sqlite" and (not place.startswith("/") or len(place) < 2 or "?" in place or place == "/:memory:"):
            raise ValueError("must name a file: sqlite:///FILE, with four slashes if the path is absolute")
        if scheme == "postgresql":
            check_url(database)
        return database

    @field_validator("kafka")
    @classmethod
    def _servers(cls, kafka: str | None) -> str | None:
        if kafka is not None:
            check_servers(kafka)
        return kafka

    @field_validator("kafka_replication")
    @classmethod
    def _copies(cls, copies: int) -> int:
        if copies == 0:
            raise ValueError("must be -1, or at least 1")
        return copies

    @field_validator("kafka_options")
    @classmethod
    def _known_options(cls, options: dict[str, Any]) -> dict[str, Any]:
        if options:
            try:
                from infra.kafka_options import check_options
            except ImportError:
                raise ValueError("need the extra `distributed` (kafka-python)") from None
            check_options(options)
        return options

    @property
    def sqlite_path(self) -> Path | None:
        """The SQLite file; None for another database."""
        place = self.database.removeprefix("sqlite:///")
        return None if place == self.database else Path(place)
