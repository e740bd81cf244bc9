"""The sections of an ``.scr`` file that make the joints: the tree of a skeleton and the data of its joints.

Each has the keywords that may stand in it with their handlers, and keeps what it has read until the end of the file.
Places in the file are kept as positions where ``STATEMENT`` matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

from manikin.errors import InputError, shorten
from manikin.formats.scr.places import matrix, place, three
from manikin.formats.scr.shapes import MeshDraft, read_shape
from manikin.formats.scr.tokens import Cursor, Problem, Words, choose, degrees, finish, length, number, text
from manikin.formats.scr.variables import DofDraft, read_dof
from manikin.math.rotations import scaling
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import MAX_JOINTS
from manikin.skeleton.variables import check_name

__all__ = ["Handler", "Joints", "Kept", "Section", "Tree", "checked_name", "completed"]

Handler = Callable[[Any, Words], object]  # called with the section; what is true ends it
MAX_KNOWN = 1000  # in a big file most statements come again and again: so many are remembered
MAX_KEPT = 100_000  # statements of one kind of section that are kept for later
Kept = list[int]  # their positions


class Section:
    """What stands between ``define WORD "NAME"`` and ``end WORD``; ``statements`` are those that may come next."""

    word: str
    keywords: ClassVar[Mapping[str, Handler]]

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.statements = self.keywords
        self.begun = 0
        self.kept = 0

    def begin(self, name: str) -> None:
        """A new section of this kind starts."""
        self.begun = self.cursor.position

    def end(self, words: Words) -> bool:
        """Whether this is the end of the section."""
        if words[1] != self.word or words[2]:
            expect_end(words, self.word)
        return True

    def keep(self, to: Kept) -> None:
        """Keep the statement at hand for later, when all names are known."""
        if self.kept == MAX_KEPT:
            raise Problem(f"more than {MAX_KEPT:,} statements in all of define {self.word}")
        self.kept += 1
        to.append(self.cursor.position)

    def open(self) -> tuple[str, int]:
        """What has to be ended next, and where it began."""
        return self.word, self.begun


def expect_end(words: Words, word: str) -> None:
    if words[1] != word:
        raise Problem(f'expected "end {word}"' + (f", not {shorten('end ' + words[1])}" if words[1] else ""), 1)
    finish(words, 2)


def checked_name(name: str, what: str, token: int) -> str:
    """The name at a word of the statement at hand, if it is one."""
    try:
        check_name(name, what)
    except InputError as error:
        raise Problem(str(error), token) from None
    return name


class Tree(Section):
    """``define skeleton``: nested joints and groups.  A joint hangs from the one before it in its group."""

    word = "skeleton"

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.name: str | None = None
        self.up: Literal["y", "z"] | None = None
        self.joints: dict[str, tuple[str | None, str | None]] = {}  # parent and group of each
        self.last: str | None = None
        self.group: str | None = None
        self.groups: list[tuple[str | None, str | None, int]] = []
        self.complete = False

    def begin(self, name: str) -> None:
        if self.name is not None:
            raise Problem("there is a skeleton already, and a file holds one")
        super().begin(name)
        self.name = checked_name(name, "skeleton", 2)

    def joint(self, words: Words) -> None:
        name = text(words, 1, "the name of the joint")
        if words[2]:
            finish(words, 2)
        if name in self.joints:
            raise Problem(f"there is a joint {shorten(name)} already", 1)
        if self.last is None and self.joints:
            root = shorten(next(iter(self.joints)))
            raise Problem(f"{shorten(name)} hangs from nothing, but a skeleton has one root, here {root}", 1)
        if len(self.joints) == MAX_JOINTS:
            raise Problem(f"more than {MAX_JOINTS:,} joints", 1)
        checked_name(name, "joint", 1)
        self.joints[name] = (self.last, self.group)
        self.last = name

    def begin_group(self, words: Words) -> None:
        name = None
        if words[1]:
            name = checked_name(text(words, 1, "the name of the group"), "group", 1)
            finish(words, 2)
        if len(self.groups) == MAX_JOINTS:
            raise Problem("the groups are nested too deeply")
        self.groups.append((self.group, self.last, self.cursor.position))
        self.group = name

    def up_axis(self, words: Words) -> None:
        if self.up is not None:
            raise Problem("up is given twice")
        self.up = "y" if choose(words, 1, ("y", "z"), "the axis that points up") == "y" else "z"
        finish(words, 2)

    def end(self, words: Words) -> bool:
        expect_end(words, self.open()[0])
        if self.groups:
            self.group, self.last, _ = self.groups.pop()
            return False
        if not self.joints:
            raise Problem("a skeleton needs at least one joint")
        self.complete = True
        return True

    def open(self) -> tuple[str, int]:
        return ("group", self.groups[-1][2]) if self.groups else (self.word, self.begun)

    keywords: ClassVar[Mapping[str, Handler]] = {"joint": joint, "group": begin_group, "up": up_axis, "end": end}


class Joints(Section):
    """``define joint``: placements, degrees of freedom, mass, objects, mirror partner."""

    word = "joint"

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.positions: dict[str, int] = {}  # of the sections
        self.name = ""
        self.data: dict[str, Any] = {}
        self.mesh: MeshDraft | None = None
        self.known_dofs: dict[Words, DofDraft] = {}
        self.known_shapes: dict[Words, Shape] = {}

    def begin(self, name: str) -> None:
        if name in self.positions:
            raise Problem(f"the joint {shorten(name)} is defined already", 2)
        if len(self.positions) == MAX_JOINTS:
            raise Problem(f"more than {MAX_JOINTS:,} joints")
        self.positions[name] = self.begun = self.cursor.position
        self.name, self.data = name, {}

    def offset(self, words: Words) -> None:
        if "offset" in self.data or "before" in self.data:
            self.refuse("offset", "before")
        self.data["offset"] = (length(words, 1), length(words, 2), length(words, 3))
        if words[4]:
            finish(words, 4)

    def orientation(self, words: Words) -> None:
        self.refuse("orientation", "before")
        self.data["orientation"] = three(words, 1, degrees)
        finish(words, 4)

    def matrix(self, words: Words) -> None:
        self.refuse(words[0], *(("offset", "orientation") if words[0] == "before" else ("scale",)))
        self.data[words[0]] = matrix(words, 1, number)
        finish(words, 13)

    def scale(self, words: Words) -> None:
        self.refuse("scale", "after")
        self.data["scale"] = three(words, 1, number)
        finish(words, 4)

    def centre(self, words: Words) -> None:
        self.refuse("centre")
        self.data["centre"] = three(words, 1, length)
        finish(words, 4)

    def mass(self, words: Words) -> None:
        if "mass" in self.data:
            self.refuse("mass")
        self.data["mass"] = mass = number(words, 1)
        if mass < 0:
            raise Problem("the mass must be 0 or above", 1)
        if words[2]:
            finish(words, 2)

    def refuse(self, key: str, *others: str) -> None:
        """What was said already may not be said again."""
        if key in self.data:
            raise Problem(f"{key} is given twice")
        for other in others:
            if other in self.data:
                raise Problem(f"{key} and {other} exclude each other: give one of them")

    def dof_of(self, words: Words) -> DofDraft:
        """What a statement says of a degree of freedom."""
        dof = self.known_dofs.get(words)
        if dof is None:
            dof = read_dof(words)
            if len(self.known_dofs) < MAX_KNOWN:
                self.known_dofs[words] = dof
        return dof

    def dof(self, words: Words) -> None:
        dof = self.dof_of(words)
        if "dofs" in self.data:
            self.data["dofs"].append(dof)
        else:
            self.data["dofs"] = [dof]

    def mirror(self, words: Words) -> None:
        self.refuse("mirror")
        self.data["mirror"] = text(words, 1, "the name of the mirror partner")
        finish(words, 2)

    def object(self, words: Words) -> None:
        shape = self.known_shapes.get(words) or read_shape(words)
        if isinstance(shape, MeshDraft):
            shape.begun = self.cursor.position
            self.mesh, self.statements = shape, self.in_mesh
        else:
            if len(self.known_shapes) < MAX_KNOWN:
                self.known_shapes[words] = shape
            self.data.setdefault("shapes", []).append(shape)

    def vertex(self, words: Words) -> None:
        self._mesh.vertex(words)

    def face(self, words: Words) -> None:
        self._mesh.face(words)

    def end_mesh(self, words: Words) -> None:
        expect_end(words, "mesh")
        self.data.setdefault("shapes", []).append(self._mesh.finished())
        self.mesh, self.statements = None, self.keywords

    @property
    def _mesh(self) -> MeshDraft:
        assert self.mesh is not None
        return self.mesh

    def open(self) -> tuple[str, int]:
        return ("joint", self.begun) if self.mesh is None else ("mesh", self.mesh.begun)

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
        "end": Section.end,
    }


def completed(data: dict[str, Any]) -> dict[str, Any]:
    """What a section says of a joint as the fields of a ``Joint``, but for its degrees of freedom."""
    offset, orientation, scale = data.pop("offset", None), data.pop("orientation", None), data.pop("scale", None)
    if offset is not None or orientation is not None:
        data["before"] = place(offset, orientation)
    if scale is not None:
        data["after"] = scaling(*scale)
    if "shapes" in data:
        data["shapes"] = tuple(data["shapes"])
    return data
