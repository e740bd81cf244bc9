"""Goals: what is wanted of handles (Z 5, W 5.3.3).

The sign is the same everywhere: residual = current − wanted, derivative = +d residual/d value.  A goal's arguments are
handles.  Numbers become a constant handle, so every target may also be another part, of the same figure or of another
one.  A new kind is one small class:

    @dataclass(frozen=True, kw_only=True)
    class Level(Goal, kind="level"):
        '''Keep a point at the height of another.  One row [m].'''
        takes = {"point": "point", "target": "point"}
        row_units = ("m",)
        point: PointLike
        target: PointLike
        def residual(self, *values):
            point, target = values
            return (point - target)[1:2]
        def jacobians(self, *values): return Y_ROW, -Y_ROW
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np

from manikin.arguments import names_of
from manikin.errors import InputError, shorten
from manikin.handles import FixedDirection, FixedFrame, FixedOrientation, FixedPoint, FixedVector
from manikin.handles.handle import Handle, ValueType, finite
from manikin.math.rotations import Array
from manikin.registry import Described, Registry

__all__ = ["SMALLEST_LENGTH", "Goal", "as_handle", "degrees_to_scale", "error_in_words", "goal_kinds"]

SMALLEST_WEIGHT = 1e-100
"""The smallest weight above 0, and one over the largest: the square of a smaller one would be lost."""
SMALLEST_LENGTH = 1e-9
"""Length [m] below which the direction of a vector is not well defined; derivatives stay finite there."""


@dataclass(frozen=True, kw_only=True)
class Goal(Described, what="goal"):
    """Base of all goals.  The objective is Σ weight · |scales · residual|² (Z eq. 25).

    A kind defines these class attributes: ``takes`` maps fields that hold a handle to the type of its value, and
    ``several`` those that hold any number of handles.  ``row_units`` has the unit of each row of the residual.  A goal
    with ``inequality`` is satisfied in a whole region, where its residual is zero.  ``target_rows`` is the number of
    first rows that are the distance of a point from its target [m]; their curvature grows with the distance.

    Attributes:
        weight: Factor of the squared residual in the objective, 0 or above.
        name: Name in results and messages.
        chain: Names of the joints that may move for this goal (its IK chain); default: all that move its handles.
    """

    takes: ClassVar[dict[str, ValueType]] = {}
    several: ClassVar[dict[str, ValueType]] = {}
    row_units: ClassVar[tuple[str, ...]] = ()
    inequality: ClassVar[bool] = False
    target_rows: ClassVar[int] = 0
    weight: float = 1.0
    name: str | None = None
    chain: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        self.check_weight()
        for field, value_type in self.takes.items():
            object.__setattr__(self, field, as_handle(getattr(self, field), value_type, f"{self.kind}: {field}"))
        for field, value_type in self.several.items():
            what, given = f"{self.kind}: {field}", getattr(self, field)
            if isinstance(given, Handle) or not hasattr(given, "__iter__"):
                raise InputError(f"{what} must be several {value_type}s, not {shorten(given)}")
            object.__setattr__(self, field, tuple(as_handle(one, value_type, what) for one in given))

    def check_weight(self) -> None:
        """Raise unless the weight is a finite number of 0 or above."""
        weight = self.weight
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight < math.inf:
            raise InputError(f"{self.kind}: the weight must be 0 or above and finite, not {shorten(weight)}")
        if weight and not SMALLEST_WEIGHT <= weight <= 1 / SMALLEST_WEIGHT:
            raise InputError(f"{self.kind}: the weight must be 0 or between 1e-100 and 1e100, not {shorten(weight)}")
        if self.name is not None and not isinstance(self.name, str):
            raise InputError(f"{self.kind}: the name must be a text, not {shorten(self.name)}")
        if self.chain is not None:
            object.__setattr__(self, "chain", names_of(self.chain, f"{self.kind}: chain"))

    @property
    def arguments(self) -> dict[str, tuple[Handle, ...]]:
        """The fields that hold handles, in the order of ``handles``."""
        single: dict[str, tuple[Handle, ...]] = {field: (getattr(self, field),) for field in self.takes}
        return single | {field: getattr(self, field) for field in self.several}

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The handles that the residual depends on."""
        single = tuple(getattr(self, field) for field in self.takes)
        return single + tuple(handle for field in self.several for handle in getattr(self, field))

    @property
    def units(self) -> tuple[str, ...]:
        """The unit of each row of the residual: "m", "rad" or ""."""
        return self.row_units

    @property
    def is_inequality(self) -> bool:
        """Whether this goal, with its constants, is satisfied in a whole region."""
        return self.inequality

    def kernel_numbers(self) -> Sequence[float]:
        """The goal's own constants, without its handles, in the order in which the compiled kernels read them."""
        return ()

    @property
    def preference(self) -> bool:
        """Whether the goal only states a preference, such as a posture, and need not be satisfied."""
        return False

    @property
    def rows(self) -> int:
        """Number of rows of the residual."""
        return len(self.units)

    @property
    def scales(self) -> Array:
        """Factors (rows,) that balance the rows against each other."""
        return np.ones(self.rows)

    def residual(self, *values: Array) -> Array:
        """current − wanted (rows,) in the units of the rows, for the values of ``handles``."""
        raise NotImplementedError

    def jacobians(self, *values: Array) -> tuple[Array, ...]:
        """d residual/d value for each of ``handles``: (rows, handle.tangent)."""
        raise NotImplementedError

    def as_range(self) -> tuple[Goal, float, float] | None:
        """For an inequality that bounds another goal's rows: that goal, and the lower and upper bound of each row.

        An active-set method needs the derivative of a row at its bound, where the residual of an inequality is zero.
        """
        return None

    def _as(self, kind: type[Goal]) -> Goal:
        """A goal of another kind with the same fields."""
        return kind(**{field.name: getattr(self, field.name) for field in fields(self)})

    def settled(self, *values: Array) -> Goal:
        """The goal to continue with from these values; a disjunction then prefers the member it has chosen."""
        return self

    def error(self, residual: Array, units: Sequence[str] | None = None) -> dict[str, float]:
        """The norm of the residual in each of its units, or in those given instead."""
        given = self.units if units is None else units
        known = np.array(given)
        return {str(unit): float(np.linalg.norm(residual[known == unit])) for unit in dict.fromkeys(given)}


goal_kinds: Registry[type[Goal]] = Goal.registry


MAKERS = {
    "point": "point",
    "direction": "direction",
    "orientation": "orientation",
    "frame": "frame",
    "vector": "parameter_values",
}
"""The method of a figure that makes a handle with a value of each type."""


def as_handle(given: Any, value_type: ValueType, what: str) -> Handle:
    """A handle with a value of the wanted type: the one that is given, or a constant made of numbers."""
    if isinstance(given, Handle):
        if given.value_type != value_type:
            raise InputError(f"{what} must be a {value_type}, but a {given.kind} handle is a {given.value_type}")
        return given
    if isinstance(given, str) or given is None:
        made = f"figure.{MAKERS[value_type]}({shorten(given) if given else '…'})"
        numbers = " or numbers" if value_type != "vector" else ""
        raise InputError(f"{what} must be a handle, as {made} makes it,{numbers} and not {shorten(given)}")
    if value_type not in _lifts:
        raise InputError(f"{what} must be a handle, not {shorten(given)}")
    return _lifts[value_type](given, what)


def _fixed_orientation(given: Any, what: str) -> Handle:
    return FixedOrientation(rotation=finite(given, None, what))


def _fixed_frame(given: Any, what: str) -> Handle:
    try:
        array = np.asarray(given, float)
    except (TypeError, ValueError):
        raise InputError(f"{what} must be a handle or a 3×4 or 4×4 transform, not {shorten(given)}") from None
    if array.shape not in ((3, 4), (4, 4)):
        raise InputError(f"{what} must be a handle or a 3×4 or 4×4 transform, not of the shape {array.shape}")
    return FixedFrame(position=tuple(array[:3, 3].tolist()), rotation=tuple(array[:3, :3].reshape(9).tolist()))


_lifts: dict[str, Callable[[Any, str], Handle]] = {
    "point": lambda given, what: FixedPoint(position=finite(given, 3, what)),
    "direction": lambda given, what: FixedDirection(along=finite(given, 3, what)),
    "orientation": _fixed_orientation,
    "frame": _fixed_frame,
    "vector": lambda given, what: FixedVector(numbers=finite(given, None, what)),
}


NOTHING = 1e-6
"""Errors below this [m, rad] are not worth a word beside others."""


def error_in_words(error: dict[str, float]) -> str:
    """A goal's error as text, in millimetres and degrees; in metres from 1 m.  What is next to nothing is left out."""
    largest = max(error.values(), default=0.0)
    error = {unit: value for unit, value in error.items() if value >= NOTHING or value == largest}
    shown = {
        "m": lambda x: f"{1000 * x:.3g} mm" if x < 0.9995 else f"{x:.3g} m",
        "rad": lambda x: f"{math.degrees(x):.3g}°",
    }
    return ", ".join(shown.get(unit, lambda x: f"{x:.3g}")(value) for unit, value in error.items())


def degrees_to_scale(degrees: Sequence[float | None] | float | None, what: str) -> tuple[float, ...]:
    """c_d = 360/(2π d): makes d degrees weigh as much as one metre (Z eq. 8); 0 for ``None``."""
    numbers: list[Any] = list(degrees) if isinstance(degrees, (tuple, list)) else [degrees]
    for d in numbers:
        if d is not None and not (isinstance(d, (int, float)) and 0 < d < math.inf):
            raise InputError(f"{what}: degrees per metre must be above 0 and finite, or None, not {shorten(d)}")
    return tuple(0.0 if d is None else 360 / (2 * math.pi * d) for d in numbers)
