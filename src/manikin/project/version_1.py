"""Project files of version 1, which kept the whole document with every step, as plain data."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from manikin.project.index import LARGEST_INTEGER, Answer, Origin
from manikin.project.layout import Damaged, read_json

__all__ = ["LAYOUT_1", "Convert", "OldProject", "OldStep", "read_version_1"]

Convert = Callable[[Any, Any], Mapping[str, bytes]]
"""Makes the parts of a document from the plain data of a step of version 1 and of its figure."""

MOST_STEPS = 2000
"""Rows that a project of version 1 may have; it kept 1,001."""
LAYOUT_1 = """
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


@dataclass(frozen=True, kw_only=True)
class OldStep:
    """A step: its document and its figure as plain data."""

    place: int
    label: str
    command: str | None
    document: Any
    figure: Any


@dataclass(frozen=True, kw_only=True)
class OldProject:
    """The content of a project of version 1.  Steps that cannot be read, and all beyond them, are left out."""

    steps: tuple[OldStep, ...]
    place: int
    revision: int
    view: dict[str, Any]
    answers: dict[Origin, Answer]
    attachments: dict[str, bytes]
    problems: tuple[str, ...]

    @property
    def newest(self) -> OldStep:
        """The step that the document stands at."""
        return self.steps[self.place - self.steps[0].place]


def read_version_1(base: sqlite3.Connection, file: str) -> OldProject:
    """The project in a database of version 1."""
    state = {name: read_json(value) for name, value in base.execute("SELECT name, value FROM state LIMIT 10")}
    place, revision, view = state.get("place"), state.get("revision"), state.get("view")
    if not (isinstance(place, int) and isinstance(revision, int) and _is_count(place) and _is_count(revision)):
        raise Damaged("the current step is not a number", file)
    figures = {digest: read_json(data) for digest, data in base.execute("SELECT digest, data FROM figure LIMIT 5000")}
    rows = base.execute("SELECT * FROM step ORDER BY place LIMIT ?", (MOST_STEPS + 1,)).fetchall()
    if len(rows) > MOST_STEPS:
        raise Damaged("it has more steps than a project may have", file)
    found = {row[0]: _step(row, figures) for row in rows}
    if found.get(place) is None:
        raise Damaged("its current step is missing", file)
    steps = _run(found, place)
    problems = []
    if len(steps) < len(rows):
        lost = len(rows) - len(steps)
        problems.append(f"{lost} of the {len(rows)} steps of the history could not be read and were left out")
    answers = {}
    for client, request, done in base.execute(
        "SELECT client, request, revision FROM answer ORDER BY number LIMIT 5000"
    ):
        if isinstance(client, str) and _is_count(request) and _is_count(done):
            answers[Origin(client, request)] = Answer(done)
    attachments = {
        name: content
        for name, content in base.execute("SELECT name, content FROM attachment")
        if isinstance(name, str) and isinstance(content, bytes)
    }
    return OldProject(
        steps=steps, place=place, revision=revision, view=view if isinstance(view, dict) else {}, answers=answers,
        attachments=attachments, problems=tuple(problems),
    )  # fmt: skip


def _run(found: Mapping[int, OldStep | None], place: int) -> tuple[OldStep, ...]:
    """The steps around a place, up to the first on either side that cannot be read."""
    first = last = place
    while found.get(first - 1) is not None:
        first -= 1
    while found.get(last + 1) is not None:
        last += 1
    return tuple(step for at in range(first, last + 1) if (step := found[at]) is not None)


def _step(row: tuple[Any, ...], figures: Mapping[Any, Any]) -> OldStep | None:
    place, label, command, figure, document = row
    data, own = read_json(document), figures.get(figure)
    if not (isinstance(label, str) and isinstance(command, str | None) and isinstance(data, dict) and own):
        return None
    return OldStep(place=place, label=label, command=command, document=data, figure=own)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_INTEGER
