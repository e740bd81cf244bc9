"""Curves of couplings: scalar functions between a parameter and a joint value."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from manikin.arguments import ExplainedType
from manikin.errors import InputError
from manikin.math.rotations import Array
from manikin.registry import Registry

__all__ = ["LINEAR", "CouplingCurve", "LinearCurve", "PolynomialCurve", "RampCurve", "curve_kinds"]

SAME_ROOT = 1e-7
"""Roots whose imaginary part is smaller, against their size, are real: rounding parts double ones."""
curve_kinds: Registry[type[CouplingCurve]] = Registry("curve")


@dataclass(frozen=True)
class CouplingCurve(metaclass=ExplainedType):
    """Base of all curves: a scalar function and its derivative, elementwise over arrays.

    ``measures`` names the fields that have the unit of x, which files hold in degrees.
    """

    kind: ClassVar[str]
    measures: ClassVar[tuple[str, ...]] = ()

    @property
    def numbers(self) -> tuple[float, ...]:
        """The constants of a curve that the kernels know."""
        return ()

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

    def enlarged(self, factor: float) -> CouplingCurve:
        """The curve g of an x in a unit that is so many times smaller: g(factor · x) = factor · f(x)."""
        return replace(self, **{name: getattr(self, name) * factor for name in self.measures})

    def part_within(self, lo: float, hi: float, near: float) -> tuple[float, float]:
        """The ends of the interval about ``near`` in which f is between two bounds; no ends where that is not known."""
        return -math.inf, math.inf


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

    @property
    def numbers(self) -> tuple[float, ...]:
        return self.start, self.width

    def value(self, x: Array) -> Array:
        d = np.maximum(x - self.start, -self.width)
        return np.where(d >= self.width, d, (d + self.width) ** 2 / (4 * self.width))

    def derivative(self, x: Array) -> Array:
        return np.clip((x - self.start + self.width) / (2 * self.width), 0.0, 1.0)


@dataclass(frozen=True)
class PolynomialCurve(CouplingCurve, kind="polynomial"):
    """f(x) = linear · x + square · x² + cube · x³ + fourth · x⁴, with x in radians or metres.

    Links of mechanisms are given in this form, such as by MuJoCo; what is constant is the offset of the coupling.
    """

    linear: float = 0.0
    square: float = 0.0
    cube: float = 0.0
    fourth: float = 0.0

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, self.numbers)):
            raise InputError("the coefficients of a polynomial must be finite")

    @property
    def numbers(self) -> tuple[float, ...]:
        """The coefficients, the lowest first."""
        return self.linear, self.square, self.cube, self.fourth

    def value(self, x: Array) -> Array:
        a, b, c, d = self.numbers
        return (((d * x + c) * x + b) * x + a) * x

    def derivative(self, x: Array) -> Array:
        a, b, c, d = self.numbers
        return ((4 * d * x + 3 * c) * x + 2 * b) * x + a

    def enlarged(self, factor: float) -> CouplingCurve:
        return PolynomialCurve(*(number / factor**power for power, number in enumerate(self.numbers)))

    def part_within(self, lo: float, hi: float, near: float) -> tuple[float, float]:
        def inside(x: float) -> bool:
            return bool(lo <= self.value(np.asarray(x)) <= hi)

        if not inside(near):
            return -math.inf, math.inf
        roots = [np.polynomial.Polynomial([-end, *self.numbers]).roots() for end in (lo, hi) if math.isfinite(end)]
        found = np.concatenate([np.zeros(0, complex), *roots])
        real = sorted(found.real[np.abs(found.imag) <= SAME_ROOT * (1 + np.abs(found))].tolist())
        below = [min(x, near) for x in reversed(real) if x <= near + SAME_ROOT]
        above = [max(x, near) for x in real if x >= near - SAME_ROOT]
        return _end_of(below, inside, -1), _end_of(above, inside, 1)


def _end_of(roots: list[float], inside: Callable[[float], bool], side: int) -> float:
    """The first of some roots behind which a function leaves its bounds: at others it only touches them."""
    for root, after in pairwise([*roots, math.nan]):
        beyond = root + side if math.isnan(after) else (root + after) / 2
        if not inside(beyond):
            return root
    return side * math.inf


LINEAR = LinearCurve()
