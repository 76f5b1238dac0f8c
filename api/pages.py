"""The doors beside GraphQL: health, metrics, keys, pictures, records, schemas."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse

from api.asyncapi import asyncapi
from api.auth import Identity
from api.context import Services
from api.door import identity_of
from api.guard import problem
from api.picture import picture_of
from api.schema.queries import check_move
from api.schema.seen import Seen
from api.schemas import event_schema, schema_names
from api.web import ASSETS
from domain.game import Game
from domain.refusal import UNREADABLE, Refused
from infra.cloud_events import schema_url
from infra.record_file import record_lines
from infra.settings import Settings
from projections.embedded import Embedded

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
RECORD_BLOCK = 200  # lines of a record that are written at a time


def pages(services: Services, embedded: Embedded) -> APIRouter:
    """All of them."""
    router = APIRouter()
    for part in (_about_the_service(services, embedded), _about_games(services), _about_events(services.settings), _assets()):
        router.include_router(part)
    return router


def _about_the_service(services: Services, embedded: Embedded) -> APIRouter:
    router = APIRouter()

    @router.get("/", include_in_schema=False)
    async def front() -> Response:
        return RedirectResponse("/graphql")

    @router.get("/healthz", summary="The process is alive.")
    async def healthz() -> dict[str, str]:
        return {"status": "alive"}

    @router.get("/readyz", summary="Stores and stream are usable.")
    async def readyz() -> Response:
        parts = await asyncio.to_thread(embedded.ready)
        return JSONResponse({"status": "ready" if all(parts.values()) else "not ready", "parts": parts}, 200 if all(parts.values()) else 503)

    @router.get("/metrics", summary="For Prometheus. Where spectators are kept behind, a role's token is needed: counts move with every game.")
    async def metrics(request: Request) -> Response:
        identity = await identity_of(services, request)
        if services.reading.delay and identity.kind != "role":
            told = problem("UNAUTHENTICATED", "authorization: spectators are kept behind, so the metrics are for who has a role's token")
            return JSONResponse(told, 401, {"WWW-Authenticate": "Bearer"})
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @router.get("/keys", summary="The public keys under receipts and records, as a JSON Web Key Set.")
    async def keys() -> Response:
        return JSONResponse(services.keys.public_jwks(), media_type="application/jwk-set+json", headers={"Cache-Control": "public, max-age=3600"})

    return router


def _about_games(services: Services) -> APIRouter:
    router = APIRouter()

    async def found(request: Request, game_id: str) -> tuple[Identity, Game | None]:
        identity = await identity_of(services, request)
        return identity, await services.reading.game(game_id, identity)

    @router.get("/games/{game_id}/board.svg", summary="The position as whoever asks may see it.")
    async def board(request: Request, game_id: str) -> Response:
        identity, game = await found(request, game_id)
        if game is None:
            return _nothing()
        number = _number(request.query_params.get("atMove"))
        check_move(game, number)
        seen = Seen(game, identity.viewer(game_id), number)
        etag = f'"{game.hash[:16]}-{number if number is not None else "head"}-{identity.audience.replace(" ", "_")}"'
        headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization", "Content-Security-Policy": PICTURE_POLICY}
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(await asyncio.to_thread(picture_of, seen), media_type="image/svg+xml", headers=headers)

    @router.get("/games/{game_id}/record", summary="The record of the game as whoever asks may see it, as JSON Lines.")
    async def record(request: Request, game_id: str) -> Response:
        identity, game = await found(request, game_id)
        if game is None:
            return _nothing()
        headers = {"Content-Disposition": f'attachment; filename="{game.id}.jsonl"', "Vary": "Authorization"}
        return StreamingResponse(_record(services, game, identity), media_type="application/jsonl", headers=headers)

    return router


async def _record(services: Services, game: Game, identity: Identity) -> AsyncIterator[str]:
    events = await asyncio.to_thread(services.reading.events_after, game.id, 0, identity.is_delayed(game.id))
    lines = record_lines(game, [event for event in events if event.version <= game.version], identity.viewer(game.id), services.keys)

    def block() -> str:
        return "".join(f"{line}\n" for _, line in zip(range(RECORD_BLOCK), lines, strict=False))

    while text := await asyncio.to_thread(block):
        yield text


def _about_events(settings: Settings) -> APIRouter:
    router = APIRouter()

    @router.get("/asyncapi.json", summary="AsyncAPI 3 of the feeds.")
    async def feeds() -> Response:
        return JSONResponse(asyncapi(settings), headers={"Cache-Control": "public, max-age=300"})

    @router.get("/schemas", summary="The JSON Schemas of the events, by ruleset.")
    async def schemas() -> dict[str, list[str]]:
        return {"schemas": [schema_url(settings.url, slug, name) for slug, name in schema_names()]}

    @router.get("/schemas/{slug}/{name}.json", summary="The JSON Schema of an event in games of a ruleset.")
    async def schema(slug: str, name: str) -> Response:
        if (slug, name) not in set(schema_names()):
            return _nothing()
        return JSONResponse(event_schema(slug, name, settings.url), media_type="application/schema+json", headers={"Cache-Control": "public, max-age=300"})

    return router


def _assets() -> APIRouter:
    router = APIRouter()

    @router.get("/static/{name}", include_in_schema=False)
    async def static(request: Request, name: str) -> Response:
        asset = ASSETS.get(name)
        if asset is None:
            return _nothing()
        headers = {"ETag": asset.etag, "Cache-Control": "public, max-age=3600", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == asset.etag:
            return Response(status_code=304, headers=headers)
        if asset.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(asset.body, media_type=asset.media_type, headers={**headers, "Content-Encoding": "gzip"})
        return Response(asset.plain, media_type=asset.media_type, headers=headers)

    return router


def _nothing() -> Response:
    return JSONResponse(problem("NOT_FOUND", "there is nothing here"), 404)


def _number(text: Any) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Refused(UNREADABLE, "atMove: must be the number of a move, or 0")
    return int(text)
