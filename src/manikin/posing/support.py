"""What supports the figures of a document, what each of them carries, and the balance that follows from both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

import numpy as np

from manikin.body.support import balance
from manikin.document.document import Document
from manikin.document.identity import remembered
from manikin.document.ik_chain import chain_of, limb_of
from manikin.document.lock import Lock, Poses, value_of
from manikin.document.lock_mark import anchor_of
from manikin.figure.figure import Figure
from manikin.goals import Balance
from manikin.goals.balance import MAX_LOADS
from manikin.handles.fixed import Fixed
from manikin.math.planar_hull import depth_inside
from manikin.posing.floor import grounded_parts

__all__ = ["balance_goal", "carried_props", "carrying_locks", "carrying_parts", "depth_in_support"]

BALANCE_WEIGHT = 2.0
"""Weight of balance, for solvers without hard goals, relative to a pull of weight 1."""
LOW_SHARE = 0.25
"""Locked parts up to this share of the figure's height above its lowest joint support it: who hangs on a hand does not
stand on it."""
MAX_CARRYING_PARTS = 4
"""Largest number of parts that support a figure, because the corners of a support are limited."""
CARRYING_KINDS = ("position", "pose", "pose_axes", "plane", "attach", "hold")
"""The kinds of lock that can support a figure or hold a prop."""


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
    if not support or depth_in_support(_balance(actor.figure, support, ()), document.poses) < 0:
        return locked
    if lifted == actor.figure.skeleton.root.name:
        # it takes all limbs along: what else stands holds where a lock does, and is free to leave if none does
        return support if locked else ()
    limb = () if lifted is None else limb_of(actor.figure, lifted)
    return tuple(part for part in support if part in locked or part not in limb)


def carrying_locks(document: Document, figure: str) -> list[Lock]:
    """The locks that hold parts of a figure to the world or to other figures."""
    return [lock for lock in _carrying_locks(document) if lock.figure == figure and _rests_elsewhere(lock)]


def _may_stand_unlocked(document: Document, figure: str) -> bool:
    """Whether a low part is free of locks: most figures stand on locks, and what is on the floor takes long to find."""
    known = _known_unlocked(document)
    if figure not in known:
        known[figure] = _has_low_unlocked(document, figure)
    return known[figure]


@remembered
def _known_unlocked(_: Document) -> dict[str, bool]:
    """What was found of the figures of a document, for as long as it lives."""
    return {}


def _has_low_unlocked(document: Document, figure: str) -> bool:
    actor = document.actor(figure)
    skeleton = actor.figure.skeleton
    if skeleton.mass <= 0:
        return False
    held = document.held_joints(figure)
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


def depth_in_support(goal: Balance, poses: Poses) -> float:
    """How far the common centre of mass is inside the support of a balance, with its margin [m]; negative outside."""
    values = [value_of(handle, poses) for handle in goal.handles]
    centre, support = goal.centre_and_support(*values)
    level = np.flatnonzero(np.abs(values[1]) < 0.5)  # up is an axis of the world
    return depth_inside(tuple(centre[level].tolist()), map(tuple, support[:, level].tolist()))


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
