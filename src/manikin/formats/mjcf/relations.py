"""Joints of MJCF that depend on others: equalities as joint groups, tendons as linear limits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from manikin.errors import FormatError, shorten, suggestion
from manikin.formats.mjcf.bodies import Tree
from manikin.formats.mjcf.model import Model, numbers
from manikin.formats.urdf.xml import Element
from manikin.skeleton.variables import Coupling, LinearLimit, Term

__all__ = ["couplings", "inside", "tendon_limits"]


def inside(model: Model, section: str) -> Iterator[Element]:
    """The elements in all sections of a tag."""
    for element in model.sections:
        if element.tag == section:
            yield from element.children


def couplings(model: Model, tree: Tree) -> Iterator[Coupling]:
    """Equalities of joints along lines; q₁ − ref₁ = a₀ + a₁ (q₂ − ref₂)."""
    lines: dict[str, tuple[str | None, float, float]] = {}
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
        coefficients = [*map(float, numbers(element, attributes, "polycoef", 5, "0 1 0 0 0"))]
        if any(coefficients[2:]) or first in lines or second == first:
            model.warn(element, f"the joint {shorten(first)} follows no line; it moves by itself")
            continue
        offset, factor = tree.by_name[first].ref + coefficients[0], coefficients[1]
        if second is None:
            lines[first] = (None, 0.0, offset)
            continue
        lines[first] = (second, factor, offset - factor * tree.by_name[second].ref)
    for name in lines:
        base, factor, offset = lines[name]
        seen = {name}
        while base in lines and base not in seen and base is not None:
            seen.add(base)
            above, slope, shift = lines[base]
            base, factor, offset = above, factor * slope, factor * shift + offset
        if base in seen:
            raise FormatError(f"the joint {shorten(name)} follows itself")
        terms = () if base is None else (Term(dof=name, parameter=base, factor=factor),)
        yield Coupling(name=name, terms=terms, offsets=((name, offset),) if offset or not terms else ())


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
            model.warn(element, f"the tendon {shorten(names[0])} follows no line; it moves by itself")
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
