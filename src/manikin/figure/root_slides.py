"""The slides of a root: parameters that move a figure as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.figure.figure import Figure
    from manikin.figure.pose import Pose

__all__ = ["root_slides", "shifted", "slide_ways"]


def root_slides(figure: Figure) -> list[int]:
    """The places in the state, ascending, of the parameters that slide the root, and with it the whole figure."""
    slides = [dof.name for dof in figure.skeleton.root.dofs if dof.kind == "slide"]
    return figure.coupling.columns_of(slides, figure.skeleton)


def slide_ways(pose: Pose) -> Array:
    """How the root moves in the world (3, k) [m] with each of its k slides."""
    figure, root = pose.figure, pose.figure.skeleton.root.name
    ways = pose.derivatives.of_point(root, pose.position(root)).dense(figure.size)[:, root_slides(figure)]
    return np.asarray(ways, float)


def shifted(pose: Pose, way: Array, *, needed: bool) -> Array:
    """The state with the root moved by a vector (3,) [m] of the world, as far as its slides and limits allow.

    A figure without slides stays where it is; that is an error if the shift is ``needed``.
    """
    figure = pose.figure
    columns = root_slides(figure)
    if not columns:
        if needed:
            raise InputError(f"the root of {shorten(figure.name)} is fixed to the ground")
        return pose.q
    q = pose.q.copy()
    q[columns] += np.linalg.lstsq(slide_ways(pose), way, rcond=None)[0]
    return np.asarray(np.clip(q, figure.lo, figure.hi))
