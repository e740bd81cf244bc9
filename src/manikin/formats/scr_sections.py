"""The sections of an ``.scr`` file: the tree of a skeleton, the data of its joints, its couplings, its limits.

Each has the keywords that may stand in it with their handlers, and keeps what it has read until the end of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from manikin.errors import InputError, shorten
from manikin.formats.scr_places import matrix, place, three
from manikin.formats.scr_shapes import MeshDraft, read_shape
from manikin.formats.scr_tokens import Problem, Words, choose, degrees, finish, length, number, text
from manikin.formats.scr_variables import read_dof, read_parameter
from manikin.rotations import scaling
from manikin.skeleton import MAX_JOINTS, Variable, check_name

__all__ = ["Couplings", "Handler", "Joints", "Limits", "Section", "Statement", "Tree"]

Statement = re.Match[str]
Handler = Callable[[Words], None]


class Section:
    """What stands between ``define WORD "NAME"`` and ``end WORD``; ``done`` says that the end was met."""

    word: str

    def __init__(self) -> None:
        self.statements: dict[str, Handler] = {}
        self.at: Statement | None = None  # the statement at hand
        self.begun: Statement | None = None
        self.done = True

    def begin(self, name: str, at: Statement) -> None:
        """A new section of this kind starts."""
        self.begun, self.done = at, False

    def end(self, words: Words) -> None:
        expect_end(words, self.word)
        self.done = True

    def open(self) -> tuple[str, Statement | None]:
        """What has to be ended next, and where it began."""
        return self.word, self.begun


def expect_end(words: Words, word: str) -> None:
    if words[1] != word:
        raise Problem(f'expected "end {word}"' + (f", not {shorten('end ' + words[1])}" if words[1] else ""), 1)
    finish(words, 2)


class Tree(Section):
    """``define skeleton``: nested joints and groups.  A joint hangs from the one before it in its group."""

    word = "skeleton"

    def __init__(self) -> None:
        super().__init__()
        self.name: str | None = None
        self.up: Any = None
        self.joints: dict[str, tuple[str | None, str | None]] = {}  # parent and group of each
        self.last: str | None = None
        self.group: str | None = None
        self.groups: list[tuple[str | None, str | None, Statement | None]] = []
        self.statements = {"joint": self.joint, "group": self.begin_group, "up": self.up_axis, "end": self.end}

    def begin(self, name: str, at: Statement) -> None:
        if self.name is not None:
            raise Problem("there is a skeleton already, and a file holds one")
        super().begin(name, at)
        self.name = name

    def joint(self, words: Words) -> None:
        name = text(words, 1, "the name of the joint")
        if words[2]:
            finish(words, 2)
        if name in self.joints:
            raise Problem(f"there is a joint {shorten(name)} already", 1)
        if self.last is None and self.joints:
            raise Problem(f"{shorten(name)} hangs from nothing, but a skeleton has one root: {self._root()}", 1)
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
        if len(self.groups) == 2 * MAX_JOINTS:
            raise Problem("groups are nested too deeply")
        self.groups.append((self.group, self.last, self.at))
        self.group = name

    def up_axis(self, words: Words) -> None:
        if self.up is not None:
            raise Problem("up is given twice")
        self.up = choose(words, 1, ("y", "z"), "the axis that points up")
        finish(words, 2)

    def end(self, words: Words) -> None:
        expect_end(words, self.open()[0])
        if self.groups:
            self.group, self.last, _ = self.groups.pop()
        elif not self.joints:
            raise Problem("a skeleton needs at least one joint")
        else:
            self.done = True

    def open(self) -> tuple[str, Statement | None]:
        return ("group", self.groups[-1][2]) if self.groups else (self.word, self.begun)

    def _root(self) -> str:
        return shorten(next(iter(self.joints)))


class Joints(Section):
    """``define joint``: placements, degrees of freedom, mass, objects, mirror partner."""

    word = "joint"

    def __init__(self, tree: Tree) -> None:
        super().__init__()
        self.tree = tree
        self.blocks: dict[str, tuple[Statement, dict[str, Any]]] = {}
        self.data: dict[str, Any] = {}
        self.mesh: MeshDraft | None = None
        self.statements = self.in_joint = {
            "offset": self.offset,
            "orientation": self.orientation,
            "before": self.matrix,
            "hinge": self.dof,
            "slide": self.dof,
            "scale": self.scale,
            "after": self.matrix,
            "mass": self.mass,
            "centre": self.centre,
            "object": self.object,
            "mirror": self.mirror,
            "end": self.end,
        }

    def begin(self, name: str, at: Statement) -> None:
        if name in self.blocks:
            raise Problem(f"the joint {shorten(name)} is defined already", 2)
        if len(self.blocks) == MAX_JOINTS:
            raise Problem(f"more than {MAX_JOINTS:,} joints")
        self.begun, self.done = at, False
        self.data = {}
        self.blocks[name] = (at, self.data)

    def once(self, key: str, *others: str) -> None:
        if key in self.data:
            raise Problem(f"{key} is given twice")
        for other in others:
            if other in self.data:
                raise Problem(f"{key} and {other} exclude each other: give one of them")

    def offset(self, words: Words) -> None:
        self.once("offset", "before")
        self.data["offset"] = three(words, 1, length)
        finish(words, 4)

    def orientation(self, words: Words) -> None:
        self.once("orientation", "before")
        self.data["orientation"] = three(words, 1, degrees)
        finish(words, 4)

    def matrix(self, words: Words) -> None:
        self.once(words[0], *(("offset", "orientation") if words[0] == "before" else ("scale",)))
        self.data[words[0]] = matrix(words, 1, number)
        finish(words, 13)

    def scale(self, words: Words) -> None:
        self.once("scale", "after")
        self.data["scale"] = three(words, 1, number)
        finish(words, 4)

    def centre(self, words: Words) -> None:
        self.once("centre")
        self.data["centre"] = three(words, 1, length)
        finish(words, 4)

    def mass(self, words: Words) -> None:
        self.once("mass")
        self.data["mass"] = mass = number(words, 1)
        if mass < 0:
            raise Problem("the mass must be 0 or above", 1)
        finish(words, 2)

    def dof(self, words: Words) -> None:
        self.data.setdefault("dofs", []).append(read_dof(words))

    def mirror(self, words: Words) -> None:
        self.once("mirror")
        self.data["mirror"] = text(words, 1, "the name of the mirror partner")
        finish(words, 2)

    def object(self, words: Words) -> None:
        shape = read_shape(words)
        if isinstance(shape, MeshDraft):
            self.mesh = shape
            self.statements = {"vertex": shape.vertex, "face": shape.face, "end": self.end_mesh}
        else:
            self.data.setdefault("shapes", []).append(shape)

    def end_mesh(self, words: Words) -> None:
        expect_end(words, "mesh")
        assert self.mesh is not None
        self.data.setdefault("shapes", []).append(self.mesh.finished())
        self.mesh, self.statements = None, self.in_joint

    def open(self) -> tuple[str, Statement | None]:
        return ("joint", self.begun) if self.mesh is None else ("mesh", None)


def joint_fields(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a ``Joint`` from what its section says; its degrees of freedom are still to be made."""
    fields = {key: data[key] for key in ("before", "after", "mass", "centre", "mirror") if key in data}
    if "offset" in data or "orientation" in data:
        fields["before"] = place(data.get("offset"), data.get("orientation"))
    if "scale" in data:
        fields["after"] = scaling(*data["scale"])
    if "shapes" in data:
        fields["shapes"] = tuple(data["shapes"])
    return fields


class Couplings(Section):
    """``define coupling``: parameters, and what they drive, kept until all joints are known."""

    word = "coupling"

    def __init__(self) -> None:
        super().__init__()
        self.blocks: dict[str, tuple[Statement, list[Variable], list[tuple[Statement, Words]]]] = {}
        self.statements = {"hinge": self.parameter, "slide": self.parameter, "drive": self.drive, "end": self.end}

    def begin(self, name: str, at: Statement) -> None:
        if name in self.blocks:
            raise Problem(f"the coupling {shorten(name)} is defined already", 2)
        super().begin(name, at)
        self.blocks[checked_name(name, "coupling", 2)] = (at, [], [])
        self.block = self.blocks[name]

    def parameter(self, words: Words) -> None:
        self.block[1].append(read_parameter(words))

    def drive(self, words: Words) -> None:
        assert self.at is not None
        self.block[2].append((self.at, words))


class Limits(Section):
    """``define limit``: sums of variables and their range, kept until all variables are known."""

    word = "limit"

    def __init__(self) -> None:
        super().__init__()
        self.blocks: dict[str, tuple[Statement, list[tuple[Statement, Words]], list[tuple[Statement, Words]]]] = {}
        self.statements = {"sum": self.sum, "range": self.range, "end": self.end}

    def begin(self, name: str, at: Statement) -> None:
        if name in self.blocks:
            raise Problem(f"the limit {shorten(name)} is defined already", 2)
        super().begin(name, at)
        self.blocks[checked_name(name, "limit", 2)] = (at, [], [])
        self.block = self.blocks[name]

    def sum(self, words: Words) -> None:
        assert self.at is not None
        self.block[1].append((self.at, words))

    def range(self, words: Words) -> None:
        assert self.at is not None
        if self.block[2]:
            raise Problem("range is given twice")
        self.block[2].append((self.at, words))


def checked_name(name: str, what: str, token: int) -> str:
    try:
        check_name(name, what)
    except InputError as error:
        raise Problem(str(error), token) from None
    return name
