"""The surfaces of a pose on the stage: its shapes, and bones for joints without shapes, coloured by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np

from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Array, Vec3
from manikin.picture.camera import on_stage
from manikin.picture.skin import skin_of
from manikin.picture.solids import Solids
from manikin.picture.surfaces import capsules, surfaces_of
from manikin.picture.theme import Theme, to_linear
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.stretching import as_drawn, parents_drawn

__all__ = ["scenery_of", "solids_of"]

CENTRE, LEFT, RIGHT = range(3)
TINT_STRENGTH = 0.7
"""Of 1, so that left, right and centre can still be told apart; the editor's page has the same."""


def solids_of(pose: Pose, theme: Theme, tint: Vec3 | None = None, *, bones: bool = True) -> Solids:
    """All surfaces of a pose: its skin; or its shapes, and thin ``bones`` for joints without shapes.

    The tint is sRGB in 0..1.
    """
    solids = _own_solids(pose, theme, bones)
    if tint is None:
        return solids
    return replace(solids, colour=solids.colour + TINT_STRENGTH * (to_linear(tint) - solids.colour))


def _own_solids(pose: Pose, theme: Theme, bones: bool) -> Solids:
    skeleton = pose.figure.skeleton
    if skeleton.skin is not None:
        return skin_of(pose, skeleton.skin, skeleton.up)
    stage = np.swapaxes(on_stage(np.swapaxes(as_drawn(skeleton, pose.world), 1, 2), skeleton.up), 1, 2)
    body, joints = _body(skeleton, theme)
    solids = body.transformed(stage[joints])
    if bones or not len(joints):
        solids = Solids.joined([solids, _bones(skeleton, stage[:, :, 3], joints, _colours(skeleton, theme))])
    return solids


def scenery_of(shapes: Iterable[Shape], up: Literal["y", "z"], theme: Theme) -> Solids:
    """The surfaces of shapes that belong to no figure, given in the world."""
    own = to_linear(theme.scenery)
    tables = [surfaces_of(shape, own if shape.colour is None else to_linear(shape.colour)) for shape in shapes]
    tables.append(capsules(np.zeros((0, 3)), np.zeros((0, 3)), 0.0, 0.0, theme.scenery))
    solids = Solids.joined(tables)
    stage = np.column_stack([on_stage(np.eye(3), up).T, np.zeros(3)])
    return solids.transformed(np.tile(stage, (len(solids), 1, 1)))


@lru_cache(maxsize=32)
def _body(skeleton: Skeleton, theme: Theme) -> tuple[Solids, np.ndarray]:
    """The surfaces of all shapes in the frames of their joints, and the joint of each surface."""
    colours = _colours(skeleton, theme)
    tables = [capsules(np.zeros((0, 3)), np.zeros((0, 3)), 0.0, 0.0, theme.centre)]
    joints: list[int] = []
    for i, joint in enumerate(skeleton.joints):
        for shape in joint.shapes:
            tables.append(surfaces_of(shape, colours[i] if shape.colour is None else to_linear(shape.colour)))
            joints += [i] * len(tables[-1])
    order = np.argsort(np.concatenate([table.kind for table in tables]), kind="stable")  # as ``joined`` sorts
    return Solids.joined(tables), np.array(joints, np.int64)[order]


def _bones(skeleton: Skeleton, places: Array, with_shapes: np.ndarray, colours: Array) -> Solids:
    """Thin bones to and from joints without shapes, and a ball at each such joint.

    A fixed joint without shapes on a part with shapes only marks a point of that part (a fingertip, the eyes) and is
    not drawn.
    """
    parents, sliding = parents_drawn(skeleton)
    bare = np.ones(len(skeleton), bool)
    bare[with_shapes] = False
    fixed = np.array([not joint.dofs for joint in skeleton.joints])
    place = sliding | (bare & fixed & (parents >= 0) & ~bare[parents])
    child = np.flatnonzero((parents >= 0) & (bare | bare[parents]) & ~place)
    parent = parents[child]
    size = float(np.linalg.norm(np.ptp(places, axis=0))) or 1.0
    length = np.linalg.norm(places[child] - places[parent], axis=1)
    thick = np.clip(0.05 * length, 0.003 * size, 0.011 * size)
    knot = np.full(len(skeleton), 0.003 * size if len(skeleton) > 1 else 0.05)
    np.maximum.at(knot, parent, 1.35 * thick)
    np.maximum.at(knot, child, thick)
    at = np.flatnonzero(bare & ~place)
    return Solids.joined(
        [
            capsules(places[parent], places[child], thick, 0.55 * thick, colours[child]),
            capsules(places[at], places[at], knot[at], knot[at], colours[at]),
        ]
    )


@lru_cache(maxsize=32)
def _colours(skeleton: Skeleton, theme: Theme) -> Array:
    """The colour of each joint's parts, linear RGB (joints, 3).

    In a chain without left and right, links alternate between two shades.
    """
    sides = _sides(skeleton)
    colours = to_linear(np.array([theme.centre, theme.left, theme.right]))[sides]
    if not sides.any():
        moves = [len(joint.dofs) > 0 for joint in skeleton.joints]
        links = np.zeros(len(skeleton), np.int64)
        for i in range(1, len(skeleton)):
            links[i] = links[skeleton.parents[i]] + moves[i]
        colours[links % 2 == 1] *= 0.7
    return np.asarray(colours)


def _sides(skeleton: Skeleton) -> np.ndarray:
    """CENTRE, LEFT or RIGHT for each joint at rest: from its mirror partner, or in a figure without any from its place.

    Places are used only in a figure with two sides: an arm or a snake is all CENTRE.
    """
    places = on_stage(Figure(skeleton, active_couplings=()).pose().world[:, :, 3], skeleton.up)
    x, size = places[:, 0], float(np.ptp(places, axis=0).max())
    partner = np.array([i if j.mirror is None else skeleton.index(j.mirror) for i, j in enumerate(skeleton.joints)])
    if (partner != np.arange(len(x))).any():
        aside, least = (x - x[partner]) / 2, 1e-9 * size
    else:
        reach = np.array([x[0] - x.min(), x.max() - x[0]])
        if reach.min() < 0.5 * reach.max():
            return np.full(len(x), CENTRE)
        aside, least = x - x[0], 0.1 * float(reach.max())
    return np.where(aside > least, LEFT, np.where(aside < -least, RIGHT, CENTRE))
