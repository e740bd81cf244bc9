"""Goals as marks in a picture: stars at targets, and the lines and outlines that parts should keep to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from manikin.goals import AnyOf, Line, OnGround, OnPath, Plane
from manikin.goals.balance import OverSupport
from manikin.goals.solid_clearance import SolidBalls
from manikin.handles.fixed import Fixed
from manikin.picture import Polyline, Star

if TYPE_CHECKING:
    from manikin.figure.pose import Pose
    from manikin.goals.goal import Goal
    from manikin.math.rotations import Array
    from manikin.problem.problem import Problem

__all__ = ["ground_lines", "marks_of"]

MAX_GROUND_LINES = 40
"""Most lines that are drawn over a height field in each direction."""
HARD_COLOUR, GAP_COLOUR = (0.35, 0.35, 0.4), (0.85, 0.25, 0.2)
"""Colours of hard targets, and of lines from a point to a target that it does not reach."""


def marks_of(problem: Problem, poses: Sequence[Pose]) -> dict[str, Any]:
    """``stars`` and ``paths`` for a picture of poses: the targets, and lines to targets that are not reached."""
    stars: list[Star] = []
    paths: list[Polyline] = []
    size = max(float(np.ptp(pose.world[:, :, 3], axis=0).max()) for pose in poses) or 1.0
    paths += ground_lines(problem.all_goals)
    for i, goal in enumerate(_flat(problem.all_goals)):
        hard = i < len(problem.hard)
        places = {f: _place(getattr(goal, f), poses) for f, kind in goal.takes.items() if kind in ("point", "frame")}
        target = places.get("target", places.get("origin"))
        if target is not None:
            stars.append(Star(tuple(target), HARD_COLOUR if hard else None))
        own = places.get("point", places.get("frame"))
        if "target" in places and own is not None and goal.kind in ("position", "pose"):
            gap = float(np.linalg.norm(own - places["target"]))
            if gap > 0.005 * size:
                paths.append(Polyline([own, places["target"]], GAP_COLOUR))
        paths += [Polyline(points) for points in _outlines(goal, poses, 0.3 * size)]
    return {"stars": stars, "paths": paths}


def _flat(goals: Iterable[Goal]) -> list[Goal]:
    return [part for goal in goals for part in (goal.goals if isinstance(goal, AnyOf) else (goal,))]


def ground_lines(goals: Iterable[Goal]) -> list[Polyline]:
    """Lines over the height fields of ground goals; each height field is drawn once."""
    fields = {(g.heights, g.origin, g.spacing, g.up): g for g in _flat(goals) if isinstance(g, OnGround)}
    return [Polyline(line) for goal in fields.values() for line in _ground(goal)]


def _ground(goal: OnGround) -> list[Array]:
    """Lines over a height field in both directions (k, 3) [m]; finer than its heights because the ground is curved."""
    i, j = goal.level
    places = [
        origin + step * np.linspace(0, count - 1, min(4 * (count - 1), MAX_GROUND_LINES) + 1)
        for origin, step, count in zip(
            goal.origin, goal.spacing, (len(goal.heights), len(goal.heights[0])), strict=True
        )
    ]
    net = np.empty((len(places[0]), len(places[1]), 3))
    net[..., i], net[..., j] = np.meshgrid(*places, indexing="ij")
    net[..., 3 - i - j] = [[goal.ground(x, z)[0] for z in places[1]] for x in places[0]]
    return [*net, *net.swapaxes(0, 1)]


def _value(handle: Any, poses: Sequence[Pose]) -> Array:
    if isinstance(handle, Fixed):
        return np.asarray(handle.constant)
    return np.asarray(handle.value(next(pose for pose in poses if handle.figure in (None, pose.figure.name))))


def _place(handle: Any, poses: Sequence[Pose]) -> Array:
    value = _value(handle, poses)
    return value if value.size == 3 else value.reshape(3, 4)[:, 3]


def _outlines(goal: Goal, poses: Sequence[Pose], reach: float) -> list[Array]:
    """The lines that a goal draws besides its target (k, 3) [m]."""
    if isinstance(goal, OnPath):
        return [goal.corners]
    if isinstance(goal, SolidBalls):
        frame = _value(goal.solid, poses).reshape(3, 4)
        return [np.reshape(edge, (2, 3)) @ frame[:, :3].T + frame[:, 3] for edge in goal.edges]
    if isinstance(goal, OverSupport):
        point, up = _value(goal.point, poses), _value(goal.up, poses)
        support = np.array([_value(one, poses) for one in goal.support])
        side = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
        across = (support - support.mean(axis=0)) @ np.array([side, np.cross(up, side)]).T
        around = support[np.argsort(np.arctan2(across[:, 1], across[:, 0]))]
        below = point + ((support.mean(axis=0) - point) @ up) * up
        return [np.concatenate([around, around[:1]]), np.array([point, below])]
    if isinstance(goal, Line):
        origin, along = _value(goal.origin, poses), _value(goal.along, poses)
        return [origin + np.outer([-2 * reach, 2 * reach], along)]
    if isinstance(goal, Plane):
        origin, normal = _value(goal.origin, poses), _value(goal.normal, poses)
        side = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
        side *= reach / np.linalg.norm(side)
        other = np.cross(normal, side)
        return [origin + np.array([side + other, side - other, -side - other, other - side, side + other])]
    return []
