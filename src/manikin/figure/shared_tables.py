"""What a skeleton and the couplings in use determine: figures that differ only in name share it."""

from __future__ import annotations

from functools import cached_property

from manikin.errors import InputError, shorten
from manikin.kernels import Tables, Tree, make_tree
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches
from manikin.skeleton.coupling import CouplingMap
from manikin.skeleton.parameter_limits import linear_limits, parameter_limits
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import LinearLimit

__all__ = ["SharedTables"]


class SharedTables(WithoutCaches):
    """The parameters, limits and forward kinematics of a skeleton; each is made when it is first needed."""

    def __init__(self, skeleton: Skeleton, active_couplings: frozenset[str]) -> None:
        self.skeleton, self.active_couplings = skeleton, active_couplings

    @cached_property
    def coupling(self) -> CouplingMap:
        """The map from parameters to joint values."""
        return CouplingMap.of(self.skeleton, self.active_couplings)

    @cached_property
    def limits(self) -> tuple[Array, Array]:
        """Lower and upper limits of the parameters (size,) [rad, m], read-only."""
        lo, hi = parameter_limits(self.skeleton, self.coupling)
        for parameter, low, high in zip(self.coupling.parameters, lo, hi, strict=True):
            if low > high:
                raise InputError(
                    f"skeleton {shorten(self.skeleton.name)}: no value of {shorten(parameter.name)} keeps all "
                    "the joints that it drives within their limits"
                )
        lo.setflags(write=False)
        hi.setflags(write=False)
        return lo, hi

    @cached_property
    def linear_limits(self) -> tuple[LinearLimit, ...]:
        """Limits over several parameters."""
        return linear_limits(self.skeleton, self.coupling)

    @cached_property
    def tables(self) -> Tables:
        """The skeleton as flat arrays, as the kernels read it."""
        return Tables.of(self.skeleton, self.coupling)

    @cached_property
    def tree(self) -> Tree:
        """The forward kinematics, compiled if possible."""
        return make_tree(self.tables)
