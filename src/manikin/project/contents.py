"""The contents of a project: the parts of its documents, each stored once under the SHA-256 of its bytes."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping

from manikin.project.layout import Damaged

__all__ = ["Parts", "add_contents", "digest_of", "drop_contents", "read_content", "read_numbers"]

Parts = Mapping[str, bytes]
"""The parts of a document by key."""

MOST_CONTENTS = 1_000_000
"""Largest number of rows; a project of a thousand steps has a few thousand."""


def digest_of(data: bytes) -> str:
    """SHA-256 as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def read_numbers(base: sqlite3.Connection, file: str) -> dict[str, int]:
    """The row of every content by its digest; the contents themselves are not read."""
    found: dict[str, int] = {}
    for number, digest in base.execute("SELECT number, digest FROM content LIMIT ?", (MOST_CONTENTS + 1,)):
        if isinstance(digest, bytes):  # another type means damage: the content counts as missing
            found[digest.hex()] = number
    if len(found) > MOST_CONTENTS:
        raise Damaged("it has too many contents", file)
    return found


def read_content(base: sqlite3.Connection, numbers: Mapping[str, int], digest: str, file: str) -> bytes:
    """A content by its digest, which is checked."""
    row = None
    if digest in numbers:
        row = base.execute("SELECT data FROM content WHERE number=?", (numbers[digest],)).fetchone()
    if row is None:
        raise Damaged("one of its contents is missing", file)
    data = row[0]
    if not isinstance(data, bytes) or digest_of(data) != digest:
        raise Damaged("one of its contents does not match its digest", file)
    return data


def add_contents(base: sqlite3.Connection, numbers: Mapping[str, int], added: Mapping[str, bytes]) -> dict[str, int]:
    """Write contents by digest; returns the rows of all.  One that exists is overwritten."""
    after = dict(numbers)
    for digest, data in added.items():
        if digest in after:
            base.execute("UPDATE content SET data=? WHERE number=?", (data, after[digest]))
        else:
            row = base.execute("INSERT INTO content(digest, data) VALUES (?, ?)", (bytes.fromhex(digest), data))
            after[digest] = int(row.lastrowid or 0)
    return after


def drop_contents(base: sqlite3.Connection, numbers: Mapping[str, int], dropped: Iterable[str]) -> dict[str, int]:
    """Delete contents by digest; returns the rows that are left."""
    after = dict(numbers)
    for digest in dropped:
        if digest in after:
            base.execute("DELETE FROM content WHERE number=?", (after.pop(digest),))
    return after
