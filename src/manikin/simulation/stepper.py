"""The simplified equation of motion under constraints (W 5.2), integrated step by step.

    q̇ = K (g_a + J_cᵀ λ − k J_cᵀ C),   J_c K J_cᵀ λ = −J_c K g_a                                  (W eq. 5.5, 5.7)

The thesis has no K in the feedback −k J_cᵀ C.  With K, a joint that must not move does not.  Newton corrections in the
metric K remove the violation of constraints that integration leaves.
Mirrors kernels/src/simulation/stepper.hpp.
"""

from __future__ import annotations

import math

import numpy as np

from manikin.math.rotations import Array
from manikin.simulation.active_set import EQUAL, SOFT, Demands
from manikin.simulation.corrections import Corrections
from manikin.simulation.options import ADAPTIVE, EULER, IMPLICIT, RK4, StepperOptions, longest_steps
from manikin.simulation.subsystems import Source, Subsystem, Terms

__all__ = ["Stepper"]

MAX_ATTEMPTS = 6
"""Maximum number of lengths of one step that are tried, each a quarter of the one before.

A step is shortened if it violates constraints or if springs gain energy.
"""
OVERSHOOT = 0.7
"""A step is shortened if the energy is lowest at a smaller share of it; else it would swing from side to side."""
MAX_SUBSTEPS = 100
"""Maximum number of steps of the adaptive integrator in one call."""


class Stepper(Corrections):
    """The state of a simulation, and the integration of its motion."""

    def __init__(self, source: Source, terms: Terms, options: StepperOptions, q: Array) -> None:
        super().__init__(source, terms, options, q)
        self.place(q)
        self.h = math.inf  # the next step length of the adaptive integrator [s]
        self.way: Array | None = None  # where the next step begins, if constraints give way
        self.insist = False

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

    def run(self, h: float, steps: int, insist: bool) -> tuple[float, int]:
        """So many steps of h seconds, or fewer, unless it insists, where constraints do not hold at the start of one.

        Returns the time that passed [s] and the steps made.
        """
        spent = 0.0
        for made in range(steps):
            passed = self.step(h, insist)
            if passed is None:
                return spent, made
            spent += passed
        return spent, steps

    def give_way(self, q: Array) -> None:
        """Make the next step begin at a state, and not correct what does not hold there."""
        self.way = q

    def settle(self, q: Array) -> None:
        """Go to a state; what is known of limits and springs stays."""
        self.q = q

    def step(self, h: float, insist: bool) -> float | None:
        """One step of h seconds.  Returns the time that passed [s]: less if the adaptive integrator needs too many.

        None, and nothing has changed, where constraints do not hold at its start and it does not insist.
        """
        reach = np.minimum(self.options.max_step, h * self.terms.speed)
        self.window = self.q - reach, self.q + reach
        self.insist = insist or self.way is not None
        if self.way is not None:
            self.begin_giving_way(self.way)
        left, taken, spent = h, 0, 0.0
        while left > 1e-12 * h and taken < (MAX_SUBSTEPS if self.options.integrator == ADAPTIVE else 1) and spent >= 0:
            spent = self.advance(left)
            left, taken, self.insist = left - spent, taken + 1, True
        self.low, self.high, self.way = self.terms.low, self.terms.high, None
        if spent < 0:
            return None
        return h - left if left > 1e-12 * h else h

    def advance(self, h: float) -> float:
        """One step of at most h seconds: predicted, corrected, and shortened where it is not accepted.

        Returns the time that passed [s]; below 0 where constraints do not hold and the step does not insist.
        """
        self.evaluate_at(self.q)
        self.choose_members(self.options.tolerance)
        if self.way is None:
            self.low, self.high = self.terms.low, self.terms.high
        for subsystem in self.subsystems:
            subsystem.chord = False
        if self.options.corrections:
            first, near = self.q, self.way is not None or not self.ease_targets()
            self.q = self.correct(self.q, self.subsystems, begun=self.way is None)
            if not (self.insist or (near and self.all_hold)):
                self.q = first
                return -1.0
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
            xl = -longest_steps(np.maximum(-xl, 0.0) * root, h, self.options.braking) / root
            xu = longest_steps(np.maximum(xu, 0.0) * root, h, self.options.braking) / root
        dq = root * programme.solve(Demands(pull, b, low, high, xl, xu, 1 / h if implicit else None))
        return np.asarray(dq * self.share_within_window(self.q[own], dq, own))
