"""Figures with coupling curves of a user's own: Python computes the joint values, the kernels the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manikin.errors import InputError
from manikin.kernels.choice import Library
from manikin.kernels.tables import CURVE_NUMBERS, Ints, Tables
from manikin.math.rotations import Array
from manikin.skeleton.coupling import CouplingMap
from manikin.skeleton.coupling_curves import LINEAR

__all__ = ["CurvedTree"]


class CurvedTree:
    """A compiled tree over joint values, which a coupling in Python computes."""

    def __init__(self, tables: Tables, library: Library) -> None:
        self.tables = tables
        self._tree = library.Tree(over_joint_values(tables))

    def forward(self, p: Array, /) -> Array:
        return self._tree.forward(self._joint_values(p))

    def update(self, world: Array, p: Array, changed: Ints, /) -> Array:
        coupling = self.tables.coupling
        driven = np.unique(coupling.rows[np.isin(coupling.columns, changed)]).astype(np.int32)
        return self._tree.update(world, self._joint_values(p), driven)

    def trace(self, p: Array, /) -> tuple[Array, Array, Array]:
        return self._tree.trace(self._joint_values(p))

    def forward_batch(
        self,
        p: Array,
        threads: int = 1,
        parts: Ints | None = None,
        out: NDArray[Any] | None = None,
        float32: bool = False,
    ) -> NDArray[Any]:
        return self._tree.forward_batch(
            self._joint_values(p, batch=True), threads=threads, parts=parts, out=out, float32=float32
        )

    def __reduce__(self) -> tuple[Any, ...]:
        from manikin.kernels import make_tree

        return make_tree, (self.tables,)

    def _joint_values(self, p: Array, *, batch: bool = False) -> Array:
        if not isinstance(p, np.ndarray) or p.ndim != 1 + batch or p.shape[-1] != self.tables.size:
            wanted = f"(any, {self.tables.size})" if batch else f"({self.tables.size},)"
            raise InputError(f"a state must be an array of shape {wanted}, not {getattr(p, 'shape', type(p).__name__)}")
        return self.tables.coupling.joint_values(p)


def over_joint_values(tables: Tables) -> Tables:
    """Tables of the same joints whose parameters are the joint values."""
    m = len(tables.motions)
    indices = np.arange(m + 1, dtype=np.int32)
    identity = CouplingMap(
        parameters=(),
        offsets=np.zeros(m),
        starts=indices,
        columns=indices[:-1],
        factors=np.ones(m),
        curves=(LINEAR,) * m,
    )
    return replace(
        tables,
        size=m,
        offsets=identity.offsets,
        term_starts=identity.starts,
        columns=identity.columns,
        factors=identity.factors,
        curve_codes=np.zeros(m, np.uint8),
        curve_numbers=np.zeros((m, CURVE_NUMBERS)),
        coupling=identity,
    )
