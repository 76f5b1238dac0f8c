"""``ARBITER_KAFKA_OPTIONS``: what an operator may say to kafka-python's clients, and what is the service's own business."""

import os
from collections.abc import Mapping
from typing import Any, Final

from kafka import KafkaConsumer, KafkaProducer
from kafka.admin import KafkaAdminClient

_CLIENTS: Final = (KafkaProducer, KafkaConsumer, KafkaAdminClient)
_OURS: Final = frozenset(
    [
        "acks",
        "allow_auto_create_topics",
        "auto_commit_interval_ms",
        "auto_offset_reset",
        "bootstrap_servers",
        "consumer_timeout_ms",
        "delivery_timeout_ms",
        "enable_auto_commit",
        "enable_idempotence",
        "group_id",
        "group_instance_id",
        "isolation_level",
        "max_in_flight_requests_per_connection",
        "partition_assignment_strategy",
        "retries",
        "transaction_timeout_ms",
        "transactional_id",
    ]
)  # nothing is lost, doubled or passed over because these are as they are
_OBJECTS: Final = frozenset(
    [
        "default_offset_commit_callback",
        "kafka_client",
        "key_deserializer",
        "key_serializer",
        "metric_reporters",
        "partitioner",
        "sasl_oauth_token_provider",
        "selector",
        "ssl_context",
        "value_deserializer",
        "value_serializer",
    ]
)  # no JSON can say them
_NUMBERS: Final = frozenset({"receive_buffer_bytes", "send_buffer_bytes"})  # of those that are unset
_LISTS: Final = frozenset({"api_version", "socket_options"})
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "security_protocol": ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"),
    "sasl_mechanism": ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "GSSAPI", "AWS_MSK_IAM"),
    "client_dns_lookup": ("use_all_dns_ips", "resolve_canonical_bootstrap_servers_only"),
    "compression_type": ("gzip", "snappy", "lz4", "zstd"),
}
_FILES: Final = frozenset({"ssl_cafile", "ssl_certfile", "ssl_crlfile", "ssl_keyfile"})
_NAMED: Final = frozenset({"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"})


def check_options(options: Mapping[str, Any]) -> None:
    """Refuses what no client knows, what is not the operator's to say, and values that a client would take and not understand."""
    for name, value in options.items():
        if name in _OURS:
            raise ValueError(f"{name} is set by the service itself")
        default = next((client.DEFAULT_CONFIG[name] for client in _CLIENTS if name in client.DEFAULT_CONFIG), _OBJECTS)
        if default is _OBJECTS or name in _OBJECTS:
            raise ValueError(f"{name[:60]} is no option of kafka-python that can be set here")
        _check_value(name, value, default)
    _check_identity(options)


def _check_value(name: str, value: Any, default: Any) -> None:
    choices = _CHOICES.get(name)
    if choices is not None:
        if value not in choices:
            raise ValueError(f"{name} must be one of {', '.join(choices)}")
    elif name in _LISTS:
        if not isinstance(value, list):
            raise ValueError(f"{name} must be a list")
    elif isinstance(default, bool):
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be true or false")
    elif isinstance(default, int | float) or name in _NUMBERS:
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise ValueError(f"{name} must be a number that is not negative")
    elif not isinstance(value, str):
        raise ValueError(f"{name} must be a text")
    elif name in _FILES and not os.access(value, os.R_OK):
        raise ValueError(f"{name} must be a file that can be read")


def _check_identity(options: Mapping[str, Any]) -> None:
    """Who names somebody to be wants to be him: no client says so when it leaves that out."""
    mechanism, identified = options.get("sasl_mechanism"), options.get("security_protocol", "PLAINTEXT").startswith("SASL_")
    if identified and mechanism is None:
        raise ValueError("sasl_mechanism must be set where security_protocol is SASL_PLAINTEXT or SASL_SSL")
    if not identified and any(name.startswith("sasl_") for name in options):
        raise ValueError("security_protocol must be SASL_PLAINTEXT or SASL_SSL where a sasl_ option is set")
    if options.get("security_protocol", "PLAINTEXT") not in ("SSL", "SASL_SSL") and any(name.startswith("ssl_") for name in options):
        raise ValueError("security_protocol must be SSL or SASL_SSL where an ssl_ option is set")
    if mechanism in _NAMED and not (options.get("sasl_plain_username") and options.get("sasl_plain_password")):
        raise ValueError(f"sasl_plain_username and sasl_plain_password must be set where sasl_mechanism is {mechanism}")


def for_client(client: type[Any], defaults: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """What one client is made with: an option wins over a default of ours, and reaches the clients that know it."""
    chosen = {name: tuple(value) if name == "api_version" else value for name, value in options.items()}
    return {name: value for name, value in {**defaults, **chosen}.items() if name in client.DEFAULT_CONFIG}
