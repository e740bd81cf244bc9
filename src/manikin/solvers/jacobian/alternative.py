"""The alternative Jacobian: columns taken at the goal instead of the effector.

Mirrors kernels/src/solvers/jacobian/alternative.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import CloseLoop, PoseAxes, PoseGoal, Position
from manikin.handles import Frame, Point
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.math.rotations import Array
from manikin.problem.network import figure_of
from manikin.solvers.jacobian.jacobian_method import STEPPING, System
from manikin.solvers.jacobian.pseudoinverse import PseudoinverseJacobian
from manikin.solvers.search import Search

__all__ = ["AlternativeJacobian"]

POINT_GOALS = (Position, PoseGoal, PoseAxes, CloseLoop)
"""The goals that bring a point to a target; their first three rows are those of the point."""


@dataclass(frozen=True, kw_only=True)
class AlternativeJacobian(PseudoinverseJacobian, kind="alternative"):
    """The pseudoinverse method with the position of the goal instead of the effector in the Jacobian (P, fig. 5.23).

    A hinge's column is axis × (goal − joint): how the hinge would move the goal if that were fixed to the effector's
    part.  This holds for goals that bring a point to a target; the rows of orientations and of other goals stay.
    Disjunctions are not honoured.  The options are those of ``PseudoinverseJacobian``.
    """

    honours: ClassVar[frozenset[str]] = STEPPING - {"disjunctions"}

    def system(self, search: Search) -> System:
        return System(search, pulled_jacobian(search))


def pulled_jacobian(search: Search) -> Array:
    """d r/dq (rows, size), columns scaled by their gains, as if each target were fixed to its effector's part."""
    problem = search.problem
    jacobian = search.scaled_jacobian()
    poses = {f.name: Pose(f, part) for f, part in zip(problem.figures, problem.split(search.q), strict=True)}
    starts = dict(zip(poses, np.cumsum([0, *(f.size for f in problem.figures)]), strict=False))
    row = 0
    for goal in problem.all_goals:
        if type(goal) in POINT_GOALS and isinstance(goal.handles[0], (Point, Frame)):
            effector, target = goal.handles
            pose = poses[figure_of(effector, problem.figures).name]
            change = shift(effector, pose, position_of(target, poses, problem.figures))
            columns = slice(starts[pose.figure.name], starts[pose.figure.name] + pose.figure.size)
            jacobian[row : row + 3, columns] += problem.row_scales[row : row + 3, None] * problem.gain[columns] * change
        row += goal.rows
    return jacobian


def position_of(handle: Handle, poses: dict[str, Pose], figures: tuple[Figure, ...]) -> Array:
    """The position of a point or frame (3,) [m]."""
    value = handle.constant if isinstance(handle, Fixed) else handle.value(poses[figure_of(handle, figures).name])
    return value if value.size == 3 else value.reshape(3, 4)[:, 3]


def shift(effector: Handle, pose: Pose, target: Array) -> Array:
    """The derivative of a target fixed to the effector's part, minus that of the effector (3, size of the figure)."""
    part = effector.parts()[0]
    points = target, position_of(effector, {pose.figure.name: pose}, (pose.figure,))
    of_target, of_effector = (pose.derivatives.of_point(part, point).dense(pose.figure.size) for point in points)
    return np.asarray(of_target - of_effector)
