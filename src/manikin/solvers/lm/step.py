"""One damped step of Levenberg and Marquardt inside the limits.  Mirrors kernels/src/solvers/lm/step.hpp.

The step minimises |J dq + r|² + λ|dq/gain|² within the limits.  With columns scaled by their gains, dq = gain·Jᵀy and
(J gain² Jᵀ + D) y = −r.  A parameter that would pass a limit stops there, and the rest is solved again: an active set,
likewise for linear limits.

A posture p with the weight ε adds ε|(q + dq − p)/gain|².  Both squares of dq are one: (λ + ε)|(dq − lean)/gain|² with
lean = ε/(λ + ε) (p − q).  So the step is the same with the damping λ + ε and begins at q + lean.
"""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array
from manikin.solvers.lm.bounds import MAX_SET_CHANGES, Bound, Crossing, hard_bounds
from manikin.solvers.lm.damping import (
    ACTIVE_SET_ROUNDS,
    CORRECTED_SQUARED,
    MAX_ACTIVE_SET_ROUNDS,
    MAX_CORRECTIONS,
    SATISFIABLE_SQUARED,
    far_target_scales,
    memory_of,
)
from manikin.solvers.lm.secant_steps import SecantSteps
from manikin.solvers.polyhedron import Polyhedron
from manikin.solvers.search import HARD_WEIGHT, Measure, Search

__all__ = ["DampedStep"]

MAX_RELEASES = 3
"""How often in a step parameters may leave a limit, so that the active set cannot cycle."""


class DampedStep:
    """The Jacobian of one iteration, and the damped steps that can be made of it.

    Attributes:
        jacobian: Rows of the step (rows, size), columns scaled by their gains.
        r: Their residual (rows,).
        gradient: Jᵀr of these rows (size,).
        merit_gradient: Half the gradient of the merit (size,); where hard goals hold, along them.
        hard_rows: How many rows are hard; they come first.
        bounds: The hard inequalities.
        predicted_gain: How much the last step would gain if the rows were linear.
        settled: Whether the active set of the last step is final.
        soft_objective: Σ r² of the soft rows; ``hard_objective`` that of the hard ones.
        hard_clash: Whether the hard rows cannot be satisfied here.
        trace: |J|², the trace of J Jᵀ.
        floor: What keeps the damping above 0 where the trace is 0, in proportion to the largest weight.
    """

    def __init__(self, search: Search) -> None:
        self.search, self.q = search, search.q
        problem, memory = search.problem, memory_of(search)
        self.lo, self.hi, self.gain = search.steps.lo, search.steps.hi, search.gain
        self.floor = min(1.0, float((problem.row_scales**2).max(initial=0.0)) or 1.0)
        self.a, self.a_lo, self.a_hi = problem.linear_limits
        self.polyhedron = Polyhedron(problem)
        jacobian, r = search.scaled_jacobian(), search.r
        if memory.hard_only:  # the soft rows are left out
            jacobian, r = (np.where(search.hard, rows.T, 0.0).T for rows in (jacobian, r))
        scales = far_target_scales(problem, jacobian, r)
        self.jacobian, self.r = jacobian * scales[:, None], r / scales
        lean = None if memory.hard_only else search.lean
        self.posture_weight = 0.0 if lean is None else lean.weight
        self._off = np.zeros(problem.size) if lean is None else lean.off(problem, search.q)
        self._update_gradient()
        self.merit_gradient = self.gradient + (HARD_WEIGHT - 1) * self.jacobian[search.hard].T @ self.r[search.hard]
        self.hard_rows = int(search.hard.sum())
        self.bounds = hard_bounds(problem)
        self.predicted_gain = self._mu = 0.0
        self._y = np.zeros(len(self.r))
        self.settled = False
        self._at_limit = np.zeros(problem.size, bool)
        self._active: dict[int, int] = {}  # active linear limits → 1 for the upper end, −1 for the lower
        self._dq = np.zeros(problem.size)
        square = r**2
        self.soft_objective = float(square[~search.hard].sum() + self.posture_weight * (self._off**2).sum())
        self.hard_objective = float(square[search.hard].sum())
        self.hard_clash = memory.hard_clash and self.hard_objective > SATISFIABLE_SQUARED
        memory.hard_clash = self.hard_clash
        self.trace = float((self.jacobian**2).sum())
        here, nowhere = self.jacobian.copy(), np.zeros(problem.size)
        for bound in self.bounds:
            if search.r[bound.rows].any():
                self._hold(bound, search.r, here, nowhere)
                bound.held_here, bound.unchanged = bound.held, True
        self._update_gradient()
        self._jacobian_here, self._r_here = self.jacobian.copy(), self.r.copy()

    def _update_gradient(self) -> None:
        self.gradient = self.jacobian.T @ self.r + self.posture_weight * self._off

    @property
    def _damping_objective(self) -> float:
        """The objective in the damping of soft rows."""
        return self.soft_objective + (HARD_WEIGHT if self.hard_clash else 1.0) * self.hard_objective

    def _damping(self, mu: float, objective: float) -> float:
        return mu * objective + 1e-14 * (self.trace + self.floor)

    @property
    def _has_exact_rows(self) -> bool:
        return bool(self.hard_rows or len(self.a))

    def gradient_below(self, fraction: float, mu: float) -> bool:
        """Whether the gradient, projected on the free parameters, is below a fraction of |J||r|.

        With exact rows it is bounded by the step, if its active set is final: |gradient| ≤ (|J|² + λ) |dq|.
        """
        q, objective = self.search.q, self.soft_objective + self.hard_objective
        if self._has_exact_rows:
            if not self.settled:
                return False
            size = (self.trace + mu * self._damping_objective + self.posture_weight) * float(np.linalg.norm(self._dq))
        else:
            outward = ((q <= self.lo) & (self.gradient > 0)) | ((q >= self.hi) & (self.gradient < 0))
            size = float(np.linalg.norm(self.gradient[~outward]))
        return bool(size <= fraction * np.sqrt(self.trace * objective))

    def lean_step_below(self, size: float) -> bool:
        """Whether the search leans to a posture, its hard goals hold, and its step over the gains is this small."""
        holds = self.posture_weight > 0 and self.hard_objective <= self.search.hard_tolerance
        return bool(holds and self.settled and self._dq @ self._dq <= size * size)

    def predicts_little(self, mu: float) -> bool:
        """Whether the predicted gain bounds the gradient to rounding.

        A step with the damping λ predicts a gain of at least |gradient|²/(|J|² + λ).
        """
        objective = self.soft_objective + self.hard_objective
        least = (self.trace + mu * self._damping_objective + self.posture_weight) * self.predicted_gain
        return self.settled and 0 < least <= 1e-12 * self.trace * objective

    # -- hard inequalities ---------------------------------------------------------------------

    def trial_within_bounds(self, mu: float) -> Array | None:
        """The trial of damping μ after the set of held inequalities was adapted to it; None if there is none."""
        for bound in self.bounds:  # the crossings of an earlier, longer trial no longer apply
            if not bound.unchanged:
                self.jacobian[bound.rows] = self._jacobian_here[bound.rows]
                self.r[bound.rows] = self._r_here[bound.rows]
                bound.held, bound.unchanged = bound.held_here, True
        self._update_gradient()
        trial = self.trial(mu)
        for _ in range(MAX_SET_CHANGES if self.bounds else 0):
            if trial is None or not (self._release_bounds() or self._add_bounds(trial)):
                break
            trial = self.trial(mu)
        return trial

    def held_rows(self) -> Array:
        """The rows by which hard inequalities are held (rows, size), over the gains outside margins; 0 for others."""
        gain = self.search.problem.gain
        stretch = np.divide(gain, self.gain, out=np.zeros_like(gain), where=self.gain > 0)
        rows = np.zeros_like(self.jacobian)
        for bound in self.bounds:
            held = slice(bound.rows.start, bound.rows.start + len(bound.held))
            rows[held] = self.jacobian[held] * stretch
        return rows

    def _release_bounds(self) -> bool:
        """Remove directions whose rows only keep the step from going farther inside; the others move up."""
        changed = False
        for bound in self.bounds:
            first, count = bound.rows.start, len(bound.held)
            kept = [k for k in range(count) if not self._y[first + k] > 0]
            if len(kept) == count:
                continue
            rows = [first + k for k in kept]
            jacobian, r = self.jacobian[rows], self.r[rows]
            self.jacobian[bound.rows], self.r[bound.rows] = 0.0, 0.0
            self.jacobian[first : first + len(kept)], self.r[first : first + len(kept)] = jacobian, r
            bound.held, bound.unchanged, changed = tuple(bound.held[k] for k in kept), False, True
        self._update_gradient()
        return changed

    def _add_bounds(self, trial: Array) -> bool:
        """Hold the inequalities that the trial newly violates, by their derivative where it crosses them."""
        if all(len(bound.held) == bound.count for bound in self.bounds):
            return False
        beyond = self._new_violation(trial)
        if not beyond > 0:
            return False
        q, crossing = self.search.q, Crossing(beyond)
        while not crossing.is_found:
            crossing.tell(self._new_violation(q + crossing.next * (trial - q)))
        outside = trial if crossing.outside == 1 else q + crossing.outside * (trial - q)
        r, jacobian = self.search.measure(outside)[0], self.search.problem.jacobian(outside) * self.gain
        violated = self._newly_violated(r)
        back = np.divide(self.search.q - outside, self.gain, out=np.zeros_like(outside), where=self.gain > 0)
        for bound in violated:
            self._hold(bound, r, jacobian, back)
        self._update_gradient()
        return True

    def _new_violation(self, q: Array) -> float:
        """The largest violation at a state in a direction that is not held; 0 for none."""
        r = self.search.measure(q)[0]
        return max((float(np.abs(r[bound.rows]).max()) for bound in self._newly_violated(r)), default=0.0)

    def _newly_violated(self, r: Array) -> list[Bound]:
        return [bound for bound in self.bounds if bound.is_newly_violated(r[bound.rows])]

    def _hold(self, bound: Bound, r: Array, jacobian: Array, back: Array) -> None:
        """Hold a bound in the direction in which r violates it, by one more row with the Jacobian there.

        ``back`` (size,), scaled, leads from there to the state: the row gets the residual that the Jacobian
        extrapolates to the state.
        """
        if not bound.held:
            self.jacobian[bound.rows], self.r[bound.rows] = 0.0, 0.0
        outward = r[bound.rows]
        size = float(np.linalg.norm(outward))
        e, row = outward / size, bound.rows.start + len(bound.held)
        self.jacobian[row] = e @ jacobian[bound.rows]
        self.r[row] = size + self.jacobian[row] @ back
        bound.held, bound.unchanged = (*bound.held, e), False

    # -- one damped step -----------------------------------------------------------------------

    def trial(self, mu: float) -> Array | None:
        """The state after a step of damping μ, inside the limits; None if there is none."""
        q, r = self.search.q, self.r
        soft_damping = self._damping(mu, self._damping_objective) + self.posture_weight
        damping = np.where(self.search.hard, self._damping(mu, self.hard_objective), soft_damping)
        lean = -self.posture_weight / soft_damping * self._off
        at_limit = ((q <= self.lo) & (self.gradient > 0)) | ((q >= self.hi) & (self.gradient < 0))
        dq, end = np.zeros_like(q), q.copy()  # of parameters at a limit: how far they move, and where they are then
        active: dict[int, int] = {}
        found, releases, self.settled = False, 0, False
        for _ in range(MAX_ACTIVE_SET_ROUNDS if self._has_exact_rows else ACTIVE_SET_ROUNDS):
            free = ~at_limit
            rows = np.concatenate([self.jacobian, self.a[list(active)] * self.gain])
            right = np.concatenate([r, self._beyond(active, q)]) + rows @ np.where(at_limit, dq, lean)
            normal = rows[:, free] @ rows[:, free].T
            extra = 1e-14 * (np.diag(normal)[len(r) :] + 1)
            normal[np.diag_indices(len(right))] += np.concatenate([damping, extra])
            try:
                y = -np.linalg.solve(normal, right)
            except np.linalg.LinAlgError:
                break
            found = True
            self._predict(damping, y)
            pull = lean + rows.T @ y
            dq[free] = pull[free]
            x = np.where(at_limit, end, q + self.gain * dq)
            beyond = free & (self.gain > 0) & ((x > self.hi) | (x < self.lo))
            if beyond.any():
                end[beyond] = np.clip(x, self.lo, self.hi)[beyond]
                dq[beyond] = (end[beyond] - q[beyond]) / self.gain[beyond]
                at_limit |= beyond
            elif not self._update_linear_limits(active, y[len(r) :], x):
                # release parameters at a limit that the step would move away from it
                low, high = x <= self.lo, x >= self.hi
                away = at_limit & (self.gain > 0) & (low != high) & np.where(low, pull > dq, pull < dq)
                self.settled = not away.any()
                if self.settled or releases >= MAX_RELEASES:
                    break
                releases += 1
                at_limit &= ~away
                dq[away] = 0
        if not found:
            return None
        self.predicted_gain += self.posture_weight * float((self._off**2 - (self._off + dq) ** 2).sum())
        self._mu, self._dq, self._at_limit, self._active = mu, dq, at_limit, active
        return self.shortened(self.search.inside(np.where(at_limit, end, q + self.gain * dq)))

    def _predict(self, damping: Array, y: Array) -> None:
        """The gain that a step predicts: for linear rows r + J dq = −D y would remain."""
        hard_weight = HARD_WEIGHT if self.hard_objective > self.search.hard_tolerance else 0.0  # 0 where they hold
        weights = np.where(self.search.hard, hard_weight, 1.0)
        for bound in self.bounds:  # a bound that is not violated here predicts no gain
            weights[bound.rows] *= bound.unchanged
        self._y = y[: len(self.r)]
        self.predicted_gain = float((weights * (self.r**2 - (damping * self._y) ** 2)).sum())

    def _beyond(self, active: dict[int, int], q: Array) -> Array:
        """How far q is beyond the active ends of linear limits."""
        ends = [self.a_hi[k] if side > 0 else self.a_lo[k] for k, side in active.items()]
        return np.asarray(self.a[list(active)] @ q - ends)

    def _update_linear_limits(self, active: dict[int, int], pull: Array, x: Array) -> bool:
        """Release the linear limits that the step pulls away from, else add those that it would violate."""
        loose = [k for (k, side), y in zip(active.items(), pull, strict=True) if y * side > 0]
        for k in loose:
            del active[k]
        if loose:
            return True
        value = self.a @ x
        slack = 1e-13 * (1 + np.abs(value))
        violated = {int(k): 1 for k in np.flatnonzero(value > self.a_hi + slack)}
        violated |= {int(k): -1 for k in np.flatnonzero(value < self.a_lo - slack)}
        new = {k: side for k, side in violated.items() if k not in active}
        active.update(new)
        return bool(new)

    def shortened(self, trial: Array) -> Array:
        """The trial without the rounding beyond linear limits; the step is cut where it would violate one."""
        if not len(self.a):
            return trial
        trial = self.polyhedron.trimmed(trial, self.search.steps)
        t = self.polyhedron.share_inside(self.q, trial)
        self.settled = self.settled and t == 1
        if t == 1:
            return trial
        return np.where(self.gain > 0, np.clip(self.q + t * (trial - self.q), self.lo, self.hi), self.q)

    # -- hard goals ----------------------------------------------------------------------------

    def project_gradient(self, mu: float) -> None:
        """Where hard goals hold the gradient counts along them: without the part that their multipliers −λ y take."""
        if self.hard_rows and self.hard_objective <= self.search.hard_tolerance:
            hard = self.search.hard
            rest = self.r + (self._damping(mu, self._damping_objective) + self.posture_weight) * self._y
            self.merit_gradient = self.gradient - self.jacobian[hard].T @ rest[hard]

    def corrected(self, q: Array, r: Array, measure: Measure) -> tuple[Array, Array, Measure]:
        """A trial brought back to the hard goals by Newton steps with the present Jacobian.

        A step satisfies hard goals to first order only.  In a search that leans each correction tells the next one how
        the rows curve: frames must be quick.  Parameters that meet a limit on the way stay there.
        """
        hard, active, at_limit = slice(0, self.hard_rows), self._active, self._at_limit
        secants = SecantSteps()
        for _ in range(MAX_CORRECTIONS if self.hard_rows else 0):
            if measure.hard_violation <= CORRECTED_SQUARED:
                break
            rows = np.concatenate([self.jacobian[hard], self.a[list(active)] * self.gain])
            left = np.concatenate([self._remaining_residual(r)[hard], self._beyond(active, q)])
            normal = rows[:, ~at_limit] @ rows[:, ~at_limit].T
            extra = np.full(len(left), self._damping(self._mu, self.hard_objective))
            extra[self.hard_rows :] = 1e-14 * (np.diag(normal)[self.hard_rows :] + 1)
            try:
                y = np.linalg.solve(normal + np.diag(extra), left)
            except np.linalg.LinAlgError:
                break
            step = np.where(at_limit, 0.0, -(rows.T @ y))
            step = secants.improved(step) if self.posture_weight > 0 else step
            other = np.where(at_limit, q, q + self.gain * step)
            if self._stops_at_limits(q, other):
                secants = SecantSteps()
                continue
            other = self.polyhedron.trimmed(other, self.search.steps)
            other_r, other_measure = self.search.measure(other)
            if not other_measure.hard_violation < 0.5 * measure.hard_violation:
                if secants.is_empty:
                    break
                secants = SecantSteps()  # they misled it: once more without them
                continue
            if self.posture_weight > 0:
                secants.remember(step)
            q, r, measure = other, other_r, other_measure
        return q, r, measure

    def _remaining_residual(self, r: Array) -> Array:
        """The residual (rows,); of inequalities only the part in the directions that are held."""
        left = r.copy()
        for bound in self.bounds:
            left[bound.rows] = 0.0
            for k, e in enumerate(bound.held):
                left[bound.rows.start + k] = e @ r[bound.rows]
        return left

    def _stops_at_limits(self, q: Array, other: Array) -> bool:
        """Whether the way from q to the other state meets new limits; they become active."""
        beyond = ~self._at_limit & (self.gain > 0) & ((other > self.hi) | (other < self.lo))
        self._at_limit |= beyond
        there, here = self.a @ other, self.a @ q
        slack = 1e-13 * (1 + np.abs(there))
        above, below = (there > np.maximum(self.a_hi, here) + slack), (there < np.minimum(self.a_lo, here) - slack)
        new = {int(k): 1 if above[k] else -1 for k in np.flatnonzero(above | below) if int(k) not in self._active}
        if not beyond.any():
            self._active.update(new)
        return bool(beyond.any() or new)
