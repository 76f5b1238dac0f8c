"""Settings that cannot work: a sentence that names the setting, at the start, and nothing of a secret in it."""

import json

import pytest

from infra.settings import Settings
from tests.cli.conftest import Run

URL, HOSTS = "postgresql://arbiter:hunter2@127.0.0.1", "must be host:port, several of them separated by commas, each port from 1 to 65535"
ENCODED = "or a sign in the name or the password must be percent-encoded"
UNREADABLE, PORT = f"cannot be read: a parameter after the ? is none of PostgreSQL's, {ENCODED}", f"must have a port from 1 to 65535, {ENCODED}"
WRONG = {
    ("KAFKA", "127.0.0.1:notaport"): HOSTS,
    ("KAFKA", "127.0.0.1:70000"): HOSTS,
    ("KAFKA", "one:9092,,two:9092"): HOSTS,
    ("KAFKA", ""): HOSTS,
    ("KAFKA_REPLICATION", "0"): "must be -1, or at least 1",
    ("KAFKA_OPTIONS", "{security"): "is not readable as JSON",
    ("DATABASE", f"{URL}:bad/x"): PORT,
    ("DATABASE", f"{URL}:0/x"): PORT,
    ("DATABASE", f"{URL}:9,127.0.0.1:70000/x"): PORT,
    ("DATABASE", f"{URL}/x?foo=bar"): UNREADABLE,
    ("DATABASE", "postgresql://arbiter:hunter2/secret@127.0.0.1/x"): PORT,
    ("DATABASE", "postgresql://arbiter:%hunter2@127.0.0.1/x"): UNREADABLE,
}
OPTIONS = {
    '{"nosuch": 1}': "nosuch is no option of kafka-python that can be set here",
    '{"value_serializer": "x"}': "value_serializer is no option of kafka-python that can be set here",
    '{"acks": 1}': "acks is set by the service itself",
    '{"bootstrap_servers": "elsewhere:9092"}': "bootstrap_servers is set by the service itself",
    '{"request_timeout_ms": "long"}': "request_timeout_ms must be a number that is not negative",
    '{"receive_buffer_bytes": -1}': "receive_buffer_bytes must be a number that is not negative",
    '{"ssl_check_hostname": "no", "security_protocol": "SSL"}': "ssl_check_hostname must be true or false",
    '{"client_id": 7}': "client_id must be a text",
    '{"api_version": "2.5"}': "api_version must be a list",
    '{"security_protocol": "FOO"}': "security_protocol must be one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL",
    '{"security_protocol": "SASL-SSL", "sasl_plain_password": "hunter2"}': "security_protocol must be one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL",
    '{"security_protocol": ["SSL"]}': "security_protocol must be one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL",
    '{"security_protocol": "SASL_SSL"}': "sasl_mechanism must be set where security_protocol is SASL_PLAINTEXT or SASL_SSL",
    '{"security_protocol": "SASL_SSL", "sasl_mechanism": "SCRAM"}': "sasl_mechanism must be one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, GSSAPI, AWS_MSK_IAM",
    '{"security_protocol": "SASL_SSL", "sasl_mechanism": "PLAIN"}': "sasl_plain_username and sasl_plain_password must be set where sasl_mechanism is PLAIN",
    '{"sasl_mechanism": "PLAIN"}': "security_protocol must be SASL_PLAINTEXT or SASL_SSL where a sasl_ option is set",
    '{"security_protocol": "SSL", "ssl_cafile": "/nowhere/ca.pem"}': "ssl_cafile must be a file that can be read",
    '{"ssl_check_hostname": true}': "security_protocol must be SSL or SASL_SSL where an ssl_ option is set",
}


@pytest.mark.parametrize(("name", "value", "told"), [(*key, told) for key, told in WRONG.items()] + [("KAFKA_OPTIONS", *pair) for pair in OPTIONS.items()])
def test_a_setting_that_cannot_work(run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str) -> None:
    monkeypatch.setenv(f"ARBITER_{name}", value)
    for command in ("migrate", "relay", "project"):
        done = run(command)
        assert (done.code, done.out, done.err) == (2, "", f"arbiter: ARBITER_{name}: {told}\n")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kafka", "localhost:9092"),
        ("kafka", "kafka"),
        ("kafka", "SASL_SSL://b-1.example:9096, [::1]:9092"),
        ("database", f"{URL}:9,127.0.0.1:5432/arbiter?target_session_attrs=read-write"),
        ("database", "postgresql:///arbiter?host=/var/run/postgresql"),
        ("database", "postgresql://arbiter@[::1]:5432/arbiter?sslmode=verify-full"),
        ("kafka_options", {"security_protocol": "SASL_SSL", "sasl_mechanism": "SCRAM-SHA-512", "sasl_plain_username": "a", "sasl_plain_password": "b"}),
        ("kafka_options", {"security_protocol": "SSL", "ssl_cafile": __file__, "ssl_check_hostname": False}),
        ("kafka_options", {"request_timeout_ms": 5000, "compression_type": "lz4", "max_poll_records": 100, "api_version": [2, 5]}),
    ],
)
def test_a_setting_that_can(monkeypatch: pytest.MonkeyPatch, name: str, value: object) -> None:
    monkeypatch.setenv(f"ARBITER_{name.upper()}", value if isinstance(value, str) else json.dumps(value))
    assert getattr(Settings.model_validate({}), name) == value
