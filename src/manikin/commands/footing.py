"""Where a clip is put on the ground: its feet on the places where the figure stands, if it stands alike."""

from __future__ import annotations

import numpy as np

from manikin.clips.clip import Clip
from manikin.clips.editing.opened import plain_part
from manikin.clips.ground import GroundMotion, ground_motion, motion_of_points, place_on_ground
from manikin.clips.timed_goal import TimedGoal
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.motion import posed_at
from manikin.figure.figure import Figure
from manikin.goals import PoseGoal, Position
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["placement", "stands_already"]

ALIKE, AWAY = 0.02, 0.1
"""Feet that stand alike are met within the first [m], and the root is where it was within the second."""
MET = 1e-3
"""A goal that is met within this [m, rad] goes on as it is."""


def placement(document: Document, actor: Actor, given: Clip, frame: float) -> tuple[GroundMotion, Array]:
    """How a clip is moved on the ground to begin where a figure is at a frame, and the state of the figure there.

    Where parts are held now and when the clip begins, and are as far from each other, they come to their places: feet
    that stand do not slide.  Else the root comes to where it is.
    """
    figure = actor.figure
    posed = posed_at(document, frame)
    here = np.array(posed.actor(actor.name).q if actor.clip is not None else actor.q)
    begin = given.state(given.start)
    plain = plain_part(given)[0].state(given.start)
    by_root = ground_motion(figure, plain, here if actor.clip is None else actor.clip.state(frame))
    held = {lock.part for lock in posed.locks if lock.active and lock.figure == actor.name and _stands(lock.goal)}
    parts = [part for part in _held_at_first(given) if part in held]
    if not parts:
        return by_root, here
    now, then = (np.array([figure.pose(q).position(part) for part in parts]) for q in (here, begin))
    found, off = motion_of_points(figure, then, now, by_root.angle)
    root = GroundMotion(0.0, place_on_ground(figure, begin)).then(found).across
    away = np.hypot(*(np.array(root) - place_on_ground(figure, here)))
    return (found if off <= ALIKE and away <= AWAY else by_root), here


def stands_already(figure: Figure, goal: TimedGoal, state: Array) -> bool:
    """Whether a goal is about a place that a figure has its part at."""
    if not _stands(goal.goal):
        return False
    residual = Problem(figure, hard=goal.goal).raw_residual(state)
    return bool(np.abs(residual).max(initial=0.0) <= MET)


def _stands(goal: object) -> bool:
    return isinstance(goal, (Position, PoseGoal))


def _held_at_first(clip: Clip) -> list[str]:
    """The parts that are held when a clip begins."""
    goals = [goal for goal in plain_part(clip)[1] if goal.hard and goal.moving is None and goal.holds_at(clip.start)]
    return sorted({goal.goal.handles[0].parts()[0] for goal in goals if _stands(goal.goal)})
