"""What may vary: the degrees of freedom of joints, the couplings that drive them, their linear limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

from manikin.errors import InputError, shorten
from manikin.math.rotations import Vec3
from manikin.skeleton.coupling_curves import LINEAR, CouplingCurve

__all__ = [
    "Coupling",
    "Dof",
    "DofKind",
    "LinearLimit",
    "NamedPose",
    "PreferredBend",
    "Term",
    "Variable",
    "check_limits",
    "check_name",
    "default_dof_names",
    "unit_axis",
]

DofKind = Literal["hinge", "slide"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Variable:
    """A number that may vary: an angle [rad] of a ``hinge`` or a length [m] of a ``slide``.

    ``stiffness`` runs from 0 (free) to 1 (rigid); ``speed`` is the largest rate [rad/s or m/s]; ``spring`` pulls
    the variable to its rest value with this weight, as in a flexing rod.
    """

    name: str
    kind: DofKind = "hinge"
    lo: float = -math.inf
    hi: float = math.inf
    rest: float = 0.0
    stiffness: float = 0.0
    speed: float = math.inf
    spring: float = 0.0

    def __post_init__(self) -> None:
        check_name(self.name, "variable")
        lo, hi, rest, stiffness, speed, spring = self.lo, self.hi, self.rest, self.stiffness, self.speed, self.spring
        # a big skeleton has many thousands of variables: one quick look, and a closer one only if something is odd
        sound = (
            type(lo) is type(hi) is type(rest) is type(stiffness) is type(speed) is type(spring) is float
            and (self.kind == "hinge" or self.kind == "slide")
            and lo <= hi and lo < math.inf and hi > -math.inf and -math.inf < rest < math.inf
            and 0 <= stiffness <= 1 and speed > 0 and 0 <= spring < math.inf
        )  # fmt: skip
        if not sound:
            self._look_closely()

    def _look_closely(self) -> None:
        what = f"variable {shorten(self.name)}"
        if self.kind not in ("hinge", "slide"):
            raise InputError(f'{what}: kind must be "hinge" or "slide", not {shorten(self.kind)}')
        for label in ("lo", "hi", "rest", "stiffness", "speed", "spring"):
            value = getattr(self, label)
            if not isinstance(value, (int, float)) or math.isnan(value):
                raise InputError(f"{what}: {label} must be a number, not {shorten(value)}")
        check_limits(self.lo, self.hi, what)
        if math.isinf(self.rest):
            raise InputError(f"{what}: the rest value must be finite")
        if not 0 <= self.stiffness <= 1:
            raise InputError(f"{what}: stiffness {self.stiffness:g} is not between 0 (free) and 1 (rigid)")
        if self.speed <= 0:
            raise InputError(f"{what}: the speed limit must be above 0, not {self.speed:g}")
        if not 0 <= self.spring < math.inf:
            raise InputError(f"{what}: the spring must be 0 or above and finite, not {self.spring:g}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Dof(Variable):
    """One degree of freedom of a joint: turn about, or slide along, ``axis`` (unit, in the joint's frame)."""

    axis: Vec3

    def __post_init__(self) -> None:
        Variable.__post_init__(self)
        object.__setattr__(self, "axis", unit_axis(self.axis, "degree of freedom", self.name))

    @staticmethod
    def checked(
        name: str,
        axis: Vec3,
        kind: DofKind = "hinge",
        lo: float = -math.inf,
        hi: float = math.inf,
        rest: float = 0.0,
        stiffness: float = 0.0,
        speed: float = math.inf,
        spring: float = 0.0,
    ) -> Dof:
        """One of which all but the name has been checked: a third of the time.  ``axis`` is a unit vector."""
        check_name(name, "variable")
        made = object.__new__(Dof)
        put_name, put_kind, put_lo, put_hi, put_rest, put_stiffness, put_speed, put_spring, put_axis = _PUT
        put_name(made, name)
        put_kind(made, kind)
        put_lo(made, lo)
        put_hi(made, hi)
        put_rest(made, rest)
        put_stiffness(made, stiffness)
        put_speed(made, speed)
        put_spring(made, spring)
        put_axis(made, axis)
        return made


_PUT = tuple(getattr(Dof, field.name).__set__ for field in fields(Dof))
"""What sets each field of a frozen object, in the order of the class."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """dof += factor · curve(parameter)."""

    dof: str
    parameter: str
    factor: float = 1.0
    curve: CouplingCurve = LINEAR


@dataclass(frozen=True, kw_only=True, slots=True)
class Coupling:
    """A joint group (Z 12): few parameters drive many degrees of freedom.

    Every driven degree of freedom is offset + Σ factor · curve(parameter).  A term's parameter is one of the
    coupling's own or a degree of freedom that nothing drives (a mimic joint).
    """

    name: str
    parameters: tuple[Variable, ...] = ()
    terms: tuple[Term, ...] = ()
    offsets: tuple[tuple[str, float], ...] = ()

    @property
    def driven(self) -> tuple[str, ...]:
        """The driven degrees of freedom, in the order of their first mention."""
        return tuple(dict.fromkeys([t.dof for t in self.terms] + [name for name, _ in self.offsets]))


@dataclass(frozen=True, kw_only=True, slots=True)
class LinearLimit:
    """lo ≤ Σ coefficient · variable ≤ hi over several variables (Z 6); lo = hi makes an equality."""

    name: str
    terms: tuple[tuple[str, float], ...]
    lo: float = -math.inf
    hi: float = math.inf

    def __post_init__(self) -> None:
        check_name(self.name, "linear limit")
        what = f"linear limit {shorten(self.name)}"
        if not self.terms or not all(math.isfinite(a) for _, a in self.terms):
            raise InputError(f"{what}: needs at least one variable with a finite coefficient")
        check_limits(self.lo, self.hi, what)


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedPose:
    """A pose kept under a name: the values [rad, m] of some variables, all others at rest."""

    name: str
    values: tuple[tuple[str, float], ...]

    def __post_init__(self) -> None:
        check_name(self.name, "pose")
        for variable, value in self.values:
            if not (isinstance(value, (int, float)) and math.isfinite(value)):
                raise InputError(f"pose {shorten(self.name)}: {shorten(variable)} must be a finite number")


@dataclass(frozen=True, kw_only=True, slots=True)
class PreferredBend:
    """Which way a limb bends when nothing else decides: its middle leaves the line from base to tip toward a point.

    ``limb`` names the joints base, middle and tip; the point is ``toward`` [m] in the frame of ``part``.
    """

    name: str
    limb: tuple[str, str, str]
    part: str
    toward: Vec3

    def __post_init__(self) -> None:
        check_name(self.name, "bend")
        if len(self.limb) != 3 or len(set(self.limb)) != 3:
            raise InputError(f"bend {shorten(self.name)}: a limb is three different joints, not {shorten(self.limb)}")
        if len(self.toward) != 3 or not all(map(math.isfinite, self.toward)):
            raise InputError(f"bend {shorten(self.name)}: toward is three finite numbers, not {shorten(self.toward)}")


def check_name(name: object, what: str) -> None:
    """A name is text of 1 to 1000 printable characters; blanks, quotes and all scripts are welcome."""
    if type(name) is str and len(name) <= 1000 and name.isprintable() and name.strip():
        return
    if not isinstance(name, str):
        raise InputError(f"the name of a {what} must be text, not {shorten(name)}")
    if not name.strip():
        raise InputError(f"the name of a {what} must not be empty")
    if len(name) > 1000:
        raise InputError(f"the name of a {what} is {len(name)} characters long; at most 1000 are allowed")
    if not name.isprintable():
        raise InputError(f"the name of a {what} must not hold control characters: {shorten(name)}")


def check_limits(lo: float, hi: float, what: str) -> None:
    """Limits may be absent (−inf, inf) but leave room for at least one number."""
    if math.isnan(lo) or math.isnan(hi) or lo > hi:
        raise InputError(f"{what}: the lower limit {lo:g} lies above the upper limit {hi:g}")
    if lo == math.inf or hi == -math.inf:
        raise InputError(f"{what}: no number lies between the limits {lo:g} and {hi:g}")


def unit_axis(axis: Sequence[float], what: str, name: str | None = None) -> Vec3:
    """The axis scaled to length 1; one that is a unit vector to 1e-12 keeps its very digits."""
    if len(axis) == 3:
        x, y, z = float(axis[0]), float(axis[1]), float(axis[2])
        length = math.hypot(x, y, z)
        if abs(length - 1) < 1e-12:
            return (x, y, z)
        if 1e-100 <= length < math.inf:
            return (x / length, y / length, z / length)
        if length < 1e-100:
            raise InputError(f"{what}{'' if name is None else ' ' + shorten(name)}: the axis must not be zero")
    if name is not None:
        what += " " + shorten(name)
    raise InputError(f"{what}: an axis is three finite numbers, not {shorten(axis)}")


def default_dof_names(joint: str, motions: Sequence[tuple[DofKind, Vec3]]) -> list[str]:
    """Names of a joint's degrees of freedom: the joint's own for a single one, else joint.x, joint.ty, …"""
    if len(motions) == 1:
        return [joint]
    letters = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}
    names: dict[str, None] = {}  # in order, and quick to look into
    for i, (motion, axis) in enumerate(motions):
        letter = letters.get(axis)
        name = f"{joint}.{'t' if motion == 'slide' else ''}{letter}" if letter else f"{joint}.{i + 1}"
        names[name if name not in names else f"{joint}.{i + 1}"] = None
    return list(names)
