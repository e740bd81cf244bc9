"""The least change that meets goals: of a state, in the metric of moved mass, with all limits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from manikin.clips.differences import difference, displaced
from manikin.clips.movement import gentle_gains, restraint
from manikin.clips.timed_goal import TimedGoal
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.search import Lean
from manikin.solvers.session import Session

__all__ = ["GoalSet", "LeastChange"]

SOLVER = LevenbergMarquardt(tolerance=1e-10, restarts=0, stay_near=False)


class LeastChange:
    """States brought to some of a list of timed goals: exactly by hard ones, in part by soft ones.

    Args:
        figures: The figures whose states stand one after another in a row.
        goals: The goals; sets of them are given by their places.
    """

    def __init__(self, figures: tuple[Figure, ...], goals: tuple[TimedGoal, ...]) -> None:
        self.figures, self.goals = figures, goals
        self._sets: dict[tuple[int, ...], GoalSet] = {}

    def of(self, holding: tuple[int, ...]) -> GoalSet:
        """A set of goals, ready to be met."""
        known = self._sets.get(holding)
        if known is None:
            known = self._sets[holding] = GoalSet(self.figures, self.goals, holding)
        return known

    def met(self, holding: tuple[int, ...], frames: Array, states: Array) -> Array:
        """The nearest states (n, size) that meet a set of goals as it stands at frames (n,)."""
        return self.of(holding).met(frames, states)

    def led(self, shares: Array, frames: Array, states: Array) -> Array:
        """States led by soft goals, each on with a share (n, goals).

        A goal that comes or goes changes the pose in part: with shares s₁ ≥ s₂ ≥ … the change is Σ (s_k − s_k₊₁) of
        that by the first k goals alone.  Where the shares are 0 the states keep their bits.
        """
        wanted: dict[tuple[int, ...], list[tuple[int, float]]] = {}
        for row in np.flatnonzero(shares.any(axis=1)).tolist():
            order = sorted(np.flatnonzero(shares[row] > 0).tolist(), key=lambda i: -shares[row, i])
            steps = [float(shares[row, i]) for i in order] + [0.0]
            for k in range(len(order)):
                if steps[k] > steps[k + 1]:
                    key = tuple(sorted(order[: k + 1]))
                    wanted.setdefault(key, []).append((row, steps[k] - steps[k + 1]))
        if not wanted:
            return states
        change = np.zeros_like(states)
        for soft, rows in wanted.items():
            places = np.array([row for row, _ in rows])
            weights = np.array([weight for _, weight in rows])
            led = self.of(soft).led(frames[places], states[places])
            change[places] += weights[:, None] * difference(self.figures, led, states[places])
        result = states.copy()
        rows_led = np.flatnonzero(change.any(axis=1))
        result[rows_led] = displaced(self.figures, states[rows_led], change[rows_led])
        return result


class GoalSet:
    """Some goals of a list, as one problem.  Parameters that none of them needs keep their bits."""

    def __init__(self, figures: tuple[Figure, ...], goals: Sequence[TimedGoal], holding: tuple[int, ...]) -> None:
        self.figures, self.goals = figures, [goals[i] for i in holding]
        self._idle: list[Session] = []  # sessions that no thread uses

    @cached_property
    def columns(self) -> np.ndarray:
        """The parameters that move the goals."""
        found: set[int] = set()
        alone = ([goal] for goal in self.goals if goal.serving is not None)
        for goals in ([goal for goal in self.goals if goal.serving is None], *alone):
            whole = Problem(self.figures, hard=[goal.goal for goal in goals])
            own = {int(c) for block in whole.jacobian_blocks(whole.rest) for c in block.columns if whole.gain[c] > 0}
            for serving in (goal.serving for goal in goals if goal.serving is not None):
                named = ((figure, name) for figure, names in serving.items() for name in names)
                own &= {column for name in named for column in whole.columns(name)}
            found |= own
        return np.array(sorted(found), np.int64)

    @cached_property
    def problem(self) -> Problem:
        """The goals as hard ones."""
        return self._problem(hard=True)

    def _problem(self, *, hard: bool, gains: Array | None = None) -> Problem:
        names: list[Name] = [(figure.name, name) for figure in self.figures for name in figure.parameter_names]
        needed = set(self.columns.tolist())
        frozen = [name for i, name in enumerate(names) if i not in needed]
        goals = [goal.goal for goal in self.goals]
        given = (1 - (gentle_gains(self.figures)[0] if gains is None else gains)).tolist()
        stiffness = {name: given[i] for i, name in enumerate(names) if i in needed}
        if hard:
            return Problem(self.figures, hard=goals, frozen=frozen, stiffness=stiffness)
        return Problem(self.figures, goals, frozen=frozen, stiffness=stiffness)

    def constants(self, frames: Array) -> Array:
        """The constants of the problem at frames (n, k)."""
        return self.constants_of(self.problem, frames)

    def constants_of(self, problem: Problem, frames: Array) -> Array:
        """The constants at frames (n, k) of a problem of the same goals."""
        rows = np.empty((len(frames), len(problem.constants)))
        rows[:] = problem.constants
        for place, goal in enumerate(self.goals):
            if goal.moving is not None:
                rows[:, _constants_of(problem, place, goal)] = goal.moving.at(frames)
        return rows

    def met(self, frames: Array, states: Array) -> Array:
        """The nearest states that meet the goals, or the best compromise."""
        if not len(self.columns):
            return states
        session = self._idle.pop() if self._idle else Session(SOLVER, self.problem)
        constants, compiled = self.constants(frames), session.compiled
        gains = self.problem.gain * restraint(self.figures, states)
        if compiled is None:
            return self._met_slowly(states, constants, gains)
        found = compiled.solve_each(np.ascontiguousarray(states), constants, gains, SOLVER.max_iterations)
        self._idle.append(session)
        return found

    def _met_slowly(self, states: Array, constants: Array, gains: Array) -> Array:
        """The same without the kernels: a problem for every state."""
        result = np.empty_like(states)
        for i, row in enumerate(gains):
            problem = self._problem(hard=True, gains=row)
            result[i] = SOLVER.solve_batch(problem, states[i : i + 1], constants=constants[i : i + 1]).q[0]
        return result

    def led(self, frames: Array, states: Array) -> Array:
        """The compromise between the goals by their weights and the states as they are."""
        if not len(self.columns):
            return states
        problem = self._problem(hard=False)
        unit = gentle_gains(self.figures)[1]
        none = np.zeros(problem.rows, np.uint8)
        lean = Lean(problem.rest, unit, np.zeros(problem.rows), none)
        session = Session(SOLVER, problem, lean=lean)
        result = np.empty_like(states)
        for i, (state, row) in enumerate(zip(states, self.constants(frames), strict=True)):
            session.lean_to(lean._replace(posture=np.ascontiguousarray(state)))
            result[i] = session.solve(np.ascontiguousarray(state), row).q
        return result


def _constants_of(problem: Problem, place: int, goal: TimedGoal) -> slice:
    """Where the numbers of a moving target stand among the problem's constants."""
    assert goal.moving is not None
    if problem.tables is None:
        raise InputError(f"{goal.name}: a target can move only for goals that the kernels know")
    return problem.constants_of(place)[goal.moving.field]
