"""The index of a project file, all but its contents: the current step, the journal, the answers."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from manikin.errors import InputError, ManikinError
from manikin.plain_data import from_data
from manikin.project.contents import read_numbers
from manikin.project.journal import Journal, read_journal
from manikin.project.layout import Damaged, read_json, seal

__all__ = [
    "HEAD",
    "Answer",
    "Head",
    "Index",
    "Origin",
    "head_of",
    "read_index",
    "with_answer",
    "write_answer",
    "write_attachments",
    "write_head",
    "write_view",
]

HEAD, VIEW, ATTACHMENTS = 1, 2, 3  # rows of the table state
KEPT_ANSWERS = 1000
"""Answered requests that are remembered; older ones are dropped in blocks of ``ANSWER_BLOCK``."""
ANSWER_BLOCK = 100
LARGEST_INTEGER = 2**63 - 1
VIEW_CHARACTERS = 300_000
VIEW_DEPTH = 50


@dataclass(frozen=True)
class Origin:
    """Who asked for an edit: a window by its name, and the number of its request."""

    client: str
    request: int

    def __post_init__(self) -> None:
        if not 0 <= self.request <= LARGEST_INTEGER:
            raise InputError(f"a request has a number from 0 to {LARGEST_INTEGER}")
        try:
            self.client.encode()
        except UnicodeEncodeError:
            raise InputError("the name of a window has characters that cannot be written") from None


@dataclass(frozen=True)
class Answer:
    """What a request led to: the revision, and what it made, as JSON."""

    revision: int
    made: str = "null"


@dataclass(frozen=True, kw_only=True)
class Head:
    """The current step, and what the file must hold.

    ``settled``: the file without its log holds all edits.  ``written``: time of the last write [s since 1970].
    ``settings``: the part of the settings in use, where they are not those of the step; they are not undone.
    """

    place: int
    revision: int
    first: int
    last: int
    chain: str
    answers: int
    settled: bool = True
    written: float = 0.0
    settings: str | None = None


@dataclass(frozen=True, kw_only=True)
class Index:
    """All of a project but its contents.  ``numbers`` has the rows of the contents by digest.  Immutable."""

    head: Head
    journal: Journal
    numbers: Mapping[str, int]
    answers: Mapping[Origin, Answer]
    attachments: Mapping[str, str]
    view: dict[str, Any]


def read_index(base: sqlite3.Connection, file: str) -> tuple[Index, list[str]]:
    """The index of a file, with every row checked; and sentences on damage that does not prevent its use."""
    problems = []
    rows = {number: (value, checksum) for number, value, checksum in base.execute("SELECT * FROM state LIMIT 10")}
    numbers = read_numbers(base, file)
    head = head_of(rows)
    if head is None:
        problems.append("the current step is not known; the newest one was opened")
        journal, wrong = read_journal(base, file, None, None)
    else:
        journal, wrong = read_journal(base, file, (head.first, head.last), bytes.fromhex(head.chain))
    answers, newest, whole = _answers(base)
    if head is None:
        revision = max([*(answer.revision for answer in answers.values()), journal.last]) + 1
        head = Head(place=journal.last, revision=revision, first=0, last=0, chain="", answers=newest)
    elif newest != head.answers or not whole:
        problems.append("the list of answered requests is damaged")
    attachments = _state(rows, ATTACHMENTS)
    if attachments is None or not all(isinstance(digest, str) for digest in attachments.values()):
        problems.append("the list of attachments is damaged")
        attachments = {}
    head = replace(head, first=journal.first, last=journal.last, chain=journal.chain.hex())
    if not journal.first <= head.place <= journal.last:
        raise Damaged("its current step is missing", file)
    index = Index(
        head=head, journal=journal, numbers=numbers, answers=answers, attachments=attachments,
        view=_state(rows, VIEW) or {},
    )  # fmt: skip
    return index, problems + wrong


def write_head(base: sqlite3.Connection, head: Head) -> Head:
    """Write the head, with the time; the head as it is written."""
    head = replace(head, written=time.time())
    _write_state(base, HEAD, asdict(head))
    return head


def write_view(base: sqlite3.Connection, view: dict[str, Any]) -> None:
    """Write the page's own state; it must be JSON that can be read and sent again."""
    try:
        text = json.dumps(view, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        raise InputError("the view cannot be written as JSON") from None
    if len(text) > VIEW_CHARACTERS:
        raise InputError(f"the view is longer than {VIEW_CHARACTERS:,} characters")
    level: list[Any] = [view]
    for _ in range(VIEW_DEPTH):
        level = [item for each in level for item in (each.values() if isinstance(each, dict) else each)]
        level = [item for item in level if isinstance(item, (dict, list, tuple))]
        if not level:
            return _write_state(base, VIEW, view)
    raise InputError(f"the view is nested deeper than {VIEW_DEPTH}")


def write_attachments(base: sqlite3.Connection, attachments: Mapping[str, str]) -> None:
    """Write the digests of the attachments by name."""
    _write_state(base, ATTACHMENTS, dict(attachments))


def write_answer(base: sqlite3.Connection, number: int, origin: Origin, answer: Answer) -> None:
    """Write what a request led to; ``number`` is one more than that of the newest answer."""
    values = (number, origin.client, origin.request, answer.revision, answer.made)
    base.execute("INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)", (*values, seal(*values)))
    if number % ANSWER_BLOCK == 0:
        base.execute("DELETE FROM answer WHERE number <= ?", (number - KEPT_ANSWERS,))


def with_answer(answers: Mapping[Origin, Answer], origin: Origin, answer: Answer) -> dict[Origin, Answer]:
    """The answers with one more, without those that are dropped."""
    left = {known: done for known, done in answers.items() if known != origin}
    if len(left) > KEPT_ANSWERS + ANSWER_BLOCK:
        left = dict(list(left.items())[-KEPT_ANSWERS:])
    return {**left, origin: answer}


def _write_state(base: sqlite3.Connection, number: int, value: Any) -> None:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    base.execute("INSERT OR REPLACE INTO state VALUES (?, ?, ?)", (number, text, seal(number, text)))


def _state(rows: Mapping[int, tuple[Any, Any]], number: int) -> dict[str, Any] | None:
    """The data of a row of the table state, or None where it is missing or damaged."""
    value, checksum = rows.get(number, (None, None))
    if not isinstance(value, str) or checksum != seal(number, value):
        return None
    data = read_json(value)
    return data if isinstance(data, dict) else None


def head_of(rows: Mapping[int, tuple[Any, Any]]) -> Head | None:
    """The head from the rows of the table state by number, or None where it is missing or damaged."""
    data = _state(rows, HEAD)
    try:
        head = from_data(Head, data, "the head")
        bytes.fromhex(head.chain)
    except (ManikinError, ValueError):
        return None
    numbers = (head.place, head.revision, head.first, head.last, head.answers)
    return head if all(0 <= number <= LARGEST_INTEGER for number in numbers) else None


def _answers(base: sqlite3.Connection) -> tuple[dict[Origin, Answer], int, bool]:
    """Answers by request, oldest first, the number of the newest one, and whether none is damaged or missing."""
    found: dict[Origin, Answer] = {}
    most = KEPT_ANSWERS + 2 * ANSWER_BLOCK
    rows = base.execute("SELECT * FROM answer ORDER BY number DESC LIMIT ?", (most,)).fetchall()
    whole = True
    for k, (number, client, request, revision, made, checksum) in enumerate(reversed(rows)):
        whole = whole and number == rows[-1][0] + k
        typed = isinstance(client, str) and isinstance(request, int) and isinstance(revision, int)
        if typed and isinstance(made, str) and checksum == seal(number, client, request, revision, made):
            found[Origin(client, max(0, request))] = Answer(revision, made)
        else:
            whole = False
    return found, rows[0][0] if rows else 0, whole
