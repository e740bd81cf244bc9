"""Figures that are shifted as a whole, and lifted where they would go into the ground."""

from __future__ import annotations

import numpy as np

from manikin.body.contact_balls import contact_balls
from manikin.document.document import Document
from manikin.document.ground import GroundShape
from manikin.document.ik_chain import root_slides
from manikin.errors import InputError, shorten
from manikin.figure.pose import Pose
from manikin.math.rotations import Array
from manikin.posing.floor import heights_of

__all__ = ["above_ground", "height_to_gain", "shifted"]


def above_ground(document: Document, figure: str, q: Array) -> Array:
    """A state of a figure, lifted by its root where it goes into the ground further than in the document."""
    actor = document.actor(figure)
    if not document.settings.floor or len(actor.figure.skeleton) == 1:
        return q
    pose = Pose(actor.figure, q)
    height = height_to_gain(pose, actor.pose, document.ground)
    return shifted(pose, height * np.array(actor.figure.skeleton.up_axis), needed=False) if height > 0 else q


def height_to_gain(pose: Pose, before: Pose, ground: GroundShape) -> float:
    """How far a pose must be lifted so that it is no further in the ground than another one [m]."""
    balls = contact_balls(pose.figure)
    if not balls:
        return 0.0
    allowed = min(0.0, float(heights_of(before, balls, ground).min()))
    return max(0.0, allowed - float(heights_of(pose, balls, ground).min()))


def shifted(pose: Pose, way: Array, *, needed: bool) -> Array:
    """The state with the root moved by a vector (3,) [m] of the world, as far as its slides allow."""
    figure = pose.figure
    columns = sorted(root_slides(figure))
    if not columns:
        if needed:
            raise InputError(f"the root of {shorten(figure.name)} is fixed to the ground")
        return pose.q
    matrix = figure.point(figure.skeleton.root.name).jacobian(pose)[:, columns]
    q = pose.q.copy()
    q[columns] += np.linalg.lstsq(matrix, way, rcond=None)[0]
    return np.clip(q, figure.lo, figure.hi)
