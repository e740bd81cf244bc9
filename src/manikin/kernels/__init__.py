"""Forward kinematics, compiled where a compiled library is at hand, else in NumPy.

The environment variable MANIKIN_KERNELS picks one of ``auto`` (the best the machine runs), ``pure``,
``baseline``, ``v3`` (AVX2), ``v4`` (AVX-512).
"""

from __future__ import annotations

from typing import Protocol

from manikin.kernels.tables import Ints, Tables
from manikin.rotations import Array

__all__ = ["Tables", "Tree", "make_tree"]


class Tree(Protocol):
    """What both implementations offer.  States are checked by the caller."""

    def forward(self, p: Array) -> Array:
        """World transforms (joints, 3, 4) of one state (size,)."""

    def update(self, world: Array, p: Array, changed: Ints) -> Array:
        """World transforms of state p, given those of a state that differs in the parameters ``changed`` only."""

    def trace(self, p: Array) -> tuple[Array, Array, Array]:
        """World transforms, and for each degree of freedom the frame in which it acts; see PureTree."""

    def forward_batch(self, p: Array, threads: int = 1) -> Array:
        """World transforms (batch, joints, 3, 4) of many states (batch, size)."""


def make_tree(tables: Tables) -> Tree:
    """The best implementation at hand for a figure's tables."""
    from manikin.kernels.pure import PureTree

    return PureTree(tables)
