"""All wiring of the doors, nothing else."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

from api.auth import BadToken
from api.context import Services
from api.demo import play_for_ever
from api.door import door
from api.faults import CODES
from api.guard import Guard, problem
from api.limits import Limits
from api.live import Hub
from api.pages import pages
from api.reading import Reading
from api.schema.schema import make_schema
from domain.refusal import NOT_YOUR_SEAT, Refused
from infra.settings import Settings
from infra.trouble import Trouble
from projections.embedded import Embedded


def build(settings: Settings, embedded: Embedded, *, demo: bool = False) -> FastAPI:
    """The service's doors in front of a store that has been started. ``demo`` lets bots play."""
    schema, generated = make_schema(settings)
    reading = Reading(embedded.library, embedded.ledger, settings.spectator_delay)
    hub, limits = Hub(reading, settings.queue_length), Limits(settings)
    services = Services(settings, embedded.keys, embedded.ledger, reading, hub, limits, generated)
    app = FastAPI(title="Arbiter", version="1", docs_url=None, redoc_url=None, openapi_url="/openapi.json", lifespan=_life(services, embedded, demo))
    app.include_router(door(schema, services))
    app.include_router(pages(services, embedded))
    app.add_exception_handler(BadToken, _unauthorized)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Trouble, _trouble)
    app.add_exception_handler(404, _not_found)
    app.add_middleware(Guard, limits=limits, most_bytes=settings.max_message_bytes)
    return app


def _life(services: Services, embedded: Embedded, demo: bool) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        services.hub.attach()
        deaf = embedded.library.listen(services.hub.heard)
        try:
            async with play_for_ever(services.ledger, demo):
                yield
        finally:
            deaf()
            await services.hub.close()

    return life


async def _unauthorized(_: Request, bad: Exception) -> Response:
    assert isinstance(bad, BadToken)
    return JSONResponse(problem("UNAUTHENTICATED", bad.reason, bad.clause), 401, headers={"WWW-Authenticate": "Bearer"})


async def _refused(_: Request, no: Exception) -> Response:
    assert isinstance(no, Refused)
    return JSONResponse(problem(CODES.get(no.clause, "REFUSED"), no.reason, no.clause), 403 if no.clause == NOT_YOUR_SEAT else 400)


async def _trouble(_: Request, trouble: Exception) -> Response:
    return JSONResponse(problem("UNAVAILABLE", str(trouble)), 503)


async def _not_found(_: Request, __: Exception) -> Response:
    return JSONResponse(problem("NOT_FOUND", "there is nothing here"), 404)
