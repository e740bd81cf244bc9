"""What manikin promises of itself: bounds of measures, beside which tables put the values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

__all__ = ["BARS", "Bar", "Results", "worst"]

Results = Mapping[str, Mapping[str, float]]
"""Measures by name, of tasks by name."""
HIGHER_IS_BETTER = ("ok", "poise", "comfort")


@dataclass(frozen=True)
class Bar:
    """A bound of a measure over the tasks of a family whose names contain ``which``; by the median or the worst."""

    family: str
    measure: str
    bound: float
    which: str = ""
    median: bool = False

    @property
    def text(self) -> str:
        sign = "≥" if self.measure in HIGHER_IS_BETTER else "≤"
        what = "median" if self.median else "worst"
        part = f" {self.which.strip('-')}" if self.which else ""
        return f"{self.family}{part}: {what} {self.measure} {sign} {self.bound:g}"

    def value(self, results: Results) -> float | None:
        """The value; None where no task has the measure."""
        values = [
            found[self.measure]
            for name, found in results.items()
            if name.split("-")[0] == self.family and self.which in name and self.measure in found
        ]
        if not values:
            return None
        return float(np.median(values)) if self.median else worst(self.measure, values)

    def best(self, values: Mapping[str, float]) -> str:
        """The name of the best of some values, the first of equal ones; empty where there are none."""
        pick = max if self.measure in HIGHER_IS_BETTER else min
        return pick(values, key=values.__getitem__, default="")

    def met(self, value: float) -> bool:
        return value >= self.bound if self.measure in HIGHER_IS_BETTER else value <= self.bound


def worst(measure: str, values: list[float]) -> float:
    """The worst of some values of a measure."""
    return float(min(values) if measure in HIGHER_IS_BETTER else max(values))


BARS = (
    Bar("T1", "ok", 100),
    Bar("T1", "pop", 2.6, median=True),
    Bar("T1", "pop", 30),
    Bar("T1", "onset", 1),
    Bar("T2", "ok", 98, "through"),
    Bar("T2", "speed", 12, "through"),
    Bar("T2", "pop", 15, "touch"),
    Bar("T2", "miss_max", 3, "touch"),
    Bar("T3", "flips", 0),
    Bar("T3", "pop", 13),
    Bar("T4", "jitter", 5e-6, median=True),
    Bar("T4", "jitter", 2e-5),
    Bar("T5", "beyond", 0),
    Bar("T5", "ok", 100, "graze"),
    Bar("T5", "pop", 30),
    Bar("T6", "slip", 1e-6),
    Bar("T6", "flips", 0),
    Bar("T6b", "slip", 1e-6),
    Bar("T6b", "poise", 0),
    Bar("T6b", "speed", 10),
    Bar("T7", "compromise", 1e-3),
    Bar("T7", "pop", 3, "arm7"),
    Bar("T7", "slip", 1e-6, "human96"),
    Bar("T8", "gain", 4, median=True),
    Bar("T9", "drift", 0.01),
    Bar("T10", "apart", 0.01),
    Bar("T11", "flips", 0),
    Bar("T11", "snaps", 0),
    Bar("T11", "acceleration", 350),
    Bar("T11", "elbows", 12),
    Bar("T11", "knees", 5),
    Bar("T12", "swivel", 20, "arm7"),
    Bar("T12", "swivel_far", 5, "arm7"),
    Bar("T12", "pelvis", 20),
    Bar("T12", "falls", 0, "-balance"),
)
