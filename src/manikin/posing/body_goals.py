"""What a body minds besides its locks, where its document says so: balance, comfort, keeping off itself."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from manikin.body.clearance import avoid_self
from manikin.body.posture import bend_goals, comfort_goal
from manikin.body.support import balance
from manikin.document.document import Document
from manikin.document.ik_chain import PointSet
from manikin.document.lock import anchor_of
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import Balance
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.handles.point import Point
from manikin.math.rotations import Array

__all__ = ["BalanceMeter", "Poise", "balance_of", "carrying_parts", "poise_of"]

STEADY, CLEAR = 2.0, 10.0
"""The weights of balance, where it cannot be a hard goal, and of keeping off oneself, beside a pull of weight 1."""
EASE, BENT = 0.002, 0.03
"""The weights of comfort and of natural bends.  With more comfort a hand at its farthest leaves the cursor by a
centimetre."""
LOW = 0.25
"""Locks within this share of the figure's height above the lowest of them carry it."""
MOST_PARTS = 4  # a support has so many corners at most
CARRYING = ("position", "pose", "pose_axes", "plane")


class Poise(NamedTuple):
    """What should hold, balance, and what the pose leans to: comfort, clearance."""

    holding: tuple[Goal, ...]
    leaning: tuple[Goal, ...]


def poise_of(document: Document) -> Poise:
    """The goals that the switches of a document's settings stand for."""
    settings, figure = document.settings, document.figure
    parts = carrying_parts(document) if settings.balance else ()
    holding = (_balance(figure, parts),) if parts else ()
    leaning = (*(_comfort(figure) if settings.comfort else ()), *(_clearance(figure) if settings.collision else ()))
    return Poise(holding, leaning)


def carrying_parts(document: Document) -> tuple[str, ...]:
    """The parts that carry the figure: those locked to places of the world, low down."""
    figure = document.figure
    if figure.skeleton.mass <= 0:
        return ()
    up = 1 if figure.skeleton.up == "y" else 2
    heights = {
        lock.part: float(anchor_of(lock, document.pose)[up])
        for lock in document.locks
        if lock.enabled and lock.kind in CARRYING and _stands_still(lock.goal)
    }
    if not heights:
        return ()
    tall = float(np.ptp(document.pose.world[:, up, 3])) or 1.0
    lowest = min(heights.values())
    low = [part for part, height in sorted(heights.items(), key=lambda item: item[1]) if height <= lowest + LOW * tall]
    return tuple(low[:MOST_PARTS])


class BalanceMeter:
    """How far inside its support the centre of mass of a document's figure is, in any pose."""

    def __init__(self, document: Document) -> None:
        self._parts = carrying_parts(document)
        if self._parts:
            skeleton = document.figure.skeleton
            support = [(p.part, p.at) for p in _balance(document.figure, self._parts).support if isinstance(p, Point)]
            self._support = PointSet(skeleton, support)
            self._level = [0, 2] if skeleton.up == "y" else [0, 1]

    def depth(self, pose: Pose, centre: Array) -> float:
        """In metres, seen from above; below 0 outside, NaN without support."""
        if not self._parts:
            return math.nan
        return _depth(_hull(self._support.places(pose.world)[:, self._level]), centre[self._level])


def balance_of(document: Document, pose: Pose) -> float:
    """How far inside its support the centre of mass is [m], seen from above; below 0 outside, NaN without support."""
    if document.figure.skeleton.mass <= 0:
        return math.nan
    return BalanceMeter(document).depth(pose, pose.centre_of_mass())


@lru_cache(maxsize=16)
def _balance(figure: Figure, parts: tuple[str, ...]) -> Balance:
    return balance(figure, *parts, weight=STEADY)


@lru_cache(maxsize=4)
def _comfort(figure: Figure) -> tuple[Goal, ...]:
    limited = bool((np.isfinite(figure.lo) & np.isfinite(figure.hi) & (figure.lo < figure.hi)).any())
    return (*((comfort_goal(figure, weight=EASE),) if limited else ()), *bend_goals(figure, weight=BENT))


@lru_cache(maxsize=4)
def _clearance(figure: Figure) -> tuple[Goal, ...]:
    return tuple(avoid_self(figure, weight=CLEAR))


def _stands_still(goal: Goal) -> bool:
    """Whether a goal's target is a place of the world."""
    return any(isinstance(getattr(goal, field, None), Fixed) for field in ("target", "origin"))


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
    """How far a point is inside a convex polygon; below 0 outside."""
    edges = np.roll(corners, -1, axis=0) - corners
    lengths = np.maximum((edges**2).sum(axis=1), 1e-18)
    along = np.clip(((point - corners) * edges).sum(axis=1) / lengths, 0.0, 1.0)
    distance = float(np.linalg.norm(corners + along[:, None] * edges - point, axis=1).min())
    left = edges[:, 0] * (point - corners)[:, 1] - edges[:, 1] * (point - corners)[:, 0]
    return distance if len(corners) > 2 and (left >= 0).all() else -distance
