"""Sitting down: a figure whose root is pulled to the floor slides its free feet ahead and takes its arms aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from manikin.body.contact_balls import contact_balls
from manikin.document.document import Document
from manikin.figure.pose import Pose
from manikin.goals import Align, Position
from manikin.goals.goal import Goal
from manikin.handles import Point
from manikin.math.easing import eased_between
from manikin.math.rotations import Array
from manikin.posing.floor import ROLLING_WEIGHT, grounded_parts
from manikin.posing.soles import rolling_feet

__all__ = ["Sitting", "sitting_down"]

BEGUN, ARMS_BEGUN = 0.32, 0.55
"""Feet begin to slide where the root is so high above the floor, over its height in a stand, and arms to go aside:
before that a figure crouches above its feet, in balance, and hands are far from the floor."""
AHEAD = 0.75
"""How far ahead feet are of where they stood when the root is on the floor, over its height in a stand: knees are
half bent then."""
ASIDE = 0.8
"""How far aside arms point then, over how far down: fingers come to the floor beside the body."""
FEET = 2
"""Who stands on no more feet sits down."""
LEAST = 1e-6
"""Directions of less are none."""


class _Foot(NamedTuple):
    """What a foot rolls over, its place at the start, and the direction that is ahead of the figure."""

    toes: Point
    place: Array
    ahead: Array


class Sitting(NamedTuple):
    """How a figure that only stands on the ground sits down.

    A person who lets the seat down on the floor does not go down between the heels: knees and hips would have to bend
    farther than they do.  Nor do arms stay where they hang: hands would get to the floor first.

    Attributes:
        start: The place of the point by which the root is pulled at the start (3,) [m].
        up: The direction that is up (3,).
        seat: The height of that point when the root is on the floor [m].
        tall: How high above that it is when the figure stands at rest [m].
        sits: Whether it sits down at all; else its feet stay, and its arms hang.
        feet: The feet.
        arms: The directions of hanging limbs at the start, as goals, and how each goes aside.
    """

    start: Array
    up: Array
    seat: float
    tall: float
    sits: bool
    feet: tuple[_Foot, ...]
    arms: tuple[tuple[Align, Array, Array], ...]

    def above(self, place: Array) -> Array:
        """How far above a place the root is pulled (3,) [m]: who sits down is not pulled into the floor."""
        return np.asarray((max(self.seat - float(place @ self.up), 0.0) if self.sits else 0.0) * self.up)

    def share(self, place: Array, begun: float) -> float:
        """How far it has come from where it begins to a seat when the root is pulled to a place [m], smoothly."""
        if not self.sits:
            return 0.0
        now, first = (
            eased_between(1 - float(at @ self.up - self.seat) / (begun * self.tall)) for at in (place, self.start)
        )
        return max(now - first, 0.0) / max(1 - first, LEAST)  # who sits already stays as it is

    def steps(self, place: Array) -> list[Goal]:
        """Where the feet are for a place of the root, as wishes; they come along where it goes aside."""
        share, way = self.share(place, BEGUN), place - self.start
        along = way - (way @ self.up) * self.up
        return [
            Position(
                point=foot.toes,
                target=foot.place + share * (AHEAD * self.tall * foot.ahead + along),
                weight=ROLLING_WEIGHT,
            )
            for foot in self.feet
        ]

    def arms_at(self, place: Array) -> list[Goal]:
        """Which way the arms point for a place of the root."""
        share = self.share(place, ARMS_BEGUN)
        ways = [(goal, down + share * ASIDE * aside) for goal, down, aside in self.arms]
        return [replace(goal, target=way / np.linalg.norm(way)) for goal, way in ways]


def sitting_down(
    document: Document, figure: str, part: str, at: tuple[float, float, float], hanging: Sequence[Align]
) -> Sitting | None:
    """How a figure sits down whose root is pulled by a point; None if that is not pulled, or locks hold the figure.

    ``hanging`` are the directions of limbs that hang.
    """
    rolling = rolling_feet(document, figure, {figure: part})
    if not rolling:
        return None
    pose = document.actor(figure).pose
    up = np.array(pose.figure.skeleton.up_axis)
    place = pose.convert_point(at, part, None)
    seat = document.ground.at + float(place @ up) - _lowest(pose, part)
    rest = pose.figure.pose()
    tall = _lowest(rest, part) - min(_lowest(rest, ball.part) for ball in contact_balls(pose.figure))
    ahead = _level(np.sum([pose.position(toes) - pose.position(foot) for foot, toes in rolling.items()], axis=0), up)
    feet = [_Foot(pose.figure.point(toes), pose.position(toes), ahead) for toes in rolling.values()]
    # on four feet nobody sits down like that, and on uneven ground feet that slide would have to climb
    sits = document.ground.kind == "level" and len(rolling) == len(grounded_parts(document, figure)) <= FEET
    arms = []
    for goal in hanging:
        limb = goal.handles[0].parts()[0]
        arms.append((goal, np.asarray(goal.handles[0].value(pose)), _level(pose.position(limb) - place, up)))
    return Sitting(place, up, seat, max(tall, LEAST), sits, tuple(feet), tuple(arms))


def _lowest(pose: Pose, part: str) -> float:
    """The height of the lowest ball of a part, or of its joint if it has none [m]."""
    up = np.array(pose.figure.skeleton.up_axis)
    own = [ball for ball in contact_balls(pose.figure) if ball.part == part]
    low = [float(pose.convert_point(ball.centre, part, None) @ up) - ball.radius for ball in own]
    return min(low, default=float(pose.position(part) @ up))


def _level(way: Array, up: Array) -> Array:
    """The level direction of a way (3,); zeros if it has none."""
    level = way - (way @ up) * up
    length = float(np.linalg.norm(level))
    return np.asarray(level / length if length > LEAST else np.zeros(3))
