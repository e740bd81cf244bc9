"""Goals on whole bodies that a document's settings switch on: balance, comfort, clearance."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from manikin.body.clearance import avoid_figure, avoid_self
from manikin.body.posture import bend_goals, comfort_goal
from manikin.body.support import balance
from manikin.document.document import Document
from manikin.document.ik_chain import PointSet
from manikin.document.lock import Lock
from manikin.document.lock_mark import anchor_of
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import Balance
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.handles.point import Point
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.posing.keep_locks import AffectedLocks

__all__ = ["BalanceMeter", "BodyGoals", "balance_of", "body_goals", "carrying_parts"]

BALANCE_WEIGHT, CLEARANCE_WEIGHT = 2.0, 10.0
"""Weights of balance, for solvers without hard goals, and of clearance, relative to a pull of weight 1."""
COMFORT_WEIGHT, BEND_WEIGHT = 0.002, 0.03
"""Weights of comfort and of preferred bends.  With a larger comfort weight, a fully stretched hand is more than a
centimetre away from the cursor."""
LOW_SHARE = 0.25
"""Locked parts up to this share of the figure's height above the lowest one support the figure."""
OBSTACLE_DISTANCE = 1.0
"""Figures farther away than this [m] from a moving figure are not obstacles."""
MAX_CARRYING_PARTS = 4
"""Largest number of parts that support a figure, because the corners of a support are limited."""
CARRYING_KINDS = ("position", "pose", "pose_axes", "plane", "attach", "hold")
"""The kinds of lock that can support a figure."""


class BodyGoals(NamedTuple):
    """Balance, which should hold, and preferences: comfort, clearance."""

    balance: tuple[Goal, ...]
    preferences: tuple[Goal, ...]


def body_goals(document: Document, affected: AffectedLocks) -> BodyGoals:
    """The goals that the document's settings switch on, for the figures that may move."""
    settings = document.settings
    if not (settings.balance or settings.comfort or settings.collision):
        return BodyGoals((), ())
    held: list[Goal] = []
    preferred: list[Goal] = []
    for name in affected.free:
        figure = document.figures[name]
        parts = carrying_parts(document, name) if settings.balance else ()
        held += (_balance(figure, parts),) if parts else ()
        preferred += _comfort(figure) if settings.comfort else ()
        preferred += _clearance(figure) if settings.collision else ()
    if settings.collision:
        preferred += _clearance_between(document, affected)
    return BodyGoals(tuple(held), tuple(preferred))


def carrying_parts(document: Document, figure: str) -> tuple[str, ...]:
    """The parts that support a figure: low parts that are locked to the world or to other figures."""
    actor = document.actor(figure)
    skeleton = actor.figure.skeleton
    if skeleton.mass <= 0 or len(skeleton) == 1:
        return ()
    up = skeleton.up_index
    heights = {
        lock.part: float(anchor_of(lock, document.poses)[up])
        for lock in document.locks
        if lock.enabled and lock.figure == figure and lock.kind in CARRYING_KINDS and _rests_elsewhere(lock)
    }
    if not heights:
        return ()
    tall = float(np.ptp(actor.pose.world[:, up, 3])) or 1.0
    highest = min(heights.values()) + LOW_SHARE * tall
    low = [part for part, height in sorted(heights.items(), key=lambda item: item[1]) if height <= highest]
    return tuple(low[:MAX_CARRYING_PARTS])


class BalanceMeter:
    """Measures how far inside its support the centre of mass of a figure is."""

    def __init__(self, document: Document, figure: str) -> None:
        self._parts = carrying_parts(document, figure)
        if self._parts:
            own = document.figures[figure]
            support = [(p.part, p.at) for p in _balance(own, self._parts).support if isinstance(p, Point)]
            self._support = PointSet(own.skeleton, support)
            self._level = list(own.skeleton.level_axes)

    def depth(self, pose: Pose, centre: Array) -> float:
        """Distance to the edge [m], seen from above; negative outside, NaN without support."""
        if not self._parts:
            return math.nan
        return _depth(_hull(self._support.places(pose.world)[:, self._level]), centre[self._level])


def balance_of(document: Document, figure: str, pose: Pose) -> float:
    """How far inside its support the centre of mass is [m], seen from above; negative outside, NaN without support."""
    if document.figures[figure].skeleton.mass <= 0:
        return math.nan
    return BalanceMeter(document, figure).depth(pose, pose.centre_of_mass())


@lru_cache(maxsize=16)
def _balance(figure: Figure, parts: tuple[str, ...]) -> Balance:
    return balance(figure, *parts, weight=BALANCE_WEIGHT)


@lru_cache(maxsize=16)
def _comfort(figure: Figure) -> tuple[Goal, ...]:
    limited = bool((np.isfinite(figure.lo) & np.isfinite(figure.hi) & (figure.lo < figure.hi)).any())
    bends = bend_goals(figure, weight=BEND_WEIGHT)
    return (*((comfort_goal(figure, weight=COMFORT_WEIGHT),) if limited else ()), *bends)


@lru_cache(maxsize=16)
def _clearance(figure: Figure) -> tuple[Goal, ...]:
    return tuple(avoid_self(figure, weight=CLEARANCE_WEIGHT))


def _clearance_between(document: Document, affected: AffectedLocks) -> list[Goal]:
    """Clearance goals between figures that may move, and between them and figures that do not.

    Parts that are joined by a lock may touch, and so may parts that overlap deeply already.
    """
    joined = {
        frozenset(((lock.figure, lock.part), (handle.figure, part)))
        for lock in document.locks
        for handle in lock.goal.handles
        if handle.figure not in (None, lock.figure)
        for part in handle.parts()
    }
    found: list[Goal] = []
    names = list(document.figures)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if one in affected.free or other in affected.free:
                found += avoid_figure(
                    document.poses[one],
                    document.poses[other],
                    weight=CLEARANCE_WEIGHT,
                    within=OBSTACLE_DISTANCE,
                    may_touch=lambda a, b, one=one, other=other: frozenset(((one, a), (other, b))) in joined,  # type: ignore[misc]
                )
    return found


def _rests_elsewhere(lock: Lock) -> bool:
    """Whether a lock's target is in the world or on another figure."""
    targets = [getattr(lock.goal, field, None) for field in ("target", "origin")]
    return any(isinstance(t, Fixed) or (t is not None and t.figure != lock.figure) for t in targets)


def _hull(points: Array) -> Array:
    """The corners (k, 2) of the convex hull, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(map(tuple, points.tolist()))
    sides = []
    for walk in (ordered, ordered[::-1]):
        side: list[tuple[float, ...]] = []
        for x, y in walk:
            while len(side) > 1 and _turn(side[-2], side[-1], (x, y)) <= 0:
                side.pop()
            side.append((x, y))
        sides += side[:-1]
    return np.array(sides or ordered[:1])


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _depth(corners: Array, point: Array) -> float:
    """How far a point is inside a convex polygon; negative outside."""
    edges = np.roll(corners, -1, axis=0) - corners
    lengths = np.maximum((edges**2).sum(axis=1), 1e-18)
    along = np.clip(((point - corners) * edges).sum(axis=1) / lengths, 0.0, 1.0)
    distance = float(np.linalg.norm(corners + along[:, None] * edges - point, axis=1).min())
    left = edges[:, 0] * (point - corners)[:, 1] - edges[:, 1] * (point - corners)[:, 0]
    return distance if len(corners) > 2 and (left >= 0).all() else -distance
