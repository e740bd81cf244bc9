"""Times of short calls, measured in turns, so that all candidates run under the same conditions."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

Call = Callable[[], object]


def best_times(
    calls: dict[str, Call], *, rounds: int = 60, sample: float = 0.004, clock: str = "cpu"
) -> dict[str, float]:
    """Seconds per call, the best of several rounds; in each round every candidate runs for ``sample`` seconds.

    ``clock`` is "cpu" (all threads of the process) or "wall".
    """
    now = time.process_time if clock == "cpu" else time.perf_counter
    loops = {name: _loops(call, sample, now) for name, call in calls.items()}
    best = dict.fromkeys(calls, float("inf"))
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, call in calls.items():
                best[name] = min(best[name], _time(call, loops[name], now) / loops[name])
    finally:
        gc.enable()
    return best


def _loops(call: Call, sample: float, now: Callable[[], float]) -> int:
    count = 1
    while (spent := _time(call, count, now)) < sample / 2 and count < 10**7:
        count *= 2 if spent > sample / 20 else 8
    return count


def _time(call: Call, count: int, now: Callable[[], float]) -> float:
    start = now()
    for _ in range(count):
        call()
    return now() - start


@dataclass(frozen=True)
class Row:
    """A line of the table: our value, and another one or a bound.  ``ratio`` is how many times better ours is."""

    what: str
    ours: str
    other: str
    ratio: float
    goal: float | None = None

    @property
    def met(self) -> bool:
        """Whether the goal is met; a row without a goal is for information."""
        return self.goal is None or self.ratio >= self.goal


def readable(seconds: float) -> str:
    """A time in a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
