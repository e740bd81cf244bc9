"""What bodies wish by themselves while they follow: free limbs keep their direction, limbs bend as they prefer."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from manikin.body.posture import bend_goals, free_limb_goals
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import BendToward
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.preferred_bends import BEND_WEIGHT, STRAIGHT_LIMB_OFFSET, offsets

__all__ = ["own_wishes"]

AGREEING = 0.6
"""A limb whose bend is off the preferred one by less than this [rad] is drawn to it."""
FREE_LIMB_WEIGHT = 3.0
"""Weight of a free limb's direction, in units of effort per radian squared."""
OUTSIDE = 0.1
"""How far from its middle joint a limb's outer point is, over the length of its upper part."""


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
            outer = _outer_points(figure)
            # a bend that was posed otherwise stays
            goals += [replace(bend, middle=outer[bend.middle]) for bend in bends if _agrees(bend, pose)]
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


@lru_cache(maxsize=64)
def _outer_points(figure: Figure) -> dict[Handle, Handle]:
    """The outer point of each limb with a preferred bend, by its middle: the tip of an elbow, the front of a knee.

    It lies on the upper part, where the limb bends to.  Unlike the middle it tells the way that a limb would bend while
    that is straight, so the wish for a bend does not straighten a limb that bends otherwise.
    """
    found: dict[Handle, Handle] = {}
    rest = figure.pose()
    for bend in bend_goals(figure):
        joint = figure.skeleton[bend.middle.parts()[0]]
        columns = figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton)
        if not columns or joint.parent is None:
            continue
        knee, lo, hi = figure.parameter_names[columns[0]], figure.lo[columns[0]], figure.hi[columns[0]]
        angles = np.linspace(max(lo, -np.pi), min(hi, np.pi), 33)
        bent = max((rest.replace({knee: angle}) for angle in angles.tolist()), key=lambda way: offsets(way, bend)[0])
        base, middle, tip = (handle.value(bent) for handle in bend.handles[:3])
        upper, lower = middle - base, tip - middle
        out = (lower @ upper) * upper - (upper @ upper) * lower  # square to the upper part, away from the lower one
        size = OUTSIDE * np.linalg.norm(upper) / np.linalg.norm(out)
        found[bend.middle] = figure.point(joint.parent, bent.convert_point(middle + size * out, None, joint.parent))
    return found
