"""The service for ``bench_live``, with our handler of sockets or with strawberry's own: ``python -m tests.benchmarks.live_server PORT shared|plain``."""

import sys

import uvicorn
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler

import api.door
from api.app import build
from api.server import allow_many_sockets, calm_collector, config_of
from api.stopping import stoppable
from infra.log import configure
from infra.settings import Settings
from projections.embedded import Embedded

if __name__ == "__main__":
    port, kind = int(sys.argv[1]), sys.argv[2]
    if kind == "plain":
        api.door.Handler = BaseGraphQLTransportWSHandler  # type: ignore[misc, assignment]
    settings = Settings()
    configure("WARNING")
    allow_many_sockets()
    with stoppable() as signals, Embedded(settings) as embedded:
        signals.hand_over()
        app = build(settings, embedded)
        calm_collector()
        uvicorn.Server(config_of(app, settings, "127.0.0.1", port)).run()
