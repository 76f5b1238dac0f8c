"""What the doors count, for Prometheus. Labels come from fixed lists: nobody can make new ones from outside."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

REQUESTS: Final = Counter("arbiter_http_requests_total", "Requests answered, by door and by class of the status.", ["door", "status"])
SECONDS: Final = Histogram("arbiter_http_seconds", "Time to answer a request, by door.", ["door"])
TURNED_AWAY: Final = Counter("arbiter_turned_away_total", "Requests and sockets turned away by a limit.", ["limit"])
SOCKETS: Final = Gauge("arbiter_sockets", "WebSockets open.")
SUBSCRIPTIONS: Final = Gauge("arbiter_operations_on_sockets", "Operations running on WebSockets, mostly subscriptions.")
FRAMES: Final = Counter("arbiter_frames_sent_total", "Frames of games sent to subscribers.")
DISCONTINUITIES: Final = Counter("arbiter_discontinuities_total", "Subscribers that were too slow to be served everything.")
