"""docker-compose.yml and Dockerfile as far as they can be held to account without an engine."""

import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from infra.settings import Settings
from tests.distributed.by_hand.loader import filled, load
from tests.distributed.site import ARBITER, ROOT

TEXT = (ROOT / "docker-compose.yml").read_text()
SITE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, Any] = SITE["services"]
OURS = sorted(name for name, service in SERVICES.items() if service.get("image") == "arbiter-referee")


def test_the_site_is_whole() -> None:
    assert set(SERVICES) == {"postgres", "kafka", "migrate", "api1", "api2", "proxy", "relay", "worker1", "worker2"}
    assert SERVICES["api1"]["command"][0] == SERVICES["api2"]["command"][0] == "serve"
    assert [SERVICES[name]["command"][0] for name in ("migrate", "relay", "worker1", "worker2")] == ["migrate", "relay", "project", "project"]


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_every_service_that_stays_has_a_health_check_and_comes_back(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")
    assert SERVICES[name]["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_a_setting_and_every_command_is_one(name: str) -> None:
    fields = {f"ARBITER_{field.upper()}" for field in Settings.model_fields}
    assert set(SERVICES[name]["environment"]) <= fields
    words = SERVICES[name]["command"]
    options = {word for word in words if word.startswith("--")}
    assert all(option in help_of(words[0]) for option in options)


@cache
def help_of(command: str) -> str:
    return subprocess.run([*ARBITER, command, "--help"], capture_output=True, text=True, check=True, cwd=ROOT).stdout


@pytest.mark.parametrize("name", OURS)
def test_our_containers_can_do_no_more_than_they_need(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "ports" not in service, "only the proxy is reached from outside"
    assert "no-new-privileges:true" in service["security_opt"]


def test_what_a_service_depends_on_exists_and_can_be_waited_for() -> None:
    for service in SERVICES.values():
        for other, how in service.get("depends_on", {}).items():
            condition = how["condition"]
            assert condition in ("service_healthy", "service_completed_successfully")
            assert condition == "service_completed_successfully" or "healthcheck" in SERVICES[other]


def test_secrets_come_from_the_environment_alone() -> None:
    for name in ("ARBITER_SECRET", "POSTGRES_PASSWORD"):
        assert re.findall(rf"\$\{{{name}(?!:\?)", TEXT) == [], "no default"
        assert f"${{{name}:?" in TEXT
    Settings(secret="s" * 32, database="postgresql://arbiter:p@postgres:5432/arbiter", kafka=SERVICES["relay"]["environment"]["ARBITER_KAFKA"])  # type: ignore[arg-type]


def test_volumes_and_configs_are_declared() -> None:
    used = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert used == set(SITE["volumes"])
    assert {config["source"] for service in SERVICES.values() for config in service.get("configs", [])} == set(SITE["configs"])


def test_the_image_runs_as_nobody_in_particular_and_holds_what_is_locked() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert [line for line in lines if line.startswith("USER ")][-1] == "USER 10001:10001"
    assert not any("root" in line for line in lines if line.startswith("USER"))
    assert any("--require-hashes -r requirements.lock" in line for line in lines)
    copied = {word for line in lines if line.startswith("COPY") and "--from" not in line for word in line.split()[1:-1]}
    assert all((ROOT / name).exists() for name in copied)
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied <= allowed, "what is copied is sent to the builder"
    assert "psycopg" in (ROOT / "requirements.lock").read_text()


def test_the_reference_loader_reads_it(tmp_path: Path) -> None:
    """compose-go is what Docker Compose itself loads a file with: it holds it to the specification's schema."""
    whole = filled(TEXT, dict.fromkeys(("ARBITER_SECRET", "POSTGRES_PASSWORD"), "s" * 32))
    told = load(whole, tmp_path)
    assert told.returncode == 0, told.stderr
    wrong = load(whole.replace("healthcheck:", "health_check:"), tmp_path)
    assert "health_check" in wrong.stdout + wrong.stderr, "it would have said so"
