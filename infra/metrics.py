"""What the service counts, for Prometheus. Labels come from fixed lists: nobody can make new ones from outside."""

from functools import cache
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

COMMANDS: Final = cache(Counter("arbiter_commands_total", "Commands by kind and by what became of them.", ["kind", "result"]).labels)
REFUSALS: Final = cache(Counter("arbiter_refusals_total", "Refusals by who refused: the service (ARB) or a game's rules.", ["by"]).labels)
EVENTS: Final = cache(Counter("arbiter_events_total", "Events committed, by name; refused moves that were recorded among them.", ["name"]).labels)
WAVES: Final = Histogram("arbiter_wave_commands", "Commands committed together.", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512))
COMMIT: Final = Histogram(
    "arbiter_commit_seconds", "Time from the first command of a wave to its commit.", buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2)
)
QUEUE: Final = Gauge("arbiter_commands_waiting", "Commands that wait to be judged.")
PROJECTED: Final = Counter("arbiter_projected_events_total", "Events that the projections have taken in.")
LAG: Final = Gauge("arbiter_projection_lag_events", "Places in the log that the projections are behind.")
POISONED: Final = Gauge("arbiter_projection_games_set_aside", "Games set aside because an event of theirs cannot be projected.")
RESTARTS: Final = Counter("arbiter_projection_restarts_total", "Times that the projections started again after an error.")
FOREIGN: Final = Counter("arbiter_foreign_records_total", "Records on a topic that are no events of this service.")
RELAYED: Final = Counter("arbiter_relayed_events_total", "Events that a broker has acknowledged, by feed.", ["feed"])
RELAY_LAG: Final = Gauge("arbiter_relay_lag_events", "Places in the log that the relay is behind, by feed.", ["feed"])
RELAY_LEADS: Final = Gauge("arbiter_relay_leads", "1 while this process is the one that publishes a feed.", ["feed"])
RELAY_HELD: Final = Gauge("arbiter_relay_games_held", "Games held back because the broker refuses a record of theirs, by feed.", ["feed"])
