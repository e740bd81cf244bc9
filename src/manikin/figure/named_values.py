"""Values of parameters by name: checked, and compared with their limits."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.figure.figure import Figure

__all__ = ["beyond_limits", "put_values"]

FULL_TURN = 2 * math.pi
"""An angle that is farther beyond its limits than this [rad] was probably given in degrees."""


def put_values(figure: Figure, q: Array, values: Mapping[str, float], *, stacklevel: int = 4) -> None:
    """Put values [rad, m] by name into a state; warns of angles that look like degrees."""
    for name, value in values.items():
        i = figure.index(name)
        try:
            if isinstance(value, (str, bytes)) or np.ndim(value):
                raise TypeError
            q[i] = float(value)
        except (TypeError, ValueError):
            raise InputError(f"{name} must be a number [rad, m], not {shorten(value)}") from None
        if not math.isfinite(q[i]):
            raise InputError(f"{shorten(name)} is not a finite number")
        lo, hi = figure.lo[i], figure.hi[i]
        if max(lo - q[i], q[i] - hi) > FULL_TURN and figure.parameters[i].kind == "hinge":
            warnings.warn(
                f"{name} = {value:g} rad is more than a turn beyond its limits, {lo:.3g} to {hi:.3g}; "
                "values are in radians, math.radians(…) makes them from degrees",
                stacklevel=stacklevel,
            )


def beyond_limits(figure: Figure, values: Mapping[str, float]) -> str:
    """Which of some values [rad, m] by name are beyond their limits, in words; empty if none is."""
    found = []
    for name, value in values.items():
        i = figure.index(name)
        lo, hi = float(figure.lo[i]), float(figure.hi[i])
        if not lo - 1e-9 <= value <= hi + 1e-9:
            hinge = figure.parameters[i].kind == "hinge"
            given, low, high = (f"{math.degrees(x):.4g}°" if hinge else f"{x:.4g} m" for x in (value, lo, hi))
            found.append(f"{name} = {given} is beyond its limits, {low} to {high}")
    return "; ".join(found)
