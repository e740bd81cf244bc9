"""A fixed piece of work that tells how fast this machine is now, so that budgets in seconds are ratios."""

from __future__ import annotations

import time

__all__ = ["REFERENCE_SECONDS", "reference_seconds", "yardstick_seconds"]

REFERENCE_SECONDS = 0.032
"""What the yardstick takes on the machine that the budgets in seconds are meant for [s of the processor]."""


def yardstick_seconds() -> float:
    """Time to make, split and keep 20,000 lines, the kind of work that readers do [s of the processor]."""
    begin = time.process_time()
    text = "\n".join(f'define joint "joint {i}" offset 0 {i / 1000} -0.25' for i in range(20_000))
    found = {}
    for line in text.split("\n"):
        words = line.split()
        found[words[3]] = (words[2], tuple(map(float, words[5:])))
    assert len(found) == 20_000
    return time.process_time() - begin


def reference_seconds(seconds: float, yardstick: float) -> float:
    """Seconds of the reference machine, from those of this one and what the yardstick took at the same time."""
    return seconds * REFERENCE_SECONDS / yardstick
