"""Couplings and linear limits in ``.scr`` files, as sums: ``drive "T1.x" = 0.05 "bend" - 0.1 "twist" + 2``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from manikin.errors import InputError, shorten, suggestion
from manikin.formats.scr.fields import fields_of, kind_word, missing
from manikin.formats.scr.tokens import Mistake, Reader, Words, angle_text, choose, number, number_text, quote, text
from manikin.formats.scr.variables import limits_text, reader_of, variable_text
from manikin.skeleton.coupling_curves import LINEAR, CouplingCurve, curve_kinds
from manikin.skeleton.variables import Coupling, DofKind, LinearLimit, NamedPose, Term, Variable

__all__ = [
    "DofKinds",
    "Summand",
    "coupling_lines",
    "known_name",
    "limit_kind",
    "limit_lines",
    "pose_lines",
    "read_drive",
    "read_sum",
]

DofKinds = Mapping[str, DofKind]
"""hinge or slide of each variable, by name."""
LINE_WIDTH = 100
"""Longest sum that is written on one line [characters]."""


class Summand(NamedTuple):
    """factor · curve(name)."""

    name: str
    factor: float
    curve: CouplingCurve


def read_drive(words: Words, kinds: DofKinds, dofs: DofKinds) -> tuple[str, list[Summand], float | None]:
    """``drive "DOF" = SUM``: the driven degree of freedom, the terms, and the constant if there is one."""
    dof = known_name(words, 1, dofs, "degree of freedom")
    if words[2] != "=":
        raise Mistake('expected "="' + (f", not {shorten(words[2])}" if words[2] else ""), 2)
    terms, constant = read_sum(words, 3, kinds, constant=reader_of(dofs[dof]))
    if not terms and constant is None:
        raise Mistake('expected terms such as 0.5 "bend", or a number', 3)
    return dof, terms, constant


def read_sum(
    words: Words, i: int, kinds: DofKinds, *, constant: Reader | None = None
) -> tuple[list[Summand], float | None]:
    """Terms with signs between them.

    With a reader for the ``constant``, one number may stand alone, and terms may have curves.
    """
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
                raise Mistake("expected + or - between two terms", i)
            signed = True
            if words[i + 1] in ("", "+", "-") or words[i + 1][0] in "+-":
                if constant is None or total is not None:
                    raise Mistake("expected the name of a variable in quotes after the number", i + 1)
                total, i = sign * constant(words, i), i + 1
                continue
            factor, i = number(words, i), i + 1
            i += words[i] == "*"
        if not signed:
            raise Mistake(f"expected + or - before {shorten(words[i])}", i)
        curve: CouplingCurve = LINEAR
        if words[i + 1] == "(" and constant is not None:
            name, curve, i = _read_curve(words, i, kinds)
        else:
            name, i = known_name(words, i, kinds, "variable"), i + 1
        terms.append(Summand(name, sign * factor, curve))
    return terms, total


def _read_curve(words: Words, i: int, kinds: DofKinds) -> tuple[str, CouplingCurve, int]:
    """``ramp("NAME", start 30, width 5)``; fields that measure the variable are in its unit."""
    start = i
    kind = curve_kinds[choose(words, i, tuple(curve_kinds), "a curve")]
    name = known_name(words, i + 2, kinds, "variable")
    fields, given, i = fields_of(kind, CouplingCurve), {}, i + 3
    while words[i] != ")":
        if words[i] != ",":
            raise Mistake('expected "," or ")"' + (f", not {shorten(words[i])}" if words[i] else ""), i)
        key = choose(words, i + 1, tuple(fields), f"a field of the curve {kind.kind}")
        if key in given:
            raise Mistake(f"{key} is given twice", i + 1)
        read = reader_of(kinds[name]) if key in kind.measures else number
        given[key], i = fields[key].read(words, i + 2, read)
    absent = missing(fields, given)
    if absent:
        raise Mistake(f"a {kind.kind} needs its {' and '.join(absent)}", i)
    try:
        return name, kind(**given), i + 1
    except InputError as error:
        raise Mistake(str(error), start) from None


def known_name(words: Words, i: int, known: DofKinds, what: str) -> str:
    """The quoted name at word ``i``, which must be one of ``known``."""
    name = text(words, i, f"the name of a {what}")
    if name not in known:
        raise Mistake(f"there is no {what} {shorten(name)}{suggestion(name, known)}", i)
    return name


def limit_kind(names: list[str], kinds: DofKinds) -> DofKind | None:
    """The kind of all variables of a sum, or None if they are mixed; then numbers are in radians and metres."""
    found = {kinds[name] for name in names}
    return found.pop() if len(found) == 1 else None


# ---- writing -----------------------------------------------------------------------------------


def coupling_lines(coupling: Coupling, kinds: DofKinds) -> Iterator[str]:
    """The statements of a coupling.  Terms and offsets keep their order."""
    own = dict(kinds)
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


def limit_lines(limit: LinearLimit, kinds: DofKinds) -> Iterator[str]:
    """The statements of a linear limit."""
    for line in _wrap([_term_text(factor, name, LINEAR, kinds) for name, factor in limit.terms]):
        yield "sum   " + _bare(line)
    if limit.lo > -math.inf or limit.hi < math.inf:
        kind = limit_kind([name for name, _ in limit.terms], kinds)
        yield "range " + limits_text(limit.lo, limit.hi, kind)


def pose_lines(pose: NamedPose, kinds: DofKinds) -> Iterator[str]:
    """The statements of a named pose."""
    width = min(max((len(quote(name)) for name, _ in pose.values), default=0), 30)
    for name, value in pose.values:
        yield f"set {quote(name):<{width}} {(angle_text if kinds[name] == 'hinge' else number_text)(value)}"


def _term_text(factor: float, name: str, curve: CouplingCurve, kinds: DofKinds) -> str:
    sign = "-" if math.copysign(1.0, factor) < 0 else "+"
    size = "" if abs(factor) == 1 else number_text(abs(factor)) + " "
    shown = quote(name)
    if curve != LINEAR:
        kind = kind_word(curve, curve_kinds, "curve")
        fields = fields_of(type(curve), CouplingCurve)
        measure = angle_text if kinds[name] == "hinge" else number_text
        texts = [f.write(getattr(curve, k), measure if k in curve.measures else number_text) for k, f in fields.items()]
        shown = f"{kind}({', '.join([shown, *filter(None, texts)])})"
    return f"{sign} {size}{shown}"


def _signed(value: float, kind: DofKind) -> str:
    shown = (angle_text if kind == "hinge" else number_text)(value)
    return f"- {shown[1:]}" if shown.startswith("-") else f"+ {shown}"


def _bare(line: str) -> str:
    """The sum without the plus before its first term; a minus there joins the number."""
    return line[2:] if line.startswith("+ ") else re.sub(r"^- (?=[0-9])", "-", line)


def _wrap(terms: list[str]) -> list[str]:
    lines = [terms[0]]
    for term in terms[1:]:
        if len(lines[-1]) + len(term) < LINE_WIDTH:
            lines[-1] += " " + term
        else:
            lines.append(term)
    return lines
