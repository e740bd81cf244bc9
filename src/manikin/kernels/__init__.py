"""Forward kinematics, compiled where a compiled library is at hand, else in NumPy.

The environment variable MANIKIN_KERNELS picks one of ``auto`` (the best the machine runs), ``pure``,
``baseline``, ``v3`` (AVX2), ``v4`` (AVX-512).
"""

from __future__ import annotations

from typing import Any, Protocol

from numpy.typing import NDArray

from manikin.kernels.choice import PureKernelsWarning, library
from manikin.kernels.tables import Ints, Tables
from manikin.math.rotations import Array

__all__ = ["Program", "PureKernelsWarning", "Tables", "Tree", "library", "make_program", "make_tree"]


class Tree(Protocol):
    """What all implementations offer.

    Arrays are taken as they are or refused: C-contiguous, float64 (indices int32), of the right shape, finite.  A
    state gives the same bits alone and anywhere in a batch, on any number of threads.
    """

    @property
    def tables(self) -> Tables:
        """What the tree was made from."""

    def forward(self, p: Array, /) -> Array:
        """World transforms (joints, 3, 4) of one state (size,)."""

    def update(self, world: Array, p: Array, changed: Ints, /) -> Array:
        """World transforms of state p, given those of a state that differs in the parameters ``changed`` only."""

    def trace(self, p: Array, /) -> tuple[Array, Array, Array]:
        """World transforms, and for each degree of freedom the frame in which it acts.

        (joints, 3, 4); (dofs, 3, 3) linear parts; (dofs, 3) origins [m].
        """

    def forward_batch(
        self,
        p: Array,
        threads: int = 1,
        parts: Ints | None = None,
        out: NDArray[Any] | None = None,
        float32: bool = False,
    ) -> NDArray[Any]:
        """World transforms (batch, parts, 3, 4) of many states (batch, size).

        ``parts`` are the indices of the joints wanted, all by default; what they do not need is not computed.
        ``threads``: 0 for as many as the machine has cores; NumPy has one only.  ``out`` takes the result; where an
        error is raised its contents are undefined.  ``float32``: the result, and ``out``, are of that type, computed
        in float64 and rounded once.
        """


class Program(Protocol):
    """Handles and goals on a forest of figures, compiled; made from ``manikin.problem.kernel_tables.ProgramTables``.

    The same promises as ``Tree``.  Rows of goals are weighted; members of a disjunction count as goals of their own.
    """

    @property
    def pattern(self) -> tuple[list[int], list[list[int]]]:
        """Of every goal: its rows, and the columns in which they are not zero throughout."""

    def values(self, p: Array, /) -> Array:
        """The values of all handles one after another."""

    def slopes(self, p: Array, out: Array | None = None) -> Array:
        """d value/dp of all handles, their tangents' rows one after another (tangents, size)."""

    def raw_residual(self, p: Array, /) -> Array:
        """(rows,) in their own units, not weighted."""

    def residual(self, p: Array, /) -> Array:
        """(rows,)."""

    def jacobian(self, p: Array, out: Array | None = None) -> Array:
        """(rows, size)."""

    def jacobian_blocks(self, p: Array, /) -> Array:
        """The numbers of ``pattern``, goal by goal, row by row."""

    def cost_and_gradient(self, p: Array, /) -> tuple[float, Array]:
        """The sum of the squared rows and its gradient (size,)."""

    def values_batch(self, p: Array, threads: int = 1) -> Array:
        """(batch, values)."""

    def residual_batch(self, p: Array, threads: int = 1) -> Array:
        """(batch, rows)."""

    def jacobian_batch(self, p: Array, threads: int = 1) -> Array:
        """(batch, rows · size)."""

    def cost_and_gradient_batch(self, p: Array, threads: int = 1) -> Array:
        """(batch, 1 + size): the cost, then the gradient."""


def make_program(tables: object) -> Program | None:
    """The compiled evaluation of a flattened problem; None where there are no compiled kernels."""
    compiled = library()
    if compiled is None:
        return None
    program: Program = compiled.Program(tables)
    return program


def make_tree(tables: Tables) -> Tree:
    """The best implementation at hand for a figure's tables."""
    compiled = library()
    if compiled is None:
        from manikin.kernels.pure import PureTree

        return PureTree(tables)
    if tables.custom:
        from manikin.kernels.curved import CurvedTree

        return CurvedTree(tables, compiled)
    tree: Tree = compiled.Tree(tables)
    return tree
