"""The options of a walk, with the values that a healthy adult has."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from manikin.errors import InputError, shorten

__all__ = ["RUNNING", "Gait"]

RANGES: dict[str, tuple[float, float]] = {
    "step": (0.05, 2.5),
    "width": (0.0, 1.0),
    "pace": (0.2, 6.0),
    "stance": (0.2, 0.8),
    "flat": (0.01, 0.3),
    "heel_off": (0.05, 0.6),
    "pitch": (0.0, 40.0),
    "push": (0.0, 75.0),
    "lift": (0.0, 0.6),
    "bob": (-0.15, 0.15),
    "sway": (0.0, 0.2),
    "turn": (0.0, 25.0),
    "list": (0.0, 20.0),
    "arms": (0.0, 3.0),
    "elbows": (0.0, 130.0),
    "lean": (-30.0, 40.0),
    "crouch": (0.0, 0.4),
}
"""The least and the largest value of every option."""
USUAL_STEP, USUAL_STANCE, STANCE_PER_STEP = 0.66, 0.62, 0.18
"""A step [m], the share of the cycle that a foot stands in it, and how much less it is with every metre more."""
RUNNING: dict[str, float] = {
    "step": 1.0, "width": 0.05, "pace": 2.7, "stance": 0.37, "flat": 0.09, "heel_off": 0.19, "pitch": 4.0,
    "push": 58.0, "lift": 0.12, "bob": -0.03, "sway": 0.01, "turn": 7.0, "list": 4.0, "arms": 1.6, "elbows": 75.0,
    "lean": 8.0, "crouch": 0.05,
}  # fmt: skip
"""The options of a run."""


@dataclass(frozen=True, kw_only=True)
class Gait:
    """How a figure walks.  Lengths are those of a human of 1.75 m; other figures have them by the length of their legs.

    Attributes:
        step: Length of a step [m].
        width: Distance between the lines that the two feet tread [m].
        pace: Steps a second; None is the pace that people choose for the step.
        stance: Share of the cycle, strike to strike of one foot, that a foot stands; below 0.5 is a run.  None
            is less in longer steps, as it is in people.
        flat: Share of the cycle at which the foot is flat.
        heel_off: Share of the cycle at which the heel rises.
        pitch: How far the toes are up when the heel strikes [degrees].
        push: How far the foot has rolled over when the toes leave [degrees].
        lift: How high the sole is above the ground in the middle of the swing [m].
        bob: How much lower the pelvis is at least when both feet stand than over one foot [m].
        sway: How far the pelvis goes to the side of the standing leg [m].
        turn: How far the pelvis turns with the leading leg [degrees].
        list: How far it drops on the side of the swinging leg [degrees].
        arms: How much the arms swing; 1 is as usual.
        elbows: How far the elbows are bent [degrees].
        lean: How far the trunk leans forward [degrees].
        crouch: How much lower the pelvis is than usual [m].
    """

    step: float = 0.62
    width: float = 0.10
    pace: float | None = None
    stance: float | None = None
    flat: float = 0.12
    heel_off: float = 0.31
    pitch: float = 16.0
    push: float = 64.0
    lift: float = 0.02
    bob: float = 0.025
    sway: float = 0.02
    turn: float = 5.0
    list: float = 4.0
    arms: float = 1.0
    elbows: float = 12.0
    lean: float = 2.0
    crouch: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in ("pace", "stance") and value is None:
                continue
            low, high = RANGES[field.name]
            good = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
            if not (good and low <= value <= high):
                raise InputError(f"{field.name} must lie between {low:g} and {high:g}, not {shorten(value)}")
        if not self.flat < self.heel_off < self.contact:
            raise InputError("a foot is first flat, then its heel rises, then it leaves: flat < heel_off < stance")

    @property
    def contact(self) -> float:
        """The share of the cycle that a foot is on the ground."""
        usual = USUAL_STANCE - STANCE_PER_STEP * (self.step - USUAL_STEP)
        return min(max(usual, 0.57), 0.68) if self.stance is None else self.stance
