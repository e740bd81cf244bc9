"""Reading ``.scr`` files: one pass over the statements, then the skeleton is put together.

A statement's handler raises ``Problem`` with the number of the word at fault; only then are line and column sought.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NoReturn

from manikin.errors import FormatError, InputError, SkeletonError, shorten, suggestion
from manikin.formats.scr.formulas import known_name, limit_motion, read_drive, read_sum
from manikin.formats.scr.places import place
from manikin.formats.scr.relations import Bends, Couplings, Limits, Poses
from manikin.formats.scr.sections import Joints, Section, Tree, completed
from manikin.formats.scr.source import source_of
from manikin.formats.scr.tokens import (
    LINE,
    PLAIN_JOINT,
    STATEMENT,
    Cursor,
    Problem,
    Words,
    choose,
    columns,
    finish,
    number,
    text,
    tokens,
)
from manikin.formats.scr.variables import DofDraft, read_limits, reader_of
from manikin.math.rotations import IDENTITY
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import (
    Coupling,
    Dof,
    DofKind,
    LinearLimit,
    NamedPose,
    PreferredBend,
    Term,
    default_dof_names,
)

__all__ = ["MAX_EFFORT", "read"]

# A file is read in two seconds or refused.  So many lines are a hundred thousand joints of six lines each, and some
# more.  What they cost depends on what they say: the effort is counted in statements of a few words.
MAX_STATEMENTS, MAX_EFFORT, MAX_DOFS = 610_000, 410_000, 120_000
PLAIN_EFFORT, WORDS_AT_ONCE = 3, 3  # of a joint that is read at once; words of a long statement that count as one more


def read(data: bytes, file: str | None) -> Skeleton:
    """The skeleton in the content of an ``.scr`` file."""
    source = source_of(data, file)
    # a big file makes a million objects without a cycle among them; collecting garbage meanwhile is a third of the time
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ScrReader(source, file).read()
    finally:
        if collecting:
            gc.enable()


class ScrReader:
    """One reading of one file."""

    def __init__(self, source: str, file: str | None) -> None:
        self.source, self.file = source, file
        self.cursor = Cursor()
        self.tree = Tree(self.cursor)
        self.joints = Joints(self.cursor)
        self.couplings = Couplings(self.cursor)
        self.limits = Limits(self.cursor)
        self.poses = Poses(self.cursor)
        self.bends = Bends(self.cursor)
        self.made: dict[str, Joint] = {}
        self.dof_count = self.effort = 0
        self.waiting: dict[str, dict[str, Any] | re.Match[str]] = {}  # what is said of joints before the tree is known
        self.sections: dict[str, Section] = {
            section.word: section
            for section in (self.tree, self.joints, self.couplings, self.limits, self.poses, self.bends)
        }

    def read(self) -> Skeleton:
        try:
            self.read_statements()
            return self.skeleton()
        except Problem as problem:
            raise self.error(problem) from None
        except InputError as error:
            raise self.error(Problem(str(error))) from None

    # -- the pass over the file ------------------------------------------------------------------

    def read_statements(self) -> None:
        self.check_size()
        section = self.read_part(0, len(self.source))
        self.cursor.position = len(self.source)
        if section is not None:
            raise Problem(f"the file ends too early: expected {self.ending(section)}")
        if self.tree.name is None:
            raise Problem('expected define skeleton "NAME" somewhere in the file')

    def read_part(self, end: int, stop: int) -> Section | None:
        """Read the sections from one position to another; gives the one that has not ended there."""
        section: Section | None = None
        while end < stop:
            while (plain := PLAIN_JOINT.match(self.source, end, stop)) and self.plain_joint(plain):
                end = plain.end()
            for at in STATEMENT.finditer(self.source, end, stop):
                self.cursor.at = at
                end = at.end()
                self.effort += 1
                if self.effort > MAX_EFFORT:
                    raise Problem(f"the file says more than is read, which is about {MAX_EFFORT:,} statements")
                words: Words = at.groups("")
                if words[5]:
                    words = tokens(words[5])
                    self.effort += len(words) // WORDS_AT_ONCE
                elif not words[0]:
                    end = stop
                    break
                if section is None:
                    section = self.define(words)
                else:
                    handler = section.statements.get(words[0])
                    if handler is None:
                        self.refuse(words, section)
                    if handler(section, words):
                        if section is self.joints:
                            self.end_joint(self.joints.name, completed(self.joints.data))
                        section = None
                        break
        return section

    def plain_joint(self, at: re.Match[str]) -> bool:
        """Take a whole section; false, and nothing is done, where it has to be read statement by statement."""
        name, x, y, z, motion, axis, lo, hi, mass = at.groups("")
        if name in self.joints.positions or self.dof_count >= MAX_DOFS:
            return False
        if not self.tree.complete:
            self.joints.positions[name] = at.start()
            self.waiting[name] = at
            return True
        hangs = self.tree.joints.get(name)
        if hangs is None:
            return False
        try:
            self.made[name] = Joint(
                name=name,
                parent=hangs[0],
                before=place((float(x), float(y), float(z)), None) if x else IDENTITY,
                dofs=(self.joints.dof_of((motion, axis, lo, hi, "", "")).named(name),) if motion else (),
                mass=float(mass) if mass else 0.0,
                limb=hangs[1],
            )
        except (ValueError, Problem):
            return False
        self.joints.positions[name] = at.start()
        self.dof_count += bool(motion)
        self.effort += PLAIN_EFFORT
        return True

    def check_size(self) -> None:
        """Refuse at once what would take long to read."""
        at_most = self.source.count("\n") + 1 - self.source.count("\n\n")  # statements: most blank lines are left out
        if at_most > MAX_STATEMENTS:
            beyond = next(islice(LINE.finditer(self.source), MAX_STATEMENTS, None), None)
            if beyond is not None:
                self.cursor.position = beyond.start()
                raise Problem(f"the file has more than the {MAX_STATEMENTS:,} statements that are read")

    def define(self, words: Words) -> Section:
        if words[0] != "define" or words[1] not in self.sections:
            choose(words, 0, ("define",), "the start of a section")
            choose(words, 1, tuple(self.sections), "what to define")
        section = self.sections[words[1]]
        name = text(words, 2, "its name")
        if words[3]:
            finish(words, 3)
        section.begin(name)
        return section

    def refuse(self, words: Words, section: Section) -> NoReturn:
        if words[0] == "define":
            raise Problem(f"expected {self.ending(section)} first")
        choose(words, 0, tuple(section.statements), f"a statement of a {section.open()[0]}")
        raise AssertionError

    def ending(self, section: Section) -> str:
        word, begun = section.open()
        return f'"end {word}" for the {word} of line {self.line_of(self.start_of(begun))}'

    # -- putting the skeleton together -----------------------------------------------------------

    def skeleton(self) -> Skeleton:
        for name, said in self.waiting.items():
            if isinstance(said, re.Match):
                del self.joints.positions[name]
                if not self.plain_joint(said):
                    self.read_part(said.start(), said.end())
            else:
                self.end_joint(name, said)
        joints = tuple(
            [self.made.get(name) or Joint(name=name, parent=p, limb=g) for name, (p, g) in self.tree.joints.items()]
        )
        couplings: tuple[Coupling, ...] = ()
        limits: tuple[LinearLimit, ...] = ()
        poses: tuple[NamedPose, ...] = ()
        if self.couplings.blocks or self.limits.blocks or self.poses.blocks:
            dofs = {dof.name: dof.kind for joint in joints for dof in joint.dofs}
            motions = {**dofs, **{v.name: v.kind for _, own, _ in self.couplings.blocks.values() for v in own}}
            couplings = tuple(self.coupling(name, motions, dofs) for name in self.couplings.blocks)
            limits = tuple(self.limit(name, motions) for name in self.limits.blocks)
            poses = tuple(self.pose(name, motions) for name in self.poses.blocks)
        bends = tuple(self.bend(name) for name in self.bends.blocks)
        self.cursor.position = self.tree.begun
        whole: dict[str, Any] = {"name": self.tree.name, "up": self.tree.up or "y", "joints": joints}
        try:
            return Skeleton(**whole, couplings=couplings, limits=limits, poses=poses, bends=bends)
        except SkeletonError as error:
            self.cursor.position = self.culprit(whole, couplings)
            raise Problem(str(error)) from None

    def end_joint(self, name: str, data: dict[str, Any]) -> None:
        """Make the joint of a section if the tree says where it hangs; otherwise it has to wait."""
        if not self.tree.complete:
            self.waiting[name] = data
            return
        known, begun = self.tree.joints, self.joints.positions[name]
        if name not in known:
            self.cursor.position = begun
            raise Problem(f"the skeleton has no joint {shorten(name)}{suggestion(name, known)}", 2)
        if "mirror" in data and data["mirror"] not in known:
            self.cursor.position = self.statement_of(begun, 0, "mirror")
            partner = data["mirror"]
            raise Problem(f"there is no joint {shorten(partner)}{suggestion(partner, known)}", 1)
        if "dofs" in data:
            self.dof_count += len(data["dofs"])
            if self.dof_count > MAX_DOFS:
                self.cursor.position = begun
                raise Problem(f"the file has more than the {MAX_DOFS:,} degrees of freedom that are read", 2)
            data["dofs"] = self.dofs(name, data["dofs"], begun)
        parent, group = known[name]
        try:
            self.made[name] = Joint(name=name, parent=parent, limb=group, **data)
        except InputError as error:
            self.cursor.position = self.faulty_field(name, data, begun)
            raise Problem(str(error)) from None

    def dofs(self, name: str, drafts: list[DofDraft], begun: int) -> tuple[Dof, ...]:
        if len(drafts) == 1:
            return (drafts[0].named(name),)
        made = []
        for i, default in enumerate(default_dof_names(name, [draft.kind for draft in drafts])):
            try:
                made.append(drafts[i].named(default))
            except InputError:
                self.cursor.position = self.statement_of(begun, i, "hinge", "slide")
                raise
        return tuple(made)

    def coupling(self, name: str, motions: dict[str, DofKind], dofs: dict[str, DofKind]) -> Coupling:
        _, parameters, drives = self.couplings.blocks[name]
        terms: list[Term] = []
        offsets: list[tuple[str, float]] = []
        for words in self.again(drives):
            dof, summands, constant = read_drive(words, motions, dofs)
            terms += (Term(dof=dof, parameter=s.name, factor=s.factor, curve=s.curve) for s in summands)
            if constant is not None:
                offsets.append((dof, constant))
        return Coupling(name=name, parameters=tuple(parameters), terms=tuple(terms), offsets=tuple(offsets))

    def limit(self, name: str, motions: dict[str, DofKind]) -> LinearLimit:
        begun, sums, ranges = self.limits.blocks[name]
        terms: list[tuple[str, float]] = []
        for words in self.again(sums):
            terms += ((s.name, s.factor) for s in read_sum(words, 1, motions)[0])
        bounds: dict[str, float] = {}
        motion = limit_motion([variable for variable, _ in terms], motions)
        for words in self.again(ranges):
            bounds["lo"], bounds["hi"] = read_limits(words, 1, number if motion is None else reader_of(motion))
            finish(words, 3)
        self.cursor.position = begun
        return LinearLimit(name=name, terms=tuple(terms), **bounds)

    def pose(self, name: str, motions: dict[str, DofKind]) -> NamedPose:
        begun, settings = self.poses.blocks[name]
        values: dict[str, float] = {}
        for words in self.again(settings):
            variable = known_name(words, 1, motions, "variable")
            if variable in values:
                raise Problem(f"{shorten(variable)} is set twice", 1)
            values[variable] = reader_of(motions[variable])(words, 2)
            finish(words, 3)
        self.cursor.position = begun
        return NamedPose(name=name, values=tuple(values.items()))

    def bend(self, name: str) -> PreferredBend:
        begun, fields = self.bends.blocks[name]
        for joint, keyword in [*((joint, "limb") for joint in fields["limb"]), (fields["part"], "toward")]:
            if joint not in self.tree.joints:
                self.cursor.position = self.statement_of(begun, 0, keyword)
                raise Problem(f"there is no joint {shorten(joint)}{suggestion(joint, self.tree.joints)}", 1)
        self.cursor.position = begun
        return PreferredBend(name=name, **fields)

    def again(self, positions: list[int]) -> Iterator[Words]:
        """The words of statements that were kept for later."""
        for self.cursor.position in positions:
            yield tokens(self.line_at(self.start_of(self.cursor.position)))

    # -- where something went wrong --------------------------------------------------------------

    def error(self, problem: Problem) -> FormatError:
        """The problem with its place in the file."""
        start = self.start_of(self.cursor.position)
        line_start = self.source.rfind("\n", 0, start) + 1
        line = self.line_at(start)
        inside = columns(line)
        column = start - line_start + inside[min(problem.token, len(inside) - 1)] + 1
        return FormatError(problem.message, file=self.file, line=self.line_of(start), column=column)

    def start_of(self, position: int) -> int:
        """Where the statement at a position starts, past blanks and comments."""
        at = STATEMENT.match(self.source, position)
        assert at is not None
        return at.start(1) if at[1] else at.start(6)

    def line_at(self, start: int) -> str:
        end = self.source.find("\n", start)
        return self.source[start : end if end >= 0 else None]

    def line_of(self, start: int) -> int:
        return self.source.count("\n", 0, start) + 1

    def statement_of(self, begun: int, index: int, *keywords: str) -> int:
        """Position of the statement of a section that comes after ``index`` others with these keywords."""
        for at in STATEMENT.finditer(self.source, begun):
            keyword = at[1] or tokens(at[6])[0]
            if keyword in keywords:
                if index == 0:
                    return at.start()
                index -= 1
        return begun

    def faulty_field(self, name: str, fields: dict[str, Any], begun: int) -> int:
        """The statement of the one field that a joint cannot have."""
        keywords = {"before": ("before", "orientation", "offset"), "after": ("after", "scale")}
        for key, value in fields.items():
            try:
                Joint(name=name, **{key: value})
            except InputError:
                return self.statement_of(begun, 0, *keywords.get(key, (key,)))
        return begun

    def culprit(self, whole: dict[str, Any], couplings: tuple[Coupling, ...]) -> int:
        """The second statement with the same name of a degree of freedom, or the first coupling that does not fit."""
        seen: set[str] = set()
        for joint in whole["joints"]:
            for i, dof in enumerate(joint.dofs):
                if dof.name in seen:
                    return self.statement_of(self.joints.positions[joint.name], i, "hinge", "slide")
                seen.add(dof.name)
        low, high = 0, len(couplings)
        while low < high:
            middle = (low + high) // 2
            try:
                Skeleton(**whole, couplings=couplings[: middle + 1])
                low = middle + 1
            except SkeletonError:
                high = middle
        return self.couplings.blocks[couplings[low].name][0] if low < len(couplings) else self.tree.begun
