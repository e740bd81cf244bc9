"""``.xml``, ``.mjcf``: models of MuJoCo; docs/formats/mjcf.md."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from manikin.errors import FormatError, ManikinError, shorten
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.formats.mjcf.bodies import Tree, read_bodies
from manikin.formats.mjcf.model import Model, numbers, read_model
from manikin.formats.urdf.xml import Element
from manikin.math.rotations import euler_degrees, from_quaternion
from manikin.skeleton.limbs import with_limbs
from manikin.skeleton.partners import with_partners
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import Coupling, NamedPose, Term

__all__ = ["Mjcf"]

MAX_WARNINGS = 20


class Mjcf(
    Format,
    name="mjcf",
    suffixes=(".xml", ".mjcf"),
    describes="models of MuJoCo (MJCF)",
    losses={
        "skeletons": "dynamics, actuators, sensors, contacts, meshes and height fields, inertia tensors, cones of "
        "balls, constraints between bodies, tendons, materials"
    },
):
    """Reads the kinematics of a model, with z up."""

    def read(
        self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside, sites: bool = False
    ) -> Content:
        """The skeleton; ``sites`` adds the sites as joints without freedom."""
        try:
            model = read_model(data, file, beside)
            tree = read_bodies(model, bool(sites))
            couplings = tuple(_couplings(model, tree))
            driven = {name for coupling in couplings for name in coupling.driven}
            skeleton = Skeleton(
                name=model.name[:100] or stem_of(file) or "mjcf",
                joints=with_partners(tuple(tree.joints)),
                couplings=couplings,
                poses=tuple(_poses(model, tree, driven)),
                up="z",
            )
            return Content(skeletons=(with_limbs(skeleton),), warnings=_told(model, file))
        except FormatError as error:
            raise FormatError(error.message, file=file, line=error.line, column=error.column) from None
        except ManikinError as error:
            raise FormatError(str(error), file=file) from None


def _told(model: Model, file: str | None) -> tuple[str, ...]:
    told = [str(FormatError(odd.message, file=file, line=odd.line, column=odd.column)) for odd in model.odd]
    more = [str(FormatError(f"and {len(told) - MAX_WARNINGS} more warnings", file=file))] if told[MAX_WARNINGS:] else []
    return (*told[:MAX_WARNINGS], *more)


def _inside(model: Model, section: str) -> Iterator[Element]:
    for element in model.sections:
        if element.tag == section:
            yield from element.children


def _couplings(model: Model, tree: Tree) -> Iterator[Coupling]:
    """Equalities of joints along lines; q₁ − ref₁ = a₀ + a₁ (q₂ − ref₂)."""
    lines: dict[str, tuple[str | None, float, float]] = {}
    for element in _inside(model, "equality"):
        attributes = model.attributes(element, element.tag, "main")
        if attributes.get("active") == "false":
            continue
        if element.tag != "joint":
            model.warn(element, f"the constraint <{element.tag[:40]}> is not read; lock the parts together instead")
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


def _poses(model: Model, tree: Tree, driven: set[str]) -> Iterator[NamedPose]:
    """Keyframes with all of their qpos."""
    width = {"free": 7, "ball": 4, "hinge": 1, "slide": 1}
    size = sum(width[one.kind] for one in tree.coordinates)
    names: set[str] = set()
    for number, element in enumerate(_inside(model, "keyframe"), 1):
        if "qpos" not in element.attributes:
            continue
        numbers_left = numbers(element, element.attributes, "qpos", size)
        values: list[tuple[str, float]] = []
        for one in tree.coordinates:
            own, numbers_left = numbers_left[: width[one.kind]], numbers_left[width[one.kind] :]
            if one.kind in ("free", "ball"):
                w, *xyz = own[-4:]
                if not np.hypot.reduce([w, *xyz]) > 1e-14:
                    raise element.error("qpos has a quaternion of zero")
                x, y, z = (math.radians(angle) for angle in euler_degrees(from_quaternion([*xyz, w])))
                own = [*own[:-4], z, y, x]
            values += zip(one.names, own, strict=True)
        name = element.attributes.get("name") or f"key {number}"
        if name not in names:
            names.add(name)
            yield NamedPose(name=name, values=tuple(pair for pair in values if pair[0] not in driven))
