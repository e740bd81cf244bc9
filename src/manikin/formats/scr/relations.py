"""The sections of an ``.scr`` file that speak of variables: couplings, poses, bends, limits.

Their statements are kept until all variables are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from manikin.errors import shorten
from manikin.formats.scr.places import three
from manikin.formats.scr.sections import Handler, Kept, Section, checked_name
from manikin.formats.scr.tokens import Cursor, Problem, Words, finish, length, text
from manikin.formats.scr.variables import read_parameter
from manikin.skeleton.variables import Variable

__all__ = ["Bends", "Couplings", "Limits", "Poses"]

MAX_COUPLINGS = 20_000
LIMB = ("base", "middle", "tip")


class Couplings(Section):
    """``define coupling``: parameters, and what they drive, kept until all joints are known."""

    word = "coupling"

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.blocks: dict[str, tuple[int, list[Variable], Kept]] = {}

    def begin(self, name: str) -> None:
        if name in self.blocks:
            raise Problem(f"the coupling {shorten(name)} is defined already", 2)
        if len(self.blocks) == MAX_COUPLINGS:
            raise Problem(f"more than {MAX_COUPLINGS:,} couplings", 1)
        super().begin(name)
        self.parameters: list[Variable] = []
        self.drives: Kept = []
        self.blocks[checked_name(name, "coupling", 2)] = (self.begun, self.parameters, self.drives)

    def parameter(self, words: Words) -> None:
        self.parameters.append(read_parameter(words))

    def drive(self, words: Words) -> None:
        self.keep(self.drives)

    keywords: ClassVar[Mapping[str, Handler]] = {
        "hinge": parameter,
        "slide": parameter,
        "drive": drive,
        "end": Section.end,
    }


class Poses(Section):
    """``define pose``: values of variables, kept until all variables are known."""

    word = "pose"

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.blocks: dict[str, tuple[int, Kept]] = {}

    def begin(self, name: str) -> None:
        if name in self.blocks:
            raise Problem(f"the pose {shorten(name)} is defined already", 2)
        super().begin(name)
        self.settings: Kept = []
        self.blocks[checked_name(name, "pose", 2)] = (self.begun, self.settings)

    def setting(self, words: Words) -> None:
        self.keep(self.settings)

    keywords: ClassVar[Mapping[str, Handler]] = {"set": setting, "end": Section.end}


class Bends(Section):
    """``define bend``: a limb and what it bends toward."""

    word = "bend"

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.blocks: dict[str, tuple[int, dict[str, Any]]] = {}

    def begin(self, name: str) -> None:
        if name in self.blocks:
            raise Problem(f"the bend {shorten(name)} is defined already", 2)
        super().begin(name)
        self.fields: dict[str, Any] = {}
        self.blocks[checked_name(name, "bend", 2)] = (self.begun, self.fields)

    def limb(self, words: Words) -> None:
        if "limb" in self.fields:
            raise Problem("limb is given twice")
        self.fields["limb"] = tuple(text(words, 1 + i, f"the {what} of the limb") for i, what in enumerate(LIMB))
        finish(words, 4)

    def toward(self, words: Words) -> None:
        if "part" in self.fields:
            raise Problem("toward is given twice")
        self.fields["part"] = text(words, 1, "the name of a joint")
        self.fields["toward"] = three(words, 2, length)
        finish(words, 5)

    def end(self, words: Words) -> bool:
        for statement, field in (("limb", "limb"), ("toward", "part")):
            if field not in self.fields:
                raise Problem(f"a bend needs a statement {statement}")
        return super().end(words)

    keywords: ClassVar[Mapping[str, Handler]] = {"limb": limb, "toward": toward, "end": end}


class Limits(Section):
    """``define limit``: sums of variables and their range, kept until all variables are known."""

    word = "limit"

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.blocks: dict[str, tuple[int, Kept, Kept]] = {}

    def begin(self, name: str) -> None:
        if name in self.blocks:
            raise Problem(f"the limit {shorten(name)} is defined already", 2)
        super().begin(name)
        self.sums: Kept = []
        self.ranges: Kept = []
        self.blocks[checked_name(name, "limit", 2)] = (self.begun, self.sums, self.ranges)

    def sum(self, words: Words) -> None:
        self.keep(self.sums)

    def range(self, words: Words) -> None:
        if self.ranges:
            raise Problem("range is given twice")
        self.keep(self.ranges)

    keywords: ClassVar[Mapping[str, Handler]] = {"sum": sum, "range": range, "end": Section.end}
