"""A problem as cyclic coordinate descent sees it: pairs of vectors that should be equal.

A point and its target, or an axis of a part and the axis it should have: a joint that moves only one of the two can
bring them together.  Mirrors kernels/src/solvers/ccd/terms.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.errors import Unsupported
from manikin.goals import Align, CloseLoop, Line, OrientationAxes, OrientationGoal, Plane, PoseAxes, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.handles import Direction, Frame, Orientation, Point
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.kernels import make_tree
from manikin.kernels.tables import SLIDE, Tables
from manikin.math.rotations import Array
from manikin.problem.network import figure_of, row_weights
from manikin.problem.problem import Problem

__all__ = ["Forest", "Term", "Vector", "check_goals", "terms_of"]

GOALS = (Position, Line, Plane, OrientationGoal, OrientationAxes, PoseGoal, CloseLoop, PoseAxes, Align)
HANDLES = (Point, Direction, Orientation, Frame)


@dataclass(frozen=True, eq=False)
class Vector:
    """A point or a direction in the frame of a joint.

    Attributes:
        joint: Index among the joints of all figures; −1 for a constant.
        local: Coordinates in the joint's frame (3,).
        point: Whether it is a point.
    """

    joint: int
    local: Array
    point: bool


@dataclass(frozen=True, eq=False)
class Term:
    """Σ |weights · (a − b)|².

    Attributes:
        a: The first vector.
        b: The second one.
        weights: Weights of the three components (3,).
        normal: If given, only the component along it counts (a plane), or only that across it (a line).
        across: Whether the component across the normal counts.
        either_way: Whether a = −b is as good as a = b.
    """

    a: Vector
    b: Vector
    weights: Array
    normal: Vector | None = None
    across: bool = False
    either_way: bool = False

    @property
    def even(self) -> bool:
        """Whether all directions have the same weight, so that rotating both vectors changes nothing."""
        return self.normal is None and bool((self.weights == self.weights[0]).all())

    @property
    def heaviest(self) -> float:
        """The largest weight."""
        return float(self.weights.max())


def check_goals(problem: Problem, solver: str) -> None:
    """Refuse goals and handles without a closed form for the best change of a joint, and scaled figures."""
    kinds = sorted({goal.kind for goal in problem.all_goals if type(goal) not in GOALS})
    if kinds:
        known = ", ".join(goal.kind for goal in GOALS)
        raise Unsupported(
            f"the solver {solver} has no closed form for goals of kind {', '.join(kinds)}; it has: {known}"
        )
    handles = [handle for goal in problem.all_goals for handle in goal.handles]
    kinds = sorted({h.kind for h in handles if not (type(h) in HANDLES or isinstance(h, Fixed))})
    if kinds:
        known = ", ".join(handle.kind for handle in HANDLES)
        raise Unsupported(f"the solver {solver} cannot treat handles of kind {', '.join(kinds)}; it can: {known}")
    for figure in problem.figures:
        tables = figure.tables
        for linear in (tables.before[:, :, :3], tables.after[:, :, :3]):
            if np.abs(linear @ np.swapaxes(linear, 1, 2) - np.eye(3)).max() > 1e-9 or np.linalg.det(linear).min() < 0:
                raise Unsupported(f"the solver {solver} cannot treat figures with scales or mirrors in them")


def terms_of(problem: Problem, half_turns: float) -> list[Term]:
    """The pairs of all goals that have a weight.

    A whole orientation is three pairs of axes, with ``half_turns`` of the weight of the goal's rows.  With ½ the sum of
    their squares is 2(1 − cos θ), which is θ² for small angles.
    """
    numbers = {figure.name: int(n) for figure, n in zip(problem.figures, _joint_starts(problem), strict=False)}

    def parts(handle: Handle) -> list[Vector]:
        """A point, a direction, three axes, or three axes and a point."""
        if isinstance(handle, Fixed):
            joint, local = -1, handle.constant
        else:
            figure = figure_of(handle, problem.figures)
            joint = numbers[figure.name] + figure.skeleton.index(handle.parts()[0])
            local = np.zeros(0)
            if isinstance(handle, Point):
                local = np.array(handle.at)
            elif isinstance(handle, Direction):
                local = np.array(handle.along)
            elif isinstance(handle, Orientation):
                local = np.array(handle.rotation)
            elif isinstance(handle, Frame):
                local = handle.local.reshape(12)
        if handle.value_type in ("point", "direction"):
            return [Vector(joint, local, handle.value_type == "point")]
        columns = local.reshape(3, -1).T
        return [Vector(joint, column, k == 3) for k, column in enumerate(columns)]

    found: list[Term] = []
    for goal in problem.all_goals:
        inputs = [parts(handle) for handle in goal.handles]
        found += [term for term in _terms(goal, inputs, half_turns) if term.weights.any()]
    return found


def _terms(goal: Goal, inputs: list[list[Vector]], half_turns: float) -> list[Term]:
    w = row_weights(goal)
    a, b = inputs[0], inputs[1]
    if isinstance(goal, (Line, Plane)):
        return [Term(a[0], b[0], np.full(3, w[0]), inputs[2][0], isinstance(goal, Line))]
    if isinstance(goal, Align):
        return [Term(a[0], b[0], w, either_way=goal.either_way)]
    if isinstance(goal, Position):
        return [Term(a[0], b[0], w)]
    made = [Term(a[3], b[3], w[:3])] if len(a) == 4 else []
    turning = w[len(made) * 3 :]
    if isinstance(goal, (OrientationAxes, PoseAxes)):
        return made + [Term(a[k], b[k], turning[3 * i : 3 * i + 3]) for i, k in enumerate(goal.axes)]
    return made + [Term(a[k], b[k], turning * np.sqrt(half_turns)) for k in range(3)]


def _joint_starts(problem: Problem) -> Array:
    return np.cumsum([0, *(len(figure.skeleton) for figure in problem.figures)])


class Forest:
    """All figures of a problem as one forest, at the state of the last ``update``."""

    def __init__(self, problem: Problem) -> None:
        self.tables = Tables.join([figure.tables for figure in problem.figures])
        self._tree = make_tree(self.tables)
        coupling = self.tables.coupling
        self.joint_of = np.repeat(np.arange(len(self.tables.parents)), np.diff(self.tables.dof_starts))
        self.readers: list[list[int]] = [[] for _ in range(problem.size)]
        for k, column in enumerate(coupling.columns):
            self.readers[int(column)].append(k)
        self.world = self.axes = self.origins = self.derivatives = np.zeros(0)

    def update(self, q: Array) -> None:
        """Place all joints at the state q."""
        self.world, frames, self.origins = self._tree.trace(np.ascontiguousarray(q))
        self.axes = (frames @ self.tables.axes[..., None])[..., 0]
        self.derivatives = self.tables.coupling.derivatives(q)

    def factor(self, column: int) -> float:
        """The factor from a parameter to the joint value that it drives; 0 if it drives several, or by a curve."""
        readers = self.readers[column]
        if len(readers) != 1 or self.tables.curve_codes[readers[0]]:
            return 0.0
        return float(self.tables.factors[readers[0]])

    def dof(self, term: int) -> int:
        """The degree of freedom that a term of the coupling drives."""
        return int(self.tables.coupling.rows[term])

    def slides(self, dof: int) -> bool:
        return bool(self.tables.motions[dof] == SLIDE)

    def moves(self, dof: int, vector: Vector | None) -> bool:
        """Whether a degree of freedom moves a vector."""
        joint = int(self.joint_of[dof])
        return vector is not None and joint <= vector.joint < self.tables.ends[joint]

    def at(self, vector: Vector) -> Array:
        """A vector in the world (3,)."""
        if vector.joint < 0:
            return vector.local
        world = self.world[vector.joint]
        return np.asarray(world[:, :3] @ vector.local + (world[:, 3] if vector.point else 0.0))

    def difference(self, term: Term) -> Array:
        """a − b, or a + b if that is shorter and either way is allowed."""
        a, b = self.at(term.a), self.at(term.b)
        return a + b if term.either_way and a @ b < 0 else a - b

    def counted(self, term: Term, v: Array) -> Array:
        """The weighted components of a difference that count."""
        if term.normal is None:
            return term.weights * v
        n = self.at(term.normal)
        along = (n @ v) * n
        return term.weights * (v - along if term.across else along)

    def carried(self, term: Term, dof: int) -> tuple[float, Array]:
        """The part of a − b that a degree of freedom moves, as (sign, vector from its origin); sign 0 for nothing.

        If it rotates the normal too, everything that it does not move rotates the other way: sign −1.
        """
        a, b, n = (self.moves(dof, v) for v in (term.a, term.b, term.normal))
        slide = self.slides(dof)
        if n and not slide:
            a, b = not a, not b
        if a == b and (not a or slide or term.even):
            return 0.0, np.zeros(3)
        if slide and not term.a.point:
            return 0.0, np.zeros(3)
        if slide:
            return (1.0 if a else -1.0), self.axes[dof]
        sign = -1.0 if term.either_way and self.at(term.a) @ self.at(term.b) < 0 else 1.0
        centre = self.origins[dof] if term.a.point else np.zeros(3)
        m = (self.at(term.a) - centre if a else 0.0) - sign * (self.at(term.b) - centre if b else 0.0)
        return (-1.0 if n else 1.0), np.asarray(m)
