"""The branches of a two-bone limb in closed form: the states in which it is at its target, for many swivels at once."""

from __future__ import annotations

import math
from copy import copy

import numpy as np

from manikin.errors import Unsupported, shorten
from manikin.goals import PoseGoal, Position
from manikin.handles.fixed import Fixed
from manikin.math.closed_forms import arc_angles, orthogonal_part, shortest_turn, soft_distance, turns_about_axes
from manikin.math.rotations import Array, Vec3, about_axis, cross, to_quaternion
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits
from manikin.solvers.ccd.terms import Forest, Term, terms_of
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.result import Result
from manikin.solvers.session import Session

__all__ = ["LimbBranches"]

STRAIGHT, BENT = 1e-3, 1e-6
"""Below what difference of its two branches a limb counts as straight, and how far it is bent there at least [rad].

A limb that is quite straight would not know any more which way it bends: rounding would choose, and an elbow that was
stretched might come back the wrong way.
"""


class LimbBranches:
    """The limb that a problem's goal uses: which of its parameters are its hinges, and its branches at a state.

    Attributes:
        columns: The parameters of its hinges, from the root on.
        posed: Whether the goal is a pose, which the hinges at the end serve.
        spare: Whether joints beyond the limb move the goal too.
    """

    def __init__(self, problem: Problem) -> None:
        goals = problem.all_goals
        if len(goals) != 1 or type(goals[0]) not in (Position, PoseGoal) or not isinstance(goals[0].handles[1], Fixed):
            raise Unsupported("the solver limb takes one goal, a position or a pose, with a constant target")
        self._forest = Forest(problem)
        terms: list[Term] = terms_of(problem, 0.5)
        self.posed = isinstance(goals[0], PoseGoal)
        if len(terms) != (4 if self.posed else 1) or not all(term.even for term in terms):
            raise Unsupported("the solver limb needs a goal with the same weight, above 0, in all directions")
        self._point, self._axes_at = terms[0].a, [term.a for term in terms[1:]]
        self.columns, self._dofs, self._factors = self._hinges(problem)
        self._limits = problem.lo[self.columns], problem.hi[self.columns]
        linear, low, high = problem.linear_limits
        own = linear[:, self.columns].any(axis=1)
        self.linear = linear[own], low[own], high[own]
        self._idle: list[Session] = []  # of ``lm``, that no thread uses

    def _hinges(self, problem: Problem) -> tuple[list[int], list[int], Array]:
        forest, found = self._forest, []
        for column, readers in enumerate(forest.readers):
            dofs = [forest.dof(k) for k in readers if forest.moves(forest.dof(k), self._point)]
            if dofs and problem.gain[column] > 0:
                if forest.factor(column) == 0.0 or forest.slides(dofs[0]):
                    name = problem.variables[column].name
                    raise Unsupported(f"the solver limb needs plain hinges, which {shorten(name)} is not: freeze it")
                found.append((dofs[0], column))
        found.sort()
        wanted = 7 if self.posed else 4
        if len(found) < wanted or (self.posed and len(found) > wanted):
            names = ", ".join(problem.variables[column].name for _, column in found) or "none"
            raise Unsupported(
                f"the solver limb needs {'exactly' if self.posed else 'at least'} {wanted} hinges for this goal: three "
                f"at the root, one in the middle{', three at the end' * self.posed}; it may use {names}: name a chain"
            )
        self.spare = len(found) > wanted
        columns = [column for _, column in found[:wanted]]
        return columns, [dof for dof, _ in found[:wanted]], np.array([forest.factor(c) for c in columns])

    def at(self, problem: Problem, q: Array) -> LimbBranches:
        """The limb at a state, with the target of a problem, as an object of its own; other threads may have others."""
        placed = copy(self)
        placed._forest = copy(self._forest)
        placed._place(problem, q)
        return placed

    def _place(self, problem: Problem, q: Array) -> None:
        """Place the limb at a state; refuse it if its hinges do not form one."""
        self._q, self._target = q, np.asarray(problem.all_goals[0].handles[1].constant)  # type: ignore[attr-defined]
        self._forest.update(q)
        self._axes, self._origins = self._forest.axes[self._dofs], self._forest.origins[self._dofs]
        size = 1e-9 * (1 + float(np.abs(self._origins).max()))
        for name, part in (("root", slice(0, 3)), ("end", slice(4, 7)))[: 2 if self.posed else 1]:
            if np.abs(self._origins[part] - self._origins[part][0]).max() > size:
                raise Unsupported(f"the solver limb needs three hinges with one centre at the {name} of the limb")
            a, b, c = self._axes[part]
            if min(np.linalg.norm(cross(a, b)), np.linalg.norm(cross(b, c))) < 1e-6:
                raise Unsupported(f"the solver limb needs three different axes at the {name} of the limb")

    def by_numbers(self, problem: Problem, q: Array, tolerance: float) -> Result:
        """The state near q in which the limb alone is nearest to its target within the limits, by ``lm``."""
        solver = LevenbergMarquardt(tolerance=tolerance, restarts=0, stay_near=False)
        try:
            session = self._idle.pop()
        except IndexError:
            own = np.zeros(problem.size)
            own[self.columns] = problem.gain[self.columns]
            session = solver.start(with_limits(problem, gain=own), problem.rest)
        if session.solver.tolerance != tolerance:
            session = solver.start(session.problem, problem.rest)
        result = session.solve(np.clip(q, problem.lo, problem.hi), problem.constants)
        self._idle.append(session)
        return result

    def best(self, swivels: Array, pole: Vec3 | None, soft: float) -> tuple[Array, Array]:
        """For each swivel [rad] the violation of the limits by the best branch (s,), and its state (s, size).

        Of those within the limits the nearest to the present state counts; of a straight limb the one bent as now.
        """
        now = self._q[self.columns]
        values = self._whole_turns(now, self._branches(swivels, pole, soft))
        states = np.broadcast_to(self._q, (*values.shape[:2], len(self._q))).copy()
        states[..., self.columns] = values
        beyond = np.maximum(self._limits[0] - values, values - self._limits[1]).max(axis=-1)
        linear, low, high = self.linear
        if len(linear):
            along = states @ linear.T
            beyond = np.maximum(beyond, np.maximum(low - along, along - high).max(axis=-1))
        beyond = np.maximum(beyond, 0.0)
        away = np.abs(values - now)
        straight = np.ptp(values[..., 3], axis=-1, keepdims=True) < STRAIGHT
        chosen = np.lexsort((away.max(axis=-1), np.where(straight, away[..., 3], 0.0), beyond), axis=-1)[:, 0]
        rows = np.arange(len(chosen))
        return beyond[rows, chosen], states[rows, chosen]

    def _whole_turns(self, now: Array, turns: Array) -> Array:
        """The values of the hinges after some rotations; whole turns are added as the limits ask for."""
        lo, hi = self._limits
        turn = np.remainder(turns + math.pi, 2 * math.pi) - math.pi
        ways = now + (turn[..., None, :] + np.array([0.0, 2 * math.pi, -2 * math.pi])[:, None]) / self._factors
        beyond = np.maximum(np.maximum(lo - ways, ways - hi), 0.0)
        best = beyond.argmin(axis=-2)[..., None, :]
        values = np.take_along_axis(ways, best, axis=-2)[..., 0, :]
        rounded = np.take_along_axis(beyond, best, axis=-2)[..., 0, :] <= 1e-12  # rounding at the very limit
        return np.where(rounded, np.clip(values, lo, hi), values)

    def _branches(self, swivels: Array, pole: Vec3 | None, soft: float) -> Array:
        """The rotations of all hinges from here that bring the limb to its target (s, branches, hinges)."""
        axes, root, hinge = self._axes, self._origins[0], self._origins[3]
        point, turn = self._forest.at(self._point), np.eye(3)
        target = self._target[:3] if not self.posed else self._target.reshape(3, 4)[:, 3]
        if self.posed:
            now = np.column_stack([self._forest.at(v) for v in self._axes_at])
            turn = self._target.reshape(3, 4)[:, :3] @ now.T
            target, point = target - turn @ (point - self._origins[4]), self._origins[4]
        reach = target - root
        folds = self._folds(point, float(np.linalg.norm(reach)), soft)
        bent = [about_axis(axes[3], fold) for fold in folds]
        tips = [hinge + fold @ (point - hinge) - root for fold in bent]
        whole = np.concatenate([self._swung(tip, reach, hinge - root, pole, swivels) for tip in tips])
        first = turns_about_axes(whole, *axes[:3])
        middle = np.repeat(folds, len(swivels))[:, None, None]
        parts = [first, np.broadcast_to(middle, (*first.shape[:2], 1))]
        if self.posed:
            lower = whole @ np.repeat(bent, len(swivels), axis=0)
            last = turns_about_axes(np.swapaxes(lower, 1, 2) @ turn, *axes[4:])
            parts = [np.repeat(part, 2, axis=1) for part in parts] + [last[:, [0, 1, 0, 1]]]
        return np.concatenate(np.split(np.concatenate(parts, axis=-1), 2), axis=1)

    def _folds(self, point: Array, distance: float, soft: float) -> list[float]:
        """The rotations of the middle hinge that put the point at a distance from the root: two branches."""
        axis, arm, back = self._axes[3], point - self._origins[3], self._origins[0] - self._origins[3]
        # |turn·arm − back|² = arm² + back² − 2 back·(along + across cos φ + (axis × arm) sin φ)
        along = (axis @ arm) * axis
        still = float(arm @ arm + back @ back - 2 * back @ along)
        b, c = float(-2 * back @ (arm - along)), float(-2 * back @ cross(axis, arm))
        size = math.hypot(b, c)
        full = math.sqrt(max(still + size, 0.0))
        straight = -size * math.cos(BENT)
        return arc_angles(max(still - soft_distance(distance, full, soft) ** 2, straight), b, c)

    def _swung(self, tip: Array, reach: Array, middle: Array, pole: Vec3 | None, swivels: Array) -> Array:
        """The rotations of the root (s, 3, 3) that point the tip at the target.

        Swivels count from where the middle leans toward the pole; without a pole from the least rotation, which stays
        the same where the limb is straight and its middle leans nowhere.
        """
        n = reach / (float(np.linalg.norm(reach)) or 1.0)
        whole = shortest_turn(tip, reach)
        if not n.any():
            return np.broadcast_to(whole, (len(swivels), 3, 3))
        angle = 0.0
        if pole is None:
            x, y, z, w = to_quaternion(whole)
            angle = -2 * math.atan2(float(n @ (x, y, z)), float(w))
        else:
            lean = whole @ middle
            if np.linalg.norm(cross(n, lean)) > 1e-12 * np.linalg.norm(lean):
                a, b = orthogonal_part(lean, n), orthogonal_part(np.array(pole), n)
                angle = math.atan2(float(n @ cross(a, b)), float(a @ b))
        return about_axis(n, angle + swivels) @ whole
