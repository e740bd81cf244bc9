"""The audit of a clip: how far every timed goal is off at every frame, limits, and pops; in words and as a table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from manikin.clips.clip import Clip, check_frames
from manikin.clips.timed_goal import TimedGoal
from manikin.figure.figure import Figure
from manikin.goals.goal import error_in_words
from manikin.math.rotations import Array
from manikin.problem.goal_words import units_of
from manikin.problem.problem import Problem

__all__ = ["Audit", "GoalAudit", "audit", "audited"]

TOLERANCES = {"m": 1e-3, "rad": np.radians(0.5)}
"""What counts as held: 1 mm, half a degree; other units 1e-3."""
OTHER_UNITS = 1e-3
LIMIT_SLACK = 1e-9
"""A limit that is passed by no more than this [rad, m] holds."""
POP_WINDOW = 3
"""Frames around a window in which a pop is looked for."""


@dataclass(frozen=True)
class GoalAudit:
    """How far one goal is off.

    Attributes:
        name: Of the goal.
        frames: The frames at which it should hold (n,).
        errors: By unit, its error at each of them (n,).
        hard: Whether it must hold; a soft goal is measured, and counts for nothing.
        tolerances: What counts as held, by unit.
    """

    name: str
    frames: Array
    errors: dict[str, Array]
    hard: bool = True
    tolerances: Mapping[str, float] = field(default_factory=lambda: TOLERANCES)

    @property
    def worst(self) -> dict[str, float]:
        """The largest error by unit; 0 where the goal never holds."""
        return {unit: float(error.max(initial=0.0)) for unit, error in self.errors.items()}

    def frames_off(self, tolerances: Mapping[str, float] | None = None) -> Array:
        """The frames at which an error is above what is allowed in its unit."""
        allowed = {**self.tolerances, **(tolerances or {})}
        off = np.zeros(len(self.frames), bool)
        for unit, error in self.errors.items():
            off |= error > allowed.get(unit, OTHER_UNITS)
        return np.asarray(self.frames[off])


@dataclass(frozen=True)
class Audit:
    """What an audit found.

    Attributes:
        goals: One entry for each timed goal, by name.
        frames: All frames that were looked at (n,).
        limit_violation: The largest violation of a limit or linear limit [rad or m].
        pop: The largest acceleration in and near windows over that of the plain clip, led to where goals begin and end
            between its keys; 1 is as calm.
        limit_frame: The frame of the largest violation; None where all limits hold.
    """

    goals: dict[str, GoalAudit]
    frames: Array
    limit_violation: float
    pop: float
    limit_frame: float | None = None

    @cached_property
    def off(self) -> dict[str, GoalAudit]:
        """The hard goals that do not hold at some frame, by name."""
        return {name: goal for name, goal in self.goals.items() if goal.hard and len(goal.frames_off())}

    @cached_property
    def held(self) -> bool:
        """Whether every hard goal holds at every frame, and no limit is passed."""
        return self.limit_violation <= LIMIT_SLACK and not self.off

    @property
    def message(self) -> str:
        """The audit in words."""
        parts = []
        for name, goal in self.off.items():
            frames = goal.frames_off()
            count = "1 frame" if len(frames) == 1 else f"{len(frames)} frames"
            parts.append(f"{name} is off at {count} ({_ranges(frames)}), by up to {error_in_words(goal.worst)}")
        if self.limit_violation > LIMIT_SLACK and self.limit_frame is not None:
            parts.append(f"a limit is passed by {self.limit_violation:.3g} at frame {self.limit_frame:g}")
        if parts:
            return "; ".join(parts) + "."
        hard = [goal for goal in self.goals.values() if goal.hard]
        if not hard:
            return "There are no timed goals that must hold."
        worst: dict[str, float] = {}
        for goal in hard:
            for unit, error in goal.worst.items():
                worst[unit] = max(error, worst.get(unit, 0.0))
        named = f"All {len(hard)} goals hold" if len(hard) > 1 else f"{hard[0].name} holds"
        return f"{named} at all frames (worst: {error_in_words(worst)})."

    def table(self) -> list[tuple[str, int, int, str]]:
        """A row for each goal: name, frames at which it should hold, frames at which it does not, largest error."""
        return [
            (name, len(goal.frames), len(goal.frames_off()), error_in_words(goal.worst))
            for name, goal in self.goals.items()
        ]

    def data(self) -> dict[str, Any]:
        """The audit as plain data, for JSON: every error at every frame."""
        return {
            "held": self.held,
            "message": self.message,
            "frames": self.frames.tolist(),
            "limit_violation": self.limit_violation,
            "pop": self.pop if math.isfinite(self.pop) else None,
            "goals": {
                name: {
                    "hard": goal.hard,
                    "frames": goal.frames.tolist(),
                    "errors": {unit or "1": error.tolist() for unit, error in goal.errors.items()},
                    "frames_off": goal.frames_off().tolist(),
                }
                for name, goal in self.goals.items()
            },
        }


def audit(clip: Clip, frames: Array | None = None, tolerances: Mapping[str, float] | None = None) -> Audit:
    """Look at every timed goal of a clip at some frames, all whole ones by default.

    States are measured by the goals themselves, not by what the solver said of them.

    Args:
        clip: The clip; one without timed goals is looked at for its limits.
        frames: Where to look.
        tolerances: What counts as held, by unit: {"m": 0.001, "rad": 0.0087} unless something else is said.
    """
    wanted = clip.frames() if frames is None else check_frames(frames)
    goals: tuple[TimedGoal, ...] = getattr(clip, "goals", ())
    plain = clip.led(wanted, clip.source.at(wanted)) if goals else None  # type: ignore[attr-defined]
    return audited((clip.figure,), goals, clip.rate, wanted, clip.at(wanted), plain, tolerances)


def audited(
    figures: tuple[Figure, ...],
    goals: tuple[TimedGoal, ...],
    rate: float,
    wanted: Array,
    states: Array,
    plain: Array | None,
    tolerances: Mapping[str, float] | None = None,
) -> Audit:
    """Look at timed goals in the states (n, size) of one or several figures at frames (n,), beside the plain states."""
    allowed = {**TOLERANCES, **(tolerances or {})}
    found: dict[str, GoalAudit] = {}
    for goal in goals:
        holds = np.zeros(len(wanted), bool)
        for span in goal.ordered:
            holds |= (wanted >= span.start) & (wanted <= span.end)
        name, count = goal.name, 1
        while name in found:
            count += 1
            name = f"{goal.name} {count}"
        errors = _errors(figures, goal, wanted[holds], states[holds])
        found[name] = GoalAudit(name, wanted[holds], errors, goal.hard, allowed)
    violation = _violation(figures, states)
    worst = int(violation.argmax()) if len(violation) else 0
    passed = float(violation[worst]) if len(violation) else 0.0
    place = float(wanted[worst]) if passed > LIMIT_SLACK else None
    pop = 1.0 if plain is None else _pop(goals, rate, wanted, states, plain)
    return Audit(found, wanted, passed, pop, place)


def _errors(figures: tuple[Figure, ...], timed: TimedGoal, frames: Array, states: Array) -> dict[str, Array]:
    """The error of a goal by unit at frames (n,): the norm of its rows of that unit."""
    problem = Problem(figures, hard=[timed.goal])
    units = np.array(units_of(timed.goal, problem.figures))
    rows = np.zeros((len(frames), len(units)))
    if timed.moving is not None and problem.tables is not None and len(frames):
        place = problem.constants_of(0)[timed.moving.field]
        constants = problem.constants.copy()
        for i, numbers in enumerate(timed.moving.at(frames)):
            constants[place] = numbers
            rows[i] = problem.with_constants(constants).raw_residual(states[i])
    elif len(frames):
        scales = problem.row_scales
        if (scales > 0).all():
            rows = problem.residual_batch(np.ascontiguousarray(states)) / scales
        else:
            rows = np.array([problem.raw_residual(q) for q in states])
    return {str(unit): np.linalg.norm(rows[:, units == unit], axis=1) for unit in dict.fromkeys(units.tolist())}


def _violation(figures: tuple[Figure, ...], states: Array) -> Array:
    """How far each state passes a limit or a linear limit (n,)."""
    problem = Problem(figures)
    passed = np.maximum(problem.lo - states, states - problem.hi).max(axis=1, initial=0.0)
    if any(figure.linear_limits for figure in figures):
        passed = np.maximum(passed, [problem.limit_violation(q) for q in states])
    return np.asarray(np.maximum(passed, 0.0))


def _pop(goals: tuple[TimedGoal, ...], rate: float, frames: Array, states: Array, plain_states: Array) -> float:
    """Largest second difference in and near windows, over the largest of the plain states."""
    if len(frames) < 3 or not goals:
        return 1.0
    plain = np.abs(np.diff(plain_states, 2, axis=0)).max(initial=0.0)
    bent = np.abs(np.diff(states, 2, axis=0)).max(axis=1)
    near = np.zeros(len(frames), bool)
    for goal in goals:
        for span in goal.ordered:
            own = span.at_rate(rate)
            assert own.ease_in is not None
            assert own.ease_out is not None
            first, last = own.start - own.ease_in - POP_WINDOW, own.end + own.ease_out + POP_WINDOW
            near |= (frames >= first) & (frames <= last)
    largest = float(bent[near[1:-1]].max(initial=0.0))
    if plain <= 1e-12:
        return 1.0 if largest <= 1e-9 else float("inf")
    return largest / float(plain)


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
