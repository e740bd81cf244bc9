"""The variables of a skeleton: degrees of freedom, the couplings that drive them, linear limits, named poses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Literal

from manikin.arguments import explained
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


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class Variable:
    """A number that may vary: the angle [rad] of a hinge or the length [m] of a slide.

    Attributes:
        name: Name of the variable, unique in the skeleton.
        kind: "hinge" or "slide".
        lo: Lower limit [rad, m]; −inf for none.
        hi: Upper limit [rad, m]; inf for none.
        rest: Value in the rest pose [rad, m].
        stiffness: 0 (free) to 1 (rigid): how little the variable takes part in a solve.
        speed: Largest rate [rad/s, m/s]; inf for none.
        spring: Weight of a spring that pulls the variable to its rest value, as in a flexing rod.
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
        # one fast test for skeletons with many thousands of variables; the slow one finds what to say
        valid = (
            type(lo) is type(hi) is type(rest) is type(stiffness) is type(speed) is type(spring) is float
            and (self.kind == "hinge" or self.kind == "slide")
            and lo <= hi and lo < math.inf and hi > -math.inf and -math.inf < rest < math.inf
            and 0 <= stiffness <= 1 and speed > 0 and 0 <= spring < math.inf
        )  # fmt: skip
        if not valid:
            self._explain()

    def _explain(self) -> None:
        """Raise an error that names the wrong field; accepts whole numbers."""
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


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class Dof(Variable):
    """One degree of freedom of a joint: rotation about an axis, or translation along it.

    Attributes:
        axis: Direction of the axis in the joint's frame; kept as a unit vector.
    """

    axis: Vec3

    def __post_init__(self) -> None:
        Variable.__post_init__(self)
        object.__setattr__(self, "axis", unit_axis(self.axis, "degree of freedom", self.name))


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """One summand of a coupling: dof += factor · curve(parameter).

    Attributes:
        dof: Name of the degree of freedom that is driven.
        parameter: Name of the parameter that drives it.
        factor: Factor of the curve's value.
        curve: Function of the parameter; the identity by default.
    """

    dof: str
    parameter: str
    factor: float = 1.0
    curve: CouplingCurve = LINEAR

    def __post_init__(self) -> None:
        if not isinstance(self.factor, Real):
            raise InputError(f"the factor of {shorten(self.dof)} must be a number, not {shorten(self.factor)}")


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class Coupling:
    """A joint group (Z 12): a few parameters drive many degrees of freedom.

    Every driven degree of freedom is offset + Σ factor · curve(parameter).  The parameter of a term is one of the
    coupling's own, or a degree of freedom (a mimic joint).  That one may be driven by another coupling, if the term is
    linear: the end of a finger follows its middle, which follows the hand.

    Attributes:
        name: Name of the coupling.
        parameters: The coupling's own parameters.
        terms: The summands of the driven degrees of freedom.
        offsets: Pairs (degree of freedom, constant [rad, m]); 0 where none is given.
    """

    name: str
    parameters: tuple[Variable, ...] = ()
    terms: tuple[Term, ...] = ()
    offsets: tuple[tuple[str, float], ...] = ()

    @property
    def driven(self) -> tuple[str, ...]:
        """Names of the driven degrees of freedom, in the order of their first occurrence."""
        return tuple(dict.fromkeys([t.dof for t in self.terms] + [name for name, _ in self.offsets]))

    def driven_by(self, parameter: str) -> tuple[str, ...]:
        """Names of the degrees of freedom that a parameter drives."""
        return tuple(dict.fromkeys(term.dof for term in self.terms if term.parameter == parameter))


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class LinearLimit:
    """A limit over several variables: lo ≤ Σ coefficient · variable ≤ hi (Z 6); lo = hi is an equality.

    Attributes:
        name: Name of the limit.
        terms: Pairs (variable, coefficient).
        lo: Lower bound; −inf for none.
        hi: Upper bound; inf for none.
    """

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


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class NamedPose:
    """A pose kept under a name.

    Attributes:
        name: Name of the pose.
        values: Pairs (variable, value [rad, m]); all other variables are at rest.
    """

    name: str
    values: tuple[tuple[str, float], ...]

    def __post_init__(self) -> None:
        check_name(self.name, "pose")
        for variable, value in self.values:
            if not (isinstance(value, (int, float)) and math.isfinite(value)):
                raise InputError(f"pose {shorten(self.name)}: {shorten(variable)} must be a finite number")


@explained
@dataclass(frozen=True, kw_only=True, slots=True)
class PreferredBend:
    """Which way a limb bends when the goals leave a choice: its middle moves toward a point.

    Attributes:
        name: Name of the bend.
        limb: Names of the limb's base, middle and tip joints.
        part: Name of the part in whose frame the point is given.
        toward: The point [m].
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
    """Raise unless a name is text of 1 to 1000 printable characters; blanks, quotes and all scripts are allowed."""
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
    """Raise unless lo ≤ hi and some number lies between; −inf and inf mean no limit."""
    if math.isnan(lo) or math.isnan(hi) or lo > hi:
        raise InputError(f"{what}: the lower limit {lo:g} lies above the upper limit {hi:g}")
    if lo == math.inf or hi == -math.inf:
        raise InputError(f"{what}: no number lies between the limits {lo:g} and {hi:g}")


def unit_axis(axis: Sequence[float], what: str, name: str | None = None) -> Vec3:
    """The axis scaled to length 1; if it has length 1 to within 1e-12 it is returned unchanged."""
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


def default_dof_names(joint: str, dofs: Sequence[tuple[DofKind, Vec3]]) -> list[str]:
    """Names for a joint's degrees of freedom: the joint's own name for a single one, else joint.x, joint.ty, …"""
    if len(dofs) == 1:
        return [joint]
    letters = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}
    names: dict[str, None] = {}  # an ordered set
    for i, (kind, axis) in enumerate(dofs):
        letter = letters.get(axis)
        name = f"{joint}.{'t' if kind == 'slide' else ''}{letter}" if letter else f"{joint}.{i + 1}"
        names[name if name not in names else f"{joint}.{i + 1}"] = None
    return list(names)
