"""The bends that figures prefer: which limbs have them, and limbs that are straight (W 7.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from manikin.body.posture import bend_goals
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import BendToward
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["BEND_WEIGHT", "STRAIGHT_LIMB_OFFSET", "bend_straight_limbs", "bends_of", "middle_columns", "offsets"]

BEND_WEIGHT = 5.0
"""Weight of a preferred bend as a wish, in units of effort per metre squared."""
STRAIGHT_LIMB_OFFSET = 0.05
"""A limb is straight where its middle joint is nearer to the line base-tip than this share of the limb's length."""


def bends_of(problem: Problem) -> list[BendToward]:
    """The preferred bends, as goals, of the limbs that the problem's goals move.

    They use no parameter that the problem's own goals may not use.
    """
    bends = [bend for figure in problem.figures for bend in bend_goals(figure, problem.all_goals)]
    if all(goal.chain is None for goal in problem.all_goals):
        return bends
    owners = [(figure.name, name) for figure in problem.figures for name in figure.parameter_names]
    free: Any = tuple(owner for owner, gain in zip(owners, problem.gain, strict=True) if gain > 0)
    return [replace(bend, chain=free) for bend in bends] if free else []


def middle_columns(problem: Problem, bends: Sequence[BendToward]) -> list[int]:
    """The parameters of a problem that bend the limbs of its preferred bends (see ``bends_of``)."""
    found, first = [], 0
    for figure in problem.figures:
        own = [_middle(figure, bend) for bend in bends if bend.middle.figure == figure.name]
        found += [first + column for column in own if column is not None and problem.gain[first + column] > 0]
        first += figure.size
    return found


def bend_straight_limbs(problem: Problem, bends: Sequence[BendToward], q: Array, angle: float) -> Array:
    """A state with straight limbs bent by an angle [rad], each by its middle joint, the better of two ways."""
    states = []
    for figure, state in zip(problem.figures, problem.split(q), strict=True):
        pose = figure.pose(state)
        for bend in (bend for bend in bends if bend.middle.figure == figure.name):
            column = _middle(figure, bend)
            if column is not None and offsets(pose, bend)[0] <= STRAIGHT_LIMB_OFFSET:
                knee = figure.parameter_names[column]
                angles = (pose[knee] + side * angle for side in (1, -1))
                ways = [pose.replace({knee: angle}).clipped() for angle in angles]
                pose = max(ways, key=lambda way: float(np.subtract(*offsets(way, bend))))
        states.append(pose.q)
    return np.where(problem.gain > 0, np.concatenate(states), q)


def _middle(figure: Figure, bend: BendToward) -> int | None:
    """The parameter that bends a limb."""
    joint = figure.skeleton[bend.middle.parts()[0]]
    columns = figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton)
    return columns[0] if columns else None


def offsets(pose: Pose, bend: BendToward) -> tuple[float, float]:
    """How far a limb's middle is from the line base-tip, and from where it should be, over the limb's length."""
    base, middle, tip, target = (handle.value(pose) for handle in bend.handles)
    length = float(np.linalg.norm(middle - base) + np.linalg.norm(tip - middle)) or 1.0
    away = np.linalg.norm(np.cross(middle - base, tip - base)) / (np.linalg.norm(tip - base) or 1.0)
    return float(away) / length, float(np.linalg.norm(bend.residual(base, middle, tip, target))) / length
