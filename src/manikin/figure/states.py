"""State vectors of a figure: from values by name, from named poses, random ones; and their check."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.named_values import put_values
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.figure.figure import Figure

__all__ = ["checked_state", "named_state", "random_states", "state_of"]


def state_of(figure: Figure, values: Any, by_name: Mapping[str, float]) -> Array:
    """A state vector (size,); see ``Figure.state``."""
    if isinstance(values, str):
        q = named_state(figure, values)
    elif values is None or isinstance(values, Mapping):
        q, by_name = figure.rest.copy(), {**(values or {}), **by_name}
    else:
        q = checked_state(figure, values).copy()
    put_values(figure, q, by_name, stacklevel=5)
    return checked_state(figure, q)


def checked_state(figure: Figure, q: Any, *, batch: bool = False) -> Array:
    """``q`` as a finite float64 array; see ``Figure.check_state``."""
    try:
        array = np.ascontiguousarray(q, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"a state of {shorten(figure.name)} is {figure.size} numbers, not {shorten(q)}") from None
    if array.shape[-1:] != (figure.size,) or (array.ndim != 1 and not batch):
        wanted = f"(…, {figure.size})" if batch else f"({figure.size},)"
        raise InputError(f"a state of {shorten(figure.name)} has the shape {wanted}, not {array.shape}")
    if not np.isfinite(array).all():
        at = int(np.flatnonzero(~np.isfinite(array).reshape(-1, figure.size).all(axis=0))[0])
        raise InputError(f"{shorten(figure.parameter_names[at])} is not a finite number")
    return array


def random_states(figure: Figure, rng: np.random.Generator, count: int | None, reach: float) -> Array:
    """Random states, uniform between the limits; see ``Figure.random_state``."""
    if not (math.isfinite(reach) and reach >= 0):
        raise InputError(f"reach must be a finite number of 0 or above, not {shorten(reach)}")
    if count is not None and not (isinstance(count, (int, np.integer)) and count >= 0):
        raise InputError(f"count must be a whole number of 0 or above, or None, not {shorten(count)}")
    lo = np.where(np.isfinite(figure.lo), figure.lo, figure.rest - reach)
    hi = np.where(np.isfinite(figure.hi), figure.hi, figure.rest + reach)
    shape = (figure.size,) if count is None else (count, figure.size)
    return np.clip(rng.uniform(lo, hi, shape), figure.lo, figure.hi)


def named_state(figure: Figure, name: str) -> Array:
    """The state (size,) of a named pose [rad, m].

    A pose that is given by the parameters of the grouped figure is the same without its groups.  If a pose sets a
    parameter of a coupling that is not in use, the coupling's joints take the values that it would give them.
    """
    values = {pose.name: dict(pose.values) for pose in figure.skeleton.poses}.get(name)
    if values is None:
        raise UnknownName("pose", name, figure.pose_names)
    grouped = figure.grouped()
    if values.keys() <= set(grouped.parameter_names):
        q = grouped.state(values)
        return q if figure.active_couplings == grouped.active_couplings else _with_fewer_groups(grouped, figure, q)
    couplings = figure.skeleton.couplings
    used = [c.name for c in couplings if not values.keys().isdisjoint(v.name for v in c.parameters)]
    if figure.active_couplings.issuperset(used):
        for variable in values.keys() - set(figure.parameter_names):
            raise InputError(
                f"the pose {shorten(name)} sets {shorten(variable)}, which a coupling drives here; "
                "ungroup the figure first"
            )
        return figure.state(values)
    wider = type(figure)(figure.skeleton, active_couplings=figure.active_couplings.union(used), name=figure.name)
    return _with_fewer_groups(wider, figure, named_state(wider, name))


def _with_fewer_groups(grouped: Figure, figure: Figure, q: Array) -> Array:
    """A state of a figure for the same one with fewer groups in use."""
    joints = dict(zip(figure.skeleton.dof_index, grouped.coupling.joint_values(q), strict=True))
    known = dict(zip(grouped.parameter_names, q, strict=True))
    return np.array([joints.get(name, known.get(name)) for name in figure.parameter_names], float)
