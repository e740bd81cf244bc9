"""A skeleton from the links and joints of a URDF file: checks the tree and names, turns mimics into couplings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from manikin.errors import FormatError, InputError, shorten, suggestion
from manikin.formats.urdf.xml import Place
from manikin.math.rotations import IDENTITY, Affine, Vec3
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, Dof, Term

__all__ = ["Arc", "Link", "Mimic", "Robot", "Visual", "tree"]


MAX_LINKS = 20_000
"""Most links of a file; so many are read in about a second."""
Visual = tuple[Shape, Vec3 | None, str | None]
"""A solid, its own colour, and the name of its material."""


@dataclass(slots=True)
class Link(Place):
    """A link: its mass [kg], centre of mass [m], and solids."""

    name: str
    mass: float = 0.0
    centre: Vec3 = (0.0, 0.0, 0.0)
    visuals: tuple[Visual, ...] = ()


@dataclass(slots=True)
class Mimic(Place):
    """value = factor · value of another joint + offset."""

    joint: str
    factor: float
    offset: float


@dataclass(slots=True)
class Arc(Place):
    """A URDF joint: it leads from the link ``parent`` to the link ``child``."""

    name: str
    parent: str
    child: str
    before: Affine
    dofs: tuple[Dof, ...]
    mimic: Mimic | None


class Robot(Place):
    """The elements of a file, in file order.  Names are unique; whether they form a tree is checked later."""

    def __init__(self, line: int, column: int, name: str) -> None:
        super().__init__(line, column)
        self.name = name
        self.links: dict[str, Link] = {}
        self.arcs: dict[str, Arc] = {}
        self.colours: dict[str, Vec3] = {}
        self._dofs: dict[str, Place] = {}

    def add_link(self, link: Link) -> None:
        if link.name in self.links:
            raise _twice(link, "link", link.name, self.links[link.name])
        if len(self.links) == MAX_LINKS:
            raise link.error(f"more than {MAX_LINKS:,} links are not read")
        self.links[link.name] = link

    def add_arc(self, arc: Arc) -> None:
        if arc.name in self.arcs:
            raise _twice(arc, "joint", arc.name, self.arcs[arc.name])
        if len(self.arcs) == MAX_LINKS:
            raise arc.error(f"more than {MAX_LINKS:,} joints are not read")
        for dof in arc.dofs:
            if dof.name in self._dofs:
                raise _twice(arc, "degree of freedom", dof.name, self._dofs[dof.name])
            self._dofs[dof.name] = arc
        self.arcs[arc.name] = arc

    def add_colour(self, material: str, colour: Vec3 | None) -> None:
        """Define a material; its first definition counts."""
        if colour is not None:
            self.colours.setdefault(material, colour)


def tree(robot: Robot) -> Skeleton:
    """The robot as a skeleton, or an error that says why it is not a tree."""
    leading = _leading_arcs(robot)
    root = _root(robot, leading)
    _refuse_loops(robot, leading)
    joints = [_joint(robot, root, None)] + [_joint(robot, arc.child, arc) for arc in robot.arcs.values()]
    try:
        return Skeleton(name=robot.name, joints=tuple(joints), couplings=_couplings(robot.arcs), up="z")
    except InputError as error:
        raise robot.error(str(error)) from None


def _joint(robot: Robot, name: str, arc: Arc | None) -> Joint:
    link = robot.links[name]
    try:
        return Joint(
            name=name,
            parent=arc.parent if arc else None,
            before=arc.before if arc else IDENTITY,
            dofs=arc.dofs if arc else (),
            mass=link.mass,
            centre=link.centre,
            shapes=tuple(
                _coloured(shape, own or robot.colours.get(material or "")) for shape, own, material in link.visuals
            ),
        )
    except InputError as error:
        raise link.error(str(error)) from None


def _coloured(shape: Shape, colour: Vec3 | None) -> Shape:
    return shape if colour is None else replace(shape, colour=colour)


# ---- checks of the tree ---------------------------------------------------------------------------


def _leading_arcs(robot: Robot) -> dict[str, Arc]:
    """The joint that leads to each link."""
    leading: dict[str, Arc] = {}
    for arc in robot.arcs.values():
        for end in (arc.parent, arc.child):
            if end not in robot.links:
                close = suggestion(end, robot.links)
                raise arc.error(f"joint {shorten(arc.name)}: there is no link {shorten(end)}{close}")
        if arc.child in leading:
            raise arc.error(
                f"two joints lead to the link {shorten(arc.child)}: {shorten(leading[arc.child].name)} (line "
                f"{leading[arc.child].line}) and {shorten(arc.name)}; loops of links are not read"
            )
        leading[arc.child] = arc
    return leading


def _root(robot: Robot, leading: Mapping[str, Arc]) -> str:
    roots = [name for name in robot.links if name not in leading]
    if len(roots) > 1:
        named = ", ".join(shorten(name) for name in roots[:4]) + (", …" if len(roots) > 4 else "")
        raise robot.links[roots[1]].error(
            f"a robot is one tree, but no joint leads to any of the links {named}: join them by fixed joints"
        )
    if not roots:
        if not robot.links:
            raise robot.error("a robot needs at least one <link>")
        _refuse_loops(robot, leading)
    return roots[0]


def _refuse_loops(robot: Robot, leading: Mapping[str, Arc]) -> None:
    rooted: set[str] = set()
    for start in robot.links:
        path: dict[str, None] = {}
        at = start
        while at in leading and at not in rooted:
            if at in path:
                loop = list(path)[list(path).index(at) :][:6]
                raise leading[at].error(
                    f"the link {shorten(at)} is its own ancestor: {' ← '.join(map(shorten, [*loop, at]))}"
                )
            path[at] = None
            at = leading[at].parent
        rooted.update(path)


def _twice(place: Place, what: str, name: str, first: Place) -> FormatError:
    return place.error(f"the {what} {shorten(name)} exists already (line {first.line}): each needs a name of its own")


# ---- mimic joints ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Driven:
    """value = factor · value of the joint ``base`` + offset; the base mimics no joint."""

    base: Arc
    factor: float
    offset: float


def _couplings(arcs: Mapping[str, Arc]) -> tuple[Coupling, ...]:
    """One coupling for each mimic joint; a mimic of a mimic follows the last joint of that sequence."""
    driven: dict[str, _Driven] = {}
    for arc in arcs.values():
        _follow(arc, arcs, driven)
    _refuse_contradictions(arcs, driven)
    return tuple(
        Coupling(
            name=name,
            terms=(Term(dof=name, parameter=line.base.name, factor=line.factor),),
            offsets=((name, line.offset),) if line.offset else (),
        )
        for name, line in driven.items()
    )


def _follow(arc: Arc, arcs: Mapping[str, Arc], driven: dict[str, _Driven]) -> None:
    """Add a joint, and the joints that it mimics, to ``driven``."""
    path: dict[str, Arc] = {}
    while arc.mimic is not None and arc.name not in driven:
        path[arc.name] = arc
        wanted = arc.mimic.joint
        if wanted in path:
            raise arc.mimic.error(f"joint {shorten(arc.name)} mimics itself by way of {shorten(wanted)}")
        if wanted not in arcs:
            close = suggestion(wanted, arcs)
            raise arc.mimic.error(f"there is no joint {shorten(wanted)} to mimic{close}")
        if len(arcs[wanted].dofs) != 1:
            raise arc.mimic.error(f"joint {shorten(wanted)} cannot be mimicked: it has no single value")
        arc = arcs[wanted]
    line = driven.get(arc.name, _Driven(arc, 1.0, 0.0))
    for follower in reversed(path.values()):
        mimic = follower.mimic
        assert mimic is not None
        line = _Driven(line.base, mimic.factor * line.factor, mimic.factor * line.offset + mimic.offset)
        if not (math.isfinite(line.factor) and math.isfinite(line.offset)):
            raise mimic.error("the multipliers and offsets of joints that mimic one another become infinite")
        driven[follower.name] = line


def _refuse_contradictions(arcs: Mapping[str, Arc], driven: Mapping[str, _Driven]) -> None:
    """Raise an error if the limits of the joints that follow one joint leave it no value."""
    ranges: dict[str, tuple[float, float]] = {}
    for name, line in driven.items():
        dof, base = arcs[name].dofs[0], line.base.dofs[0]
        lo, hi = ranges.get(base.name, (base.lo, base.hi))
        if line.factor:
            ends = sorted((end - line.offset) / line.factor for end in (dof.lo, dof.hi))
            lo, hi = max(lo, ends[0]), min(hi, ends[1])
        if lo > hi or lo == math.inf or hi == -math.inf:
            raise arcs[name].error(
                f"joint {shorten(name)} mimics {shorten(base.name)}, but no value keeps both within their limits"
            )
        ranges[base.name] = (lo, hi)
