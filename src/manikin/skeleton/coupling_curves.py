"""Curves of couplings: scalar functions between a parameter and a joint value."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from manikin.arguments import ExplainedType
from manikin.errors import InputError
from manikin.math.rotations import Array
from manikin.registry import Registry

__all__ = ["LINEAR", "CouplingCurve", "LinearCurve", "RampCurve", "curve_kinds"]

curve_kinds: Registry[type[CouplingCurve]] = Registry("curve")


@dataclass(frozen=True)
class CouplingCurve(metaclass=ExplainedType):
    """Base of all curves: a scalar function and its derivative, elementwise over arrays.

    ``measures`` names the fields that have the unit of x, which files hold in degrees.
    """

    kind: ClassVar[str]
    measures: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, *, kind: str, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.kind = kind
        curve_kinds.add(kind, cls)

    def value(self, x: Array) -> Array:
        """f(x), of the shape of x."""
        raise NotImplementedError

    def derivative(self, x: Array) -> Array:
        """f′(x), of the shape of x."""
        raise NotImplementedError


@dataclass(frozen=True)
class LinearCurve(CouplingCurve, kind="linear"):
    """The identity: f(x) = x."""

    def value(self, x: Array) -> Array:
        return x

    def derivative(self, x: Array) -> Array:
        return np.ones_like(x)


@dataclass(frozen=True)
class RampCurve(CouplingCurve, kind="ramp"):
    """f(x) = 0 below ``start`` and x − start above it, with a smooth (C¹) transition.

    Scapulohumeral rhythm has this form: the clavicle follows once the arm has been raised by some angle.

    Attributes:
        start: Where the ramp begins, in the unit of x.
        width: Half the width of the transition, above 0.
    """

    measures: ClassVar[tuple[str, ...]] = ("start", "width")
    start: float
    width: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.start) and math.isfinite(self.width) and self.width > 0):
            raise InputError("a ramp needs a finite start and a finite width above 0")

    def value(self, x: Array) -> Array:
        d = np.maximum(x - self.start, -self.width)
        return np.where(d >= self.width, d, (d + self.width) ** 2 / (4 * self.width))

    def derivative(self, x: Array) -> Array:
        return np.clip((x - self.start + self.width) / (2 * self.width), 0.0, 1.0)


LINEAR = LinearCurve()
