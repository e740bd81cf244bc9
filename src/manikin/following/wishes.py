"""What bodies wish by themselves while they follow: free limbs keep their direction, limbs bend as they prefer."""

from __future__ import annotations

import numpy as np

from manikin.body.posture import bend_goals, free_limb_goals
from manikin.figure.pose import Pose
from manikin.goals import BendToward
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.preferred_bends import BEND_WEIGHT, STRAIGHT_LIMB_OFFSET, offsets

__all__ = ["own_wishes"]

AGREEING = 0.6
"""A limb whose bend is off the preferred one by less than this [rad] is drawn to it."""
FREE_LIMB_WEIGHT = 3.0
"""Weight of a free limb's direction, in units of effort per radian squared."""


def own_wishes(problem: Problem, posture: Array, free_limbs: bool, preferred_bends: bool) -> list[Goal]:
    """The wishes that bodies have by themselves, if they can do anything about them."""
    found: list[Goal] = []
    first = 0
    for figure, own in zip(problem.figures, problem.split(posture), strict=True):
        movable = set(np.flatnonzero(problem.gain[first : first + figure.size] > 0).tolist())
        first += figure.size
        goals: list[Goal] = []
        if free_limbs:
            goals += free_limb_goals(figure.pose(own), problem.all_goals, weight=FREE_LIMB_WEIGHT)
        if preferred_bends:
            pose = figure.pose(own)
            bends = bend_goals(figure, problem.goals, weight=BEND_WEIGHT)
            goals += [bend for bend in bends if _agrees(bend, pose)]  # a bend that was posed otherwise stays
        for goal in goals:
            columns = {
                c for handle in goal.handles if not isinstance(handle, Fixed) for c in handle.columns(figure).tolist()
            }
            found += [] if movable.isdisjoint(columns) else [goal]
    return found


def _agrees(bend: BendToward, pose: Pose) -> bool:
    """Whether a limb is bent about as it prefers to be; one that is straight has no bend yet."""
    base, middle, tip, target = (handle.value(pose) for handle in bend.handles)
    off = float(np.linalg.norm(bend.residual(base, middle, tip, target)) / np.linalg.norm(middle - base))
    return off <= AGREEING and offsets(pose, bend)[0] > STRAIGHT_LIMB_OFFSET
