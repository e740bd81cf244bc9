"""How well the figures of a document stand, and balance that is come to as a drag goes on."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

import numpy as np

from manikin.document.document import Document
from manikin.document.ik_chain import PointSet, columns_of, limb_of
from manikin.document.lock import Poses, value_of
from manikin.document.motion import posed_at
from manikin.figure.figure import Figure
from manikin.goals import Balance
from manikin.goals.balance import MAX_SUPPORT_POINTS
from manikin.handles import FixedPoint, Point
from manikin.math.planar_hull import depth_inside
from manikin.math.rotations import Array
from manikin.posing.support import balance_goal, carrying_parts, depth_in_support

__all__ = [
    "BalanceMeter",
    "EasedBalance",
    "can_tip",
    "keeps_balance",
    "left_of",
    "posed_for_edits",
    "shift_of_mass",
]


EASED = 0.15
"""How far a drag has gone [m] when a figure that was out of balance is in it."""


OUTSIDE = 1e-3
"""A centre of mass that is farther than this [m] outside its support is out of balance."""


def posed_for_edits(document: Document, frame: float | None) -> Document:
    """The document as it is posed at a frame, see ``posed_at``, with the figures that are out of balance there.

    Who walks or jumps falls from step to step: an edit of an arm must not bring the body over its feet.
    """
    posed = posed_at(document, frame)
    if frame is None or not document.settings.balance:
        return posed
    moving = (actor.name for actor in document.actors if actor.clip is not None)
    return replace(posed, falling=frozenset(name for name in moving if not _stands(posed, name)))


def keeps_balance(document: Document, figure: str) -> bool:
    """Whether edits keep a figure in balance, where something supports it."""
    return document.settings.balance and figure not in document.falling


def _stands(document: Document, figure: str) -> bool:
    """Whether a figure is in balance, as the goal has it; true without support."""
    goal = balance_goal(document, figure)
    return goal is None or depth_in_support(goal, document.poses) >= -OUTSIDE


class EasedBalance:
    """A balance that a figure comes to as a drag goes on: at the start it may stand as it stands.

    One more point of support is where the centre of mass was.  It moves to the others as the share of the start goes
    from 1 to 0.

    Args:
        document: The document at the start.
        goal: The balance.

    Attributes:
        depth: How far the centre of mass is inside the support at the start [m]; negative outside.
        whole: The balance as it is far from the start.
        goal: The same with one more point of support, if it is needed.
    """

    def __init__(self, document: Document, goal: Balance) -> None:
        self.depth = depth_in_support(goal, document.poses)
        values = [value_of(handle, document.poses) for handle in goal.handles]
        centre, _ = goal.centre_and_support(*values)
        corners = np.array(values[2 : 2 + len(goal.support)])
        self._balanced = corners.mean(axis=0)
        # the margin moves the point too, toward the mean of all
        count = len(corners) + 1
        own = 1 - goal.margin + goal.margin / count
        self._first = (centre - goal.margin * corners.sum(axis=0) / count) / own
        self.whole = goal
        self.goal = goal
        if self.depth < 0:
            first = FixedPoint(position=self.at(1.0))
            self.goal = replace(goal, support=(*goal.support[: MAX_SUPPORT_POINTS - 1], first))

    def at(self, share: float) -> Array:
        """Where the point is at a share of the start (3,) [m]."""
        return np.asarray(self._balanced + share * (self._first - self._balanced))


def can_tip(document: Document, figure: str, columns: Collection[int], lifted: str | None = None) -> bool:
    """Whether a figure that is supported can lose its balance where only some parameters move.

    For ``lifted`` see ``carrying_parts``.
    """
    own, goal = document.figures[figure], balance_goal(document, figure, lifted)
    if goal is None:
        return False
    skeleton, shift = own.skeleton, 0.0
    limb = () if lifted is None else limb_of(own, lifted)
    parts = [part for part in carrying_parts(document, figure, lifted) if part not in limb]
    standing = {joint for part in parts for joint in skeleton.path(part)}
    moving = np.zeros(len(skeleton), bool)
    for i, joint in enumerate(skeleton):
        above = int(skeleton.parents[i])
        moving[i] = above >= 0 and moving[above]
        if moving[i] or columns_of(own, [joint.name]).isdisjoint(columns):
            continue
        if above < 0:
            return True
        if joint.name not in standing:  # legs that carry it do not tip it over by themselves
            moving[i], shift = True, shift + shift_of_mass(own, joint.name)
    return EasedBalance(document, goal).depth <= shift


@lru_cache(maxsize=256)
def shift_of_mass(figure: Figure, joint: str) -> float:
    """How far what hangs from a joint can shift the centre of mass of its figure at most [m]."""
    skeleton = figure.skeleton
    first = skeleton.index(joint)
    reach, moment = {first: 0.0}, 0.0
    for i in range(first, int(skeleton.ends[first])):
        if i > first:
            reach[i] = reach[int(skeleton.parents[i])] + float(skeleton.lengths[i])
        own = skeleton.joints[i]
        moment += own.mass * (reach[i] + float(np.linalg.norm(own.centre)))
    return 2 * moment / skeleton.mass if skeleton.mass > 0 else 0.0


def left_of(way: float) -> float:
    """How much of the start is left for balance when a drag has gone a way [m]: 1 to 0, smoothly."""
    t = min(way / EASED, 1.0)
    return 1 - t * t * (3 - 2 * t)


class BalanceMeter:
    """Measures how far inside its support a figure's centre of mass is, that of the props it holds included."""

    def __init__(self, document: Document, figure: str) -> None:
        own = self._figure = document.figures[figure]
        goal = balance_goal(document, figure)
        self._shares: dict[str, float] = {}
        self._support: PointSet | None = None
        if goal is not None:
            corners = [(p.part, p.at) for p in goal.support if isinstance(p, Point)]
            self._support = PointSet(own.skeleton, corners)
            self._shares = {h.figure or "": s for h, s in zip(goal.loads, goal.load_shares, strict=True)}

    def centre(self, poses: Poses) -> Array:
        """The common centre of mass of the figure and what it carries (3,) [m]; zeros without mass."""
        if self._figure.skeleton.mass <= 0:
            return np.zeros(3)
        own = (1.0 - sum(self._shares.values())) * poses[self._figure.name].centre_of_mass()
        return np.asarray(own + sum(share * poses[name].centre_of_mass() for name, share in self._shares.items()))

    def depth(self, poses: Poses, centre: Array | None = None) -> float:
        """Distance of the centre from the edge of the support [m], seen from above; negative outside.

        NaN without support.  The centre is found unless it is given.
        """
        if self._support is None:
            return math.nan
        corners = self._support.places(poses[self._figure.name].world)
        x, y = self._figure.skeleton.level_axes
        centre = self.centre(poses) if centre is None else centre
        level = zip(corners[:, x].tolist(), corners[:, y].tolist(), strict=True)
        return depth_inside((float(centre[x]), float(centre[y])), level)
