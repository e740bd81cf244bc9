"""Figures that are lifted where they would go into the ground."""

from __future__ import annotations

import numpy as np

from manikin.body.contact_balls import contact_balls
from manikin.document.document import Document
from manikin.document.ground import GroundShape
from manikin.figure.pose import Pose
from manikin.figure.root_slides import shifted
from manikin.math.rotations import Array
from manikin.posing.floor import heights_of

__all__ = ["above_ground", "height_to_gain"]


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
