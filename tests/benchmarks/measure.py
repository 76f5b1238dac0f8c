"""How benchmarks measure: the best of several runs, baseline and candidate in turn, on one core."""

from collections.abc import Callable
from time import perf_counter


def rate(work: Callable[[], int], runs: int = 3) -> float:
    """Units of work a second: the best of ``runs`` (noise only ever slows down). ``work`` returns how many units it did."""
    best = 0.0
    for _ in range(runs):
        start = perf_counter()
        units = work()
        best = max(best, units / (perf_counter() - start))
    return best


def row(name: str, figure: float, unit: str, baseline: float | None = None) -> None:
    """One line of a result; the ratio to the baseline where there is one."""
    ratio = "" if baseline is None else f"   {figure / baseline:6.2f} x baseline"
    print(f"{name:<52}{figure:>12,.0f} {unit}{ratio}", flush=True)
