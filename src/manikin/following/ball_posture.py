"""The posture of ball joints, as a rotation.

Three angles describe a ball well only far from its poles, where the first and the third turn about one axis.  Measured
by the angles, a posture pulls a limb that passes a pole, or that is far from the posture, in ways that no rotation
explains, and the pose that is best may change suddenly.  So a ball that can come to a pole leans to its posture by its
rotation, as a wish, and very little by its three angles: |R − T|² of the two orientations, which is 8 sin²(½ angle)
between them and so without a jump where they are opposite.

This holds for balls that carry other joints, such as a shoulder.  The last joint of a limb, such as a wrist, helps to
reach at the end of a limb; there its angles count like those of other joints.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from manikin.body.effort import effort
from manikin.figure.figure import Figure
from manikin.goals import OrientationAxes
from manikin.goals.goal import Goal
from manikin.goals.moved_columns import moved_columns
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.skeleton import Joint

__all__ = ["Ball", "balls_of"]

POLE = 1.4
"""A ball whose middle angle may be as large as this comes to a pole [rad]."""

ALL_AXES = (math.degrees(1.0),) * 3
"""All three axes count, in radians."""


class Ball(NamedTuple):
    """A ball joint of a figure.

    Attributes:
        figure: The figure.
        joint: The name of the joint.
        columns: Its three angles in the state of all figures.
        first: Where the figure's own state begins there.
        cosine: The cosine of the angle between the first and the third axis: a constant, and the factors of the cosine
            and the sine of the middle angle.
    """

    figure: Figure
    joint: str
    columns: list[int]
    first: int
    cosine: tuple[float, float, float]

    def spread(self, q: Array) -> float:
        """The sine of the angle between the first and the third axis at a state of all figures: 0 at a pole."""
        angle, (constant, even, odd) = float(q[self.columns[1]]), self.cosine
        cosine = constant + even * math.cos(angle) + odd * math.sin(angle)
        return math.sqrt(max(0.0, 1 - cosine * cosine))

    def wish(self, posture: Array) -> Goal:
        """The wish to turn as little as possible from a posture of all figures (size,)."""
        figure = self.figure
        pose = figure.pose(posture[self.first : self.first + figure.size])
        wanted, parent = pose.orientation(self.joint), figure.skeleton[self.joint].parent
        weight = float(effort(figure)[np.array(self.columns) - self.first].mean())
        return OrientationAxes(
            orientation=figure.orientation(self.joint),
            target=wanted if parent is None else figure.orientation(parent, pose.orientation(parent).T @ wanted),
            degrees_per_metre=ALL_AXES,
            weight=0.5 * weight,  # |R − T|² is twice the square of a small angle
            name=f"turn {self.joint}",
        )


def balls_of(problem: Problem) -> list[Ball]:
    """The balls that can come to a pole, may move, carry other joints, and are moved by the problem's goals."""
    used = np.concatenate([np.zeros(0, bool), *(moved_columns(own, problem.all_goals) for own in problem.figures)])
    return [ball for ball in _all_balls(problem) if used[ball.columns].any() and _carries(ball, problem.gain)]


def _all_balls(problem: Problem) -> Iterator[Ball]:
    first = 0
    for figure in problem.figures:
        for joint in figure.skeleton if figure.coupling.identity else ():
            if len(joint.dofs) == 3 and all(dof.kind == "hinge" for dof in joint.dofs):
                own = figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton)
                columns = [first + column for column in sorted(own)]
                widest = max(problem.hi[columns[1]], -problem.lo[columns[1]])
                if widest >= POLE and (problem.gain[columns] > 0).all():
                    yield Ball(figure, joint.name, columns, first, _cosine(joint))
        first += figure.size


def _cosine(joint: Joint) -> tuple[float, float, float]:
    a, b, c = (np.array(dof.axis) for dof in joint.dofs)
    along = float((a @ b) * (b @ c))
    return along, float(a @ c) - along, float(a @ np.cross(b, c))


def _carries(ball: Ball, gain: Array) -> bool:
    """Whether joints below a ball may move."""
    skeleton, coupling = ball.figure.skeleton, ball.figure.coupling
    at = skeleton.index(ball.joint)
    below = [dof.name for joint in skeleton.joints[at + 1 : int(skeleton.ends[at])] for dof in joint.dofs]
    columns = coupling.columns_of(below, skeleton)
    return any(gain[ball.first + column] > 0 for column in columns)
