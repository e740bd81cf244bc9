"""Joints of MJCF that depend on others: equalities as joint groups, tendons as linear limits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from numpy.polynomial import Polynomial

from manikin.errors import shorten, suggestion
from manikin.formats.mjcf.bodies import Tree
from manikin.formats.mjcf.model import Model, numbers
from manikin.formats.urdf.xml import Element
from manikin.skeleton.coupling_curves import PolynomialCurve
from manikin.skeleton.variables import Coupling, LinearLimit, Term

__all__ = ["couplings", "inside", "tendon_limits"]

DEGREE = 4
"""Highest degree of a polynomial, in the files and in curves of joint groups."""


def inside(model: Model, section: str) -> Iterator[Element]:
    """The elements in all sections of a tag."""
    for element in model.sections:
        if element.tag == section:
            yield from element.children


class _Follows(NamedTuple):
    """What a joint follows: a polynomial of another one's value, or (base None) a constant."""

    base: str | None
    polynomial: Polynomial
    element: Element


def couplings(model: Model, tree: Tree) -> Iterator[Coupling]:
    """Equalities of joints; q₁ − ref₁ = a₀ + a₁ x + … + a₄ x⁴ with x = q₂ − ref₂."""
    rules: dict[str, _Follows] = {}
    for element in inside(model, "equality"):
        attributes = model.attributes(element, element.tag, "main")
        if attributes.get("active") == "false":
            continue
        if element.tag in ("tendon", "connect", "weld"):
            continue
        if element.tag != "joint":
            model.warn(element, f"the constraint <{element.tag[:40]}> is not read")
            continue
        first, second = attributes.get("joint1", ""), attributes.get("joint2")
        for name in (first, second):
            if name is not None and (name not in tree.by_name or len(tree.by_name[name].names) != 1):
                raise element.error(f"there is no hinge or slide {shorten(name)}")
        rule = _rule(element, tree, first, second, numbers(element, attributes, "polycoef", 5, "0 1 0 0 0"))
        if first in rules and second is not None and second not in rules and rule.polynomial.degree() == 1:
            first, rule = second, _turned(rule, first)  # the other way round, it follows what is known
        if first in rules:
            raise element.error(f"the joint {shorten(first)} follows two others; this is not read")
        rules[first] = rule
    for name in rules:
        rule = _to_the_end(name, rules)
        found: list[float] = rule.polynomial.coef.tolist()
        offset, rest = found[0], [*found[1:], *[0.0] * (DEGREE + 1 - len(found))]
        term = _term(name, rule.base, rest) if rule.base is not None and any(rest) else None
        offsets = ((name, offset),) if offset or term is None else ()
        yield Coupling(name=name, terms=() if term is None else (term,), offsets=offsets)


def _rule(element: Element, tree: Tree, first: str, second: str | None, coefficients: Sequence[float]) -> _Follows:
    """The equality of two joints in their own values."""
    shift = tree.by_name[first].ref
    if second is None:
        return _Follows(None, Polynomial([shift + coefficients[0]]), element)
    if first == second:
        raise element.error(f"the joint {shorten(first)} follows itself")
    x = Polynomial([-tree.by_name[second].ref, 1.0])
    return _Follows(second, (Polynomial(coefficients)(x) + shift).trim(), element)


def _turned(rule: _Follows, first: str) -> _Follows:
    """The same line seen from the other joint."""
    offset, factor = rule.polynomial.coef.tolist()
    return _Follows(first, Polynomial([-offset / factor, 1 / factor]), rule.element)


def _to_the_end(name: str, rules: Mapping[str, _Follows]) -> _Follows:
    """What a joint follows in the end, if what it follows is driven itself."""
    base, polynomial, element = rules[name]
    seen = {name}
    while base is not None and base in rules:
        if base in seen:
            raise element.error(f"the joint {shorten(name)} follows itself, by way of others")
        seen.add(base)
        above = rules[base]
        base, polynomial = above.base, polynomial(above.polynomial).trim()
        if polynomial.degree() > DEGREE:
            raise element.error(
                f"the joint {shorten(name)} follows a joint that follows another: together that is a polynomial of "
                f"degree {polynomial.degree()}, and {DEGREE} is the highest that is read"
            )
    return _Follows(base, polynomial, element)


def _term(name: str, base: str, coefficients: Sequence[float]) -> Term:
    """The summand of a coupling; its factor has the sign by which mirror partners differ."""
    if not any(coefficients[1:]):
        return Term(dof=name, parameter=base, factor=coefficients[0])
    sign = next(math.copysign(1.0, one) for one in coefficients if one)
    return Term(dof=name, parameter=base, factor=sign, curve=PolynomialCurve(*(sign * one for one in coefficients)))


@dataclass
class _Tendon:
    """A fixed tendon: its length is a sum of joint values; ``ref`` is the length at the reference."""

    terms: dict[str, float] = field(default_factory=dict)
    ref: float = 0.0


def tendon_limits(model: Model, tree: Tree) -> tuple[LinearLimit, ...]:
    """Ranges and equalities of fixed tendons; those that go through space are told."""
    tendons: dict[str, _Tendon] = {}
    made: list[LinearLimit] = []
    for element in inside(model, "tendon"):
        if element.tag != "fixed":
            model.warn(element, f"the tendon <{element.tag[:40]}> is not read")
            continue
        attributes = model.attributes(element, "tendon", "main")
        name = attributes.get("name") or f"tendon {len(tendons) + 1}"
        if name in tendons:
            raise element.error(f"there are two tendons {shorten(name)}")
        tendons[name] = own = _Tendon()
        for child in element.children:
            joint = child.attributes.get("joint", "")
            if joint not in tree.by_name or len(tree.by_name[joint].names) != 1:
                raise child.error(f"there is no hinge or slide {shorten(joint)}{suggestion(joint, tree.by_name)}")
            (factor,) = numbers(child, child.attributes, "coef", 1)
            own.terms[joint] = own.terms.get(joint, 0.0) + factor
            own.ref += factor * tree.by_name[joint].ref
        if model.limited(element, attributes):
            lo, hi = numbers(element, attributes, "range", 2)
            made.append(_limit(element, name, own.terms, lo, hi))
    return (*made, *_equal_tendons(model, tendons))


def _equal_tendons(model: Model, tendons: dict[str, _Tendon]) -> Iterator[LinearLimit]:
    """Equalities of tendons along lines; l₁ − ref₁ = a₀ + a₁ (l₂ − ref₂)."""
    for element in (one for one in inside(model, "equality") if one.tag == "tendon"):
        attributes = model.attributes(element, "tendon equality", "main")
        if attributes.get("active") == "false":
            continue
        names = [attributes[key] for key in ("tendon1", "tendon2") if key in attributes]
        coefficients = numbers(element, attributes, "polycoef", 5, "0 1 0 0 0")
        if not names or not all(name in tendons for name in names):
            model.warn(element, f"the equality of {shorten(' and '.join(names))} is not read: no fixed tendons")
            continue
        if any(coefficients[2:]):
            model.warn(element, f"the tendon {shorten(names[0])} follows no line; it is not held to it")
            continue
        total, first = dict(tendons[names[0]].terms), tendons[names[0]]
        value = first.ref + coefficients[0]
        if len(names) > 1:
            second = tendons[names[1]]
            value -= coefficients[1] * second.ref
            for joint, factor in second.terms.items():
                total[joint] = total.get(joint, 0.0) - coefficients[1] * factor
        yield _limit(element, f"{' and '.join(names)} equal", total, value, value)


def _limit(element: Element, name: str, terms: dict[str, float], lo: float, hi: float) -> LinearLimit:
    if not terms or lo > hi or not math.isfinite(hi - lo):
        raise element.error(f"the tendon {shorten(name)} needs joints, and a range that rises")
    return LinearLimit(name=name[:1000], terms=tuple(terms.items()), lo=lo, hi=hi)
