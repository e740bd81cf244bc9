"""Couplings and linear limits in ``.scr`` files, as sums: ``drive "T1.x" = 0.05 "bend" - 0.1 "twist" + 2``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from manikin.errors import InputError, shorten, suggestion
from manikin.formats.scr.fields import fields_of, kind_word, missing
from manikin.formats.scr.tokens import Problem, Reader, Words, angle_text, choose, number, number_text, quote, text
from manikin.formats.scr.variables import limits_text, reader_of, variable_text
from manikin.skeleton.coupling_curves import LINEAR, CouplingCurve, curve_kinds
from manikin.skeleton.variables import Coupling, DofKind, LinearLimit, NamedPose, Term, Variable

__all__ = [
    "Summand",
    "coupling_lines",
    "known_name",
    "limit_lines",
    "limit_motion",
    "pose_lines",
    "read_drive",
    "read_sum",
]

DofKinds = Mapping[str, DofKind]
WIDTH = 100


class Summand(NamedTuple):
    """factor · curve(name)."""

    name: str
    factor: float
    curve: CouplingCurve


def read_drive(words: Words, motions: DofKinds, dofs: DofKinds) -> tuple[str, list[Summand], float | None]:
    """``drive "DOF" = SUM``: the driven degree of freedom, the terms, and the constant if there is one."""
    dof = known_name(words, 1, dofs, "degree of freedom")
    if words[2] != "=":
        raise Problem('expected "="' + (f", not {shorten(words[2])}" if words[2] else ""), 2)
    terms, constant = read_sum(words, 3, motions, constant=reader_of(dofs[dof]))
    if not terms and constant is None:
        raise Problem('expected terms such as 0.5 "bend", or a number', 3)
    return dof, terms, constant


def read_sum(
    words: Words, i: int, motions: DofKinds, *, constant: Reader | None = None
) -> tuple[list[Summand], float | None]:
    """Terms with signs between them; a number that stands alone, and curves, only where a constant may be."""
    terms: list[Summand] = []
    total: float | None = None
    first = i
    while words[i]:
        sign, signed = 1.0, i == first
        if words[i] in ("+", "-"):
            sign, signed, i = (-1.0 if words[i] == "-" else 1.0), True, i + 1
        factor = 1.0
        if words[i][:1] in tuple("0123456789.+-"):
            if not signed and words[i][0] not in "+-":
                raise Problem("expected + or - between two terms", i)
            signed = True
            if words[i + 1] in ("", "+", "-") or words[i + 1][0] in "+-":
                if constant is None or total is not None:
                    raise Problem("expected the name of a variable in quotes after the number", i + 1)
                total, i = sign * constant(words, i), i + 1
                continue
            factor, i = number(words, i), i + 1
            i += words[i] == "*"
        if not signed:
            raise Problem(f"expected + or - before {shorten(words[i])}", i)
        curve: CouplingCurve = LINEAR
        if words[i + 1] == "(" and constant is not None:
            name, curve, i = _read_curve(words, i, motions)
        else:
            name, i = known_name(words, i, motions, "variable"), i + 1
        terms.append(Summand(name, sign * factor, curve))
    return terms, total


def _read_curve(words: Words, i: int, motions: DofKinds) -> tuple[str, CouplingCurve, int]:
    """``ramp("NAME", start 30, width 5)``; its numbers are in the unit of the variable where it measures it."""
    start = i
    kind = curve_kinds[choose(words, i, tuple(curve_kinds), "a curve")]
    name = known_name(words, i + 2, motions, "variable")
    fields, given, i = fields_of(kind, CouplingCurve), {}, i + 3
    while words[i] != ")":
        if words[i] != ",":
            raise Problem('expected "," or ")"' + (f", not {shorten(words[i])}" if words[i] else ""), i)
        key = choose(words, i + 1, tuple(fields), f"a field of the curve {kind.kind}")
        if key in given:
            raise Problem(f"{key} is given twice", i + 1)
        read = reader_of(motions[name]) if key in kind.measures else number
        given[key], i = fields[key].read(words, i + 2, read)
    absent = missing(fields, given)
    if absent:
        raise Problem(f"a {kind.kind} needs its {' and '.join(absent)}", i)
    try:
        return name, kind(**given), i + 1
    except InputError as error:
        raise Problem(str(error), start) from None


def known_name(words: Words, i: int, known: DofKinds, what: str) -> str:
    """The quoted word at a place, if it names one of the known."""
    name = text(words, i, f"the name of a {what}")
    if name not in known:
        raise Problem(f"there is no {what} {shorten(name)}{suggestion(name, known)}", i)
    return name


def limit_motion(names: list[str], motions: DofKinds) -> DofKind | None:
    """What a sum measures: an angle, a length, or None where both are mixed, then in radians and metres."""
    found = {motions[name] for name in names}
    return found.pop() if len(found) == 1 else None


# ---- writing -----------------------------------------------------------------------------------


def coupling_lines(coupling: Coupling, motions: DofKinds) -> Iterator[str]:
    """The statements of a coupling.  Terms and offsets keep their orders."""
    own = dict(motions)
    for parameter in coupling.parameters:
        if type(parameter) is not Variable:
            raise InputError(f"coupling {shorten(coupling.name)}: a parameter must be a plain Variable to be saved")
        own[parameter.name] = parameter.kind
        yield f"{parameter.kind} {variable_text(parameter)}"
    width = min(max((len(quote(name)) for name in coupling.driven), default=0), 30)
    offsets = list(reversed(coupling.offsets))
    runs: list[list[Term]] = []
    for term in coupling.terms:
        if runs and runs[-1][0].dof == term.dof:
            runs[-1].append(term)
        else:
            runs.append([term])
    for run in runs:
        dof = run[0].dof
        head = f"drive {quote(dof):<{width}} = "
        lines = _wrap([_term_text(t.factor, t.parameter, t.curve, own) for t in run])
        if offsets and offsets[-1][0] == dof:
            lines[-1] += " " + _signed(offsets.pop()[1], own[dof])
        yield from (head + _bare(line) for line in lines)
    for dof, value in reversed(offsets):
        yield f"drive {quote(dof):<{width}} = " + _bare(_signed(value, own[dof]))


def limit_lines(limit: LinearLimit, motions: DofKinds) -> Iterator[str]:
    """The statements of a linear limit."""
    for line in _wrap([_term_text(factor, name, LINEAR, motions) for name, factor in limit.terms]):
        yield "sum   " + _bare(line)
    if limit.lo > -math.inf or limit.hi < math.inf:
        motion = limit_motion([name for name, _ in limit.terms], motions)
        yield "range " + limits_text(limit.lo, limit.hi, motion)


def pose_lines(pose: NamedPose, motions: DofKinds) -> Iterator[str]:
    """The statements of a kept pose."""
    width = min(max((len(quote(name)) for name, _ in pose.values), default=0), 30)
    for name, value in pose.values:
        yield f"set {quote(name):<{width}} {(angle_text if motions[name] == 'hinge' else number_text)(value)}"


def _term_text(factor: float, name: str, curve: CouplingCurve, motions: DofKinds) -> str:
    sign = "-" if math.copysign(1.0, factor) < 0 else "+"
    size = "" if abs(factor) == 1 else number_text(abs(factor)) + " "
    shown = quote(name)
    if curve != LINEAR:
        kind = kind_word(curve, curve_kinds, "curve")
        fields = fields_of(type(curve), CouplingCurve)
        measure = angle_text if motions[name] == "hinge" else number_text
        texts = [f.write(getattr(curve, k), measure if k in curve.measures else number_text) for k, f in fields.items()]
        shown = f"{kind}({', '.join([shown, *filter(None, texts)])})"
    return f"{sign} {size}{shown}"


def _signed(value: float, motion: DofKind) -> str:
    shown = (angle_text if motion == "hinge" else number_text)(value)
    return f"- {shown[1:]}" if shown.startswith("-") else f"+ {shown}"


def _bare(line: str) -> str:
    """The sum without the plus of its first term, or with the minus close to the number."""
    return line[2:] if line.startswith("+ ") else re.sub(r"^- (?=[0-9])", "-", line)


def _wrap(terms: list[str]) -> list[str]:
    lines = [terms[0]]
    for term in terms[1:]:
        if len(lines[-1]) + len(term) < WIDTH:
            lines[-1] += " " + term
        else:
            lines.append(term)
    return lines
