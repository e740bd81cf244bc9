"""The sections of an ``.scr`` file that describe joints: the tree of the skeleton, and the data of each joint.

A section has a handler for each keyword that may stand in it.  What it reads is kept until the end of the file, when
all names are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from manikin.errors import InputError, shorten
from manikin.formats.scr.places import matrix, place, three
from manikin.formats.scr.shapes import MeshDraft, read_shape
from manikin.formats.scr.tokens import Mistake, Words, choose, degrees, finish, length, number, text
from manikin.formats.scr.variables import read_dof
from manikin.math.rotations import scaling
from manikin.skeleton.variables import check_name

__all__ = [
    "MAX_JOINTS",
    "Cursor",
    "Definition",
    "Handler",
    "JointSection",
    "Section",
    "SkeletonSection",
    "checked_name",
]

MAX_JOINTS = 20_000
"""Most joints of a file, and deepest nesting of groups."""
MAX_DOFS = 60_000
"""Most degrees of freedom of a file."""

Handler = Callable[[Any, Words], object]
"""Takes the section and the words of a statement; a true result ends the section."""


@dataclass(slots=True)
class Cursor:
    """Where the reader is, or what an error is about: a position in the text at which ``STATEMENT`` matches."""

    position: int = 0


@dataclass(slots=True)
class Definition:
    """One ``define WORD "NAME"`` … ``end WORD``.

    Attributes:
        position: where it starts.
        data: what has been read of it.
        kept: position and words of statements that are read at the end of the file.
    """

    position: int
    data: dict[str, Any] = field(default_factory=dict)
    kept: list[tuple[int, Words]] = field(default_factory=list)


class Section:
    """All definitions of one kind.  ``statements`` are the handlers by keyword that are valid at the moment."""

    word: ClassVar[str]
    keywords: ClassVar[Mapping[str, Handler]]
    max_definitions: ClassVar[int] = 100_000

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.statements = self.keywords
        self.definitions: dict[str, Definition] = {}

    def begin(self, name: str) -> None:
        """Start a new definition."""
        if name in self.definitions:
            raise Mistake(f"the {self.word} {shorten(name)} is defined already", 2)
        if len(self.definitions) == self.max_definitions:
            raise Mistake(f"more than {self.max_definitions:,} {self.word}s", 1)
        self.definitions[checked_name(name, self.word, 2)] = self.definition = Definition(self.cursor.position)

    def end(self, words: Words) -> bool:
        """End the definition."""
        expect_end(words, self.word)
        return True

    def once(self, key: str, *others: str) -> None:
        """Raise an error if ``key``, or one of ``others`` that exclude it, was given before."""
        if key in self.definition.data:
            raise Mistake(f"{key} is given twice")
        for other in others:
            if other in self.definition.data:
                raise Mistake(f"{key} and {other} exclude each other: give one of them")

    def open(self) -> tuple[str, int]:
        """What has to be ended next, and where it started."""
        return self.word, self.definition.position


def expect_end(words: Words, word: str) -> None:
    """Raise an error if the statement is not ``end WORD``."""
    if words[1] != word:
        raise Mistake(f'expected "end {word}"' + (f", not {shorten('end ' + words[1])}" if words[1] else ""), 1)
    finish(words, 2)


def checked_name(name: str, what: str, token: int) -> str:
    """The name at a word of the current statement, if it is a valid name."""
    try:
        check_name(name, what)
    except InputError as error:
        raise Mistake(str(error), token) from None
    return name


class SkeletonSection(Section):
    """``define skeleton``: nested joints and groups.  A joint hangs from the joint before it in its group."""

    word = "skeleton"

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.up: Literal["y", "z"] | None = None
        self.joints: dict[str, tuple[str | None, str | None]] = {}
        """Parent and group of each joint."""
        self.last: str | None = None
        self.group: str | None = None
        self.outer: list[tuple[str | None, str | None, int]] = []
        """Group, last joint and start of each open group, from the outside in."""

    def begin(self, name: str) -> None:
        if self.definitions:
            raise Mistake("there is a skeleton already, and a file holds one")
        super().begin(name)

    def joint(self, words: Words) -> None:
        name = text(words, 1, "the name of the joint")
        finish(words, 2)
        if name in self.joints:
            raise Mistake(f"there is a joint {shorten(name)} already", 1)
        if self.last is None and self.joints:
            root = shorten(next(iter(self.joints)))
            raise Mistake(f"{shorten(name)} hangs from nothing, but a skeleton has one root, here {root}", 1)
        if len(self.joints) == MAX_JOINTS:
            raise Mistake(f"more than the {MAX_JOINTS:,} joints that are read", 1)
        self.joints[checked_name(name, "joint", 1)] = (self.last, self.group)
        self.last = name

    def begin_group(self, words: Words) -> None:
        name = None
        if words[1]:
            name = checked_name(text(words, 1, "the name of the group"), "group", 1)
            finish(words, 2)
        if len(self.outer) == MAX_JOINTS:
            raise Mistake("the groups are nested too deeply")
        self.outer.append((self.group, self.last, self.cursor.position))
        self.group = name

    def up_axis(self, words: Words) -> None:
        if self.up is not None:
            raise Mistake("up is given twice")
        self.up = "y" if choose(words, 1, ("y", "z"), "the axis that points up") == "y" else "z"
        finish(words, 2)

    def end(self, words: Words) -> bool:
        expect_end(words, self.open()[0])
        if self.outer:
            self.group, self.last, _ = self.outer.pop()
            return False
        if not self.joints:
            raise Mistake("a skeleton needs at least one joint")
        return True

    def open(self) -> tuple[str, int]:
        return ("group", self.outer[-1][2]) if self.outer else super().open()

    keywords: ClassVar[Mapping[str, Handler]] = {"joint": joint, "group": begin_group, "up": up_axis, "end": end}


class JointSection(Section):
    """``define joint``: placement, degrees of freedom, mass, objects, mirror partner."""

    word = "joint"
    max_definitions = MAX_JOINTS
    mesh: MeshDraft | None = None
    dof_count = 0

    def offset(self, words: Words) -> None:
        self.once("offset", "before")
        self.definition.data["offset"] = three(words, 1, length)
        finish(words, 4)

    def orientation(self, words: Words) -> None:
        self.once("orientation", "before")
        self.definition.data["orientation"] = three(words, 1, degrees)
        finish(words, 4)

    def matrix(self, words: Words) -> None:
        self.once(words[0], *(("offset", "orientation") if words[0] == "before" else ("scale",)))
        self.definition.data[words[0]] = matrix(words, 1, number)
        finish(words, 13)

    def scale(self, words: Words) -> None:
        self.once("scale", "after")
        self.definition.data["scale"] = three(words, 1, number)
        finish(words, 4)

    def centre(self, words: Words) -> None:
        self.once("centre")
        self.definition.data["centre"] = three(words, 1, length)
        finish(words, 4)

    def mass(self, words: Words) -> None:
        self.once("mass")
        self.definition.data["mass"] = mass = number(words, 1)
        if mass < 0:
            raise Mistake("the mass must be 0 or above", 1)
        finish(words, 2)

    def dof(self, words: Words) -> None:
        if self.dof_count == MAX_DOFS:
            raise Mistake(f"more than the {MAX_DOFS:,} degrees of freedom that are read")
        self.dof_count += 1
        self.definition.data.setdefault("dofs", []).append(read_dof(words))

    def mirror(self, words: Words) -> None:
        self.once("mirror")
        self.definition.data["mirror"] = text(words, 1, "the name of the mirror partner")
        finish(words, 2)

    def object(self, words: Words) -> None:
        shape = read_shape(words)
        if isinstance(shape, MeshDraft):
            shape.position = self.cursor.position
            self.mesh, self.statements = shape, self.in_mesh
        else:
            self.definition.data.setdefault("shapes", []).append(shape)

    def vertex(self, words: Words) -> None:
        self._mesh.vertex(words)

    def face(self, words: Words) -> None:
        self._mesh.face(words)

    def end_mesh(self, words: Words) -> None:
        expect_end(words, "mesh")
        self.definition.data.setdefault("shapes", []).append(self._mesh.finished())
        self.mesh, self.statements = None, self.keywords

    @property
    def _mesh(self) -> MeshDraft:
        assert self.mesh is not None
        return self.mesh

    def open(self) -> tuple[str, int]:
        return super().open() if self.mesh is None else ("mesh", self.mesh.position)

    def end(self, words: Words) -> bool:
        """End the definition and turn the placement that was read into the transforms of a ``Joint``."""
        data = self.definition.data
        offset, orientation, scale = data.pop("offset", None), data.pop("orientation", None), data.pop("scale", None)
        if offset is not None or orientation is not None:
            data["before"] = place(offset, orientation)
        if scale is not None:
            data["after"] = scaling(*scale)
        if "shapes" in data:
            data["shapes"] = tuple(data["shapes"])
        return super().end(words)

    in_mesh: ClassVar[Mapping[str, Handler]] = {"vertex": vertex, "face": face, "end": end_mesh}
    keywords: ClassVar[Mapping[str, Handler]] = {
        "offset": offset,
        "orientation": orientation,
        "before": matrix,
        "hinge": dof,
        "slide": dof,
        "scale": scale,
        "after": matrix,
        "mass": mass,
        "centre": centre,
        "object": object,
        "mirror": mirror,
        "end": end,
    }
