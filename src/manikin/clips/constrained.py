"""Constraints on in-betweens: a clip whose timed goals hold at every frame, whole or fractional.

Each frame is the least change of the plain in-between that meets the goals that hold there.  Where a goal begins or
ends, the change would jump; what it would jump by is faded in before and out after, by a quintic.  With S the goals
that hold at t, P_S the least change that meets them and D_S = P_S(plain) ⊖ plain,

    q(t) = P_S(plain(t) ⊕ D_S(t) ⊕ Σ fades(t)).

No frame depends on another one having been asked for.  Outside all spans and windows the plain state is given back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from manikin.clips.audit import Audit, audit
from manikin.clips.derived import Derived
from manikin.clips.differences import difference, displaced
from manikin.clips.movement import gentle_stiffness
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.errors import InputError
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.lm.lm import LevenbergMarquardt

__all__ = ["Constrained"]

ABUT = 1.0
"""A span that begins within so many frames after another's end takes over from it without a gap."""
SOLVER = LevenbergMarquardt(restarts=0)


class Hold(NamedTuple):
    """A goal, by its place in the list, holds from ``start`` to ``end``; the end is included unless it hands over."""

    goal: int
    start: float
    end: float
    ease_in: float
    ease_out: float
    hands_over: bool

    def covers(self, frame: float) -> bool:
        return self.start <= frame < self.end if self.hands_over else self.start <= frame <= self.end


class Fade(NamedTuple):
    """What a change would jump by at a frame, and its rate along the fade; fades over ``length`` frames."""

    frame: float
    length: float
    before: bool
    jump: Array
    rate: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Constrained(Derived, kind="constrained"):
    """A clip whose goals hold between the keys too.

    Attributes:
        source: The plain motion.
        goals: What holds, and when.
    """

    goals: tuple[TimedGoal, ...]

    def __post_init__(self) -> None:
        for goal in self.goals:
            for handle in goal.goal.handles:
                if handle.figure not in (None, self.figure.name):
                    raise InputError(f"{goal.name}: this clip moves {self.figure.name}, not {handle.figure}")
                handle.check(self.figure)

    def states(self, frames: Array) -> Array:
        plain = self.source.states(frames)
        result = plain.copy()
        together = self._together(frames)
        for holding, rows in together.items():
            base, times = plain[rows], frames[rows]
            fade = self._faded(times)
            if holding:
                met = self._met(holding, times, base)
                again = np.flatnonzero(fade.any(axis=1))
                if len(again):
                    change = difference(self.figure, met[again], base[again]) + fade[again]
                    led = displaced(self.figure, base[again], change)
                    met[again] = self._met(holding, times[again], led)
                result[rows] = met
            else:
                again = np.flatnonzero(fade.any(axis=1))
                result[rows[again]] = displaced(self.figure, base[again], fade[again])
        return result

    def audit(self, frames: Array | None = None) -> Audit:
        """How far every goal is off at every frame; see ``manikin.clips.audit``."""
        return audit(self, frames)

    # -- who holds when ------------------------------------------------------------------------

    @cached_property
    def _holds(self) -> tuple[Hold, ...]:
        hard = [(i, span.at_rate(self.rate)) for i, goal in enumerate(self.goals) if goal.hard for span in goal.ordered]
        starts = [span.start for _, span in hard]
        holds = []
        for i, span in hard:
            following = [start for start in starts if span.end < start <= span.end + ABUT]
            holds.append(_hold(i, span, min(following) if following else None))
        return tuple(holds)

    def _together(self, frames: Array) -> dict[tuple[int, ...], np.ndarray]:
        """Rows of the frames by the goals that hold there."""
        rows: dict[tuple[int, ...], list[int]] = {}
        for row, frame in enumerate(frames.tolist()):
            rows.setdefault(self._holding(frame), []).append(row)
        return {holding: np.array(own) for holding, own in rows.items()}

    def _holding(self, frame: float) -> tuple[int, ...]:
        return tuple(sorted({hold.goal for hold in self._holds if hold.covers(frame)}))

    # -- the least change ----------------------------------------------------------------------

    def _met(self, holding: tuple[int, ...], frames: Array, states: Array) -> Array:
        """The nearest states that meet some goals, from states (n, size)."""
        problem, moving = self._problem(holding)
        constants = np.tile(problem.constants, (len(frames), 1))
        for goal, place in moving:
            target = self.goals[goal].moving
            assert target is not None
            constants[:, place] = target.at(frames)
        return np.array(SOLVER.solve_batch(problem, states, constants=constants).q)

    def _problem(self, holding: tuple[int, ...]) -> tuple[Problem, list[tuple[int, slice]]]:
        known: dict[tuple[int, ...], tuple[Problem, list[tuple[int, slice]]]] = self._problems
        if holding not in known:
            hard = [self.goals[i].goal for i in holding]
            problem = Problem(self.figure, hard=hard, stiffness=gentle_stiffness(self.figure))
            known[holding] = (
                problem,
                [
                    (goal, _constants_of(problem, place, self.goals[goal]))
                    for place, goal in enumerate(holding)
                    if self.goals[goal].moving is not None
                ],
            )
        return known[holding]

    @cached_property
    def _problems(self) -> dict[tuple[int, ...], tuple[Problem, list[tuple[int, slice]]]]:
        return {}

    # -- fades ---------------------------------------------------------------------------------

    def _faded(self, frames: Array) -> Array:
        """The sum of all fades (n, size) at frames (n,)."""
        total = np.zeros((len(frames), self.figure.size))
        for fade in self._fades:
            away = (fade.frame - frames) if fade.before else (frames - fade.frame)
            inside = (away > 0) & (away <= fade.length)
            if inside.any():
                u = (away[inside] / (fade.length + 1))[:, None]
                falling = 1 - u**3 * (10 - 15 * u + 6 * u * u)
                leaving = u - u**3 * (6 - 8 * u + 3 * u * u)
                total[inside] += falling * fade.jump + (fade.length + 1) * leaving * fade.rate
        return total

    @cached_property
    def _fades(self) -> tuple[Fade, ...]:
        """One for all goals that begin at a frame, and one for all that end there."""
        made = []
        for frame in sorted({hold.start for hold in self._holds if np.isfinite(hold.start)}):
            new = [hold for hold in self._holds if hold.start == frame]
            kept = {hold.goal for hold in self._holds if hold.start < frame <= hold.end}
            made.append(self._fade(frame, new, kept, before=True))
        for frame in sorted({hold.end for hold in self._holds if np.isfinite(hold.end)}):
            gone = [hold for hold in self._holds if hold.end == frame]
            kept = {hold.goal for hold in self._holds if hold.start <= frame < hold.end}
            made.append(self._fade(frame, gone, kept, before=False))
        return tuple(fade for fade in made if fade is not None)

    def _fade(self, frame: float, holds: list[Hold], kept: set[int], *, before: bool) -> Fade | None:
        """What begins (or ends) at a frame, beside what holds on both sides of it."""
        lengths = [min(hold.ease_in if before else hold.ease_out, self._room(hold, before)) for hold in holds]
        if max(lengths) <= 0:
            return None
        changing = {hold.goal for hold in holds}
        beside = {hold.goal for hold in self._holds if hold.covers(frame)} & kept
        inward = min(0.5, *(hold.end - hold.start for hold in holds)) * (1.0 if before else -1.0)
        times = np.array([frame, frame + inward])
        plain = self.source.states(times)
        gaps = []
        for holding in (beside | changing, beside - changing):
            met = self._met(tuple(sorted(holding)), times, plain) if holding else plain
            gaps.append(difference(self.figure, met, plain))
        jump = gaps[0] - gaps[1]
        if not jump.any():
            return None
        rate = (jump[0] - jump[1]) / abs(inward) if inward else np.zeros_like(jump[0])
        return Fade(frame, max(lengths), before, jump[0], rate)

    def _room(self, hold: Hold, before: bool) -> float:
        """How far a fade may reach before it meets another span of the same goal."""
        own = [other for other in self._holds if other.goal == hold.goal and other is not hold]
        if before:
            return min((hold.start - other.end for other in own if other.end <= hold.start), default=np.inf)
        return min((other.start - hold.end for other in own if other.start >= hold.end), default=np.inf)


def _hold(goal: int, span: Span, next_start: float | None) -> Hold:
    assert span.ease_in is not None
    assert span.ease_out is not None
    end = span.end if next_start is None else next_start
    return Hold(goal, span.start, end, span.ease_in, span.ease_out, next_start is not None)


def _constants_of(problem: Problem, place: int, goal: TimedGoal) -> slice:
    """Where the numbers of a moving target stand among the problem's constants."""
    assert goal.moving is not None
    if problem.tables is None:
        raise InputError(f"{goal.name}: a target can move only for goals that the kernels know")
    return problem.constants_of(place)[goal.moving.field]
