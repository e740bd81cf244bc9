"""Reading ``.scr`` files: one pass over the statements, then the skeleton is put together.

The handler of a statement raises ``Mistake`` with the number of the wrong word.  Only then are line and column found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from manikin.errors import FormatError, InputError, SkeletonError, shorten, suggestion
from manikin.formats.scr.formulas import DofKinds, known_name, limit_kind, read_drive, read_sum
from manikin.formats.scr.relations import BendSection, CouplingSection, LimitSection, PoseSection
from manikin.formats.scr.sections import Cursor, Definition, JointSection, Section, SkeletonSection
from manikin.formats.scr.source import source_of
from manikin.formats.scr.tokens import PADDING, STATEMENT, Mistake, Words, choose, columns, finish, number, text, tokens
from manikin.formats.scr.variables import DofDraft, read_limits, reader_of
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, Dof, LinearLimit, NamedPose, PreferredBend, Term, default_dof_names

__all__ = ["SMALL_FILE", "read"]

MAX_STATEMENTS = 400_000
"""Most statements of a file, which can then be read in two seconds.

A statement of more than five words takes longer and counts as one for every two words.
"""
SMALL_FILE = 100_000
"""A file of this size [bytes] is within all limits of the reader but for the length of its lines."""


def read(data: bytes, file: str | None) -> Skeleton:
    """The skeleton in the bytes of an ``.scr`` file."""
    return ScrReader(source_of(data, file), file).read()


class ScrReader:
    """One reading of one file."""

    def __init__(self, source: str, file: str | None) -> None:
        self.source, self.file = source, file
        self.cursor = Cursor()
        self.tree = SkeletonSection(self.cursor)
        self.joints = JointSection(self.cursor)
        self.couplings = CouplingSection(self.cursor)
        self.limits = LimitSection(self.cursor)
        self.poses = PoseSection(self.cursor)
        self.bends = BendSection(self.cursor)
        self.sections: dict[str, Section] = {
            section.word: section
            for section in (self.tree, self.joints, self.couplings, self.limits, self.poses, self.bends)
        }

    def read(self) -> Skeleton:
        """The skeleton, or a ``FormatError`` with its place."""
        try:
            self.read_statements()
            return self.skeleton()
        except Mistake as mistake:
            raise self.error(mistake) from None
        except InputError as error:
            raise self.error(Mistake(str(error))) from None

    # -- the pass over the file ------------------------------------------------------------------

    def read_statements(self) -> None:
        section: Section | None = None
        count = 0
        for at in STATEMENT.finditer(self.source):
            self.cursor.position = at.start()
            words: Words = at.groups("")
            if words[5]:
                words = tokens(words[5])
                count += (len(words) - len(PADDING)) // 2
            elif words[0]:
                count += 1
            else:
                break
            if count > MAX_STATEMENTS:
                raise Mistake(f"the file has more than the {MAX_STATEMENTS:,} statements that are read")
            if section is None:
                section = self.define(words)
            else:
                handler = section.statements.get(words[0])
                if handler is None:
                    self.refuse(words, section)
                if handler(section, words):
                    section = None
        self.cursor.position = len(self.source)
        if section is not None:
            raise Mistake(f"the file ends too early: expected {self.ending(section)}")
        if not self.tree.definitions:
            raise Mistake('expected define skeleton "NAME" somewhere in the file')

    def define(self, words: Words) -> Section:
        if words[0] != "define" or words[1] not in self.sections:
            choose(words, 0, ("define",), "the start of a section")
            choose(words, 1, tuple(self.sections), "what to define")
        section = self.sections[words[1]]
        name = text(words, 2, "its name")
        finish(words, 3)
        section.begin(name)
        return section

    def refuse(self, words: Words, section: Section) -> NoReturn:
        if words[0] == "define":
            raise Mistake(f"expected {self.ending(section)} first")
        choose(words, 0, tuple(section.statements), f"a statement of a {section.open()[0]}")
        raise AssertionError

    def ending(self, section: Section) -> str:
        word, position = section.open()
        return f'"end {word}" for the {word} of line {self.line_of(self.start_of(position))}'

    # -- putting the skeleton together -----------------------------------------------------------

    def skeleton(self) -> Skeleton:
        ((name, tree),) = self.tree.definitions.items()
        made = dict(self.made_joints())
        joints = tuple(
            made.get(own) or Joint(name=own, parent=parent, limb=group)
            for own, (parent, group) in self.tree.joints.items()
        )
        dofs: DofKinds = {dof.name: dof.kind for joint in joints for dof in joint.dofs}
        parameters = [
            v for definition in self.couplings.definitions.values() for v in definition.data.get("parameters", ())
        ]
        kinds: DofKinds = {**dofs, **{v.name: v.kind for v in parameters}}
        couplings = tuple(
            self.coupling(own, definition, kinds, dofs) for own, definition in self.couplings.definitions.items()
        )
        limits = tuple(self.limit(own, definition, kinds) for own, definition in self.limits.definitions.items())
        poses = tuple(self.pose(own, definition, kinds) for own, definition in self.poses.definitions.items())
        bends = tuple(self.bend(own, definition) for own, definition in self.bends.definitions.items())
        self.cursor.position = tree.position
        whole: dict[str, Any] = {"name": name, "up": self.tree.up or "y", "joints": joints}
        try:
            return Skeleton(**whole, couplings=couplings, limits=limits, poses=poses, bends=bends)
        except SkeletonError as error:
            self.cursor.position = self.place_of_clash(whole, couplings)
            raise Mistake(str(error)) from None

    def made_joints(self) -> Iterator[tuple[str, Joint]]:
        known = self.tree.joints
        for name, definition in self.joints.definitions.items():
            data, self.cursor.position = definition.data, definition.position
            if name not in known:
                raise Mistake(f"the skeleton has no joint {shorten(name)}{suggestion(name, known)}", 2)
            if "mirror" in data and data["mirror"] not in known:
                self.unknown_joint(data["mirror"], definition, "mirror")
            if "dofs" in data:
                data["dofs"] = self.dofs(name, definition, data["dofs"])
            parent, group = known[name]
            try:
                yield name, Joint(name=name, parent=parent, limb=group, **data)
            except InputError as error:
                self.cursor.position = self.place_of_faulty_field(name, definition)
                raise Mistake(str(error)) from None

    def dofs(self, name: str, definition: Definition, drafts: list[DofDraft]) -> tuple[Dof, ...]:
        made = []
        defaults = default_dof_names(name, [(draft.fields["kind"], draft.fields["axis"]) for draft in drafts])
        for i, (draft, default) in enumerate(zip(drafts, defaults, strict=True)):
            try:
                made.append(Dof(name=default if draft.name is None else draft.name, **draft.fields))
            except InputError:
                self.cursor.position = self.statement_of(definition, i, "hinge", "slide")
                raise
        return tuple(made)

    def coupling(self, name: str, definition: Definition, kinds: DofKinds, dofs: DofKinds) -> Coupling:
        terms: list[Term] = []
        offsets: list[tuple[str, float]] = []
        for words in self.kept(definition):
            dof, summands, constant = read_drive(words, kinds, dofs)
            terms += (Term(dof=dof, parameter=s.name, factor=s.factor, curve=s.curve) for s in summands)
            if constant is not None:
                offsets.append((dof, constant))
        parameters = tuple(definition.data.get("parameters", ()))
        return Coupling(name=name, parameters=parameters, terms=tuple(terms), offsets=tuple(offsets))

    def limit(self, name: str, definition: Definition, kinds: DofKinds) -> LinearLimit:
        terms: list[tuple[str, float]] = []
        for words in self.kept(definition, "sum"):
            terms += ((s.name, s.factor) for s in read_sum(words, 1, kinds)[0])
        bounds: dict[str, float] = {}
        kind = limit_kind([variable for variable, _ in terms], kinds)
        for words in self.kept(definition, "range"):
            bounds["lo"], bounds["hi"] = read_limits(words, 1, number if kind is None else reader_of(kind))
            finish(words, 3)
        self.cursor.position = definition.position
        return LinearLimit(name=name, terms=tuple(terms), **bounds)

    def pose(self, name: str, definition: Definition, kinds: DofKinds) -> NamedPose:
        values: dict[str, float] = {}
        for words in self.kept(definition):
            variable = known_name(words, 1, kinds, "variable")
            if variable in values:
                raise Mistake(f"{shorten(variable)} is set twice", 1)
            values[variable] = reader_of(kinds[variable])(words, 2)
            finish(words, 3)
        self.cursor.position = definition.position
        return NamedPose(name=name, values=tuple(values.items()))

    def bend(self, name: str, definition: Definition) -> PreferredBend:
        for joint in definition.data["limb"]:
            if joint not in self.tree.joints:
                self.unknown_joint(joint, definition, "limb")
        if definition.data["part"] not in self.tree.joints:
            self.unknown_joint(definition.data["part"], definition, "toward")
        self.cursor.position = definition.position
        return PreferredBend(name=name, **definition.data)

    def kept(self, definition: Definition, keyword: str | None = None) -> Iterator[Words]:
        """The statements of a definition that were kept, all or those of one keyword."""
        for self.cursor.position, words in definition.kept:
            if keyword is None or words[0] == keyword:
                yield words

    # -- where an error is -----------------------------------------------------------------------

    def error(self, mistake: Mistake) -> FormatError:
        """The mistake with its place in the file."""
        start = self.start_of(self.cursor.position)
        line_start = self.source.rfind("\n", 0, start) + 1
        end = self.source.find("\n", start)
        inside = columns(self.source[start : end if end >= 0 else None])
        column = start - line_start + inside[min(mistake.token, len(inside) - 1)] + 1
        return FormatError(mistake.message, file=self.file, line=self.line_of(start), column=column)

    def unknown_joint(self, name: str, definition: Definition, keyword: str) -> NoReturn:
        self.cursor.position = self.statement_of(definition, 0, keyword)
        raise Mistake(f"there is no joint {shorten(name)}{suggestion(name, self.tree.joints)}", 1)

    def start_of(self, position: int) -> int:
        """Where the statement at a position starts, after blanks and comments."""
        at = STATEMENT.match(self.source, position)
        assert at is not None
        return at.start(1) if at[1] else at.start(6)

    def line_of(self, start: int) -> int:
        return self.source.count("\n", 0, start) + 1

    def statement_of(self, definition: Definition, index: int, *keywords: str) -> int:
        """Position of the statement of a definition that comes after ``index`` others with these keywords."""
        for at in STATEMENT.finditer(self.source, definition.position):
            keyword = at[1] or tokens(at[6])[0]
            if keyword in keywords:
                if index == 0:
                    return at.start()
                index -= 1
        return definition.position

    def place_of_faulty_field(self, name: str, definition: Definition) -> int:
        """Position of the first statement that gives a joint a value that it cannot have."""
        keywords = {"before": ("before", "orientation", "offset"), "after": ("after", "scale")}
        for key, value in definition.data.items():
            try:
                Joint(name=name, **{key: value})
            except InputError:
                return self.statement_of(definition, 0, *keywords.get(key, (key,)))
        return definition.position

    def place_of_clash(self, whole: dict[str, Any], couplings: tuple[Coupling, ...]) -> int:
        """Position of the second degree of freedom with the same name, or of the first coupling that does not fit."""
        seen: set[str] = set()
        for joint in whole["joints"]:
            for i, dof in enumerate(joint.dofs):
                if dof.name in seen:
                    return self.statement_of(self.joints.definitions[joint.name], i, "hinge", "slide")
                seen.add(dof.name)
        low, high = 0, len(couplings)
        while low < high:
            middle = (low + high) // 2
            try:
                Skeleton(**whole, couplings=couplings[: middle + 1])
                low = middle + 1
            except SkeletonError:
                high = middle
        found = self.couplings.definitions[couplings[low].name] if low < len(couplings) else self.tree.definition
        return found.position
