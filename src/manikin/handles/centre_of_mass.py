"""The centre of mass of a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType
from manikin.math.rotations import Array
from manikin.math.sparse_rows import Columns, SparseRows

__all__ = ["CentreOfMass"]


@dataclass(frozen=True, kw_only=True)
class CentreOfMass(Handle, kind="centre_of_mass"):
    """World position of the figure's centre of mass (W 5.3.2); 3 numbers [m]."""

    value_type: ClassVar[ValueType] = "point"

    def columns(self, figure: Figure) -> Columns:
        heavy = np.flatnonzero(figure.tables.masses > 0)
        return figure.columns_moving([figure.skeleton.joints[i].name for i in heavy])

    def check(self, figure: Figure) -> None:
        if figure.skeleton.mass <= 0:
            raise InputError(f"figure {shorten(figure.name)} has no masses, so it has no centre of mass")

    def value(self, pose: Pose) -> Array:
        return pose.centre_of_mass()

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        return pose.derivatives.of_centre_of_mass()
