"""The slides that carry the pelvis of a figure, and where each of them moves it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["PelvisSlides", "pelvis_slides"]


class PelvisSlides(NamedTuple):
    """Slides at or above a pelvis.

    Attributes:
        columns: Their columns in the state (k,).
        place: Where the pelvis is at the base state (3,) [m].
        inverse: What the slides must do for a way of the pelvis (k, 3).
    """

    columns: list[int]
    place: Array
    inverse: Array


def pelvis_slides(figure: Figure, pelvis: str, base: Array) -> PelvisSlides:
    """The slides at or above the joint of the pelvis, seen from a base state (size,); there may be none."""
    joints = figure.skeleton.path(pelvis)
    names = [dof.name for name in joints for dof in figure.skeleton[name].dofs if dof.kind == "slide"]
    columns = [figure.index(name) for name in names if name in figure.parameter_names]
    at = figure.skeleton.index(pelvis)
    place = np.asarray(figure.forward(base))[at, :, 3]
    ways = np.zeros((3, len(columns)))
    for k, column in enumerate(columns):
        moved = base.copy()
        moved[column] += 1.0
        ways[:, k] = np.asarray(figure.forward(moved))[at, :, 3] - place
    return PelvisSlides(columns, place, np.asarray(np.linalg.pinv(ways), float))
