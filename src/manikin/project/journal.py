"""The history of a project: steps, each with the keys whose content it changed.

A document is a table from key to digest.  A step stores the difference from the step before, ``{key: digest | null}``,
and every fiftieth step the whole table, so that a step is read from at most fifty rows.  Each row has a checksum, and
one that is chained to the row before, so that a row from another history is detected too.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from manikin.errors import InputError
from manikin.project.layout import Damaged, read_json, seal

__all__ = ["KEPT_STEPS", "Journal", "Step", "Table", "read_journal", "write_step"]

Table = Mapping[str, str]
"""The digest of every part of a document, by key."""

KEPT_STEPS = 1000
"""Steps that can be undone."""
WHOLE_EVERY = 50
"""Steps from one whole table to the next; older steps are dropped in blocks of as many."""
DIGEST = re.compile("[0-9a-f]{64}")
MOST_STEPS = KEPT_STEPS + 10 * WHOLE_EVERY
"""Largest number of rows; a valid project has at most ``KEPT_STEPS + 2 * WHOLE_EVERY``."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step: its label, its command as JSON, and the digests that it changed (None: the part was deleted).

    ``parts`` is the text of ``changes`` as it is on disk; the checksums are made from it.
    """

    place: int
    label: str
    command: str | None
    whole: bool
    changes: Mapping[str, str | None]
    parts: str
    chain: bytes

    @classmethod
    def make(cls, place: int, label: str, command: str | None, before: Journal | None, table: Table) -> Step:
        """The step from the newest one of a journal to a table; without a journal it is the first."""
        changes: dict[str, str | None] = dict(table)
        whole = before is None or place % WHOLE_EVERY == 0
        if before is not None and not whole:
            old = before.table(place - 1)
            changes = {key: digest for key, digest in table.items() if old.get(key) != digest}
            changes |= dict.fromkeys(old.keys() - table.keys())
        parts = json.dumps(changes, sort_keys=True, separators=(",", ":"))
        step = cls(place=place, label=label, command=command, whole=whole, changes=changes, parts=parts, chain=b"")
        return replace(step, chain=step.chained_to(b"" if before is None else before.chain))

    @property
    def _values(self) -> tuple[int, str, str | None, int, str]:
        return self.place, self.label, self.command, int(self.whole), self.parts

    def chained_to(self, chain: bytes) -> bytes:
        """The chained checksum of this step right after the one that has the given chain."""
        return seal(chain, *self._values)

    def row(self) -> tuple[int | str | bytes | None, ...]:
        """The row of the table ``step``."""
        return (*self._values, self.chain, seal(self.chain, *self._values))


@dataclass(frozen=True, kw_only=True)
class Journal:
    """Steps from the place ``first`` on; None stands for a row that is missing or damaged.  Immutable."""

    first: int
    steps: tuple[Step | None, ...]
    file: str

    @property
    def last(self) -> int:
        """The newest place."""
        return self.first + len(self.steps) - 1

    @property
    def chain(self) -> bytes:
        """The chained checksum of the newest step."""
        step = self.steps[-1]
        return b"" if step is None else step.chain

    def at(self, place: int) -> Step:
        """The step of a place."""
        if not self.first <= place <= self.last:
            raise InputError(f"the history has the steps {self.first} to {self.last}, not {place}")
        step = self.steps[place - self.first]
        if step is None:
            raise Damaged(f"its step {place} cannot be read", self.file)
        return step

    def table(self, place: int) -> dict[str, str]:
        """The table after a step."""
        way = [self.at(place)]
        while not way[-1].whole:
            if way[-1].place == self.first:
                raise Damaged("its oldest step is not whole", self.file)
            way.append(self.at(way[-1].place - 1))
        table: dict[str, str] = {}
        for step in reversed(way):
            for key, digest in step.changes.items():
                if digest is None:
                    table.pop(key, None)
                else:
                    table[key] = digest
        return table

    def unreadable(self) -> list[int]:
        """The places whose table is unknown, because a step before them is damaged."""
        found, whole = [], False
        for place, step in enumerate(self.steps, self.first):
            whole = step is not None and (whole or step.whole)
            if not whole:
                found.append(place)
        return found

    def recorded(self, place: int, label: str, command: str | None, table: Table) -> Journal:
        """The journal with a step at ``place``, without those at or after it and without the oldest that are
        dropped."""
        self.at(place - 1)
        kept = replace(self, steps=self.steps[: place - self.first])
        return replace(kept, steps=(*kept.steps, Step.make(place, label, command, kept, table)))._trimmed()

    def _trimmed(self) -> Journal:
        """Without the blocks older than ``KEPT_STEPS``; the rest begins with a whole table."""
        first = self.first
        for step in self.steps[: max(0, len(self.steps) - KEPT_STEPS)]:
            if step is not None and step.whole:
                first = step.place
        return replace(self, first=first, steps=self.steps[first - self.first :])

    def digests(self) -> set[str]:
        """The contents that the steps need."""
        return {digest for step in self.steps if step for digest in step.changes.values() if digest is not None}


def write_step(base: sqlite3.Connection, after: Journal) -> None:
    """Write the newest step of a journal, and delete the rows that are no longer in it."""
    base.execute("DELETE FROM step WHERE place >= ? OR place < ?", (after.last, after.first))
    base.execute("INSERT INTO step VALUES (?, ?, ?, ?, ?, ?, ?)", after.at(after.last).row())


def read_journal(
    base: sqlite3.Connection, file: str, span: tuple[int, int] | None, chain: bytes | None
) -> tuple[Journal, list[str]]:
    """The journal of a file, and what is wrong with it.

    ``span`` has the oldest and the newest place, ``chain`` the checksum of the newest, from the head; None if the
    head is lost.
    """
    found = base.execute("SELECT * FROM step ORDER BY place LIMIT ?", (MOST_STEPS + 1,)).fetchall()
    if not found:
        raise Damaged("it has no steps", file)
    oldest, newest = found[0][0], found[-1][0]
    first, last = span or (oldest, newest)
    if len(found) > MOST_STEPS or not 0 <= last - first < MOST_STEPS:
        raise Damaged("it has more steps than a project may have", file)
    by_place = {row[0]: _step(row) for row in found}
    steps = [by_place.get(place) for place in range(first, last + 1)]
    strange = set()
    for k, (older, newer) in enumerate(pairwise(steps)):
        if older is not None and newer is not None and newer.chain != newer.chained_to(older.chain):
            strange |= {k, k + 1}  # one of the two comes from another history; which one is unknown
    if chain is not None and steps[-1] is not None and steps[-1].chain != chain:
        strange.add(len(steps) - 1)
    kept = tuple(None if k in strange else step for k, step in enumerate(steps))
    journal = Journal(first=first, steps=kept, file=file)
    problems = []
    lost = len(journal.unreadable())
    if lost:
        problems.append(f"{lost} of the {last - first + 1} steps of the history are damaged and cannot be opened")
    if oldest < first or newest > last:
        problems.append("the history has steps that do not belong to it; they were left out")
    return journal, problems


def _step(row: tuple[object, ...]) -> Step | None:
    """The step of a row, or None where the row is damaged."""
    place, label, command, whole, parts, chain, checksum = row
    if not (isinstance(place, int) and isinstance(label, str) and isinstance(parts, str) and isinstance(chain, bytes)):
        return None
    if not (isinstance(command, str | None) and whole in (0, 1) and isinstance(whole, int)):
        return None
    if checksum != seal(chain, place, label, command, whole, parts):
        return None
    changes = read_json(parts)
    if not isinstance(changes, dict) or not all(_is_digest(digest, bool(whole)) for digest in changes.values()):
        return None
    return Step(place=place, label=label, command=command, whole=bool(whole), changes=changes, parts=parts, chain=chain)


def _is_digest(digest: object, whole: bool) -> bool:
    if digest is None:
        return not whole
    return isinstance(digest, str) and DIGEST.fullmatch(digest) is not None
