"""The tables of a project file, which is an SQLite database, and the checksums of their rows.

There are no indexes, views or triggers: an edit touches few pages, and a file with anything else in it is refused.

====================  ==============================================================================================
``content``           pieces of documents and attachments, each once, by the SHA-256 of its bytes
``step``              the history: what each step changed, by key and digest; see ``manikin.project.journal``
``answer``            the requests that were done, so that a request which is sent twice is done once
``state``             one row each for the head (where the document stands), the page's view, the attachments' names
====================  ==============================================================================================
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import Any

from manikin.errors import FormatError

__all__ = [
    "APPLICATION",
    "MOST_BYTES",
    "SUFFIX",
    "VERSION",
    "Damaged",
    "empty_base",
    "has_layout",
    "read_json",
    "seal",
    "statements",
]

APPLICATION = 0x6D616E69
"""The application id in SQLite's header: "mani"."""
VERSION = 2
"""The version of the layout; newer files are refused, older ones are converted."""
SUFFIX = ".manikin"
PAGE_BYTES = 1024
"""Bytes of a page.  Small, because an edit changes some hundred bytes in each of about six pages, and pages are written
whole."""
MOST_BYTES = 1_000_000_000
"""Largest project [bytes]; SQLite cannot hold more in memory, where a project is inspected."""
SEAL_BYTES = 16
LAYOUT = """
CREATE TABLE content(number INTEGER PRIMARY KEY, digest BLOB NOT NULL, data BLOB NOT NULL);
CREATE TABLE step(
    place INTEGER PRIMARY KEY, label TEXT NOT NULL, command TEXT, whole INTEGER NOT NULL, parts TEXT NOT NULL,
    chain BLOB NOT NULL, checksum BLOB NOT NULL
);
CREATE TABLE answer(
    number INTEGER PRIMARY KEY, client TEXT NOT NULL, request INTEGER NOT NULL, revision INTEGER NOT NULL,
    made TEXT NOT NULL, checksum BLOB NOT NULL
);
CREATE TABLE state(number INTEGER PRIMARY KEY, value TEXT NOT NULL, checksum BLOB NOT NULL);
"""


class Damaged(FormatError):
    """A damaged project; ``what`` is wrong with it."""

    def __init__(self, what: str, file: str) -> None:
        self.what = what
        advice = "use a backup copy; if this is a copy that was made while the project was open, copy it again"
        super().__init__(f"the project is damaged: {what}; {advice}", file=file)


def statements(layout: str) -> list[str]:
    """The statements of a layout, as SQLite keeps them in its list of tables."""
    return [text.strip() for text in layout.split(";") if text.strip()]


def empty_base() -> sqlite3.Connection:
    """A project without rows, in memory."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    base.execute(f"PRAGMA page_size={PAGE_BYTES}")
    for statement in statements(LAYOUT):
        base.execute(statement)
    base.execute(f"PRAGMA application_id={APPLICATION}")
    base.execute(f"PRAGMA user_version={VERSION}")
    return base


def has_layout(base: sqlite3.Connection, layout: str = LAYOUT) -> bool:
    """Whether a database has exactly the tables of a layout, to the letter, and nothing else."""
    found = [row[0] for row in base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]
    return sorted(map(str, found)) == sorted(statements(layout))


def seal(*values: str | int | bytes | None) -> bytes:
    """The checksum of a row: 16 bytes of BLAKE2b over its values as JSON, bytes as hexadecimal digits."""
    plain = [value.hex() if isinstance(value, bytes) else value for value in values]
    return hashlib.blake2b(json.dumps(plain).encode(), digest_size=SEAL_BYTES).digest()


def read_json(text: Any) -> Any:
    """The data of a row's JSON text, or None if it is not JSON."""
    try:
        return json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
