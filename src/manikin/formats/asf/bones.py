"""The sections of an ASF file: units, root, bones, hierarchy."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from manikin.errors import FormatError, shorten, suggestion
from manikin.formats.number_rows import NUMBER
from manikin.math.rotations import Vec3

__all__ = ["Acclaim", "Bone", "read_acclaim"]

MAX_BONES = 20_000
KEPT = {"units", "root", "bonedata", "hierarchy"}
"""Sections that are read; of the name only that it is one."""
SKIPPED = {"version", "name", "documentation", "skin"}
DOFS = ("tx", "ty", "tz", "rx", "ry", "rz", "l")
INCH = 0.0254


@dataclass
class Bone:
    """A bone, or the root, which has no length.  Lengths and angles as in the file.

    Attributes:
        name: Its name.
        line: Where it stands in the file.
        direction: Unit vector along it, in the frame of the world.
        length: Its length.
        axis: Angles of its own frame [degrees], in the order of ``letters``.
        letters: The axes about which these angles turn, one after another.
        dofs: Its degrees of freedom in the order of the file; those of the root too.
        limits: Lower and upper limit of each of them.
        mass: Its mass.
        centre: How far along the bone its centre of mass is.
        position: Place of the root.
    """

    name: str
    line: int
    direction: Vec3 = (0.0, 0.0, 0.0)
    length: float = 0.0
    axis: Vec3 = (0.0, 0.0, 0.0)
    letters: str = "xyz"
    dofs: tuple[str, ...] = ()
    limits: tuple[tuple[float, float], ...] = ()
    mass: float = 0.0
    centre: float = 0.0
    position: Vec3 = (0.0, 0.0, 0.0)


@dataclass
class Acclaim:
    """A file: the root and the bones by name, the parent of each, and the units."""

    bones: dict[str, Bone] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    length: float = 1.0
    mass: float = 1.0
    degrees: bool = True

    @property
    def metres(self) -> float:
        """Metres in a unit of length; the unit of the file is an inch divided by its ``length``."""
        return INCH / self.length


@dataclass
class _Line:
    number: int
    words: list[str]
    file: str | None

    def error(self, message: str) -> FormatError:
        return FormatError(message, file=self.file, line=self.number)

    def numbers(self, count: int) -> list[float]:
        """The numbers behind the first word."""
        given = self.words[1 : 1 + count]
        values = [float(word) if NUMBER.fullmatch(word) else math.inf for word in given]
        if len(values) != count or not all(abs(value) < 1e100 for value in values):
            raise self.error(f"expected {self.words[0]} and {count} finite numbers")
        return values

    def vector(self) -> Vec3:
        x, y, z = self.numbers(3)
        return (x, y, z)


def read_acclaim(text: str, file: str | None) -> Acclaim:
    """The content of a file."""
    made = Acclaim()
    sections = {"units": _units, "root": _root, "bonedata": _bones, "hierarchy": _hierarchy}
    found: set[str] = set()
    for name, lines in _sections(text, file):
        found.add(name)
        if name in sections:
            sections[name](lines, made)
    for name in ("root", "bonedata", "hierarchy"):
        if name not in found:
            raise FormatError(f"there is no :{name} in this file; is it complete?", file=file)
    for bone in made.bones.values():
        if bone.name != "root" and bone.name not in made.parents:
            raise FormatError(f"the bone {shorten(bone.name)} is not in the :hierarchy", file=file, line=bone.line)
    return made


def _sections(text: str, file: str | None) -> Iterator[tuple[str, list[_Line]]]:
    name = ""
    lines: list[_Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].replace("(", " ( ").replace(")", " ) ").split()
        if not words:
            continue
        if words[0].startswith(":"):
            if name:
                yield name, lines
            name, lines = words[0][1:].lower(), []
            if name not in KEPT | SKIPPED:
                near = suggestion(name, KEPT | SKIPPED)
                raise FormatError(f"there is no section :{name[:40]}{near}", file=file, line=number)
        elif not name:
            raise FormatError("an ASF file begins with a section such as :version", file=file, line=number)
        else:
            lines.append(_Line(number, words, file))
    if not name:
        raise FormatError("an ASF file has sections such as :bonedata; here is none", file=file)
    yield name, lines


def _units(lines: list[_Line], made: Acclaim) -> None:
    for line in lines:
        match line.words[0].lower():
            case "length" | "mass":
                (value,) = line.numbers(1)
                if value <= 0:
                    raise line.error(f"the unit of {line.words[0]} must be above 0")
                setattr(made, line.words[0].lower(), value)
            case "angle":
                if line.words[1:] not in (["deg"], ["rad"]):
                    raise line.error("expected angle deg or angle rad")
                made.degrees = line.words[1] == "deg"
            case _:
                raise line.error(f"expected length, mass or angle, not {shorten(line.words[0])}")


def _letters(line: _Line, word: str) -> str:
    if sorted(word.lower()) != ["x", "y", "z"]:
        raise line.error(f"expected an order of axes such as XYZ, not {shorten(word)}")
    return word.lower()


def _root(lines: list[_Line], made: Acclaim) -> None:
    root = Bone("root", lines[0].number if lines else 1)
    for line in lines:
        match line.words[0].lower():
            case "order":
                root.dofs = _dofs(line)
            case "axis":
                root.letters = _letters(line, line.words[1] if len(line.words) > 1 else "")
            case "position":
                root.position = line.vector()
            case "orientation":
                root.axis = line.vector()
            case _:
                raise line.error(f"expected order, axis, position or orientation, not {shorten(line.words[0])}")
    made.bones = {"root": root, **made.bones}


def _dofs(line: _Line) -> tuple[str, ...]:
    given = tuple(word.lower() for word in line.words[1:])
    for word in given:
        if word not in DOFS:
            raise line.error(f"expected degrees of freedom, of {', '.join(DOFS)}, not {shorten(word)}")
    if len(set(given)) < len(given):
        raise line.error("a degree of freedom stands here twice")
    return given


def _bones(lines: list[_Line], made: Acclaim) -> None:
    bone: Bone | None = None
    limits: list[str] | None = None
    for line in lines:
        key = line.words[0].lower()
        if key == "begin":
            bone, limits = Bone("", line.number), None
        elif bone is None:
            raise line.error(f"expected begin, not {shorten(line.words[0])}")
        elif key == "end":
            _finish(bone, limits, line, made)
            bone = None
        elif key == "(" and limits is not None:
            limits += line.words
        elif key == "limits":
            limits = line.words[1:]
        else:
            _field(bone, key, line)
    if bone is not None:
        raise lines[-1].error("this bone has no end; is the file complete?")


def _field(bone: Bone, key: str, line: _Line) -> None:
    match key:
        case "name":
            bone.name = " ".join(line.words[1:])[:1000]
        case "direction":
            bone.direction = line.vector()
        case "length":
            (bone.length,) = line.numbers(1)
        case "axis":
            bone.axis = line.vector()
            bone.letters = _letters(line, line.words[4] if len(line.words) > 4 else "XYZ")
        case "dof":
            bone.dofs = _dofs(line)
        case "bodymass":
            (bone.mass,) = line.numbers(1)
        case "cofmass":
            (bone.centre,) = line.numbers(1)
        case "id":
            pass
        case _:
            raise line.error(f"a bone has no {shorten(line.words[0])}")


def _finish(bone: Bone, limits: list[str] | None, line: _Line, made: Acclaim) -> None:
    if not bone.name or bone.name in made.bones or bone.name == "root":
        raise line.error(f"a bone needs a name of its own, not {shorten(bone.name)}")
    if len(made.bones) > MAX_BONES:
        raise line.error(f"more than {MAX_BONES:,} bones are not read")
    if not 0 <= bone.mass < math.inf:
        raise line.error("a mass must be 0 or above")
    if limits is not None:
        words = [word for word in limits if word not in "()"]
        ends = [
            float(word) if NUMBER.fullmatch(word) or word.lower() in ("inf", "-inf") else math.nan for word in words
        ]
        bone.limits = tuple(zip(ends[::2], ends[1::2], strict=False))
        if len(ends) != 2 * len(bone.dofs) or not all(lo <= hi for lo, hi in bone.limits):
            raise line.error(f"expected limits (lower upper) for each of {len(bone.dofs)} degrees of freedom")
    made.bones[bone.name] = bone


def _hierarchy(lines: list[_Line], made: Acclaim) -> None:
    for line in lines:
        parent, *children = line.words
        if parent in ("begin", "end") and not children:
            continue
        for name in line.words:
            if name not in made.bones:
                raise line.error(f"there is no bone {shorten(name)}{suggestion(name, made.bones)}")
        for name in children:
            if name in made.parents or name == "root":
                raise line.error(f"the bone {shorten(name)} has two parents")
            made.parents[name] = parent
