"""The measures by which families are told apart in short tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["BODIES", "LIMBS", "Headline"]


@dataclass(frozen=True)
class Headline:
    """A measure of the tasks of a family whose names contain ``part`` (``$`` stands for a name's end)."""

    title: str
    family: str
    part: str
    measure: str

    def of(self, found: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
        """What a mode did with these tasks, by their names; without those that it cannot state."""
        return {
            name: measures
            for name, measures in found.items()
            if name.split("-")[0] == self.family and self.part in f"{name}$" and "left_out" not in measures
        }


LIMBS = (
    Headline("T1 ok", "T1", "", "ok"),
    Headline("T1 pop", "T1", "", "pop"),
    Headline("T2 touch pop", "T2", "touch", "pop"),
    Headline("T2 through ok", "T2", "through", "ok"),
    Headline("T2 through speed", "T2", "through", "speed"),
    Headline("T2 graze pop", "T2", "graze", "pop"),
    Headline("T3 pop", "T3", "", "pop"),
    Headline("T3 flips", "T3", "", "flips"),
    Headline("T4 jitter", "T4", "", "jitter"),
    Headline("T5 graze ok", "T5", "graze", "ok"),
    Headline("T5 pop", "T5", "", "pop"),
    Headline("T7 pop", "T7", "arm7", "pop"),
    Headline("T8 gain", "T8", "", "gain"),
    Headline("T9 drift", "T9", "", "drift"),
    Headline("T10 apart", "T10", "", "apart"),
    Headline("T12 arm swivel", "T12", "arm7", "swivel"),
)
BODIES = (
    Headline("T6 slip", "T6", "", "slip"),
    Headline("T6 acceleration", "T6", "", "acceleration"),
    Headline("T6b poise", "T6b", "", "poise"),
    Headline("T6b acceleration", "T6b", "", "acceleration"),
    Headline("T7 apart pop", "T7", "human96", "pop"),
    Headline("T7 apart objective", "T7", "human96", "objective"),
    Headline("T11 acceleration", "T11", "", "acceleration"),
    Headline("T11 flips", "T11", "", "flips"),
    Headline("T11 elbows", "T11", "", "elbows"),
    Headline("T12 pelvis", "T12", "human96-places$", "pelvis"),
    Headline("T12 falls", "T12", "human96-places$", "falls"),
    Headline("T12 falls with balance", "T12", "places-balance", "falls"),
)
