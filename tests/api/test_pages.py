"""The doors beside GraphQL."""

import gzip
import hashlib
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import api.web
from api.web import ASSETS
from infra.record_file import read_record
from infra.topics import TOPICS
from tests.api.house import House, bearer

SVG = "{http://www.w3.org/2000/svg}svg"


def test_alive_and_ready(house: House) -> None:
    assert house.http.get("/healthz").json() == {"status": "alive"}
    ready = house.http.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")


def test_not_ready_when_a_part_is_not(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.embedded, "ready", lambda: {"store": True, "projections": False})
    answer = house.http.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"status": "not ready", "parts": {"store": True, "projections": False}})


def test_metrics_count_and_name_no_game(house: House) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    text = house.http.get("/metrics").text
    for name in ("arbiter_http_requests_total", "arbiter_commands_total", "arbiter_sockets", "arbiter_frames_sent_total", "arbiter_projection_lag_events"):
        assert name in text
    assert table.id not in text
    assert "toy" not in text


def test_keys(house: House) -> None:
    (key,) = house.http.get("/keys").json()["keys"]
    assert (key["kty"], key["crv"], key["alg"], key["use"]) == ("OKP", "Ed25519", "EdDSA", "sig")
    assert "d" not in key


def test_a_picture_for_each_viewer(house: House) -> None:
    table = house.open()
    house.caught_up(table.id)
    url = house.ask("query($id: ID!) { game(id: $id) { boardSvgUrl } }", id=table.id)["game"]["boardSvgUrl"]
    assert url == f"{house.settings.url}/games/{table.id}/board.svg"
    pictures = {}
    for name, token in (("spectator", None), ("seat", table.tokens[0]), ("arbiter", house.arbiter)):
        answer = house.http.get(f"/games/{table.id}/board.svg", headers=bearer(token))
        assert answer.headers["content-type"] == "image/svg+xml"
        assert ET.fromstring(answer.text).tag == SVG
        again = house.http.get(f"/games/{table.id}/board.svg", headers={**bearer(token), "If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")
        pictures[name] = answer.text
    assert len(set(pictures.values())) == 3
    assert pictures["spectator"].count("hidden") == 4


def test_pictures_of_tables_that_wait(house: House) -> None:
    for ruleset, words in (("toy", "0 of 2 seats taken"), ("hamsters", "<svg")):
        query = "mutation($r: ID!) { openGame(input: {ruleset: $r}) { game { id } } }"
        game = house.ask(query, r=ruleset)["openGame"]["game"]["id"]
        house.caught_up(game)
        assert words in house.http.get(f"/games/{game}/board.svg").text
        assert house.http.get(f"/games/{game}/board.svg", params={"atMove": 0}).status_code == 400


def test_the_record_of_a_game(house: House) -> None:
    table = house.open()
    house.play(table.tokens[0], table.id, notation="aim left")
    house.caught_up(table.id)
    running = house.http.get(f"/games/{table.id}/record")
    assert running.headers["content-type"].startswith("application/jsonl")
    assert running.headers["content-disposition"] == f'attachment; filename="{table.id}.jsonl"'
    lines = [json.loads(line) for line in running.text.splitlines()]
    assert lines[0]["viewer"] == "spectator"
    assert lines[0]["chance"] == {"commitment": lines[0]["seedCommitment"]}
    assert lines[-1]["end"]["outcome"] is None
    assert "hidden" in running.text
    assert "hidden" not in house.http.get(f"/games/{table.id}/record", headers=bearer(house.arbiter)).text
    house.play_out(table)
    house.caught_up(table.id)
    ended = house.http.get(f"/games/{table.id}/record").text
    assert read_record(ended).moves == json.loads(ended.splitlines()[-1])["end"]["moves"]
    assert "seed" in json.loads(ended.splitlines()[0])["chance"]
    assert ended == house.http.get(f"/games/{table.id}/record", headers=bearer(house.arbiter)).text


def test_headers_that_browsers_heed(house: House) -> None:
    for path in ("/healthz", "/graphql", "/nothing", "/static/start.js", "/keys"):
        headers = house.http.get(path, headers={"Accept": "text/html"}).headers
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "server" not in headers


def test_nothing_here(house: House) -> None:
    for path in ("/nothing", "/games", "/static/nothing.js", "/static/..%2f__init__.py", "/schemas/toy/Nothing.json", "/schemas/chess/MoveMade.json"):
        answer = house.http.get(path)
        assert (answer.status_code, answer.json()["errors"][0]["message"]) == (404, "there is nothing here"), path
    assert house.http.get("/", follow_redirects=False).headers["location"] == "/graphql"


def test_graphiql_is_served_whole(house: House) -> None:
    page = house.http.get("/graphql", headers={"Accept": "text/html"})
    assert page.headers["content-type"].startswith("text/html")
    named = re.findall(r'(?:src|href)="(?!data:)([^"]+)"', page.text)
    assert len(named) == 6
    for path in named:
        assert path.startswith("/static/"), "nothing comes from elsewhere"
        asset = house.http.get(path)
        assert asset.status_code == 200
        assert asset.headers["content-type"].split(";")[0] in ("text/javascript", "text/css")
        plain = house.http.get(path, headers={"Accept-Encoding": "identity"})
        assert plain.content == asset.content
        assert "content-encoding" not in plain.headers
        assert house.http.get(path, headers={"If-None-Match": asset.headers["etag"]}).status_code == 304


def test_what_is_served_is_what_the_list_says() -> None:
    """README.md beside the files lists where they come from and their SHA-256."""
    folder = Path(api.web.__file__).parent
    listed = dict(re.findall(r"^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|$", (folder / "README.md").read_text(), re.M))
    packed = {path.name: hashlib.sha256(gzip.decompress(path.read_bytes())).hexdigest() for path in (folder / "assets").glob("*.gz")}
    assert listed == packed
    assert {name.removesuffix(".gz") for name in packed} < set(ASSETS)


def test_the_feeds_are_described(house: House) -> None:
    told: dict[str, Any] = house.http.get("/asyncapi.json").json()
    assert told["asyncapi"].startswith("3.")
    assert {channel["address"] for channel in told["channels"].values()} == set(TOPICS) == {"arbiter.games.full", "arbiter.games.public", "arbiter.attempts"}
    for channel in told["channels"].values():
        for message in channel["messages"].values():
            name = message["$ref"].removeprefix("#/components/messages/")
            assert name in told["components"]["messages"]
    for message in told["components"]["messages"].values():
        url = message["payload"]["properties"]["dataschema"]["const"]
        assert house.http.get(url.removeprefix(house.settings.url)).status_code == 200
    listed = house.http.get("/schemas").json()["schemas"]
    assert len(listed) == len(told["components"]["messages"])
