"""A project on disk: one SQLite file that holds the document, every step that led to it, and attachments.

An edit is on disk before anybody is told that it is done: journal row and state go into one transaction, which is
flushed (WAL, synchronous=FULL).  One connection, which nobody else may share.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from manikin.document.document import Document, figure_from_data, figure_to_data
from manikin.errors import FormatError, InputError
from manikin.figure.figure import Figure

__all__ = ["KEPT_STEPS", "Origin", "Store", "project_data"]

HEAD = b"SQLite format 3\0"
MOST_WORK = 20_000_000
"""Steps of SQLite's machine that reading a stranger's project may take; an honest one takes some hundreds."""
APPLICATION = 0x6D616E69
VERSION = 1
KEPT_STEPS = 1000
KEPT_ANSWERS = 1000
LAYOUT = """
CREATE TABLE figure(digest TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE step(
    place INTEGER PRIMARY KEY, label TEXT NOT NULL, command TEXT, figure TEXT NOT NULL, document TEXT NOT NULL
);
CREATE TABLE state(name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE answer(
    number INTEGER PRIMARY KEY, client TEXT NOT NULL, request INTEGER NOT NULL, revision INTEGER NOT NULL
);
CREATE UNIQUE INDEX answer_by_request ON answer(client, request);
CREATE TABLE attachment(name TEXT PRIMARY KEY, content BLOB NOT NULL);
"""


@dataclass(frozen=True)
class Origin:
    """Who asked for an edit: a window by its name, and the number of its request."""

    client: str
    request: int


class Store:
    """A project file, made if it is absent or empty; ``first`` makes the document that a new one begins with."""

    def __init__(self, path: str | os.PathLike[str], first: Callable[[], Document] | None = None) -> None:
        self.path = Path(path)
        self._figures: dict[str, Figure] = {}
        with self._mending():
            # isolation_level=None: transactions are begun and ended here, nowhere else
            self._base = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=0.5)
            try:
                self._open(first)
            except BaseException:
                self._base.close()
                raise

    def _open(self, first: Callable[[], Document] | None) -> None:
        base = self._base
        base.execute("PRAGMA locking_mode=EXCLUSIVE")
        base.execute("PRAGMA trusted_schema=OFF")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("BEGIN IMMEDIATE")
        application = base.execute("PRAGMA application_id").fetchone()[0]
        if application == 0 and not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            if first is None:
                raise FormatError("there is no project in this file", file=str(self.path))
            for statement in LAYOUT.split(";"):
                base.execute(statement)
            base.execute(f"PRAGMA application_id={APPLICATION}")
            base.execute(f"PRAGMA user_version={VERSION}")
            self._write_step(0, "Open", None, first())
            self._set("place", 0)
            self._set("revision", 1)
        elif application != APPLICATION:
            raise FormatError("this is a database, but no project of manikin", file=str(self.path))
        elif base.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            raise FormatError("this project was made by another version of manikin", file=str(self.path))
        base.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    # -- reading -------------------------------------------------------------------------------

    @property
    def place(self) -> int:
        """The step that the document stands at."""
        return int(self._get("place", 0))

    @property
    def revision(self) -> int:
        """Counts every change, undo and redo included."""
        return int(self._get("revision", 1))

    @property
    def view(self) -> dict[str, Any]:
        """The page's own state."""
        view = self._get("view", {})
        return view if isinstance(view, dict) else {}

    def steps(self) -> list[tuple[int, str]]:
        """All steps by place and label, oldest first."""
        with self._mending():
            rows: list[tuple[int, str]] = self._base.execute("SELECT place, label FROM step ORDER BY place").fetchall()
        return rows

    def document(self, place: int) -> Document:
        """The document after a step."""
        with self._mending():
            row = self._base.execute("SELECT document, figure FROM step WHERE place=?", (place,)).fetchone()
        if row is None:
            raise FormatError(f"the project lacks its step {place}", file=str(self.path))
        return Document.from_data(_json(row[0], self.path), figure=self._figure(row[1]))

    def answered(self, origin: Origin) -> int | None:
        """The revision that a request led to, if it was done already."""
        row = self._base.execute(
            "SELECT revision FROM answer WHERE client=? AND request=?", (origin.client, origin.request)
        ).fetchone()
        return None if row is None else int(row[0])

    def attachment(self, name: str) -> bytes | None:
        """The content of an attachment."""
        row = self._base.execute("SELECT content FROM attachment WHERE name=?", (name,)).fetchone()
        return None if row is None else bytes(row[0])

    def content(self) -> bytes:
        """The whole project as the bytes of a file of its own."""
        with self._mending(), contextlib.closing(sqlite3.connect(":memory:")) as copy:
            self._base.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            return copy.serialize()

    # -- writing -------------------------------------------------------------------------------

    def record(
        self, place: int, label: str, command: Any, document: Document, revision: int, origin: Origin | None = None
    ) -> None:
        """A step done at ``place``: what was undone before it is gone."""
        with self._transaction():
            self._base.execute("DELETE FROM step WHERE place >= ? OR place < ?", (place, place - KEPT_STEPS))
            self._write_step(place, label, command, document)
            self._moved(place, revision, origin)

    def move(self, place: int, revision: int, origin: Origin | None = None) -> None:
        """Undo or redo: the document stands at another step."""
        with self._transaction():
            self._moved(place, revision, origin)

    def keep_view(self, view: dict[str, Any]) -> None:
        """Keep the page's own state."""
        with self._transaction():
            self._set("view", view)

    def attach(self, name: str, content: bytes) -> None:
        """Keep a file with the project."""
        with self._transaction():
            self._base.execute("INSERT OR REPLACE INTO attachment VALUES (?, ?)", (name, content))

    def _moved(self, place: int, revision: int, origin: Origin | None) -> None:
        self._set("place", place)
        self._set("revision", revision)
        if origin is None:
            return
        self._base.execute(
            "INSERT OR REPLACE INTO answer(client, request, revision) VALUES (?, ?, ?)",
            (origin.client, origin.request, revision),
        )
        self._base.execute("DELETE FROM answer WHERE number <= (SELECT max(number) FROM answer) - ?", (KEPT_ANSWERS,))

    def _write_step(self, place: int, label: str, command: Any, document: Document) -> None:
        figure = json.dumps(figure_to_data(document.figure), sort_keys=True)
        digest = hashlib.sha256(figure.encode()).hexdigest()
        self._figures.setdefault(digest, document.figure)
        another = self._base.execute("INSERT OR IGNORE INTO figure VALUES (?, ?)", (digest, figure)).rowcount
        self._base.execute(
            "INSERT INTO step VALUES (?, ?, ?, ?, ?)",
            (place, label, None if command is None else json.dumps(command), digest, json.dumps(document.state_data())),
        )
        if another:  # those that no step knows any more make room
            self._base.execute("DELETE FROM figure WHERE digest NOT IN (SELECT figure FROM step)")
            known = {row[0] for row in self._base.execute("SELECT digest FROM figure")}
            self._figures = {name: kept for name, kept in self._figures.items() if name in known}

    def _figure(self, digest: str) -> Figure:
        if digest not in self._figures:
            row = self._base.execute("SELECT data FROM figure WHERE digest=?", (digest,)).fetchone()
            if row is None:
                raise FormatError("the project lacks one of its figures", file=str(self.path))
            self._figures[digest] = figure_from_data(_json(row[0], self.path))
        return self._figures[digest]

    def _get(self, name: str, default: Any) -> Any:
        with self._mending():
            row = self._base.execute("SELECT value FROM state WHERE name=?", (name,)).fetchone()
        return default if row is None else _json(row[0], self.path)

    def _set(self, name: str, value: Any) -> None:
        self._base.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, json.dumps(value)))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._mending():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    @contextlib.contextmanager
    def _mending(self) -> Iterator[None]:
        """What SQLite complains of, in our words."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise InputError(f"{self.path} is open in another editor") from None
            raise FormatError(f"the project cannot be used: {error}", file=str(self.path)) from None
        except sqlite3.DatabaseError as error:
            raise FormatError(f"this is no project of manikin: {error}", file=str(self.path)) from None


def project_data(content: bytes, file: str) -> dict[str, Any]:
    """The document that the bytes of a project file stand at, as ``Document.to_data`` has it; yet to be checked.

    Whoever made the file is not trusted: it is read in memory, its tables must be ours to the letter, with no views or
    triggers beside them, and what takes long is stopped.
    """
    wrong = FormatError("this is no project of manikin, or a damaged one", file=file)
    if not content.startswith(HEAD):
        raise wrong
    plain = content[:18] + b"\1\1" + content[20:]  # what was written ahead is in another file; memory has none
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        try:
            base.deserialize(plain)
            base.execute("PRAGMA trusted_schema=OFF")
            base.execute("PRAGMA query_only=ON")
            base.set_progress_handler(lambda: 1, MOST_WORK)  # asked once, after so many steps: stop
            layout = {row[0] for row in base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
            if layout != {statement.strip() for statement in LAYOUT.split(";") if statement.strip()}:
                raise wrong
            place = base.execute("SELECT value FROM state WHERE name='place'").fetchone()
            step = (
                "SELECT step.document, figure.data FROM step JOIN figure ON figure.digest = step.figure WHERE place=?"
            )
            found = base.execute(step, (int(place[0]),)).fetchone()
            state, figure = (json.loads(text) for text in found)
        except (sqlite3.Error, ValueError, TypeError, RecursionError):
            raise wrong from None
    if not isinstance(state, dict):
        raise wrong
    return {**state, "figure": figure}


def _json(text: str, path: Path) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise FormatError("the project is damaged", file=str(path)) from None
