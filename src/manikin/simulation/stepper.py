"""The simplified equation of motion under constraints (W 5.2), integrated step by step.

    q̇ = K (g_a + J_cᵀ λ − k J_cᵀ C),   J_c K J_cᵀ λ = −J_c K g_a                                  (W eq. 5.5, 5.7)

The thesis has no K in the feedback −k J_cᵀ C.  With K, a joint that must not move does not.  Newton corrections in the
metric K remove the violation of constraints that integration leaves.
Mirrors kernels/src/simulation/stepper.hpp and corrections.hpp.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from manikin.math.rotations import Array
from manikin.simulation.active_set import EQUAL, SOFT, Demands
from manikin.simulation.options import ADAPTIVE, EULER, IMPLICIT, RK4, StepperOptions
from manikin.simulation.subsystems import Source, Subsystem, Subsystems, Terms

__all__ = ["Stepper"]

MAX_ATTEMPTS = 6
"""Maximum number of lengths of one step that are tried, each a quarter of the one before.

A step is shortened if it violates constraints or if springs gain energy.
"""
OVERSHOOT = 0.7
"""A step is shortened if the energy is lowest at a smaller share of it; else it would swing from side to side."""
ROUNDING = 1e-12
"""Share of what a step may change a parameter by that counts as rounding."""
EASY_SHARE = 0.95
"""Share of the way that a step could go in a straight line which a far target asks for; the rest is for its curve."""
MAX_SUBSTEPS = 100
"""Maximum number of steps of the adaptive integrator in one call."""


class Stepper(Subsystems):
    """The state of a simulation, and the integration of its motion."""

    def __init__(self, source: Source, terms: Terms, options: StepperOptions, q: Array) -> None:
        super().__init__(source, terms, options.max_step, options.truncation)
        self.options = options
        self.place(q)
        self.window = q, q  # how far the step may go, limits apart
        self.h = math.inf  # the next step length of the adaptive integrator [s]

    def place(self, q: Array) -> None:
        """Begin at a state; parameters at a limit start as active there."""
        self.q = q
        for subsystem in self.subsystems:
            own = subsystem.columns
            low, high = q[own] <= self.terms.lo[own], q[own] >= self.terms.hi[own]
            subsystem.programme.bound_side = np.where(low, -1, np.where(high, 1, 0)).astype(np.int8)
            subsystem.forget_curvature()

    def continue_from(self, other: Stepper) -> None:
        """Take over the active limits of another stepper."""
        stuck = np.zeros(len(self.q), np.int8)
        for subsystem in other.subsystems:
            stuck[subsystem.columns] = subsystem.programme.bound_side
        for subsystem in self.subsystems:
            subsystem.programme.bound_side = stuck[subsystem.columns]

    # -- the equation of motion ----------------------------------------------------------------

    def rates(self, q: Array, h: float = 0.0, *, within: bool = False) -> Array:
        """q̇ (size,) at a state; the feedback is limited so that steps of h seconds are stable.

        ``within`` a step a range that was at an end when the step began stays at it, so that the rate does not jump.
        """
        t = self.terms
        self.evaluate_at(q)
        self.find_jacobians(self.subsystems)
        g, _ = self.push_forces()
        rate = np.zeros(len(q))
        for subsystem in self.subsystems:
            own, rows, programme = subsystem.columns, subsystem.rows, subsystem.programme
            soft = programme.kinds == SOFT
            pull = t.root[own] * g[own] - programme.a[soft].T @ (self.c[rows] * self.scales[rows])[soft]
            near, held = self.options.tolerance, programme.range_side * within
            low = np.where((self.c[rows] <= t.low[rows] + near) | (held < 0), 0.0, -np.inf)
            high = np.where((self.c[rows] >= t.high[rows] - near) | (held > 0), 0.0, np.inf)
            off = self.scales[rows] == 0
            low[off], high[off] = -np.inf, np.inf
            xl = np.where(q[own] <= t.lo[own], 0.0, -np.inf)
            xu = np.where(q[own] >= t.hi[own], 0.0, np.inf)
            x = programme.solve(Demands(pull, self.feedback(subsystem, h), low, high, xl, xu, firm=True))
            fastest = float((np.abs(t.root[own] * x) / t.speed[own]).max(initial=0.0))
            rate[own] = t.root[own] * x / max(1.0, fastest)
        return rate

    def feedback(self, subsystem: Subsystem, h: float) -> Array:
        """The rate of the rows by the feedback −k K J_cᵀ C: −k J_c K J_cᵀ C (rows,)."""
        equal = subsystem.programme.a * (subsystem.programme.kinds == EQUAL)[:, None]
        trace = float((equal**2).sum())
        if not trace > 0:
            return np.zeros(len(subsystem.rows))
        k = min(self.options.feedback, 1 / (h * trace)) if h > 0 else self.options.feedback
        weighted = self.violation(subsystem) * self.scales[subsystem.rows]
        return np.asarray(-k * (equal @ (equal.T @ weighted)))

    def asked(self, q: Array) -> Array:
        """q̇ (size,) at any state, with the choices of disjunctions there; the simulation itself does not change."""
        chosen = self.chosen
        self.evaluate_at(q)
        self.choose_members(self.options.tolerance)
        sets = [subsystem.programme.sets for subsystem in self.subsystems]
        rate = self.rates(q)
        self._restore(sets)
        if chosen != self.chosen:
            self.favour(chosen)
        return rate

    def _restore(self, sets: list[tuple[Any, ...]]) -> None:
        for subsystem, own in zip(self.subsystems, sets, strict=True):
            subsystem.programme.sets = own

    def choices(self) -> list[int]:
        """The members of the disjunctions that count at the present state."""
        self.evaluate_at(self.q)
        self.choose_members(self.options.tolerance)
        return self.chosen

    def answers(self) -> tuple[Array, Array]:
        """λ of every row [N, N·m], and the forces of limits on the parameters, at the present state."""
        self.choices()
        sets = [subsystem.programme.sets for subsystem in self.subsystems]
        self.rates(self.q)
        multipliers, limits = np.zeros(len(self.terms.kinds)), np.zeros(len(self.q))
        for subsystem in self.subsystems:
            programme = subsystem.programme
            active = programme.active
            y = programme.y.copy()
            if programme.factor is not None:
                shortest = programme.factor.project_on_range(y[active])
                if (shortest * programme.range_side[active] <= 0).all():  # an end of a range can only push inward
                    y[active] = shortest
            multipliers[subsystem.rows] = y * self.scales[subsystem.rows]
            limits[subsystem.columns] = programme.z / self.terms.root[subsystem.columns]
        self._restore(sets)
        return multipliers, limits

    # -- one step ------------------------------------------------------------------------------

    def step(self, h: float) -> float:
        """One step of h seconds.  Returns the time that passed [s]: less if the adaptive integrator needs too many."""
        reach = np.minimum(self.options.max_step, h * self.terms.speed)
        self.window = self.q - reach, self.q + reach
        left, taken = h, 0
        while left > 1e-12 * h and taken < (MAX_SUBSTEPS if self.options.integrator == ADAPTIVE else 1):
            left -= self.advance(left)
            taken += 1
        self.low, self.high = self.terms.low, self.terms.high
        return h - left if left > 1e-12 * h else h

    def advance(self, h: float) -> float:
        """One step of at most h seconds: predicted, corrected, and shortened where it is not accepted.

        Returns the time that passed [s].
        """
        self.evaluate_at(self.q)
        self.choose_members(self.options.tolerance)
        self.low, self.high = self.terms.low, self.terms.high
        for subsystem in self.subsystems:
            subsystem.merit, subsystem.worst = self.measure_violation(subsystem)
            subsystem.chord = False
        if self.options.corrections:
            self.ease_targets()
            self.q = self.correct(self.q, self.subsystems)
        start, before = self.q, [self.measure_violation(subsystem) for subsystem in self.subsystems]
        energies = [self.energy(subsystem) for subsystem in self.subsystems]
        dq, g, spent = self.predict(h)
        if not np.isfinite(dq).all():
            return spent
        for subsystem in self.subsystems:
            longest = float(np.abs(dq[subsystem.columns]).max(initial=0.0))
            subsystem.fall = self.fall(subsystem, g, dq)
            subsystem.fraction = min(1.0, subsystem.trust / longest) if longest > 0 else 0.0
            subsystem.shortened = False
        todo = [i for i, subsystem in enumerate(self.subsystems) if subsystem.fraction > 0]
        q = start.copy()
        for _ in range(MAX_ATTEMPTS):
            if not todo:
                break
            for i in todo:
                subsystem = self.subsystems[i]
                own = subsystem.columns
                q[own] = self.inside(start[own] + subsystem.fraction * dq[own], own)
                subsystem.chord = True
            q = self.correct(q, [self.subsystems[i] for i in todo])
            failed = []
            for i in todo:
                subsystem = self.subsystems[i]
                own = subsystem.columns
                held = subsystem.worst <= self.options.tolerance or subsystem.merit <= before[i][0] * (1 + 1e-9)
                work = float(g[own] @ (q[own] - start[own]))
                gained = self.energy(subsystem) - work - energies[i]
                calm = gained <= energies[i] * 1e-12
                if not subsystem.shortened and (nearer := subsystem.lowest(gained)) < OVERSHOOT:
                    failed.append(i)
                    subsystem.fraction, subsystem.shortened = subsystem.fraction * nearer, True
                    subsystem.trust = max(2 * subsystem.fraction * float(np.abs(dq[own]).max()), 1e-6)
                    continue
                if (held or not self.options.corrections) and calm:
                    if not subsystem.shortened:
                        subsystem.trust = min(4 * subsystem.trust, self.options.max_step)
                    continue
                failed.append(i)
                longest = subsystem.fraction * float(np.abs(dq[own]).max())
                subsystem.fraction, subsystem.shortened = subsystem.fraction / 4, True
                subsystem.trust = max(longest / 4, 1e-6)
            todo = failed
        for i in todo:  # no shorter step was accepted: it stays
            q[self.subsystems[i].columns] = start[self.subsystems[i].columns]
        self.q = q
        return spent

    def fall(self, subsystem: Subsystem, g: Array, dq: Array) -> float:
        """The energy that forces would give off along an implicit step if they stayed as they are [J]; else 0."""
        if self.options.integrator != IMPLICIT or subsystem.last is None:
            return 0.0
        own = subsystem.columns
        return float(g[own] @ dq[own] - subsystem.last[1] @ (dq[own] / self.terms.root[own]))

    def ease_targets(self) -> None:
        """Ask for only a part of the way of constraints whose targets are too far for one step.

        All rows of a subsystem keep the same share of their violation, so that constraints that hold keep holding.
        """
        t = self.terms
        far = [each for each in self.subsystems if each.worst > self.options.tolerance]
        if not far or not (np.isfinite(t.speed).any() or math.isfinite(self.options.max_step)):
            return
        self.low, self.high = t.low.copy(), t.high.copy()
        sets = [subsystem.programme.sets for subsystem in self.subsystems]
        for subsystem in far:
            subsystem.correction, subsystem.released = None, False
        self.find_corrections(self.q, far)
        self._restore(sets)
        for subsystem in far:
            rows, share = subsystem.rows, subsystem.correction_fraction
            if share == 1:
                continue
            left = (1 - EASY_SHARE * share) * self.violation(subsystem)
            self.low[rows] = np.where((left < 0) | (t.kinds[rows] == EQUAL), t.low[rows] + left, t.low[rows])
            self.high[rows] = np.where((left > 0) | (t.kinds[rows] == EQUAL), t.high[rows] + left, t.high[rows])

    def predict(self, h: float) -> tuple[Array, Array, float]:
        """The change of the state over a step (size,), the constant forces at its start, and its length [s]."""
        q, options = self.q, self.options
        if options.integrator in (EULER, IMPLICIT):
            g, change = self.push_forces()
            dq = np.zeros(len(q))
            for subsystem in self.subsystems:
                dq[subsystem.columns] = self.one_step(subsystem, h, g, change)
            return dq, g, h
        first = self.rates(q, h)
        g, _ = self.push_forces()
        if options.integrator == RK4:
            k2 = self.rates(q + h / 2 * first, h, within=True)
            k3 = self.rates(q + h / 2 * k2, h, within=True)
            k4 = self.rates(q + h * k3, h, within=True)
            return h / 6 * (first + 2 * k2 + 2 * k3 + k4), g, h
        from scipy.integrate import RK45  # a heavy import, needed here only

        if not first.any():
            return first, g, h
        first_step = min(self.h, h)
        integration = RK45(
            lambda _, x: self.rates(x, h, within=True),
            0.0,
            q,
            h,
            first_step=first_step,
            rtol=1e-12,
            atol=options.accuracy,
        )
        integration.step()
        self.h = integration.h_abs
        if integration.status == "failed":
            return np.zeros(len(q)), g, h
        return integration.y - q, g, integration.t

    def one_step(self, subsystem: Subsystem, h: float, g: Array, change: Array) -> Array:
        """The change of a subsystem over h seconds with the Jacobian of the state: explicit, or with implicit springs.

        Implicit springs minimise |dq|²_K⁻¹/2h + Σ ½|r + J dq|², which is stable at any strength.
        """
        if (
            not g[subsystem.columns].any()
            and not (subsystem.programme.kinds == SOFT).any()
            and self.measure_violation(subsystem)[1] <= self.options.tolerance
        ):
            return np.zeros(len(subsystem.columns))  # no force acts
        self.find_jacobians([subsystem])
        t, own, rows, programme = self.terms, subsystem.columns, subsystem.rows, subsystem.programme
        root, c = t.root[own], self.c[rows]
        implicit = self.options.integrator == IMPLICIT
        soft = programme.kinds == SOFT
        b = h * self.feedback(subsystem, h)
        if implicit:
            pull = h * root * g[own] / (1 + h * float(change[own].sum()))
            gradient = programme.a[soft].T @ (c * self.scales[rows])[soft]
            curvature = self.spring_curvature(subsystem)
            programme.a = programme.a * curvature[:, None]
            subsystem.learn_curvature(self.q[own] / root, gradient, h)
            b = np.where(soft, -c * self.scales[rows] / curvature, b)
        else:
            pull = h * (root * g[own] - programme.a[soft].T @ (c * self.scales[rows])[soft])
        low, high, xl, xu = self.ranges(subsystem, self.q, back=False)
        if self.options.braking > 0:
            xl = -self.longest_steps(np.maximum(-xl, 0.0) * root, h) / root
            xu = self.longest_steps(np.maximum(xu, 0.0) * root, h) / root
        dq = root * programme.solve(Demands(pull, b, low, high, xl, xu, 1 / h if implicit else None))
        return np.asarray(dq * self.share_within_window(self.q[own], dq, own))

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

    def longest_steps(self, slack: Array, h: float) -> Array:
        """The longest steps after which a parameter can still stop at its limit, at the distance ``slack`` [rad, m].

        Each of n further steps is shorter by braking · h².
        """
        less = self.options.braking * h * h
        n = np.minimum(np.floor(0.5 * (np.sqrt(1 + 8 * (slack / less)) - 1)), 1e15)
        return np.where(n < 1e15, (slack + less * (0.5 * n * (n + 1))) / (n + 1), np.inf)

    # -- corrections ---------------------------------------------------------------------------

    def correct(self, q: Array, subsystems: Sequence[Subsystem]) -> Array:
        """Newton's method on the constraints, with the least change in the metric K and within the limits.

        Uses the Jacobian of the step while it is good enough, then that of the state.  Contradicting constraints end at
        the least sum of weighted squares.  The rows are those of the returned state afterwards.
        """
        self.evaluate_at(q)
        for subsystem in subsystems:
            subsystem.merit, subsystem.worst = self.measure_violation(subsystem)
            subsystem.open, subsystem.correction, subsystem.released, subsystem.sets = True, None, False, None
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
