"""Limits of a figure's parameters: their own, and those of the joints that they drive."""

from __future__ import annotations

import math

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array
from manikin.skeleton.coupling import CouplingMap
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import Dof, LinearLimit

__all__ = ["linear_limits", "parameter_limits"]


def parameter_limits(skeleton: Skeleton, coupling: CouplingMap) -> tuple[Array, Array]:
    """Lower and upper limits (parameters,) [rad, m], tightened by joints that depend on one parameter only."""
    lo = np.array([v.lo for v in coupling.parameters], float)
    hi = np.array([v.hi for v in coupling.parameters], float)
    if coupling.identity and coupling.parameters == skeleton.dofs:
        return lo, hi
    for i, dof in enumerate(skeleton.dofs):
        row = _linear_row(coupling, i)
        if row is None and coupling.starts[i + 1] - coupling.starts[i] == 1:
            column, low, high = _curve_ends(coupling, i, dof)
            lo[column], hi[column] = max(lo[column], low), min(hi[column], high)
        if row is None or len(row) != 1:
            continue
        ((column, factor),) = row.items()
        if factor == 0:
            continue
        # a Python float, because dividing a NumPy one by a tiny factor would warn of the overflow to no limit
        offset = float(coupling.offsets[i])
        ends = sorted((end - offset) / factor for end in (dof.lo, dof.hi))
        lo[column], hi[column] = max(lo[column], ends[0]), min(hi[column], ends[1])
    return lo + 0.0, hi + 0.0  # −0 becomes 0: a range from 0 to −0 is no range for random numbers


def _curve_ends(coupling: CouplingMap, i: int, dof: Dof) -> tuple[int, float, float]:
    """The parameter that drives a joint along a curve, and the range in which the joint keeps its limits."""
    k = int(coupling.starts[i])
    column, factor, offset = int(coupling.columns[k]), float(coupling.factors[k]), float(coupling.offsets[i])
    if factor == 0:
        return column, -math.inf, math.inf
    low, high = sorted((end - offset) / factor for end in (dof.lo, dof.hi))
    return column, *coupling.curves[k].part_within(low, high, coupling.parameters[column].rest)


def linear_limits(skeleton: Skeleton, coupling: CouplingMap) -> tuple[LinearLimit, ...]:
    """Limits over several parameters: the skeleton's own, and those of joints that several parameters drive."""
    index = {variable.name: i for i, variable in enumerate(coupling.parameters)}
    found = []
    for limit in skeleton.limits:
        if all(name in skeleton.dof_index or name in index for name, _ in limit.terms):
            found.append(_over_parameters(limit, skeleton, coupling, index))
    for i, dof in enumerate(skeleton.dofs):
        row = _linear_row(coupling, i)
        if row is not None and len(row) > 1 and (np.isfinite(dof.lo) or np.isfinite(dof.hi)):
            limit = LinearLimit(name=f"{dof.name} in its range", terms=((dof.name, 1.0),), lo=dof.lo, hi=dof.hi)
            found.append(_over_parameters(limit, skeleton, coupling, index))
    return tuple(found)


def _linear_row(coupling: CouplingMap, dof: int) -> dict[int, float] | None:
    """Factor of each parameter in a joint value; None if a curve drives it."""
    row: dict[int, float] = {}
    for k in range(coupling.starts[dof], coupling.starts[dof + 1]):
        if coupling.curves[k].kind != "linear":
            return None
        column = int(coupling.columns[k])
        row[column] = row.get(column, 0.0) + float(coupling.factors[k])
    return row


def _over_parameters(
    limit: LinearLimit, skeleton: Skeleton, coupling: CouplingMap, index: dict[str, int]
) -> LinearLimit:
    """A limit over degrees of freedom, rewritten in the parameters that drive them."""
    total: dict[int, float] = {}
    shift = 0.0
    for name, coefficient in limit.terms:
        if name in index:
            row: dict[int, float] | None = {index[name]: 1.0}
        else:
            dof = skeleton.dof_index[name]
            row = _linear_row(coupling, dof)
            shift += coefficient * coupling.offsets[dof]
        if row is None:
            raise InputError(
                f"linear limit {shorten(limit.name)}: {shorten(name)} is driven along a curve, "
                "so a limit on it is not linear in the parameters"
            )
        for column, factor in row.items():
            total[column] = total.get(column, 0.0) + coefficient * factor
    terms = tuple((coupling.parameters[c].name, a) for c, a in sorted(total.items()))
    return LinearLimit(name=limit.name, terms=terms, lo=limit.lo - shift, hi=limit.hi - shift)
