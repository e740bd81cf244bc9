"""Bodies and joints of MJCF as joints of a skeleton.

The frame of a body is B · Π T(pᵢ) Dᵢ(qᵢ − refᵢ) T(−pᵢ), the first joint outermost.  Joints at one place become the
degrees of freedom of one ``Joint``; a joint at another place, or with a reference behind others, begins a new one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from manikin.errors import shorten
from manikin.formats.mjcf.model import Model, numbers, unit
from manikin.formats.mjcf.solids import Solid, solid
from manikin.formats.urdf.xml import Element
from manikin.math.rotations import Array, about_axis, affine, compose, euler_degrees
from manikin.skeleton.build import AXES
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Dof

__all__ = ["Coordinate", "Tree", "read_bodies"]

MAX_BODIES, MAX_FRAMES = 20_000, 100


@dataclass(frozen=True)
class Coordinate:
    """Numbers of qpos: a free joint has seven, a ball four, a hinge or slide one; ``names`` are those of its dofs."""

    kind: str
    names: tuple[str, ...]
    ref: float = 0.0


@dataclass
class Tree:
    """The joints of all bodies, the coordinates in the order of qpos, and the coordinates by the names of joints.

    ``sites`` are the bodies and frames of sites; ``names`` are those of bodies, ``taken`` those of joints, ``counts``
    how often a name was given a number.
    """

    joints: list[Joint] = field(default_factory=list)
    coordinates: list[Coordinate] = field(default_factory=list)
    by_name: dict[str, Coordinate] = field(default_factory=dict)
    sites: dict[str, tuple[str, Array]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def unnamed(self, wanted: str) -> str:
        """A name for a joint that has none; parts may have the same."""
        name, count = wanted, 1
        while name in self.taken:
            count += 1
            name = f"{wanted} {count}"
        self.taken.add(name)
        return name

    def unique(self, wanted: str) -> str:
        """The name, with a number if it is taken."""
        name, count = wanted, self.counts.get(wanted, 1)
        while name in self.names:
            count += 1
            name = f"{wanted} {count}"
        self.counts[wanted] = count
        self.names.add(name)
        return name


@dataclass
class _Body:
    """A body while it is read: where it hangs, and what is in it."""

    element: Element
    parent: str
    before: Array
    inherited: str
    joints: list[tuple[Element, dict[str, str]]] = field(default_factory=list)
    solids: list[Solid] = field(default_factory=list)
    sites: list[tuple[str, Array]] = field(default_factory=list)
    inertial: Element | None = None
    lost: int = 0


def read_bodies(model: Model, sites: bool) -> Tree:
    """All bodies of the world, in the order of the file."""
    tree = Tree()
    bodies = [body for section in model.sections if section.tag == "worldbody" for body in _all_bodies(section)]
    if len(bodies) > MAX_BODIES:  # before all the work that they would make
        first = sorted(bodies, key=lambda body: (body.line, body.column))[MAX_BODIES]
        raise first.error(f"more than {MAX_BODIES:,} bodies are not read")
    tree.names.update(body.attributes["name"] for body in bodies if "name" in body.attributes)
    tree.names.add("world")
    tree.taken.update(
        child.attributes["name"]
        for body in bodies
        for child in body.children
        if child.tag in ("joint", "freejoint") and "name" in child.attributes
    )
    world = _Body(Element(1, 1, "worldbody", {}, []), "", np.eye(3, 4), "main")
    stack: list[_Body] = []
    below: list[_Body] = []
    for section in model.sections:
        if section.tag == "worldbody":
            inherited = section.attributes.get("childclass", "main")
            below += _contents(model, section, world, "world", np.eye(3, 4), inherited)
    tree.joints.append(Joint(name="world", shapes=tuple(one.shape for one in world.solids)))
    _add_sites(tree, world, "world", sites)
    stack += reversed(below)
    while stack:
        body = stack.pop()
        name = body.element.attributes.get("name") or tree.unique("body")
        stack += reversed(_contents(model, body.element, body, name, np.eye(3, 4), body.inherited))
        _add(model, tree, body, name)
        _add_sites(tree, body, name, sites)
    return tree


def _all_bodies(section: Element) -> list[Element]:
    found, stack = [], [section]
    while stack:
        element = stack.pop()
        found += [child for child in element.children if child.tag == "body"]
        stack += [child for child in element.children if child.tag in ("body", "frame")]
    return found


def _contents(
    model: Model, element: Element, body: _Body, name: str, frame: Array, inherited: str, depth: int = 0
) -> list[_Body]:
    """Take in what is inside an element; gives the bodies that hang there, in their order."""
    below: list[_Body] = []
    for child in element.children:
        own = child.attributes.get("childclass", inherited)
        match child.tag:
            case "body":
                if len(child.attributes.get("name", "")) > 900:
                    raise child.error("a name of more than 900 letters")
                place = compose(frame, model.frame(child, child.attributes))
                below.append(_Body(child, name, place, own))
            case "frame":
                if depth == MAX_FRAMES:
                    raise child.error(f"frames that are nested more than {MAX_FRAMES} deep are not read")
                inner = compose(frame, model.frame(child, child.attributes))
                below += _contents(model, child, body, name, inner, own, depth + 1)
            case "joint":
                attributes = model.attributes(child, "joint", inherited)
                body.joints.append((child, _in_body(child, attributes, frame)))
            case "freejoint":
                body.joints.append((child, {"type": "free", **child.attributes}))
            case "inertial":
                body.inertial = child
            case "geom":
                attributes = model.attributes(child, "geom", inherited)
                found = solid(model, child, attributes, frame)
                body.lost += found is None and attributes.get("type") != "plane"
                body.solids += [] if found is None else [found]
            case "site":
                attributes = model.attributes(child, "site", inherited)
                body.sites.append(
                    (child.attributes.get("name", "site"), compose(frame, model.frame(child, attributes)))
                )
    return below


def _in_body(element: Element, attributes: dict[str, str], frame: Array) -> dict[str, str]:
    """The attributes of a joint inside a frame as those of the body."""
    if np.array_equal(frame, np.eye(3, 4)) or attributes.get("type") == "free":
        return attributes
    place = frame[:, :3] @ numbers(element, attributes, "pos", 3, "0 0 0") + frame[:, 3]
    axis = frame[:, :3] @ numbers(element, attributes, "axis", 3, "0 0 1")
    moved = {"pos": place, "axis": axis}
    return {**attributes, **{key: " ".join(map(repr, value.tolist())) for key, value in moved.items()}}


def _add_sites(tree: Tree, body: _Body, name: str, wanted: bool) -> None:
    tree.sites.update({label: (name, place) for label, place in body.sites})
    for label, place in body.sites if wanted else []:
        before = affine(place[:, :3], place[:, 3].tolist())
        tree.joints.append(Joint(name=tree.unique(label), parent=name, before=before))


# ---- joints ------------------------------------------------------------------------------------


@dataclass
class _Link:
    """A ``Joint`` to be: what is before its degrees of freedom, and the place about which they turn."""

    label: str
    before: Array
    at: Array | None = None
    dofs: list[Dof] = field(default_factory=list)


def _add(model: Model, tree: Tree, body: _Body, name: str) -> None:
    """Add the joints of a body: one for each link, the last with the name of the body."""
    links = [_Link("", body.before)]
    for element, attributes in body.joints:
        kind = attributes.get("type", "hinge")
        label = attributes.get("name") or tree.unnamed(name if len(body.joints) == 1 else f"{name} joint")
        if label in tree.by_name:
            raise element.error(f"there are two joints {shorten(label)}")
        if kind == "free":
            if len(body.joints) > 1 or body.parent != "world":
                raise element.error("a free joint stands alone in a body of the world")
            links = [_free(label, body.before)]
            coordinate = Coordinate("free", tuple(dof.name for dof in links[0].dofs))
        elif kind == "ball":
            _at(links, label, np.array(numbers(element, attributes, "pos", 3, "0 0 0")), np.eye(3))
            dofs = [Dof(name=f"{label}.{letter}", axis=AXES[letter]) for letter in "zyx"]
            links[-1].dofs += dofs
            if model.limited(element, attributes):
                model.warn(element, f"the cone that limits the ball {shorten(label)} is not read")
            coordinate = Coordinate("ball", tuple(dof.name for dof in dofs))
        elif kind in ("hinge", "slide"):
            coordinate = _single(model, links, element, attributes, kind, label)
        else:
            raise element.error(f"a joint is free, ball, hinge or slide, not {shorten(kind)}")
        tree.by_name[label] = coordinate
        tree.coordinates.append(coordinate)
    _finish(model, tree, body, name, links)


def _single(
    model: Model, links: list[_Link], element: Element, attributes: dict[str, str], kind: str, label: str
) -> Coordinate:
    slides = kind == "slide"
    axis = unit(element, numbers(element, attributes, "axis", 3, "0 0 1"))
    angle = (lambda value: value) if slides else model.angle
    ref = angle(numbers(element, attributes, "ref", 1, "0")[0])
    turn = np.eye(3) if slides else about_axis(axis, -ref)
    _at(links, label, None if slides else np.array(numbers(element, attributes, "pos", 3, "0 0 0")), turn)
    if slides and ref:
        links[-1].before = compose(links[-1].before, np.column_stack([np.eye(3), -ref * axis]))
    lo, hi = -math.inf, math.inf
    if model.limited(element, attributes):
        lo, hi = (angle(value) for value in numbers(element, attributes, "range", 2))
        if lo >= hi:
            raise element.error(f"the range of {shorten(label)} must rise")
    x, y, z = axis.tolist()
    rest = min(max(ref, lo), hi)
    links[-1].dofs.append(Dof(name=label, kind="slide" if slides else "hinge", axis=(x, y, z), lo=lo, hi=hi, rest=rest))
    return Coordinate(kind, (label,), ref)


def _at(links: list[_Link], label: str, place: Array | None, turn: Array) -> None:
    """Go on with the last link if the next degree of freedom fits there; else begin another."""
    last = links[-1]
    turned = not np.array_equal(turn, np.eye(3))
    moved = place is not None and last.at is not None and not np.array_equal(place, last.at)
    if last.dofs and (turned or moved or (last.at is None and place is not None and place.any())):
        links.append(_Link(label, np.eye(3, 4)))
        last = links[-1]
    if place is not None and last.at is None:
        last.at = place
        last.before = compose(last.before, np.column_stack([np.eye(3), place]))
    if turned:
        last.before = compose(last.before, np.column_stack([turn, np.zeros(3)]))


def _free(label: str, before: Array) -> _Link:
    """Six degrees of freedom that rest where the body is."""
    x, y, z = (math.radians(angle) for angle in euler_degrees(before[:, :3]))
    dofs = [
        Dof(name=f"{label}.t{letter}", kind="slide", axis=AXES[letter], rest=float(value))
        for letter, value in zip("xyz", before[:, 3], strict=True)
    ]
    dofs += [
        Dof(name=f"{label}.{letter}", axis=AXES[letter], rest=value) for letter, value in (("z", z), ("y", y), ("x", x))
    ]
    return _Link(label, np.eye(3, 4), None, dofs)


def _finish(model: Model, tree: Tree, body: _Body, name: str, links: list[_Link]) -> None:
    mass, centre = _inertia(model, body)
    parent = body.parent
    for i, link in enumerate(links):
        last = i == len(links) - 1
        label = name if last else tree.unique(links[i].label or links[i].dofs[0].name)
        back = np.zeros(3) if link.at is None else -link.at
        tree.joints.append(
            Joint(
                name=label,
                parent=parent,
                before=affine(link.before[:, :3], link.before[:, 3].tolist()),
                dofs=tuple(link.dofs),
                after=affine(offset=back.tolist()),
                mass=mass if last else 0.0,
                centre=(float(centre[0]), float(centre[1]), float(centre[2])) if last else (0.0, 0.0, 0.0),
                shapes=tuple(one.shape for one in body.solids) if last else (),
            )
        )
        parent = label


def _inertia(model: Model, body: _Body) -> tuple[float, Array]:
    """Mass and centre of mass of a body: as it says, else those of its geoms."""
    if body.inertial is not None:
        given = body.inertial
        mass = numbers(given, given.attributes, "mass", 1)[0]
        if mass < 0:
            raise given.error("a mass must be 0 or above")
        return mass, np.array(numbers(given, given.attributes, "pos", 3))
    if body.lost:
        model.warn(body.element, f"{body.lost} geoms of {shorten(body.element.attributes.get('name', 'a body'))} that "
                   "are no simple solids are lost, and with them their mass")  # fmt: skip
    mass = math.fsum(one.mass for one in body.solids)
    if not mass > 0:
        return 0.0, np.zeros(3)
    return mass, np.sum([one.mass * one.centre for one in body.solids], axis=0) / mass
