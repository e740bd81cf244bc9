"""Balance of a document's figures: what supports each of them, what each carries, and how well it stands."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from manikin.body.support import balance
from manikin.document.document import Document
from manikin.document.ik_chain import PointSet, chain_of, columns_of, limb_of
from manikin.document.lock import Lock, Poses, value_of
from manikin.document.lock_mark import anchor_of
from manikin.document.motion import posed_at
from manikin.figure.figure import Figure
from manikin.goals import Balance
from manikin.goals.balance import MAX_LOADS, MAX_SUPPORT_POINTS
from manikin.handles import FixedPoint, Point
from manikin.handles.fixed import Fixed
from manikin.math.planar_hull import depth_inside
from manikin.math.rotations import Array
from manikin.posing.floor import grounded_parts

__all__ = [
    "BalanceMeter",
    "EasedBalance",
    "balance_goal",
    "can_tip",
    "carried_props",
    "carrying_locks",
    "carrying_parts",
    "keeps_balance",
    "left_of",
    "posed_for_edits",
    "shift_of_mass",
]

BALANCE_WEIGHT = 2.0
"""Weight of balance, for solvers without hard goals, relative to a pull of weight 1."""
LOW_SHARE = 0.25
"""Locked parts up to this share of the figure's height above its lowest joint support it: who hangs on a hand does not
stand on it."""
EASED = 0.15
"""How far a drag has gone [m] when a figure that was out of balance is in it."""
MAX_CARRYING_PARTS = 4
"""Largest number of parts that support a figure, because the corners of a support are limited."""
CARRYING_KINDS = ("position", "pose", "pose_axes", "plane", "attach", "hold")
"""The kinds of lock that can support a figure or hold a prop."""
OUTSIDE = 1e-3
"""A centre of mass that is farther than this [m] outside its support is out of balance."""


def carrying_parts(document: Document, figure: str, lifted: str | None = None) -> tuple[str, ...]:
    """The parts that support a figure: low parts that are locked to the world or to other figures, or on the floor.

    What is on the floor without a lock counts if the figure stands in balance: in mid-step nothing supports it.  A limb
    that is being ``lifted`` supports nothing by standing there.
    """
    locked = _low_parts(document, figure, _locked_heights(document, figure))
    if not document.settings.floor or not _may_stand_unlocked(document, figure):
        return locked
    actor = document.actor(figure)
    up = actor.figure.skeleton.up_index
    standing = {part: float(actor.pose.position(part)[up]) for part in grounded_parts(document, figure)}
    if not standing:
        return locked
    support = _low_parts(document, figure, _locked_heights(document, figure) | standing)
    if EasedBalance(document, _balance(actor.figure, support, ())).depth < 0:
        return locked
    limb = () if lifted is None else limb_of(actor.figure, lifted)
    return tuple(part for part in support if part in locked or part not in limb)


def carrying_locks(document: Document, figure: str) -> list[Lock]:
    """The locks that hold parts of a figure to the world or to other figures."""
    return [lock for lock in _carrying_locks(document) if lock.figure == figure and _rests_elsewhere(lock)]


def _may_stand_unlocked(document: Document, figure: str) -> bool:
    """Whether a low part is free of locks: most figures stand on locks, and what is on the floor takes long to find."""
    actor = document.actor(figure)
    skeleton = actor.figure.skeleton
    if skeleton.mass <= 0:
        return False
    locked = (lock.chains(document.figures).get(figure, ()) for lock in document.locks if lock.active)
    held = {joint for chain in locked for joint in chain}
    ups = actor.pose.world[:, skeleton.up_index, 3].tolist()
    heights = {joint.name: up for joint, up in zip(skeleton, ups, strict=True)}
    low = _low_parts(document, figure, heights, most=len(heights))
    return any(held.isdisjoint(chain_of(actor.figure, part)) for part in low if part != skeleton.root.name)


def _locked_heights(document: Document, figure: str) -> dict[str, float]:
    """The heights of the parts that are so held [m]."""
    up = document.actor(figure).figure.skeleton.up_index
    return {lock.part: float(anchor_of(lock, document.poses)[up]) for lock in carrying_locks(document, figure)}


def _low_parts(
    document: Document, figure: str, heights: Mapping[str, float], most: int = MAX_CARRYING_PARTS
) -> tuple[str, ...]:
    """The lowest of some parts with their heights, if they can support the figure at all."""
    actor = document.actor(figure)
    skeleton = actor.figure.skeleton
    if skeleton.mass <= 0 or len(skeleton) == 1 or not heights:
        return ()
    joints = actor.pose.world[:, skeleton.up_index, 3]
    highest = float(joints.min()) + LOW_SHARE * (float(np.ptp(joints)) or 1.0)
    low = [part for part, height in sorted(heights.items(), key=lambda item: item[1]) if height <= highest]
    return tuple(low[:most])


def carried_props(document: Document, figure: str) -> dict[str, float]:
    """The props that a figure holds, each with the mass that the figure carries of it [kg].

    Locks join a prop, a figure with one joint, to the parts that hold it.  Figures that hold it together carry equal
    shares.  A prop that is frozen, locked to the world, or under a part that supports a figure is not carried.
    """
    props = {a.name: a.figure.skeleton.mass for a in document.actors if len(a.figure.skeleton) == 1}
    at_rest = {actor.name for actor in document.actors if actor.frozen}
    holders: dict[str, set[str]] = {name: set() for name in props}
    supporting = cache(lambda name: carrying_parts(document, name))
    for lock in _carrying_locks(document):
        joined = [(lock.figure, lock.part)]
        joined += [(h.figure, part) for h in lock.goal.handles if h.figure is not None for part in h.parts()]
        for name in props.keys() & lock.figures:
            others = {(other, part) for other, part in joined if other not in props}
            holders[name].update(other for other, _ in others)
            stands = any(part in supporting(other) for other, part in others)
            if stands or any(isinstance(target, Fixed) for target in _targets(lock)):
                at_rest.add(name)
    return {
        name: mass / len(holders[name])
        for name, mass in props.items()
        if mass > 0 and figure in holders[name] and name not in at_rest
    }


def balance_goal(document: Document, figure: str, lifted: str | None = None) -> Balance | None:
    """The goal that a figure, with the props that it holds, keeps its balance; None without support.

    Of more props than a goal may have loads, the heaviest count.  For ``lifted`` see ``carrying_parts``.
    """
    parts = carrying_parts(document, figure, lifted)
    if not parts:
        return None
    carried = sorted(carried_props(document, figure).items(), key=lambda item: -item[1])
    loads = tuple((document.figures[name], mass) for name, mass in carried[:MAX_LOADS])
    return _balance(document.figures[figure], parts, loads)


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
    if goal is None:
        return True
    meter = BalanceMeter(document, figure)
    return meter.depth(document.poses, goal.margin) >= -OUTSIDE


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
        values = [value_of(handle, document.poses) for handle in goal.handles]
        centre, shrunk = goal.centre_and_support(*values)
        corners = np.array(values[2 : 2 + len(goal.support)])
        level = np.flatnonzero(np.abs(values[1]) < 0.5)  # up is an axis of the world
        self.depth = depth_inside(tuple(centre[level].tolist()), map(tuple, shrunk[:, level].tolist()))
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

    def depth(self, poses: Poses, margin: float = 0.0) -> float:
        """Distance of the centre from the edge of the support [m], seen from above; negative outside.

        NaN without support.  ``margin`` shrinks the support as it does for the goal.
        """
        if self._support is None:
            return math.nan
        corners = self._support.places(poses[self._figure.name].world)
        corners = (1 - margin) * corners + margin * corners.mean(axis=0)
        x, y = self._figure.skeleton.level_axes
        centre = self.centre(poses)
        level = zip(corners[:, x].tolist(), corners[:, y].tolist(), strict=True)
        return depth_inside((float(centre[x]), float(centre[y])), level)


@lru_cache(maxsize=16)
def _balance(figure: Figure, parts: tuple[str, ...], loads: tuple[tuple[Figure, float], ...]) -> Balance:
    return balance(figure, *parts, loads=dict(loads), weight=BALANCE_WEIGHT)


def _carrying_locks(document: Document) -> list[Lock]:
    return [lock for lock in document.locks if lock.active and lock.kind in CARRYING_KINDS]


def _targets(lock: Lock) -> list[object]:
    return [getattr(lock.goal, field) for field in ("target", "origin") if hasattr(lock.goal, field)]


def _rests_elsewhere(lock: Lock) -> bool:
    """Whether a lock's target is in the world or on another figure."""
    return any(isinstance(target, Fixed) or target.figure != lock.figure for target in _targets(lock))  # type: ignore[attr-defined]
