"""Newton corrections in the metric K that remove the violation of constraints after integration.

Mirrors kernels/src/simulation/corrections.hpp.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from manikin.math.rotations import Array
from manikin.simulation.active_set import EQUAL, SOFT, Demands
from manikin.simulation.options import StepperOptions
from manikin.simulation.subsystems import Source, Subsystem, Subsystems, Terms

__all__ = ["Corrections"]

ROUNDING = 1e-12
"""Share of what a step may change a parameter by that counts as rounding."""
EASY_SHARE = 0.95
"""Share of the way that a step could go in a straight line which a far target asks for; the rest is for its curve."""


class Corrections(Subsystems):
    """Subsystems whose constraints can be corrected, within what one step may change."""

    def __init__(self, source: Source, terms: Terms, options: StepperOptions, q: Array) -> None:
        super().__init__(source, terms, options.max_step, options.truncation)
        self.options, self.q = options, q
        self.window = q, q  # how far the step may go, limits apart

    def _restore(self, sets: list[tuple[Any, ...]]) -> None:
        for subsystem, own in zip(self.subsystems, sets, strict=True):
            subsystem.programme.sets = own

    def ease_targets(self) -> bool:
        """Ask for only a part of the way of constraints whose targets are too far for one step; whether any was.

        All rows of a subsystem keep the same share of their violation, so that constraints that hold keep holding.
        What was found of the others is their first correction: within the window it would be the same.
        """
        t = self.terms
        for subsystem in self.subsystems:
            self.begin_correcting(subsystem)
        far = [each for each in self.subsystems if each.worst > self.options.tolerance]
        if not far or not (np.isfinite(t.speed).any() or math.isfinite(self.options.max_step)):
            return False
        self.low, self.high = t.low.copy(), t.high.copy()
        sets = [subsystem.programme.sets for subsystem in far]
        self.find_corrections(self.q, far)
        for subsystem, own in zip(far, sets, strict=True):
            rows, share = subsystem.rows, subsystem.correction_fraction
            if share == 1:
                continue
            subsystem.programme.sets = own
            left = (1 - EASY_SHARE * share) * self.violation(subsystem)
            self.low[rows] = np.where((left < 0) | (t.kinds[rows] == EQUAL), t.low[rows] + left, t.low[rows])
            self.high[rows] = np.where((left > 0) | (t.kinds[rows] == EQUAL), t.high[rows] + left, t.high[rows])
            self.begin_correcting(subsystem)
        return any(subsystem.correction_fraction != 1 for subsystem in far)

    def begin_giving_way(self, way: Array) -> None:
        """Go to a state.  Rows that do not hold there are to stay as they are, in a straight line, during the step.

        Nothing corrects the curve of their way, for at the end of a reach nothing could.
        """
        t = self.terms
        self.q = self.inside(way, np.arange(len(way)))
        self.evaluate_at(self.q)
        self.choose_members(self.options.tolerance)
        beyond = np.abs(self.c - np.clip(self.c, t.low, t.high)) > self.options.tolerance
        given = beyond & (t.kinds != SOFT) & (self.scales != 0)
        self.low, self.high = np.where(given, -np.inf, t.low), np.where(given, np.inf, t.high)

    @property
    def all_hold(self) -> bool:
        """Whether all constraints hold at the state corrected last."""
        return all(subsystem.worst <= self.options.tolerance for subsystem in self.subsystems)

    def begin_correcting(self, subsystem: Subsystem) -> None:
        """Measure what a subsystem violates, and forget the last corrections."""
        subsystem.merit, subsystem.worst = self.measure_violation(subsystem)
        subsystem.open, subsystem.correction, subsystem.released, subsystem.sets = True, None, False, None

    def correct(self, q: Array, subsystems: Sequence[Subsystem], *, begun: bool = False) -> Array:
        """Newton's method on the constraints, with the least change in the metric K and within the limits.

        Uses the Jacobian of the step while it is good enough, then that of the state.  Contradicting constraints end at
        the least sum of weighted squares.  The rows are those of the returned state afterwards.  ``begun``: by
        ``ease_targets``.
        """
        self.evaluate_at(q)
        for subsystem in () if begun else subsystems:
            self.begin_correcting(subsystem)
        q = q.copy()
        limits = self.terms.lo, self.terms.hi
        self.bounds = np.maximum(limits[0], self.window[0]), np.minimum(limits[1], self.window[1])
        for _ in range(self.options.corrections):
            todo = [each for each in subsystems if each.open and each.worst > self.options.tolerance]
            if not todo:
                break
            self.find_corrections(q, todo)
            trial = q.copy()
            for subsystem in todo:
                own, correction = subsystem.columns, subsystem.correction
                assert correction is not None
                moved = q[own] + subsystem.correction_fraction * correction
                trial[own] = self.inside(moved, own)
            self.evaluate_at(trial)
            accepted = [self._accepts(subsystem, q, trial) for subsystem in todo]
            if not all(accepted):
                self.evaluate_at(q)
        self.bounds = limits
        for subsystem in subsystems:
            if subsystem.sets is not None:  # the next step begins with the active sets of this step
                subsystem.programme.bound_side, subsystem.programme.range_side = subsystem.sets
                subsystem.programme.factor = None
        return q

    def _accepts(self, subsystem: Subsystem, q: Array, trial: Array) -> bool:
        """Copy the trial of a subsystem to q if it is better.

        Where it is hardly better, the next correction uses a new Jacobian, releases active ends, or is shorter.
        """
        merit, worst = self.measure_violation(subsystem)
        if merit < subsystem.merit:
            least_gain = 0.005 if subsystem.chord else 0.81
            slow = merit > least_gain * subsystem.merit and subsystem.correction_fraction == 1.0
            q[subsystem.columns] = trial[subsystem.columns]
            subsystem.merit, subsystem.worst, subsystem.correction = merit, worst, None
            if slow:
                subsystem.open = subsystem.chord or not subsystem.released
                subsystem.released = not subsystem.chord
            subsystem.chord = not slow  # the same Jacobian is good enough for the next correction
            return True
        if subsystem.chord:
            subsystem.chord, subsystem.correction = False, None
        elif not subsystem.released:
            subsystem.released, subsystem.correction = True, None
        else:
            subsystem.correction_fraction /= 4
            subsystem.open = subsystem.correction_fraction > 0.01
        return False

    def find_corrections(self, q: Array, todo: Sequence[Subsystem]) -> None:
        """Find the corrections of the subsystems that have none yet, with the old Jacobian or with a new one."""
        for subsystem in todo:
            if subsystem.correction is None and subsystem.chord:
                subsystem.correction = self.along_chord(subsystem, q)
        anew = [subsystem for subsystem in todo if subsystem.correction is None]
        self.find_jacobians(anew)
        for subsystem in anew:
            subsystem.chord = False
            programme = subsystem.programme
            subsystem.sets = subsystem.sets or (programme.bound_side, programme.range_side)
            b = -self.violation(subsystem) * self.scales[subsystem.rows]
            low, high, xl, xu = self.ranges(subsystem, q, back=True)
            if self.options.braking > 0:  # parameters that the step brakes stay where they are
                xl = np.where(programme.bound_side < 0, np.maximum(xl, 0.0), xl)
                xu = np.where(programme.bound_side > 0, np.minimum(xu, 0.0), xu)
            x = programme.solve(Demands(np.zeros(len(xl)), b, low, high, xl, xu, release=subsystem.released))
            self.shorten(subsystem, q, x)

    def along_chord(self, subsystem: Subsystem, q: Array) -> Array | None:
        """The correction with the factor of the last solve (chord method); None if it lacks a violated range."""
        programme = subsystem.programme
        factor, active = programme.factor, programme.active[programme.kinds[programme.active] != SOFT]
        beyond = self.violation(subsystem)
        passive = np.ones(len(subsystem.rows), bool)
        passive[active] = False
        if factor is None or (np.abs(beyond[passive]) > self.options.tolerance).any():
            return None
        low, high, _, _ = self.ranges(subsystem, q, back=True)
        wanted = np.where(
            programme.range_side < 0,
            low,
            np.where(programme.range_side > 0, high, -beyond * self.scales[subsystem.rows]),
        )
        factor = factor.leading(len(active))
        y = factor.solve(wanted[active])
        x = np.where(programme.bound_side == 0, programme.a[active].T @ y, 0.0)
        self.shorten(subsystem, q, x)
        return subsystem.correction

    def shorten(self, subsystem: Subsystem, q: Array, x: Array) -> None:
        """Set the correction to √K x, shortened so that no parameter moves farther than the step may."""
        own = subsystem.columns
        subsystem.correction = self.terms.root[own] * x
        subsystem.correction_fraction = self.share_within_window(q[own], subsystem.correction, own)

    def share_within_window(self, q: Array, change: Array, own: np.ndarray) -> float:
        """The largest share of a change, 1 at most, that no parameter is too fast for."""
        least, most = self.window[0][own], self.window[1][own]
        with np.errstate(invalid="ignore"):
            room = np.where(change > 0, most - q, q - least) + ROUNDING * (most - least)
        return float((room / np.maximum(np.abs(change), 1e-300)).min(initial=1.0))

    def inside(self, q: Array, own: np.ndarray) -> Array:
        """Values of some parameters, moved inside their limits and what one step may change."""
        near = np.clip(q, self.window[0][own], self.window[1][own])
        return np.clip(near, self.terms.lo[own], self.terms.hi[own])
