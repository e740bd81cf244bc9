"""Moving a figure about on the ground: a shift and a turn about the vertical, of its free root."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from manikin.clips import balls
from manikin.clips.tracks import ground_tracks, slide_axes
from manikin.figure.figure import Figure
from manikin.math import quaternions as quat
from manikin.math.rotations import Array

__all__ = [
    "GroundMotion", "ground_motion", "heading_of", "motion_of_points", "moved_on_ground", "place_on_ground",
]  # fmt: skip


@dataclass(frozen=True)
class GroundMotion:
    """Turn by ``angle`` [rad] about the vertical through the origin, then shift by ``across`` (2,) [m]."""

    angle: float
    across: tuple[float, float]

    def then(self, other: GroundMotion) -> GroundMotion:
        """This motion, then another."""
        x, y = other.across
        a, b = _turned(self.across, other.angle)
        return GroundMotion(self.angle + other.angle, (a + x, b + y))

    @property
    def inverse(self) -> GroundMotion:
        """The way back."""
        a, b = _turned(self.across, -self.angle)
        return GroundMotion(-self.angle, (-a, -b))

    def repeated(self, times: int) -> GroundMotion:
        """The motion done several times; backwards for a negative number."""
        step = self if times >= 0 else self.inverse
        result = GroundMotion(0.0, (0.0, 0.0))
        for bit in bin(abs(times))[2:]:
            result = result.then(result)
            if bit == "1":
                result = result.then(step)
        return result


def heading_of(figure: Figure, q: Array) -> float:
    """The heading of the root about the vertical [rad]; 0 where the figure cannot turn."""
    tracks = ground_tracks(figure)
    if tracks is None:
        return 0.0
    ball = tracks[1]
    turn = balls.rotation(ball.axis_rows, q[list(ball.columns)])
    up = _up(figure)
    return 2 * math.atan2(float(turn[:3] @ up), float(turn[3]))


def ground_motion(figure: Figure, start: Array, end: Array) -> GroundMotion:
    """The motion on the ground that takes the root from one state to another; height and tilt do not count."""
    tracks = ground_tracks(figure)
    if tracks is None:
        return GroundMotion(0.0, (0.0, 0.0))
    angle = heading_of(figure, end) - heading_of(figure, start)
    angle -= 2 * math.pi * round(angle / (2 * math.pi))
    x, y = place_on_ground(figure, start)
    a, b = _turned((x, y), angle)
    c, d = place_on_ground(figure, end)
    return GroundMotion(angle, (c - a, d - b))


def motion_of_points(figure: Figure, start: Array, end: Array, angle: float) -> tuple[GroundMotion, float]:
    """The motion on the ground that takes points (n, 3) [m] next to others, and how far the worst of them is off [m].

    It turns by ``angle`` [rad] where there is one point only; heights do not count.
    """
    before, after = start[:, _level(figure)], end[:, _level(figure)]
    if len(before) > 1:
        a, b = before - before.mean(axis=0), after - after.mean(axis=0)
        angle = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    turned = np.array([_turned((x, y), angle) for x, y in before.tolist()])
    across = (after - turned).mean(axis=0)
    off = np.linalg.norm(turned + across - after, axis=1).max()
    return GroundMotion(angle, (float(across[0]), float(across[1]))), float(off)


def moved_on_ground(figure: Figure, states: Array, motion: GroundMotion) -> Array:
    """The states (n, size) moved on the ground; those of a figure without a free root stay as they are."""
    tracks = ground_tracks(figure)
    if tracks is None or (motion.angle == 0 and motion.across == (0.0, 0.0)):
        return states
    place, ball = (list(track.columns) for track in tracks)
    axes = tracks[1].axis_rows
    slides = slide_axes(figure)
    moved = states.copy()
    turn = quat.about(_up(figure), np.array(motion.angle))
    points = states[:, place] @ slides
    shift = np.zeros(3)
    shift[_level(figure)] = motion.across
    moved[:, place] = (quat.rotate(np.broadcast_to(turn, (len(states), 4)), points) + shift) @ np.linalg.inv(slides)
    count = len(states)
    everywhere = np.broadcast_to(axes, (count, 3, 3))
    turned = quat.multiply(np.broadcast_to(turn, (count, 4)), balls.rotation(everywhere, states[:, ball]))
    near = states[:, ball].copy()
    vertical = axes[0] @ _up(figure)  # where the first hinge is the vertical, its angle is the heading
    if abs(abs(vertical) - 1) < 1e-9:
        near[:, 0] += motion.angle * vertical
    moved[:, ball] = balls.angles(everywhere, turned, near)
    return moved


def _up(figure: Figure) -> Array:
    return np.array(figure.skeleton.up_axis)


def _level(figure: Figure) -> list[int]:
    """The horizontal axes; a turn about the vertical goes from the first to the second."""
    up = figure.skeleton.up_index
    return [(up + 1) % 3, (up + 2) % 3]


def place_on_ground(figure: Figure, q: Array) -> tuple[float, float]:
    """Where a free root is on the ground [m]."""
    tracks = ground_tracks(figure)
    assert tracks is not None
    point = q[list(tracks[0].columns)] @ slide_axes(figure)
    a, b = point[_level(figure)].tolist()
    return a, b


def _turned(v: tuple[float, float], angle: float) -> tuple[float, float]:
    c, s = math.cos(angle), math.sin(angle)
    return (c * v[0] - s * v[1], s * v[0] + c * v[1])
