"""What bodies wish by themselves while they follow: free limbs keep their direction, limbs bend as they prefer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from manikin.body.posture import FREE_LIMB_WEIGHT, bend_goals, free_limb_goals
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import BendToward
from manikin.goals.aiming import toward
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.math.rotations import Array
from manikin.math.transport import carried
from manikin.problem.problem import Problem
from manikin.solvers.preferred_bends import BEND_WEIGHT, STRAIGHT_LIMB_OFFSET, offsets

__all__ = ["own_wishes"]

AGREEING = 0.6
"""A limb whose bend is off the preferred one, or off that of the rest pose, by less than this [rad] is drawn to it."""
WELL_BENT, WELL_BENT_WEIGHT = 1.0, 20.0
"""κ (see ``BendToward``) and weight of the preferred bend of a limb that bends otherwise at rest, such as an arm that
hangs: it counts the more, the more the limb is bent, and as much as others where that is folded."""
OUTSIDE = 0.1
"""How far from its middle joint a limb's outer point is, over the length of its upper part."""


def own_wishes(problem: Problem, asked: int, posture: Array, free_limbs: bool, preferred_bends: bool) -> list[Goal]:
    """The wishes that bodies have by themselves, if they can do anything about them.

    Only locks and the first ``asked`` goals move limbs; others, which keep them clear of something, leave them free.
    """
    moving = problem.goals[:asked]
    found: list[Goal] = []
    first = 0
    for figure, own in zip(problem.figures, problem.split(posture), strict=True):
        movable = set(np.flatnonzero(problem.gain[first : first + figure.size] > 0).tolist())
        first += figure.size
        goals: list[Goal] = []
        if free_limbs:
            goals += free_limb_goals(figure.pose(own), [*problem.hard, *moving], weight=FREE_LIMB_WEIGHT)
        if preferred_bends:
            pose = figure.pose(own)
            bends = bend_goals(figure, moving, weight=BEND_WEIGHT)
            outer = _outer_points(figure)
            # a bend that was posed otherwise stays
            for bend in (bend for bend in bends if _agrees(bend, pose)):
                goals += _bend_wishes(bend, outer[bend.middle], figure, problem.all_goals)
        for goal in goals:
            columns = {
                c for handle in goal.handles if not isinstance(handle, Fixed) for c in handle.columns(figure).tolist()
            }
            found += [] if movable.isdisjoint(columns) else [goal]
    return found


def _agrees(bend: BendToward, pose: Pose) -> bool:
    """Whether a limb bends about as it prefers to, or as it does at rest; one that is straight has no bend yet.

    The bend of the rest pose was not posed.  For a limb that points elsewhere it is carried along.
    """
    if offsets(pose, bend)[0] <= STRAIGHT_LIMB_OFFSET:
        return False
    line, out, wanted = _directions(bend, pose)
    rest_line, rest_out, _ = _directions(bend, pose.figure.pose())
    ways = (wanted, carried(rest_out, rest_line, line).value)
    return bool(min(np.linalg.norm(out - way) for way in ways) <= AGREEING)


def _bend_wishes(bend: BendToward, outer: Handle, figure: Figure, goals: Iterable[Goal]) -> list[Goal]:
    """The wishes for a bend.

    Knees bend as they prefer to from the first degree.  Elbows of arms that hang point back, and those of arms that
    reach away from the head: the more such a limb is bent, the more its bend counts.  While it is almost straight it
    bends between that and how it hangs, steadily: one that did not know how to bend would swing round there.  A limb of
    which nothing is asked bends half-way between rest and its preference, so that a body that sways for its balance
    comes back.
    """
    rest, part = figure.pose(), bend.handles[3].parts()[0]
    line, out, wanted = _directions(bend, rest)
    if np.linalg.norm(out - wanted) <= AGREEING:
        return [replace(bend, middle=outer)]
    base, target = (rest.convert_point(end.value(rest), None, part) for end in (bend.base, bend.handles[3]))
    if not _reaches(figure, bend.middle.parts()[0], goals):
        return [replace(bend, middle=outer, target=figure.point(part, base + out + wanted))]
    between = base + toward(target - base)[0] + line + out
    return [
        replace(bend, middle=outer, straight=WELL_BENT, weight=WELL_BENT_WEIGHT),
        replace(bend, middle=outer, target=figure.point(part, between), name=f"{bend.name}, almost straight"),
    ]


def _reaches(figure: Figure, middle: str, goals: Iterable[Goal]) -> bool:
    """Whether something is asked of a limb beyond its middle; what only keeps clear asks for nothing."""
    first = figure.skeleton.index(middle)
    below = {joint.name for joint in figure.skeleton.joints[first : int(figure.skeleton.ends[first])]}
    asked = (h for goal in goals if not goal.is_inequality for h in goal.handles)
    return any(not below.isdisjoint(h.parts()) for h in asked if h.figure in (None, figure.name))


def _directions(bend: BendToward, pose: Pose) -> tuple[Array, Array, Array]:
    """From a limb's base to its tip, from that line to its middle, and the way it prefers, as the body sees them."""
    base, middle, tip, target = (handle.value(pose) for handle in bend.handles)
    line = toward(tip - base)[0]
    out, wanted = (toward(way - (way @ line) * line)[0] for way in (middle - base, target - base))
    inward = pose.orientation(bend.handles[3].parts()[0]).T
    return inward @ line, inward @ out, inward @ wanted


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
