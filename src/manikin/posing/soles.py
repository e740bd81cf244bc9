"""Soles: the corners by which free limbs stand, each held above level ground by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from manikin.body.clearance import WORLD, solid_faces
from manikin.body.contact_balls import ContactBall, contact_balls
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of
from manikin.figure.figure import Figure
from manikin.goals import SolidClearance
from manikin.goals.goal import Goal
from manikin.math.easing import eased_between
from manikin.math.rotations import Array
from manikin.posing.floor import FLOOR_WEIGHT, TOUCHING, grounded_parts, heights_of
from manikin.posing.support import carrying_locks

__all__ = ["Soles", "Standing", "joints_to_soles", "rolling_feet", "soles_of", "standing_part"]

SOLE = 0.005
"""Balls that are no higher than this above the lowest one at rest are those that a figure stands on [m]."""
CORNERS = 3
"""The most corners of a part that lies flat: so many tell how it does."""
SAME = 0.02
"""Corners of different parts that are nearer to each other at rest are one [m]."""
SUNK = 1e-3
"""A limb that is deeper in the ground than this at the start is lifted out of it as everything else is [m]."""
PRESSED, NEAR, ALONG = 0.01, 0.03, 0.05
"""How far below the ground a sole that slides along it is pulled, how high above it that begins, and how far along it
the sole has gone when that is so [m]."""


class Soles(NamedTuple):
    """The soles of a figure's free limbs.

    Attributes:
        goals: Goals that hold the corners of soles above level ground, one row each.
        balls: The balls that the corners stand for.
    """

    goals: tuple[Goal, ...] = ()
    balls: tuple[ContactBall, ...] = ()


class Standing(NamedTuple):
    """A part that may stand on its sole: the place of the point by which it is pulled at the start, that point's height
    when it stands [m], and the axis that is up."""

    start: Array
    height: float
    up: int

    def pressed(self, place: Array) -> float:
        """How far below a place the part is pulled [m].

        Near the end of its reach a leg gives way by some millimetres.  So a foot that is pulled along the ground would
        leave it and come back to it in turns, from refresh to refresh, and the whole body would tremble.  Where it is
        pulled a little below the ground, it is the ground that holds it, steadily.  A foot that is lifted where it
        stands comes along at once.
        """
        along = np.delete(place - self.start, self.up)
        near, gone = 1 - (place[self.up] - self.height) / NEAR, float(np.linalg.norm(along)) / ALONG
        return PRESSED * eased_between(near) * eased_between(gone)


def standing_part(document: Document, figure: str, part: str, at: tuple[float, float, float]) -> Standing | None:
    """How a part that is pulled by a point stands on level ground; None if it has no sole, or a lock holds it."""
    pose = document.actor(figure).pose
    _, balls = _soles(pose.figure).get(part, ((), ()))
    held = document.held_joints(figure)
    if not balls or document.ground.kind != "level" or not held.isdisjoint(chain_of(pose.figure, part)):
        return None
    rest, up = pose.figure.pose(), pose.figure.skeleton.up_index
    lowest = min(float(rest.convert_point(ball.centre, part)[up]) - ball.radius for ball in balls)
    height = document.ground.at + float(rest.convert_point(at, part)[up]) - lowest
    return Standing(pose.convert_point(at, part), height, up)


def joints_to_soles(figure: Figure, part: str) -> set[str]:
    """The joints below a part that lead to a sole: below a shin the ankle and the toes."""
    paths = (figure.skeleton.path(sole) for sole in _soles(figure))
    return {joint for path in paths if part in path for joint in path[path.index(part) + 1 :]}


def soles_of(document: Document, figure: str, free: Collection[int]) -> Soles:
    """The soles of the limbs that free parameters can move and that no lock holds; none on uneven ground.

    The floor as a whole is one row for many parts.  That pushes them out of the ground together, and has no direction
    where a sole lies flat: heel and toes would take turns.
    """
    if document.ground.kind != "level":
        return Soles()
    pose, held = document.actor(figure).pose, document.held_joints(figure)
    own = pose.figure
    found = Soles()
    soles = _soles(own)
    for part, (corners, balls) in soles.items():
        moves = not set(own.columns_moving([part]).tolist()).isdisjoint(free)
        # toes that do not bend need no corners where they join the foot, those that do need more: they roll over them
        bends = own.skeleton[part].parent in soles and not columns_of(own, [part]).isdisjoint(free)
        corners = corners if bends else _alone(own)[part]
        if moves and held.isdisjoint(chain_of(own, part)) and heights_of(pose, balls, document.ground).min() >= -SUNK:
            place = tuple(np.multiply(document.ground.at, own.skeleton.up_axis).tolist())
            found = Soles((*found.goals, *_above(own, corners, place)), (*found.balls, *balls))
    return found


def rolling_feet(document: Document, figure: str, lifted: Mapping[str, str]) -> dict[str, str]:
    """The feet that may roll over their toes, which stay on the ground: the toes by the foot.

    That is so where nothing but the ground holds a figure and its root is pulled: a pelvis that goes down so far that
    ankles do not bend any more lifts the heels.
    """
    own = document.figures[figure]
    if lifted.get(figure) != own.skeleton.root.name or carrying_locks(document, figure):
        return {}
    pose, soles = document.actor(figure).pose, _soles(own)
    found = {}
    for part in grounded_parts(document, figure):
        first = own.skeleton.index(part)
        below = own.skeleton.joints[first + 1 : int(own.skeleton.ends[first])]
        toes = next((joint.name for joint in below if joint.name in soles), None)
        if toes is not None and heights_of(pose, soles[toes][1], document.ground).min() < TOUCHING:
            found[part] = toes
    return found


@lru_cache(maxsize=16)
def _above(figure: Figure, balls: tuple[ContactBall, ...], place: tuple[float, ...]) -> tuple[Goal, ...]:
    planes, edges = solid_faces((place, figure.skeleton.up_axis))
    name = f"{figure.name} on the ground"
    return tuple(
        SolidClearance(
            solid=WORLD, planes=planes, edges=edges, ends=(figure.point(part, centre),) * 2, radii=(radius,),
            balls=(1,), weight=FLOOR_WEIGHT, name=name,
        )
        for part, centre, radius in balls
    )  # fmt: skip


@lru_cache(maxsize=16)
def _soles(figure: Figure) -> dict[str, tuple[tuple[ContactBall, ...], tuple[ContactBall, ...]]]:
    """By part that a figure stands on at rest: the corners of its sole, which span the most, and all balls of it.

    There is one more of them than a sole that lies flat needs, the last one.
    """
    rest, balls = figure.pose(), contact_balls(figure)
    if not balls:
        return {}
    places = np.array([rest.convert_point(ball.centre, ball.part) for ball in balls])
    heights = places[:, figure.skeleton.up_index] - [ball.radius for ball in balls]
    standing = np.flatnonzero(heights <= heights.min() + SOLE).tolist()
    found: dict[str, tuple[tuple[ContactBall, ...], tuple[ContactBall, ...]]] = {}
    for part in dict.fromkeys(balls[i].part for i in standing):
        own = [i for i in standing if balls[i].part == part]
        some = _spread(places[own][:, figure.skeleton.level_axes], CORNERS + 1)
        found[part] = (tuple(balls[own[k]] for k in some), tuple(balls[i] for i in own))
    return found


@lru_cache(maxsize=16)
def _alone(figure: Figure) -> dict[str, tuple[ContactBall, ...]]:
    """The corners of each sole that are not those of another one: where toes join a foot."""
    rest = figure.pose()
    found: dict[str, tuple[ContactBall, ...]] = {}
    taken: list[Array] = []
    for part, (all_corners, _) in _soles(figure).items():
        corners = all_corners[:CORNERS]
        places = [rest.convert_point(ball.centre, ball.part) for ball in corners]
        apart = [all(np.linalg.norm(place - other) > SAME for other in taken) for place in places]
        found[part] = tuple(ball for ball, own in zip(corners, apart, strict=True) if own)
        taken += [place for place, own in zip(places, apart, strict=True) if own]
    return found


def _spread(places: Array, most: int) -> list[int]:
    """Which of some places (k, 2), at most so many, are farthest apart: one after another, each from the others."""
    away = np.linalg.norm(places - places.mean(axis=0), axis=1)
    found: list[int] = []
    while len(found) < min(most, len(places)):
        found.append(int(away.argmax()))
        apart = np.linalg.norm(places[:, None] - places[None, found], axis=2)
        away = apart.min(axis=1)
    return found
