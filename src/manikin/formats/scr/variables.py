"""Degrees of freedom and parameters in ``.scr`` files: ``hinge x -10 90 rest 5 stiffness 0.5``."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from manikin.errors import InputError, shorten
from manikin.formats.scr.places import numbers_text, same, three
from manikin.formats.scr.tokens import (
    Mistake,
    Reader,
    Words,
    angle,
    angle_text,
    choose,
    length,
    number,
    number_text,
    quote,
    text,
)
from manikin.math.rotations import Vec3
from manikin.skeleton.build import axis_of
from manikin.skeleton.variables import Dof, DofKind, Variable, unit_axis

__all__ = [
    "DofDraft",
    "dof_text",
    "limits_text",
    "read_dof",
    "read_limits",
    "read_parameter",
    "reader_of",
    "variable_text",
]

# texts of axes, and their inverse
AXES = {sign + letter: axis_of(sign + letter) for letter in "xyz" for sign in ("", "-")}
LETTERS = {axis: letter for letter, axis in AXES.items()}
DATA = ("rest", "stiffness", "speed", "spring")
FREE = "free"


def reader_of(kind: DofKind) -> Reader:
    """The reader of the values of a hinge or a slide."""
    return angle if kind == "hinge" else length


class DofDraft(NamedTuple):
    """A degree of freedom as a statement gives it: its name, or None, and its other fields."""

    name: str | None
    fields: dict[str, Any]


def read_dof(words: Words) -> DofDraft:
    """``hinge ["NAME"] AXIS [LO HI] …``."""
    name, i = None, 1
    if words[1][:1] == '"':
        name, i = text(words, 1, "a name"), 2
    axis = AXES.get(words[i])
    if axis is not None:
        i += 1
    else:
        axis = _read_axis(words, i)
        i += 3
    data: dict[str, Any] = {"axis": axis}
    _read_variable(words, i, data)
    return DofDraft(name, data)


def read_parameter(words: Words) -> Variable:
    """``hinge "NAME" [LO HI] …``, a parameter of a coupling."""
    data: dict[str, Any] = {"name": text(words, 1, "the name of a parameter")}
    _read_variable(words, 2, data)
    return Variable(**data)


def _read_axis(words: Words, i: int) -> Vec3:
    try:
        axis = three(words, i, number)
    except Mistake as mistake:
        if mistake.token == i:
            choose(words, i, tuple(AXES), "an axis, which is three numbers or a letter")
        raise Mistake(f"expected an axis before the limits: three numbers or a letter ({', '.join(AXES)})", i) from None
    try:
        return unit_axis(axis, "the axis")
    except InputError:
        raise Mistake("the axis must not be zero", i) from None


def _read_variable(words: Words, i: int, data: dict[str, Any]) -> None:
    data["kind"] = words[0]
    read = reader_of(data["kind"])
    if words[i] and words[i] not in DATA:
        if words[i] == FREE and (not words[i + 1] or words[i + 1] in DATA):
            i += 1
        elif words[i] != FREE and words[i][0].isalpha():
            choose(words, i, (FREE, *DATA), "two limits or other data")
        else:
            data["lo"], data["hi"] = read_limits(words, i, read)
            i += 2
    while key := words[i]:
        if key not in DATA:
            choose(words, i, DATA, "further data")
        if key in data:
            raise Mistake(f"{key} is given twice", i)
        data[key] = value = (read if key == "rest" or key == "speed" else number)(words, i + 1)
        if key != "rest":
            _check(key, value, i + 1)
        i += 2


def read_limits(words: Words, i: int, read: Reader) -> tuple[float, float]:
    """Lower and upper limit at word ``i``, each a number or ``free``."""
    lo = -math.inf if words[i] == FREE else _read_limit(words, i, read)
    hi = math.inf if words[i + 1] == FREE else _read_limit(words, i + 1, read)
    if lo > hi:
        raise Mistake(f"the lower limit {words[i][:30]} lies above the upper limit {words[i + 1][:30]}", i)
    return lo, hi


def _read_limit(words: Words, i: int, read: Reader) -> float:
    try:
        return read(words, i)
    except Mistake:
        if words[i].lower().lstrip("+-") in ("inf", "infinity", "none"):
            raise Mistake(f"expected a limit, not {shorten(words[i])}; {FREE} stands for no limit", i) from None
        raise


def _check(key: str, value: float, token: int) -> None:
    if key == "stiffness" and not 0 <= value <= 1:
        raise Mistake("stiffness runs from 0 (free) to 1 (rigid)", token)
    if key == "speed" and value <= 0:
        raise Mistake("the speed limit must be above 0", token)
    if key == "spring" and value < 0:
        raise Mistake("the spring must be 0 or above", token)


# ---- writing -----------------------------------------------------------------------------------


def dof_text(dof: Dof, default_name: str) -> str:
    """The words after ``hinge`` or ``slide`` in a joint."""
    return variable_text(dof, name=dof.name != default_name, axis=_axis_text(dof.axis))


def variable_text(variable: Variable, *, name: bool = True, axis: str = "") -> str:
    """The words after ``hinge`` or ``slide``; values at their default are left out."""
    show = angle_text if variable.kind == "hinge" else number_text
    parts = [quote(variable.name)] if name else []
    if axis:
        parts.append(axis)
    if variable.lo > -math.inf or variable.hi < math.inf:
        parts.append(limits_text(variable.lo, variable.hi, variable.kind))
    for key, default in (("rest", 0.0), ("stiffness", 0.0), ("speed", math.inf), ("spring", 0.0)):
        value = getattr(variable, key)
        if not same((value,), (default,)):
            parts.append(f"{key} {(show if key in ('rest', 'speed') else number_text)(value)}")
    return " ".join(parts)


def limits_text(lo: float, hi: float, kind: DofKind | None) -> str:
    """Two limits; those of a hinge in degrees."""
    show = angle_text if kind == "hinge" else number_text
    return f"{FREE if lo == -math.inf else show(lo)} {FREE if hi == math.inf else show(hi)}"


def _axis_text(axis: Vec3) -> str:
    letter = LETTERS.get(axis)
    if letter and same(axis, AXES[letter]):
        return letter
    # 1 1 0 is easier to read than two long roots, if it gives exactly the same axis
    least = min(abs(a) for a in axis if a)
    x, y, z = (round(a / least, 6) + 0.0 for a in axis)
    if math.hypot(x, y, z) < 1e6 and same(unit_axis((x, y, z), "axis"), axis):
        return numbers_text((x, y, z))
    return numbers_text(axis)
