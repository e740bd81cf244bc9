"""Constraints that cannot all hold give way: those whose targets are moved before those that stay (two levels)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from manikin.goals import MatchValues
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.kernel_tables import constants_of
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits
from manikin.simulation.options import StepperOptions, longest_steps
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.session import Session

if TYPE_CHECKING:
    from manikin.kernels import _baseline
    from manikin.simulation.stepper import Stepper

    AnyStepper = Stepper | _baseline.Simulation

__all__ = ["GivingWay"]

CHANGE_COST = 5e-6
"""What a change of a parameter by a radian costs beside a metre of a violated constraint, both squared.

Without it a limb at the end of its reach would turn far for what a micrometre gains.
"""
EXACT_ITERATIONS, CALM_ITERATIONS = 20, 8
"""Most iterations of a search for where all hold, and for the least violation, which goes on with the next step."""
BENT_SHARE, MOST_FARTHER = 0.1, 2.0
"""How far back to the last state in which all held a search begins when they can hold again; and how much farther from
the present state than without that it may end."""
MOST_SEARCHES = 6
"""How often a search for the least violation is gone on with, while what stays does not hold."""


class GivingWay:
    """Finds where constraints are violated least, near a state, by ``lm`` in the metric K of the simulation.

    The moved constraints are soft goals and the others hard ones; if all of them stay, or all are moved, they compete
    by their weights.

    Args:
        problem: The figures, with what may move and the limits.
        staying: The constraints whose targets were not moved.
        moved: Those that were.
        mobility: The diagonal of K (size,).
        options: Of the stepper.
        before: The same with the targets of the last step, to go on from.

    Attributes:
        violated: Whether constraints did not hold in the last step.
    """

    def __init__(
        self,
        problem: Problem,
        staying: Sequence[Goal],
        moved: Sequence[Goal],
        mobility: Array,
        options: StepperOptions,
        before: GivingWay | None = None,
    ) -> None:
        hard, soft = (staying, moved) if moved else ((), staying)
        gain = np.sqrt(mobility / max(float(mobility.max(initial=0.0)), 1e-300))
        self._problem = with_limits(problem.with_goals(*soft, hard=hard), gain=gain)
        self._options, self._speed = options, problem.state_vector.speeds
        self._change_cost = CHANGE_COST * max((goal.weight for goal in soft), default=1.0)
        self._movable = np.flatnonzero(gain > 0)
        all_alike = with_limits(problem.with_goals(*staying, *moved), gain=gain)
        self._exact = self._session(all_alike, EXACT_ITERATIONS)
        self._calm = self._calm_session(problem.rest)
        self._staying_rows = sum(goal.rows for goal in hard)
        self._held: Array = problem.rest if before is None else before._held
        self.violated: bool = before is not None and before.violated

    @property
    def takes_targets(self) -> bool:
        """Whether targets can be moved without making it anew: not with goals of the caller's own."""
        return self._problem.structure.compiled.tables is not None

    def step(self, stepper: AnyStepper, targets: Sequence[Goal], h: float) -> float:
        """One step of h seconds in which constraints give way, where they cannot all hold.

        Forces act along what leaves the violated rows as they are; what that lets slip is then mended.

        Args:
            stepper: Of the simulation, at a state where constraints do not hold.
            targets: The constraints with their present targets, those that stay first.
            h: The time of the step [s].

        Returns:
            The time that passed [s].
        """
        q = np.array(stepper.q)
        self._constants = constants_of(targets) if self.takes_targets else None
        self._windows = self._windows_at(q, h)
        begin = self._begin(q)
        if begin is not None:
            stepper.give_way(begin)
        spent, _ = stepper.run(h, 1, True)
        end = np.array(stepper.q)
        if self.violated and (end != begin).any():
            stepper.settle(self._least_violated(end))
        elif begin is None and self._staying_off(end) > max(self._options.tolerance, self._staying_off(q)):
            self.violated = True  # corrections have failed
            stepper.settle(self._least_violated(q))
        return spent

    def _staying_off(self, q: Array) -> float:
        """How far what stays is from holding at a state."""
        problem = self._problem if self._constants is None else self._problem.with_constants(self._constants)
        return float(np.abs(problem.residual(q)[: self._staying_rows]).max(initial=0.0))

    def _begin(self, q: Array) -> Array | None:
        """Where the step begins; None where all constraints can hold, though farther than the step goes."""
        problem, session, before = self._problem, self._exact, self.violated
        session.set_limits(problem.lo, problem.hi)
        found = session.solve(q, self._constants)
        if not before:
            self._held = q
        elif found.reached:  # a limb that got straight bends again as it was bent before
            again = session.solve(q + BENT_SHARE * (self._held - q))
            if again.reached and np.abs(again.q - q).max() < MOST_FARTHER * np.abs(found.q - q).max():
                found = again
        inside = [bool(((found.q >= lo) & (found.q <= hi)).all()) for lo, hi in self._windows]
        self.violated = not found.reached or (inside[-1] and not inside[0])
        if self.violated:
            return self._least_violated(q)
        return np.array(found.q) if inside[0] else None

    def _least_violated(self, q: Array) -> Array:
        """The state of the least violation that this step can come to, for its change from a state.

        What stays counts before braking.
        """
        found, session = q, self._calm if self.takes_targets else self._calm_session(q)
        constants = np.concatenate([self._constants, q[self._movable]]) if self.takes_targets else None
        for lo, hi in self._windows:
            session.set_limits(lo, hi)
            found = np.clip(q, lo, hi)
            for _ in range(MOST_SEARCHES):
                found = np.array(session.solve(found, constants).q)
                if np.abs(session.residual[: self._staying_rows]).max(initial=0.0) <= self._options.tolerance:
                    return found
        return found

    def _windows_at(self, q: Array, h: float) -> list[tuple[Array, Array]]:
        """What a step of h seconds can come to, by limits, speed and the largest step: with braking, and without it."""
        lo, hi, options = self._problem.lo, self._problem.hi, self._options
        reach = np.minimum(options.max_step, h * self._speed)
        windows = [(np.maximum(lo, q - reach), np.minimum(hi, q + reach))]
        if options.braking > 0:
            down, up = (longest_steps(np.maximum(slack, 0.0), h, options.braking) for slack in (q - lo, hi - q))
            windows.insert(0, (np.maximum(windows[0][0], q - down), np.minimum(windows[0][1], q + up)))
        return windows

    def _session(self, problem: Problem, iterations: int) -> Session:
        options = self._options
        solver = LevenbergMarquardt(tolerance=options.tolerance, restarts=0, stay_near=False, max_iterations=iterations)
        return solver.start(problem, problem.rest)

    def _calm_session(self, q: Array) -> Session:
        """Where the violation is least for the change from a state, which costs as in the metric K."""
        problem, changes, start = self._problem, [], 0
        for figure in problem.figures:
            own = self._movable[(self._movable >= start) & (self._movable < start + figure.size)] - start
            if len(own):
                values = figure.parameter_values(*(figure.parameter_names[i] for i in own))
                factors = 1 / problem.gain[start + own]
                changes.append(
                    MatchValues(values=values, target=q[start + own], factors=factors, weight=self._change_cost)
                )
            start += figure.size
        return self._session(with_limits(problem.with_goals(*changes), gain=problem.gain), CALM_ITERATIONS)
