"""Several handles of one figure as one vector (Z 4.1: 3, 6 or 9 numbers)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.handles.handle import Handle, ValueType
from manikin.math.rotations import Array
from manikin.math.sparse_rows import Columns, SparseRows, stack

__all__ = ["Combined"]


@dataclass(frozen=True, kw_only=True)
class Combined(Handle, kind="combined"):
    """The values of several points, directions and vectors of one figure, one after the other.

    Attributes:
        handles: The handles; orientations and frames are not allowed.
    """

    value_type: ClassVar[ValueType] = "vector"
    handles: tuple[Handle, ...]

    def __post_init__(self) -> None:
        handles = tuple(self.handles)
        if not handles or any(h.value_type in ("orientation", "frame") for h in handles):
            raise InputError("combine at least one point, direction or vector; give an orientation as two directions")
        figures = {h.figure for h in handles if h.figure is not None} | ({self.figure} - {None})
        if len(figures) > 1:
            raise InputError("a combined handle belongs to one figure; use two goals for two figures")
        figure = next(iter(figures), None)
        object.__setattr__(self, "figure", figure)
        object.__setattr__(self, "handles", tuple(replace(h, figure=figure) for h in handles))

    @property
    def size(self) -> int:
        return sum(h.size for h in self.handles)

    def parts(self) -> Sequence[str]:
        return [part for h in self.handles for part in h.parts()]

    def columns(self, figure: Figure) -> Columns:
        return np.unique(np.concatenate([h.columns(figure) for h in self.handles]))

    def check(self, figure: Figure) -> None:
        for h in self.handles:
            h.check(figure)

    def value(self, pose: Pose) -> Array:
        return np.concatenate([h.value(pose) for h in self.handles])

    def sparse_jacobian(self, pose: Pose) -> SparseRows:
        return stack([h.sparse_jacobian(pose) for h in self.handles])
