"""The sections of an ``.scr`` file that refer to joints and variables: couplings, limits, poses, bends.

Their statements are kept until the end of the file, when all variables are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from manikin.formats.scr.places import three
from manikin.formats.scr.sections import Handler, Section
from manikin.formats.scr.tokens import Mistake, Words, finish, length, text
from manikin.formats.scr.variables import read_parameter

__all__ = ["BendSection", "CouplingSection", "LimitSection", "PoseSection"]

MAX_KEPT = 100_000
"""Most statements of one kind of section that are kept."""
LIMB = ("base", "middle", "tip")


class RelationSection(Section):
    """A section whose statements are kept."""

    count = 0

    def keep(self, words: Words) -> None:
        if self.count == MAX_KEPT:
            raise Mistake(f"more than {MAX_KEPT:,} statements in all of define {self.word}")
        self.count += 1
        self.definition.kept.append((self.cursor.position, words))


class CouplingSection(RelationSection):
    """``define coupling``: parameters, and the degrees of freedom that they drive."""

    word = "coupling"
    max_definitions = 20_000

    def parameter(self, words: Words) -> None:
        self.definition.data.setdefault("parameters", []).append(read_parameter(words))

    keywords: ClassVar[Mapping[str, Handler]] = {
        "hinge": parameter,
        "slide": parameter,
        "drive": RelationSection.keep,
        "end": Section.end,
    }


class LimitSection(RelationSection):
    """``define limit``: a sum of variables and its range."""

    word = "limit"

    def range(self, words: Words) -> None:
        if any(kept[0] == "range" for _, kept in self.definition.kept):
            raise Mistake("range is given twice")
        self.keep(words)

    keywords: ClassVar[Mapping[str, Handler]] = {"sum": RelationSection.keep, "range": range, "end": Section.end}


class PoseSection(RelationSection):
    """``define pose``: values of variables."""

    word = "pose"
    keywords: ClassVar[Mapping[str, Handler]] = {"set": RelationSection.keep, "end": Section.end}


class BendSection(Section):
    """``define bend``: a limb and the point that it bends toward."""

    word = "bend"

    def limb(self, words: Words) -> None:
        self.once("limb")
        self.definition.data["limb"] = tuple(
            text(words, 1 + i, f"the {what} of the limb") for i, what in enumerate(LIMB)
        )
        finish(words, 4)

    def toward(self, words: Words) -> None:
        self.once("toward")
        self.definition.data["part"] = text(words, 1, "the name of a joint")
        self.definition.data["toward"] = three(words, 2, length)
        finish(words, 5)

    def end(self, words: Words) -> bool:
        for statement in ("limb", "toward"):
            if statement not in self.definition.data:
                raise Mistake(f"a bend needs a statement {statement}")
        return super().end(words)

    keywords: ClassVar[Mapping[str, Handler]] = {"limb": limb, "toward": toward, "end": end}
