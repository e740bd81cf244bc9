"""Values of a figure's parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.arguments import names_of
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType
from manikin.math.rotations import Array
from manikin.math.sparse_rows import Columns, SparseRows

__all__ = ["Parameters"]


@dataclass(frozen=True, kw_only=True)
class Parameters(Handle, kind="parameters"):
    """The values of some parameters of a figure [rad, m].

    Attributes:
        names: Names of the parameters.
    """

    value_type: ClassVar[ValueType] = "vector"
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", names_of(self.names, "names"))
        if not all(isinstance(name, str) for name in self.names):
            raise InputError(f"parameters must be given by name, not as {shorten(self.names)}")
        if not self.names or len(set(self.names)) < len(self.names):
            raise InputError("name at least one parameter, and each only once")

    @property
    def size(self) -> int:
        return len(self.names)

    def _indices(self, figure: Figure) -> Columns:
        return np.array([figure.index(name) for name in self.names], np.int64)

    def columns(self, figure: Figure) -> Columns:
        return np.sort(self._indices(figure))

    def check(self, figure: Figure) -> None:
        self._indices(figure)

    def value(self, pose: Pose) -> Array:
        return pose.q[self._indices(pose.figure)]

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        return pose.derivatives.of_parameters(self._indices(pose.figure))
