"""The floor: goals that keep figures above a document's ground."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from manikin.body.clearance import WORLD, solid_faces
from manikin.body.contact_balls import ContactBall, contact_balls
from manikin.document.document import Document
from manikin.document.ground import GroundShape
from manikin.document.ik_chain import PointSet, chain_of, columns_of
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.figure.root_slides import root_slides
from manikin.gait.ground import Stairs
from manikin.goals import AboveGround, OrientationGoal, Position, SolidClearance
from manikin.goals.capsule_clearance import MAX_CAPSULES
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, to_quaternion
from manikin.skeleton.shapes import Box

__all__ = [
    "body_slides",
    "floor_goals",
    "grounded_columns",
    "grounded_joints",
    "grounded_parts",
    "heights_of",
    "planted_goals",
]

FLOOR_WEIGHT = 50.0
"""Weight of the floor, relative to a pull of weight 1: a hand that is pulled 10 cm below it is 0.04 mm too low."""
AROUND = 2.0
"""Steps, and heights of a table, count if they are no farther than this from the figure [m]."""
MOST_ON_FIELD = 60
"""So many of the lowest balls are kept above a table of heights, each by a row of its own."""
TOUCHING = 0.01
"""A limb is on the ground if it is no higher than this [m]."""
PLANTED_WEIGHT, FLAT_WEIGHT = 100.0, 10.0
"""Weight of a foot that stands without a lock, in units of effort per metre squared (see ``manikin.Follower``); and how
much one that is pulled lies as it did, for a radian squared: while it slides or leaves the ground the sole is level,
but one that is lifted behind the body may hang."""
ROLLING_WEIGHT = 3000.0
"""Weight of the place of toes that a foot may roll over, in the same units: the heel rises before they slide."""
WIDE = 100.0
"""Width of steps, and depth of what comes before and after stairs [m]."""


def floor_goals(
    document: Document, figure: str, free: Collection[int], without: Collection[ContactBall] = ()
) -> list[Goal]:
    """The goals that keep a figure above the ground; only parts that the free parameters can move count.

    Level ground is a plane, the steps of stairs are boxes, and a table of heights is the surface through them.
    Balls that others care for can be left out above level ground.
    """
    pose, ground = document.actor(figure).pose, document.ground
    if ground.kind == "field":
        return _above_field(pose, _moving_balls(pose.figure, frozenset(free)), ground)
    stairs = ground.ground if isinstance(ground.ground, Stairs) else None
    lowest = ground.at + min(0.0, stairs.count * stairs.rise if stairs else 0.0)
    level = _above_level(pose.figure, frozenset(free), float(lowest), frozenset(without))
    return [*level, *(_above_steps(pose, free, stairs) if stairs else ())]


@lru_cache(maxsize=16)
def _moving_balls(figure: Figure, free: frozenset[int]) -> list[ContactBall]:
    """The balls of a figure that the free parameters can move."""
    names = [joint.name for joint in figure.skeleton]
    moves = {name: not free.isdisjoint(figure.columns_moving([name]).tolist()) for name in names}
    return [ball for ball in contact_balls(figure) if moves[ball.part]]


@lru_cache(maxsize=16)
def _above_level(figure: Figure, free: frozenset[int], height: float, without: frozenset[ContactBall]) -> list[Goal]:
    """Goals that keep a figure above a plane; the same for all its poses."""
    up = figure.skeleton.up_axis
    return _above_solid(figure, free, (np.multiply(height, up), up), without)


def _above_steps(pose: Pose, free: Collection[int], stairs: Stairs) -> list[Goal]:
    steps = _steps(stairs, pose.world[:, :, 3])
    return [goal for step in steps for goal in _above_solid(pose.figure, frozenset(free), step)]


def _above_solid(
    figure: Figure, free: frozenset[int], solid: Any, without: frozenset[ContactBall] = frozenset()
) -> list[Goal]:
    planes, edges = solid_faces(solid)
    name = f"{figure.name} above the ground"
    return [
        SolidClearance(solid=WORLD, planes=planes, edges=edges, weight=FLOOR_WEIGHT, name=name, **some)
        for some in _rods(figure, [ball for ball in _moving_balls(figure, free) if ball not in without])
    ]


def body_slides(figure: Figure) -> set[int]:
    """The parameters that move the whole figure; none if its root cannot slide, or nothing hangs from it."""
    return set(root_slides(figure)) if len(figure.skeleton) > 1 else set()


def grounded_parts(document: Document, figure: str) -> tuple[str, ...]:
    """The parts by which free limbs are on the ground: feet, or hands and knees.

    What hangs from such a part does not count, nor does a limb that a lock holds.
    """
    pose = document.actor(figure).pose
    skeleton = pose.figure.skeleton
    balls = contact_balls(pose.figure)
    low = heights_of(pose, balls, document.ground) < TOUCHING
    parts = {ball.part for ball, touches in zip(balls, low.tolist(), strict=True) if touches} - {skeleton.root.name}
    held = document.held_joints(figure)
    return tuple(
        joint.name
        for joint in skeleton
        if joint.name in parts
        and parts.isdisjoint(skeleton.path(joint.name)[:-1])
        and held.isdisjoint(chain_of(pose.figure, joint.name))
    )


def grounded_columns(document: Document, figure: str) -> set[int]:
    """The parameters of the limbs that are on the ground: they give way where the root is pushed down."""
    return columns_of(document.figures[figure], grounded_joints(document, figure))


def grounded_joints(document: Document, figure: str) -> set[str]:
    """The joints of the limbs that are on the ground."""
    own = document.figures[figure]
    return {joint for part in grounded_parts(document, figure) for joint in chain_of(own, part)}


def planted_goals(
    document: Document, figure: str, rolling: Collection[str] = (), pulled: str | None = None
) -> list[Goal]:
    """Goals that what is on the ground stays where it is, as long as a pull allows it.

    Of feet that may roll only the orientation is kept: see ``soles.rolling_feet`` and ``sitting``.  So it is with a
    foot that is ``pulled`` itself, less: to draw it back to its old place bends the whole leg, and the body with it.
    """
    pose = document.actor(figure).pose
    found: list[Goal] = []
    for part in grounded_parts(document, figure):
        if part not in rolling and part != pulled:
            found.append(Position(point=pose.figure.point(part), target=pose.position(part), weight=PLANTED_WEIGHT))
        turn, target = pose.figure.orientation(part), to_quaternion(pose.orientation(part))
        weight = FLAT_WEIGHT if part == pulled else PLANTED_WEIGHT
        found.append(OrientationGoal(orientation=turn, target=target, weight=weight))
    return found


def heights_of(pose: Pose, balls: Sequence[ContactBall], ground: GroundShape) -> Array:
    """How far balls are above the ground (k,) [m]; below 0 where they are in it."""
    skeleton = pose.figure.skeleton
    places = PointSet(skeleton, [(ball.part, ball.centre) for ball in balls]).places(pose.world)
    level = ground.ground.height(places[:, [0, 2]]) if skeleton.up == "y" else ground.at
    return np.asarray(places[:, skeleton.up_index] - [ball.radius for ball in balls] - level)


def _rods(figure: Figure, balls: Sequence[ContactBall]) -> Iterator[dict[str, Any]]:
    """Balls as the ends of capsules, in runs that one goal can hold: two of a part and radius are one capsule."""
    waiting: dict[tuple[str, float], Handle] = {}
    rods: list[tuple[Handle, Handle, float, int]] = []
    for part, centre, radius in balls:
        key, end = (part, round(radius, 9)), figure.point(part, centre)
        other = waiting.pop(key, None)
        if other is None:
            waiting[key] = end
        else:
            rods.append((other, end, radius, 2))
    rods += [(end, end, radius, 1) for (_, radius), end in waiting.items()]
    for first in range(0, len(rods), MAX_CAPSULES):
        some = rods[first : first + MAX_CAPSULES]
        yield {
            "ends": tuple(end for one, other, _, _ in some for end in (one, other)),
            "radii": tuple(radius for _, _, radius, _ in some),
            "balls": tuple(count for *_, count in some),
        }


def _steps(stairs: Stairs, joints: Array) -> list[Box]:
    """The steps near a figure as boxes, and where they go down the ground before them."""
    turn = math.radians(stairs.heading)
    ahead = np.array([math.sin(turn), 0.0, math.cos(turn)])
    across = np.array([math.cos(turn), 0.0, -math.sin(turn)])
    start = np.array([stairs.start[0], 0.0, stairs.start[1]])
    bottom = stairs.at + min(0.0, stairs.count * stairs.rise) - 1.0
    along = (joints - start) @ ahead
    found = []
    for k in range(0 if stairs.rise > 0 else -1, stairs.count):
        first = -WIDE if k < 0 else k * stairs.tread
        last = WIDE if k == stairs.count - 1 else (k + 1) * stairs.tread
        if first > along.max() + AROUND or last < along.min() - AROUND:
            continue
        tall = stairs.at + stairs.rise * (k + 1) - bottom
        middle = start + ahead * (first + last) / 2 + np.array([0.0, bottom + tall / 2, 0.0])
        frame = np.column_stack([across, (0.0, 1.0, 0.0), ahead, middle])
        found.append(Box(size=(WIDE, tall, last - first), at=tuple(frame.reshape(-1).tolist())))
    return found


def _above_field(pose: Pose, balls: Sequence[ContactBall], ground: GroundShape) -> list[Goal]:
    """A goal for each of the lowest balls, over the part of the table that is around the figure."""
    figure, heights = pose.figure, np.array(ground.heights)
    order = np.argsort(heights_of(pose, balls, ground))[:MOST_ON_FIELD]
    lowest = [(figure.point(balls[k].part, balls[k].centre), balls[k].radius) for k in order.tolist()]
    joints = pose.world[:, [0, 2], 3]
    low = np.floor((joints.min(axis=0) - AROUND - ground.start) / ground.spacing).astype(int)
    high = np.ceil((joints.max(axis=0) + AROUND - ground.start) / ground.spacing).astype(int)
    first = np.clip(low, 0, np.array(heights.shape) - 2)
    last = np.clip(high + 1, first + 2, heights.shape)
    table = heights[first[0] : last[0], first[1] : last[1]]
    origin = np.array(ground.start) + first * ground.spacing
    return [
        AboveGround(
            point=point, heights=table, origin=origin, spacing=ground.spacing, lift=radius, weight=FLOOR_WEIGHT,
            name=f"{figure.name} above the ground",
        )
        for point, radius in lowest
    ]  # fmt: skip
