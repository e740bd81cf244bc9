"""Save what can be read of a project with damaged pages.

The rows that SQLite can reach are copied into a new database.  Their checksums are verified afterwards, as in every
project that is opened.
"""

from __future__ import annotations

import contextlib
import sqlite3

from manikin.project.inspection import open_unchecked
from manikin.project.layout import Damaged, empty_base, has_layout

__all__ = ["salvage"]

TABLES = {"content": 3, "step": 7, "answer": 6, "state": 3}
"""The tables of a project, and how many columns they have."""
MOST_ROWS = 100_000
"""Largest number of rows of a table that are searched."""


def salvage(image: bytes, file: str) -> bytes:
    """The bytes of an undamaged project with all rows of a damaged one that can be read."""
    size = int.from_bytes(image[16:18], "big")
    pages = len(image) // size if size >= 512 else 0
    whole = image[:28] + pages.to_bytes(4, "big") + image[32 : pages * size]  # the file may be truncated
    try:
        with open_unchecked(whole) as base, contextlib.closing(empty_base()) as clean:
            if not has_layout(base):
                raise Damaged("its list of tables cannot be read", file)
            for table, columns in TABLES.items():
                marks = ", ".join("?" * columns)
                for number in _numbers(base, table):
                    with contextlib.suppress(sqlite3.Error, UnicodeError):
                        row = base.execute(f"SELECT * FROM {table} WHERE rowid=?", (number,)).fetchone()
                        clean.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row or ())
            return clean.serialize()
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise Damaged(str(error), file) from None


def _numbers(base: sqlite3.Connection, table: str) -> list[int]:
    """The numbers of the rows that can be reached from the beginning or from the end of a table."""
    found: set[int] = set()
    for order in ("ASC", "DESC"):
        with contextlib.suppress(sqlite3.Error, UnicodeError):
            for (number,) in base.execute(f"SELECT rowid FROM {table} ORDER BY rowid {order} LIMIT {MOST_ROWS}"):
                found.add(number)
    return sorted(found)
