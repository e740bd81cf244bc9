"""Forward kinematics and goals, compiled if the compiled kernels are installed, else in NumPy.

The environment variable MANIKIN_KERNELS selects one of ``auto`` (the fastest that the machine supports), ``pure``
(NumPy), ``baseline``, ``v3`` (AVX2), ``v4`` (AVX-512).
"""

from __future__ import annotations

from typing import Any, Protocol

from numpy.typing import NDArray

from manikin.kernels.choice import PureKernelsWarning, library
from manikin.kernels.tables import Ints, Tables
from manikin.math.rotations import Array

__all__ = ["Program", "PureKernelsWarning", "Tables", "Tree", "library", "make_program", "make_tree"]


class Tree(Protocol):
    """Forward kinematics of a figure: the interface of all implementations.

    Arrays must be C-contiguous, float64 (indices int32), finite and of the right shape; they are never converted.  A
    state gives the same bits alone, anywhere in a batch, and on any number of threads.
    """

    @property
    def tables(self) -> Tables:
        """The tables that the tree was made from."""

    def forward(self, p: Array, /) -> Array:
        """World transforms (joints, 3, 4) of one state (size,)."""

    def update(self, world: Array, p: Array, changed: Ints, /) -> Array:
        """World transforms of the state p, from those of a state that differs only in the parameters ``changed``."""

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

        Args:
            p: The states [rad, m].
            threads: Number of threads; 0 for one per core.  NumPy uses one.
            parts: Indices of the joints wanted; all by default.  Only their ancestors are computed.
            out: Array for the result; undefined after an error.
            float32: Whether the result and ``out`` are float32: computed in float64 and rounded once.
        """


class Program(Protocol):
    """Compiled handles and goals of several figures, made from ``manikin.problem.kernel_tables.ProgramTables``.

    Arrays are checked as by ``Tree``.  Rows of goals are weighted.  Members of a disjunction count as separate goals.
    """

    def with_constants(self, constants: Array, /) -> Program:
        """The same with other values of its constants; nothing is compiled again."""

    @property
    def pattern(self) -> tuple[list[int], list[list[int]]]:
        """For every goal: its number of rows, and the columns in which they may be nonzero."""

    def values(self, p: Array, /) -> Array:
        """The values of all handles, one after another."""

    def slopes(self, p: Array, out: Array | None = None) -> Array:
        """d value/dp of all handles, one after another (sum of tangents, size)."""

    def raw_residual(self, p: Array, /) -> Array:
        """The residual (rows,) in the units of the rows, without weights."""

    def residual(self, p: Array, /) -> Array:
        """The weighted residual (rows,)."""

    def jacobian(self, p: Array, out: Array | None = None) -> Array:
        """The derivative of the weighted residual (rows, size)."""

    def jacobian_blocks(self, p: Array, /) -> Array:
        """The entries of the Jacobian that ``pattern`` names, goal by goal, row by row."""

    def cost_and_gradient(self, p: Array, /) -> tuple[float, Array]:
        """The sum of the squared weighted residuals and its gradient (size,)."""

    def values_batch(self, p: Array, threads: int = 1) -> Array:
        """``values`` of many states (batch, values)."""

    def residual_batch(self, p: Array, threads: int = 1) -> Array:
        """``residual`` of many states (batch, rows)."""

    def jacobian_batch(self, p: Array, threads: int = 1) -> Array:
        """``jacobian`` of many states (batch, rows · size)."""

    def cost_and_gradient_batch(self, p: Array, threads: int = 1) -> Array:
        """``cost_and_gradient`` of many states (batch, 1 + size): the cost, then the gradient."""


def make_program(tables: object) -> Program | None:
    """The compiled evaluation of a problem's tables; None without compiled kernels."""
    compiled = library()
    if compiled is None:
        return None
    program: Program = compiled.Program(tables)
    return program


def make_tree(tables: Tables) -> Tree:
    """The fastest implementation available for a figure's tables."""
    compiled = library()
    if compiled is None:
        from manikin.kernels.pure import PureTree

        return PureTree(tables)
    if tables.custom:
        from manikin.kernels.curved import CurvedTree

        return CurvedTree(tables, compiled)
    tree: Tree = compiled.Tree(tables)
    return tree
