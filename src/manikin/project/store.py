"""A project on disk: one SQLite file that holds a document in parts, every step that led to it, and attachments.

For the store a document is a mapping from keys to bytes.  A step stores what it changed, and every content is in the
file once.  How a project is opened, edited and read::

    store = Store(path, first=lambda: to_parts(document), check=show)
    store.notices                                   # sentences for the user: what is damaged, missing or converted
    store.news                                      # what was opened, in words, from whoever opened it
    store.record(store.place + 1, "Lock hand", command, to_parts(document), store.revision + 1, origin)
    store.move(store.place - 1, store.revision + 1, origin)     # undo
    document = from_parts(store.parts(store.place))
    store.answered(origin)                          # what a request led to, if it was done already
    store.attach("walk.bvh", content)
    store.content()                                 # the bytes of a copy
    store.close()

- An edit is on disk before ``record`` or ``move`` returns: one transaction, flushed (WAL, synchronous=FULL).
- Nothing is recorded that ``check`` refuses.  If the current step cannot be shown when a project is opened, the nearest
  older one is opened, and ``notices`` says so.
- A refused file is not changed.  One of an older version is converted, and kept beside the new one.
- When edits pause, the log is merged into the file (``Checkpoints``), so that a copy of the file is up to date.
- A file that was moved, deleted, replaced or overwritten is noticed before an edit is acknowledged.
- All methods may be called from any thread.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from manikin.errors import FormatError, InputError
from manikin.project.checkpoints import Checkpoints
from manikin.project.contents import Parts, add_contents, digest_of, drop_contents, read_content
from manikin.project.index import (
    Answer,
    Head,
    Index,
    Origin,
    with_answer,
    write_answer,
    write_attachments,
    write_head,
    write_view,
)
from manikin.project.journal import KEPT_STEPS, write_step
from manikin.project.opening import prepare
from manikin.project.project_file import ProjectFile, telling
from manikin.project.version_1 import Convert

__all__ = ["KEPT_STEPS", "Answer", "Origin", "Parts", "Store"]


class Store:
    """A project file.

    Args:
        path: Where it is.
        first: Makes the parts that a new project begins with; without it there must be a project.
        check: Raises a ``ManikinError`` if parts cannot be shown.
        convert: Makes parts from the plain data of version 1; without it such a project is refused.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        first: Callable[[], Parts] | None = None,
        *,
        check: Callable[[Parts], object] | None = None,
        convert: Convert | None = None,
    ) -> None:
        self.path = Path(os.path.realpath(path))
        self._check = check or (lambda parts: None)
        self._lock = threading.RLock()
        self._unsettled = True
        self._closed = False
        with telling(self.path):
            opening = prepare(self.path, first, self._check, convert)
            self._index, self.notices = opening.index, opening.notices
            self.news: list[str] = []
            # contents of the document read or recorded last, by digest
            self._known = opening.contents
            # digests whose content on disk was verified
            self._sound = set(opening.contents)
            self._file = ProjectFile(opening.guard, opening.index.head)
            self.settle()
        self._checkpoints = Checkpoints(self._bring_in, self.settle)

    def close(self) -> None:
        """Settle the file and close it; a second call does nothing."""
        self._checkpoints.end()
        with self._lock:
            if not self._closed:
                self.settle()
                self._file.close()
                self._closed = True

    # -- reading -------------------------------------------------------------------------------

    @property
    def place(self) -> int:
        """The current step."""
        return self._index.head.place

    @property
    def revision(self) -> int:
        """Counts every change, undo and redo included."""
        return self._index.head.revision

    @property
    def settings(self) -> bytes | None:
        """The part of the settings in use, if it is not that of the current step."""
        settings = self._index.head.settings
        return None if settings is None else settings.encode()

    @property
    def view(self) -> dict[str, Any]:
        """The page's own state."""
        return self._index.view

    def steps(self) -> list[tuple[int, str]]:
        """The steps by place and label, oldest first; one that is damaged has the label "damaged"."""
        journal = self._index.journal
        first = max(journal.first, min(self.place, journal.last - KEPT_STEPS))
        steps = journal.steps[first - journal.first :]
        return [(first + k, "damaged" if step is None else step.label) for k, step in enumerate(steps)]

    def parts(self, place: int) -> dict[str, bytes]:
        """The parts of the document after a step; parts that did not change since the last call are the same
        objects."""
        with self._lock, telling(self.path):
            index, known = self._index, self._known
            table = index.journal.table(place)
            found = {}
            for digest in table.values():
                if digest not in known:
                    known[digest] = read_content(self._file.base, index.numbers, digest, str(self.path))
                found[digest] = known[digest]
            self._known = found
            self._sound.update(found)
            return {key: found[digest] for key, digest in table.items()}

    def answered(self, origin: Origin) -> Answer | None:
        """What a request led to, if it was done already."""
        return self._index.answers.get(origin)

    def attachments(self) -> list[str]:
        """The names of the attachments."""
        return sorted(self._index.attachments)

    def attachment(self, name: str) -> bytes | None:
        """The content of an attachment."""
        with self._lock, telling(self.path):
            digest = self._index.attachments.get(name)
            if digest is None:
                return None
            return read_content(self._file.base, self._index.numbers, digest, str(self.path))

    def content(self) -> bytes:
        """A copy of the project as the bytes of a file."""
        with (
            self._lock,
            telling(self.path),
            contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copy,
        ):
            self._file.base.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            write_head(copy, replace(self._index.head, settled=True))
            return copy.serialize()

    # -- writing -------------------------------------------------------------------------------

    def record(
        self,
        place: int,
        label: str,
        command: Any,
        parts: Parts,
        revision: int,
        origin: Origin | None = None,
        made: Any = None,
    ) -> None:
        """Record a step at ``place``; undone steps are dropped.  ``made`` is kept with the answer to its request."""
        self._check(parts)
        with self._lock:
            index = self._index
            table, contents = self._digested(parts)
            try:
                text = None if command is None else json.dumps(command, allow_nan=False)
                answer = Answer(revision, json.dumps(made, allow_nan=False))
            except (ValueError, TypeError, RecursionError):
                raise InputError("the command cannot be written as JSON") from None
            journal = index.journal.recorded(place, label, text, table)
            with self._transaction() as base:
                numbers = add_contents(base, index.numbers, self._missing(contents))
                write_step(base, journal)
                if index.journal.last >= place or index.journal.first < journal.first:
                    needed = journal.digests() | set(index.attachments.values())
                    numbers = drop_contents(base, numbers, index.journal.digests() - needed)
                after = self._moved(replace(index, journal=journal, numbers=numbers), place, origin, answer)
            self._index, self._known = after, contents
            self._sound.update(contents)

    def move(self, place: int, revision: int, origin: Origin | None = None, settings: bytes | None = None) -> None:
        """Undo or redo: make another step the current one; ``settings`` are those in use, if the step has others."""
        with self._lock:
            self._index.journal.table(place)
            with self._transaction():
                after = self._moved(self._index, place, origin, Answer(revision), settings)
            self._index = after

    def keep_view(self, view: dict[str, Any]) -> None:
        """Store the page's own state, which is not part of the document or of a step."""
        with self._lock:
            with self._transaction() as base:
                write_view(base, view)
            self._index = replace(self._index, view=view)

    def attach(self, name: str, content: bytes) -> None:
        """Store a file with the project; one of the same name is replaced."""
        with self._lock:
            index, digest = self._index, digest_of(content)
            attachments = {**index.attachments, name: digest}
            with self._transaction() as base:
                numbers = add_contents(base, index.numbers, self._missing({digest: content}))
                old = {index.attachments.get(name, digest)}
                numbers = drop_contents(base, numbers, old - index.journal.digests() - set(attachments.values()))
                write_attachments(base, attachments)
                head = write_head(base, replace(index.head, settled=False))
            self._index = replace(index, head=head, numbers=numbers, attachments=attachments)

    def _digested(self, parts: Parts) -> tuple[dict[str, str], dict[str, bytes]]:
        """Digests by key, and contents by digest; known bytes objects are not hashed again."""
        known = {id(data): digest for digest, data in self._known.items()}
        table = {key: known.get(id(data)) or digest_of(data) for key, data in parts.items()}
        return table, {table[key]: data for key, data in parts.items()}

    def _missing(self, contents: Mapping[str, bytes]) -> dict[str, bytes]:
        """The contents that are missing or damaged on disk."""
        return {digest: data for digest, data in contents.items() if not self._is_sound(digest)}

    def _is_sound(self, digest: str) -> bool:
        if digest not in self._index.numbers:
            return False
        if digest not in self._sound:
            try:
                read_content(self._file.base, self._index.numbers, digest, str(self.path))
            except FormatError:
                return False
        return True

    def _moved(
        self, index: Index, place: int, origin: Origin | None, answer: Answer, settings: bytes | None = None
    ) -> Index:
        """Write a change of place; the index after it."""
        journal, answers, number = index.journal, index.answers, index.head.answers
        if origin is not None:
            number += 1
            write_answer(self._file.base, number, origin, answer)
            answers = with_answer(answers, origin, answer)
        head = Head(
            place=place, revision=answer.revision, first=journal.first, last=journal.last, chain=journal.chain.hex(),
            answers=number, settled=False, settings=None if settings is None else settings.decode(),
        )  # fmt: skip
        return replace(index, head=write_head(self._file.base, head), answers=answers)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction: its changes are all on disk afterwards, or none is."""
        with self._file.transaction() as base:
            yield base
        self._unsettled = True
        self._checkpoints.edited()

    def settle(self) -> None:
        """Merge all edits from the log into the file, and mark it as complete.

        Called whenever edits pause.  If it fails, for example on a full disk, the edits are safe in the log.
        """
        with self._lock, contextlib.suppress(sqlite3.Error):
            if not self._unsettled or self._file.overwritten():
                return
            if not self._index.head.settled:
                head = write_head(self._file.base, replace(self._index.head, settled=True))
                self._index = replace(self._index, head=head)
            self._file.bring_in(self._index.head, empty_log=True)
            self._unsettled = False

    def _bring_in(self) -> None:
        """Merge the edits so far into the file, which is not marked as complete."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            if not self._file.overwritten():
                self._file.bring_in(self._index.head)
