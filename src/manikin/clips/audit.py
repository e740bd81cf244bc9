"""The audit of a clip: how far every timed goal is off at every frame, limits, and pops; in words and as a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem

if TYPE_CHECKING:
    from manikin.clips.constrained import Constrained

__all__ = ["Audit", "GoalAudit", "audit"]

TOLERANCES = {"m": 1e-3, "rad": np.radians(0.5)}
"""What counts as held: 1 mm, half a degree; other units 1e-3."""
POP_WINDOW = 3
"""Frames around a window in which a pop is looked for."""


@dataclass(frozen=True)
class GoalAudit:
    """How far one goal is off.

    Attributes:
        name: Of the goal.
        frames: The frames at which it should hold (n,).
        errors: By unit, its error at each of them (n,).
    """

    name: str
    frames: Array
    errors: dict[str, Array]

    @property
    def worst(self) -> dict[str, float]:
        """The largest error by unit; 0 where the goal never holds."""
        return {unit: float(error.max(initial=0.0)) for unit, error in self.errors.items()}

    def frames_off(self, tolerances: dict[str, float] | None = None) -> Array:
        """The frames at which an error is above what is allowed in its unit."""
        allowed = {**TOLERANCES, **(tolerances or {})}
        off = np.zeros(len(self.frames), bool)
        for unit, error in self.errors.items():
            off |= error > allowed.get(unit, 1e-3)
        return np.asarray(self.frames[off])


@dataclass(frozen=True)
class Audit:
    """What an audit found.

    Attributes:
        goals: One entry for each timed goal, by name.
        frames: All frames that were looked at (n,).
        limit_violation: The largest violation of a limit or linear limit [rad or m].
        pop: The largest acceleration in and near windows over that of the plain clip; 1 is as calm as the plain one.
    """

    goals: dict[str, GoalAudit]
    frames: Array
    limit_violation: float
    pop: float

    @cached_property
    def held(self) -> bool:
        """Whether every goal holds at every frame, and no limit is passed."""
        return self.limit_violation <= 1e-9 and not any(len(goal.frames_off()) for goal in self.goals.values())

    @property
    def message(self) -> str:
        """The audit in words."""
        off = {name: goal for name, goal in self.goals.items() if len(goal.frames_off())}
        if not self.goals:
            return "There are no timed goals."
        if not off:
            worst = max((_shown(goal.worst) for goal in self.goals.values()), key=len)
            return f"All {len(self.goals)} goals hold at all frames (worst: {worst})."
        lines = []
        for name, goal in off.items():
            frames = goal.frames_off()
            lines.append(f"{name} is off at {len(frames)} frames ({_ranges(frames)}), by up to {_shown(goal.worst)}")
        return "; ".join(lines) + "."

    def table(self) -> list[tuple[str, int, int, str]]:
        """A row for each goal: name, frames at which it should hold, frames at which it does not, largest error."""
        return [
            (name, len(goal.frames), len(goal.frames_off()), _shown(goal.worst)) for name, goal in self.goals.items()
        ]


def audit(clip: Constrained, frames: Array | None = None) -> Audit:
    """Look at every timed goal of a clip at some frames, all whole ones by default.

    States are measured by the goals themselves, not by what the solver said of them.
    """
    wanted = clip.frames() if frames is None else np.asarray(frames, float)
    states = clip.at(wanted)
    found: dict[str, GoalAudit] = {}
    for goal in clip.goals:
        holds = np.flatnonzero([goal.holds_at(frame) for frame in wanted.tolist()])
        problem = Problem(clip.figure, hard=[goal.goal])
        errors: dict[str, list[float]] = {unit: [] for unit in dict.fromkeys(goal.goal.units)}
        for row in holds.tolist():
            own = problem
            if goal.moving is not None:
                numbers = goal.moving.at(wanted[row : row + 1])[0]
                own = Problem(clip.figure, hard=[goal.with_target(numbers)])
            for unit, error in own.errors(states[row])[0].items():
                errors[unit].append(error)
        name = goal.name
        while name in found:
            name += "'"
        found[name] = GoalAudit(name, wanted[holds], {unit: np.array(error) for unit, error in errors.items()})
    whole = Problem(clip.figure)
    violation = max((whole.limit_violation(q) for q in states), default=0.0)
    return Audit(found, wanted, float(violation), _pop(clip, wanted, states))


def _pop(clip: Constrained, frames: Array, states: Array) -> float:
    """Largest second difference in and near windows, over the largest of the plain clip."""
    if len(frames) < 3 or not clip.goals:
        return 1.0
    plain = np.abs(np.diff(clip.source.at(frames), 2, axis=0)).max(initial=0.0)
    bent = np.abs(np.diff(states, 2, axis=0)).max(axis=1)
    near = np.zeros(len(frames), bool)
    for goal in clip.goals:
        for span in goal.ordered:
            own = span.at_rate(clip.rate)
            assert own.ease_in is not None
            assert own.ease_out is not None
            first, last = own.start - own.ease_in - POP_WINDOW, own.end + own.ease_out + POP_WINDOW
            near |= (frames >= first) & (frames <= last)
    largest = float(bent[near[1:-1]].max(initial=0.0))
    if plain <= 1e-12:
        return 1.0 if largest <= 1e-9 else float("inf")
    return largest / float(plain)


def _shown(errors: dict[str, float]) -> str:
    parts = []
    for unit, error in errors.items():
        if unit == "m":
            parts.append(f"{1000 * error:.3g} mm")
        elif unit == "rad":
            parts.append(f"{np.degrees(error):.3g}°")
        else:
            parts.append(f"{error:.3g} {unit}".strip())
    return ", ".join(parts) or "nothing"


def _ranges(frames: Array) -> str:
    """Frames in words: "3-7, 12"."""
    runs: list[list[float]] = []
    for frame in frames.tolist():
        if runs and frame - runs[-1][1] <= 1:
            runs[-1][1] = frame
        else:
            runs.append([frame, frame])
    shown = [f"{a:g}" if a == b else f"{a:g}-{b:g}" for a, b in runs[:5]]
    return ", ".join(shown) + (", …" if len(runs) > 5 else "")
