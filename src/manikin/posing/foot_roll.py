"""Foot roll: a foot on the ground goes back on its heel, or up on its ball and then on the tip of its toes."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace

import numpy as np

from manikin.document.document import Document
from manikin.document.lock import Lock, moved
from manikin.document.lock_kinds import LockOptions, make_goal
from manikin.document.lock_mark import mark_of
from manikin.errors import InputError, shorten
from manikin.figure.pose import Pose
from manikin.gait.legs import Leg, legs_of
from manikin.math.rotations import Array, about_axis
from manikin.posing.keep_locks import keep_locks
from manikin.posing.stored_poses import own_locks

__all__ = ["MOST_ROLL", "rolled_foot"]

MOST_ROLL = np.radians(80.0)
"""How far a foot rolls either way [rad]."""
MOST_ON_BALL = np.radians(50.0)
"""How far the heel rises over flat toes, before the toes rise too [rad]."""


@dataclass(frozen=True)
class _Roll:
    """Rigid motions (3, 4) of the foot and of the toes in the world, and the angle of the toes' own joint."""

    foot: Array
    toes: Array
    bend: float


def rolled_foot(document: Document, figure: str | None, part: str, angle: float) -> Document:
    """The document with a foot rolled from where it is; its locks go along, and the others are kept.

    Args:
        document: The document.
        figure: The figure.
        part: The foot, or a part of it.
        angle: How far [rad]: below 0 the toes rise about the heel; above it the heel rises, first about the joint of
            the toes, which stay flat, then about their tip.
    """
    if not abs(angle) <= MOST_ROLL:
        raise InputError(f"a foot rolls by up to {np.degrees(MOST_ROLL):.0f} degrees, not {shorten(angle)} rad")
    actor = document.movable(figure)
    leg = _leg(actor.pose, part)
    roll = _roll(actor.pose, leg, angle)
    q = np.array(actor.q)
    if leg.toe_column is not None:
        q[leg.toe_column] += leg.toe_sign * roll.bend
    made = document.made
    document = _with_locks(document, actor.name, leg, roll)
    after = keep_locks(document, {actor.name: np.clip(q, actor.figure.lo, actor.figure.hi)})
    kept = tuple(lock for lock in after.locks if lock.id <= made)
    return replace(after, locks=kept, made=made)


def _leg(pose: Pose, part: str) -> Leg:
    legs, skeleton = legs_of(pose.figure), pose.figure.skeleton
    for leg in (legs.left, legs.right):
        if leg.foot in skeleton.path(part):
            return leg
    raise InputError(f"{shorten(part)} is no part of a foot")


def _roll(pose: Pose, leg: Leg, angle: float) -> _Roll:
    foot = _world(pose, leg.foot)
    axis = foot[:, :3] @ leg.across
    still = np.eye(3, 4)
    if angle < 0:
        back = _about(axis, angle, _place(foot, leg.heel))
        return _Roll(back, back, 0.0)
    on_ball, hinge = min(angle, MOST_ON_BALL), leg.ball
    if leg.toes is not None and leg.toe_column is not None:
        figure, now = pose.figure, float(pose.q[leg.toe_column])
        room = figure.hi[leg.toe_column] - now if leg.toe_sign > 0 else now - figure.lo[leg.toe_column]
        on_ball, hinge = min(on_ball, max(float(room), 0.0)), leg.hinge
    up = _about(axis, on_ball, _place(foot, hinge))
    tip = _about(axis, angle - on_ball, _tip(pose, leg, foot))
    if leg.toes is None:
        return _Roll(_after(tip, up), _after(tip, up), 0.0)
    return _Roll(_after(tip, up), _after(tip, still), on_ball)


def _tip(pose: Pose, leg: Leg, foot: Array) -> Array:
    """Where the tip of the toes is now (3,)."""
    if leg.toes is None:
        return _place(foot, leg.tip)
    rest = pose.figure.pose()
    in_toes = rest.convert_point(leg.tip, leg.foot, leg.toes)
    return np.asarray(pose.convert_point(in_toes, leg.toes))


def _with_locks(document: Document, figure: str, leg: Leg, roll: _Roll) -> Document:
    """Move the locks of a foot with it; without one that holds the whole foot there is one for the time being."""
    poses = document.poses
    skeleton = document.figures[figure].skeleton
    held = False
    for lock in own_locks(document, figure):
        path = skeleton.path(lock.part)
        if leg.foot in path:
            way = roll.toes if leg.toes is not None and leg.toes in path else roll.foot
            document = document.with_lock(_moved_lock(lock, document, way))
            held = held or (lock.part == leg.foot and lock.kind == "pose")
    if held:
        return document
    goal = make_goal("pose", document, figure, leg.foot, LockOptions())
    own = Lock(id=document.made + 1, name="roll", figure=figure, part=leg.foot, kind="pose", goal=goal)
    at = _world(poses[figure], leg.foot)
    target = _after(roll.foot, at)
    goal = moved(moved(goal, poses, place=target[:, 3]), poses, turn=target[:, :3])
    return document.with_lock(replace(own, goal=goal))


def _moved_lock(lock: Lock, document: Document, way: Array) -> Lock:
    poses = document.poses
    mark = mark_of(lock, poses, "pin")
    goal = lock.goal
    with contextlib.suppress(InputError):  # it has no place of its own
        goal = moved(goal, poses, place=_place(way, np.asarray(mark.place)))
    with contextlib.suppress(InputError):  # or no direction
        goal = moved(goal, poses, turn=way[:, :3] @ np.reshape(mark.axes, (3, 3)))
    return replace(lock, goal=goal)


def _about(axis: Array, angle: float, place: Array) -> Array:
    """The rotation about an axis through a place (3, 4)."""
    turn = about_axis(axis / np.linalg.norm(axis), angle)
    return np.column_stack([turn, place - turn @ place])


def _world(pose: Pose, part: str) -> Array:
    return np.asarray(pose.world[pose.figure.skeleton.index(part)])


def _place(transform: Array, point: Array) -> Array:
    return np.asarray(transform[:, :3] @ point + transform[:, 3])


def _after(second: Array, first: Array) -> Array:
    """One rigid motion (3, 4) after another."""
    return np.column_stack([second[:, :3] @ first[:, :3], _place(second, first[:, 3])])
