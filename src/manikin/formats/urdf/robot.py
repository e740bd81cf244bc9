"""The elements of a URDF file: links, joints, materials, and what was odd in them."""

from __future__ import annotations

from dataclasses import dataclass

from manikin.errors import FormatError, shorten
from manikin.formats.urdf.xml import Place
from manikin.math.rotations import Affine, Vec3
from manikin.skeleton.shapes import Shape
from manikin.skeleton.variables import Dof

__all__ = ["Arc", "Geometry", "Link", "Mimic", "Robot"]

MAX_LINKS = 20_000
"""Most links of a file; so many are read in about a second."""
MAX_WARNINGS = 20
"""Most warnings about one file; the others are counted."""


@dataclass(slots=True)
class Geometry(Place):
    """The solid of a <visual> or <collision>, its own colour, and the name of its material; a mesh is a file still."""

    shape: Shape
    colour: Vec3 | None = None
    material: str = ""


@dataclass(slots=True)
class Link(Place):
    """A link: its mass [kg], centre of mass [m], and solids."""

    name: str
    mass: float = 0.0
    centre: Vec3 = (0.0, 0.0, 0.0)
    visuals: tuple[Geometry, ...] = ()
    collisions: tuple[Geometry, ...] = ()


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
        self.xacro: Place | None = None  # the first element of xacro, which was skipped
        self._dofs: dict[str, Place] = {}
        self._warnings: list[FormatError] = []
        self._untold = 0

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

    def skip_xacro(self, place: Place, tag: str) -> None:
        """Remember that an element of xacro was skipped."""
        if self.xacro is None:
            self.xacro = place
            self.warn(place, f"<{tag[:40]}> belongs to xacro and is skipped; the rest of the file is read")

    @property
    def xacro_hint(self) -> str:
        """What may help if links are missing in a file with elements of xacro."""
        if self.xacro is None:
            return ""
        return f"; line {self.xacro.line} belongs to xacro: run xacro on the file and read what it gives"

    def warn(self, place: Place, message: str) -> None:
        """Note something odd and what was done about it."""
        if len(self._warnings) < MAX_WARNINGS:
            self._warnings.append(place.error(message))
        else:
            self._untold += 1

    def warnings(self, file: str | None) -> tuple[str, ...]:
        """The warnings, each with its place in the file."""
        told = [str(FormatError(odd.message, file=file, line=odd.line, column=odd.column)) for odd in self._warnings]
        if self._untold:
            told.append(str(FormatError(f"and {self._untold} more warnings", file=file)))
        return tuple(told)


def _twice(place: Place, what: str, name: str, first: Place) -> FormatError:
    return place.error(f"the {what} {shorten(name)} exists already (line {first.line}): each needs a name of its own")
