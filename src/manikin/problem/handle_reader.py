"""Several handles read together: values and Jacobians, by the kernels if all handles are built in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.handles.handle import Handle
from manikin.kernels import Program, make_program
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches
from manikin.problem.kernel_tables import flatten
from manikin.problem.network import check_names, figure_of
from manikin.problem.state_vector import StateVector

__all__ = ["HandleReader"]


class HandleReader(WithoutCaches):
    """A fixed set of handles on one figure or several, read at many states.

    Args:
        figures: One figure or several; a state holds their parameters one after another, as in a ``Problem``.
        handles: The handles, in the order of their values.
    """

    def __init__(self, figures: Figure | Iterable[Figure], handles: Iterable[Handle]) -> None:
        self._state = StateVector((figures,) if isinstance(figures, Figure) else tuple(figures))
        self.figures = self._state.figures
        check_names(self.figures)
        self.handles: Sequence[Handle] = tuple(handles)
        for handle in self.handles:
            handle.check(figure_of(handle, self.figures))

    @cached_property
    def program(self) -> Program | None:
        """The compiled evaluation; None if Python evaluates the handles."""
        distinct = len(set(self.handles)) == len(self.handles) and all(h.kind != "combined" for h in self.handles)
        tables = flatten(self.figures, [], self.handles) if distinct else None
        return None if tables is None else make_program(tables)

    def values(self, q: Any) -> Array:
        """The values of all handles one after another, each as its kind gives it."""
        if self.program is not None:
            return self._read(self.program.values, q)
        return np.concatenate([np.zeros(0), *(h.value(pose) for h, pose, _ in self._placed(q))])

    def jacobian(self, q: Any, *, out: Array | None = None) -> Array:
        """d value/dq (rows, size): the handles' Jacobians one above another; into ``out`` if it is given."""
        if self.program is not None:
            slopes = self.program.slopes
            return self._read(slopes if out is None else lambda state: slopes(state, out), q)
        size = self._state.size
        parts = [h.sparse_jacobian(pose).shifted(start).dense(size) for h, pose, start in self._placed(q)]
        return np.concatenate([np.zeros((0, size)), *parts], out=out)

    def values_batch(self, q: Any, *, threads: int = 1) -> Array:
        """(batch, size) → (batch, values)."""
        states = self._state.checked(q, batch=True)
        if self.program is not None:
            return self.program.values_batch(states, threads=threads)
        return np.array([self.values(state) for state in states]).reshape(len(states), -1)

    def _read(self, reading: Callable[[Array], Array], q: Any) -> Array:
        """The kernels' answer.  They check a state faster than NumPy; only one that they refuse is checked here."""
        try:
            return reading(q)
        except InputError:
            return reading(self._state.checked(q))

    def _placed(self, q: Any) -> list[tuple[Handle, Pose, int]]:
        """Every handle with its pose and the index of its figure's first parameter in the state."""
        states = self._state.split(self._state.checked(q))
        poses = [Pose(figure, state) for figure, state in zip(self.figures, states, strict=True)]
        found = [(h, self.figures.index(figure_of(h, self.figures))) for h in self.handles]
        return [(h, poses[i], self._state.starts[i]) for h, i in found]
