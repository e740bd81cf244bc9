"""The simplified equation of motion under constraints (W 5.2), integrated step by step.

    q̇ = K (g_a + J_cᵀ λ − k J_cᵀ C),   J_c K J_cᵀ λ = −J_c K g_a                                  (W eq. 5.5, 5.7)

The thesis has no K in the feedback −k J_cᵀ C; with it a joint that must not move does not.  What integration leaves of
the constraints' violation is removed by Newton's corrections in the metric K.
Mirrors kernels/src/simulation/stepper.hpp and corrections.hpp.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from manikin.math.rotations import Array
from manikin.simulation.active_set import EQUAL, SOFT, Demands
from manikin.simulation.options import ADAPTIVE, EULER, IMPLICIT, RK4, Law
from manikin.simulation.subsystems import Parts, Source, Subsystem, Terms

__all__ = ["Stepper"]

ATTEMPTS = 6
"""How often a step that breaks constraints, or lets springs gain, is tried again at a quarter of its length."""
SUBSTEPS = 100
"""Most steps that the adaptive integrator takes within one; the time that is left over is told."""


class Stepper(Parts):
    """A state, and the law by which it moves."""

    def __init__(self, source: Source, terms: Terms, law: Law, q: Array) -> None:
        super().__init__(source, terms, law.max_step, law.truncation)
        self.law = law
        self.place(q)
        self.h = math.inf  # the adaptive integrator's own step

    def place(self, q: Array) -> None:
        """Begin at a state; what stands at a limit is expected to stay there."""
        self.q = q
        for part in self.parts:
            own = part.columns
            low, high = q[own] <= self.terms.lo[own], q[own] >= self.terms.hi[own]
            part.programme.stuck = np.where(low, -1, np.where(high, 1, 0)).astype(np.int8)

    def go_on(self, other: Stepper) -> None:
        """Expect to stay at a limit what another's last step left there."""
        stuck = np.zeros(len(self.q), np.int8)
        for part in other.parts:
            stuck[part.columns] = part.programme.stuck
        for part in self.parts:
            part.programme.stuck = stuck[part.columns]

    # -- the equation of motion ----------------------------------------------------------------

    def rates(self, q: Array, h: float = 0.0, *, within: bool = False) -> Array:
        """q̇ (size,) at a state; for steps of h seconds the feedback is kept where it is stable.

        ``within`` a step a range that was touched when it began counts as touched, lest the rate leaps to and fro.
        """
        t = self.terms
        self.look(q)
        self.slopes(self.parts)
        g, _ = self.push()
        rate = np.zeros(len(q))
        for part in self.parts:
            own, rows, programme = part.columns, part.rows, part.programme
            soft = programme.kinds == SOFT
            pull = t.root[own] * g[own] - programme.a[soft].T @ (self.c[rows] * self.scales[rows])[soft]
            near, held = self.law.tolerance, programme.held * within
            low = np.where((self.c[rows] <= t.low[rows] + near) | (held < 0), 0.0, -np.inf)
            high = np.where((self.c[rows] >= t.high[rows] - near) | (held > 0), 0.0, np.inf)
            off = self.scales[rows] == 0
            low[off], high[off] = -np.inf, np.inf
            xl = np.where(q[own] <= t.lo[own], 0.0, -np.inf)
            xu = np.where(q[own] >= t.hi[own], 0.0, np.inf)
            x = programme.solve(Demands(pull, self.restoring(part, h), low, high, xl, xu, firm=True))
            fastest = float((np.abs(t.root[own] * x) / t.speed[own]).max(initial=0.0))
            rate[own] = t.root[own] * x / max(1.0, fastest)
        return rate

    def restoring(self, part: Subsystem, h: float) -> Array:
        """What the feedback −k K J_cᵀ C asks of the rows in a second: −k J_c K J_cᵀ C."""
        equal = part.programme.a * (part.programme.kinds == EQUAL)[:, None]
        trace = float((equal**2).sum())
        if not trace > 0:
            return np.zeros(len(part.rows))
        k = min(self.law.feedback, 1 / (h * trace)) if h > 0 else self.law.feedback
        weighted = self.violation(part) * self.scales[part.rows]
        return np.asarray(-k * (equal @ (equal.T @ weighted)))

    def asked(self, q: Array) -> Array:
        """q̇ (size,) at any state, disjunctions choosing there; the motion goes on as if nobody had asked."""
        chosen = self.chosen
        self.look(q)
        self.choose(self.law.tolerance)
        sets = [part.programme.sets for part in self.parts]
        rate = self.rates(q)
        self._go_back(sets)
        if chosen != self.chosen:
            self.favour(chosen)
        return rate

    def _go_back(self, sets: list[tuple[Any, ...]]) -> None:
        for part, own in zip(self.parts, sets, strict=True):
            part.programme.sets = own

    def choices(self) -> list[int]:
        """Which members of the disjunctions count at the present state."""
        self.look(self.q)
        self.choose(self.law.tolerance)
        return self.chosen

    def answers(self) -> tuple[Array, Array]:
        """λ of every row [N, N·m], and the limits' forces on the parameters, at the present state."""
        self.choices()
        sets = [part.programme.sets for part in self.parts]
        self.rates(self.q)
        multipliers, limits = np.zeros(len(self.terms.kinds)), np.zeros(len(self.q))
        for part in self.parts:
            programme = part.programme
            active = programme.active
            y = programme.y.copy()
            if programme.factor is not None:
                shortest = programme.factor.within(y[active])
                if (shortest * programme.held[active] <= 0).all():  # the end of a range only pushes
                    y[active] = shortest
            multipliers[part.rows] = y * self.scales[part.rows]
            limits[part.columns] = programme.z / self.terms.root[part.columns]
        self._go_back(sets)
        return multipliers, limits

    # -- one step ------------------------------------------------------------------------------

    def step(self, h: float) -> float:
        """Go on for h seconds; gives the time that went by, less where an adaptive step would take too many."""
        if self.law.integrator != ADAPTIVE:
            return self.advance(h)
        left, taken = h, 0
        while left > 1e-12 * h and taken < SUBSTEPS:
            left -= self.advance(left)
            taken += 1
        return h - left if left > 1e-12 * h else h

    def advance(self, h: float) -> float:
        """One step of at most h seconds: predicted, brought back to the constraints, and accepted where it may be.

        Gives the time that went by.
        """
        self.look(self.q)
        self.choose(self.law.tolerance)
        for part in self.parts:
            part.merit, part.worst = self.weigh(part)
            part.chord = False
        if self.law.corrections:
            self.q = self.correct(self.q, self.parts)
        start, before = self.q, [self.weigh(part) for part in self.parts]
        energies = [self.energy(part) for part in self.parts]
        dq, g, spent = self.predict(h)
        if not np.isfinite(dq).all():
            return spent
        for part in self.parts:
            longest = float(np.abs(dq[part.columns]).max(initial=0.0))
            part.fraction = min(1.0, part.trust / longest) if longest > 0 else 0.0
            part.shortened = False
        todo = [i for i, part in enumerate(self.parts) if part.fraction > 0]
        q = start.copy()
        for _ in range(ATTEMPTS):
            if not todo:
                break
            for i in todo:
                part = self.parts[i]
                own = part.columns
                q[own] = np.clip(start[own] + part.fraction * dq[own], self.terms.lo[own], self.terms.hi[own])
                part.chord = True
            q = self.correct(q, [self.parts[i] for i in todo])
            failed = []
            for i in todo:
                part = self.parts[i]
                own = part.columns
                held = part.worst <= self.law.tolerance or part.merit <= before[i][0] * (1 + 1e-9)
                work = float(g[own] @ (q[own] - start[own]))
                calm = self.energy(part) - work <= energies[i] * (1 + 1e-12)
                if (held or not self.law.corrections) and calm:
                    if not part.shortened:
                        part.trust = min(4 * part.trust, self.law.max_step)
                    continue
                failed.append(i)
                longest = part.fraction * float(np.abs(dq[own]).max())
                part.fraction, part.shortened = part.fraction / 4, True
                part.trust = max(longest / 4, 1e-6)
            todo = failed
        for i in todo:  # it cannot move without doing harm
            q[self.parts[i].columns] = start[self.parts[i].columns]
        self.q = q
        return spent

    def predict(self, h: float) -> tuple[Array, Array, float]:
        """The change of the state (size,) over a step, the pushes' force there, and the step's length."""
        q, law = self.q, self.law
        if law.integrator in (EULER, IMPLICIT):
            g, change = self.push()
            dq = np.zeros(len(q))
            for part in self.parts:
                dq[part.columns] = self.single(part, h, g, change)
            return dq, g, h
        first = self.rates(q, h)
        g, _ = self.push()
        if law.integrator == RK4:
            k2 = self.rates(q + h / 2 * first, h, within=True)
            k3 = self.rates(q + h / 2 * k2, h, within=True)
            k4 = self.rates(q + h * k3, h, within=True)
            return h / 6 * (first + 2 * k2 + 2 * k3 + k4), g, h
        from scipy.integrate import RK45  # a heavy import, wanted here only

        if not first.any():
            return first, g, h
        first_step = min(self.h, h)
        integration = RK45(
            lambda _, x: self.rates(x, h, within=True), 0.0, q, h, first_step=first_step, rtol=1e-12, atol=law.accuracy
        )
        integration.step()
        self.h = integration.h_abs
        if integration.status == "failed":
            return np.zeros(len(q)), g, h
        return integration.y - q, g, integration.t

    def single(self, part: Subsystem, h: float, g: Array, change: Array) -> Array:
        """The change of a part over h seconds, by the slopes at hand: explicit, or with the springs implicit.

        Implicit springs: |dq|²_K⁻¹/2h + Σ ½|r + J dq|² is least, so that the step is calm however stiff they are.
        """
        if (
            not g[part.columns].any()
            and not (part.programme.kinds == SOFT).any()
            and self.weigh(part)[1] <= self.law.tolerance
        ):
            return np.zeros(len(part.columns))  # nothing pulls
        self.slopes([part])
        t, own, rows, programme = self.terms, part.columns, part.rows, part.programme
        root, c = t.root[own], self.c[rows]
        implicit = self.law.integrator == IMPLICIT
        soft = programme.kinds == SOFT
        b = h * self.restoring(part, h)
        if implicit:
            pull = h * root * g[own] / (1 + h * float(change[own].sum()))
            bend = self.bends(part)
            programme.a = programme.a * bend[:, None]
            b = np.where(soft, -c * self.scales[rows] / bend, b)
        else:
            pull = h * (root * g[own] - programme.a[soft].T @ (c * self.scales[rows])[soft])
        low, high, xl, xu = self.ends(part, self.q, back=False)
        if self.law.braking > 0:
            xl, xu = -self.most(np.maximum(-xl, 0.0) * root, h) / root, self.most(np.maximum(xu, 0.0) * root, h) / root
        x = programme.solve(Demands(pull, b, low, high, xl, xu, 1 / h if implicit else None))
        fastest = float((np.abs(root * x) / (h * t.speed[own])).max(initial=0.0))
        return np.asarray(root * x / max(1.0, fastest))

    def most(self, room: Array, h: float) -> Array:
        """The longest steps that leave room to come to rest, each of n more being shorter by braking · h²."""
        less = self.law.braking * h * h
        n = np.minimum(np.floor(0.5 * (np.sqrt(1 + 8 * (room / less)) - 1)), 1e15)
        return np.where(n < 1e15, (room + less * (0.5 * n * (n + 1))) / (n + 1), np.inf)

    # -- back to the constraints ---------------------------------------------------------------

    def correct(self, q: Array, parts: Sequence[Subsystem]) -> Array:
        """Newton's method on the constraints, by least change in the metric K; limits are kept throughout.

        Goes on with the slopes of the step while these serve, then with those of the state at hand.  What contradicts
        itself ends at the least sum of the weighted squares.  The rows are left as they are at the state returned.
        """
        self.look(q)
        for part in parts:
            part.merit, part.worst = self.weigh(part)
            part.open, part.dx, part.released, part.sets = True, None, False, None
        q = q.copy()
        for _ in range(self.law.corrections):
            todo = [part for part in parts if part.open and part.worst > self.law.tolerance]
            if not todo:
                break
            self.aim(q, todo)
            trial = q.copy()
            for part in todo:
                own, dx = part.columns, part.dx
                assert dx is not None
                trial[own] = np.clip(q[own] + part.fresh_fraction * dx, self.terms.lo[own], self.terms.hi[own])
            self.look(trial)
            rejected = False
            for part in todo:
                merit, worst = self.weigh(part)
                if merit < part.merit:
                    slow = merit > (0.005 if part.chord else 0.81) * part.merit and part.fresh_fraction == 1.0
                    q[part.columns] = trial[part.columns]
                    part.merit, part.worst, part.dx = merit, worst, None
                    if slow:
                        part.open, part.chord, part.released = part.chord or not part.released, False, not part.chord
                    else:
                        part.chord = True  # the slopes at hand will do once more
                else:
                    rejected = True
                    if part.chord:
                        part.chord, part.dx = False, None
                    elif not part.released:
                        part.released, part.dx = True, None
                    else:
                        part.fresh_fraction /= 4
                        part.open = part.fresh_fraction > 0.01
            if rejected:
                self.look(q)
        for part in parts:
            if part.sets is not None:  # the next step begins with the sets of the last
                part.programme.stuck, part.programme.held = part.sets
                part.programme.factor = None
        return q

    def aim(self, q: Array, todo: Sequence[Subsystem]) -> None:
        """The steps dq of the parts that have none yet, the old slopes or new ones."""
        for part in todo:
            if part.dx is None and part.chord:
                part.dx = self.along_chord(part, q)
        anew = [part for part in todo if part.dx is None]
        self.slopes(anew)
        for part in anew:
            part.chord = False
            programme = part.programme
            part.sets = part.sets or (programme.stuck, programme.held)
            b = -self.violation(part) * self.scales[part.rows]
            low, high, xl, xu = self.ends(part, q, back=True)
            if self.law.braking > 0:  # what the step brakes stays where it came to
                xl = np.where(programme.stuck < 0, np.maximum(xl, 0.0), xl)
                xu = np.where(programme.stuck > 0, np.minimum(xu, 0.0), xu)
            x = programme.solve(Demands(np.zeros(len(xl)), b, low, high, xl, xu, release=part.released))
            self.shorten(part, x)

    def along_chord(self, part: Subsystem, q: Array) -> Array | None:
        """The step by the factor at hand; None where it knows nothing of a range that is broken."""
        programme = part.programme
        factor, active = programme.factor, programme.active[programme.kinds[programme.active] != SOFT]
        beyond = self.violation(part)
        passive = np.ones(len(part.rows), bool)
        passive[active] = False
        if factor is None or (np.abs(beyond[passive]) > self.law.tolerance).any():
            return None
        low, high, _, _ = self.ends(part, q, back=True)
        wanted = np.where(programme.held < 0, low, np.where(programme.held > 0, high, -beyond * self.scales[part.rows]))
        factor = factor.leading(len(active))
        y = factor.solve(wanted[active])
        x = np.where(programme.stuck == 0, programme.a[active].T @ y, 0.0)
        self.shorten(part, x)
        return part.dx

    def shorten(self, part: Subsystem, x: Array) -> None:
        """Take x for the part's step, no parameter farther than it may go at once."""
        part.dx = self.terms.root[part.columns] * x
        longest = float(np.abs(part.dx).max(initial=0.0))
        part.fresh_fraction = min(1.0, self.law.max_step / longest) if longest > 0 else 1.0
