"""Inspects a project before it is used.  The file is not trusted and not changed.

A file is read into memory together with its log, and opened there.  Its tables must be exactly ours, without views or
triggers, its pages must be sound, and statements that take too long are stopped.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from manikin.errors import FormatError, NewerVersion
from manikin.project.contents import read_content
from manikin.project.file_guard import FileGuard, has_bytes, log_of
from manikin.project.index import read_index
from manikin.project.layout import APPLICATION, MOST_BYTES, VERSION, Damaged, has_layout
from manikin.project.log_damage import unread_transactions
from manikin.project.version_1 import LAYOUT_1, Convert, read_version_1

__all__ = ["file_image", "image_version", "limit_work", "open_image", "open_unchecked", "read_project", "read_view"]

SIGNATURE = b"SQLite format 3\0"
MOST_WORK = 20_000_000
"""Virtual-machine steps that a statement on an untrusted project may take; a valid project needs some thousands."""


def file_image(guard: FileGuard) -> tuple[bytes, list[bytes]]:
    """The bytes of a project with its log merged into it, and the transactions of the log that cannot be read.

    Nothing is changed on disk.
    """
    path = guard.path
    try:
        logs = [log for end in ("-wal", "-journal") if has_bytes(log := Path(f"{path}{end}"))]
        for log in logs:
            if log.stat().st_size > MOST_BYTES:
                raise FormatError(f"its log, {log.name}, has more than {MOST_BYTES:,} bytes", file=str(path))
        return _merged(path, guard.image(), logs) if logs else (guard.image(), [])
    except OSError as error:
        raise FormatError(f"the file cannot be read: {error.strerror or error}", file=str(path)) from None


def _merged(path: Path, content: bytes, logs: list[Path]) -> tuple[bytes, list[bytes]]:
    """Merge file and log with SQLite, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="manikin-") as folder:
        copy = Path(folder) / "project"
        copy.write_bytes(content)
        for log in logs:
            shutil.copyfile(log, f"{copy}{log.name.removeprefix(path.name)}")
        log_bytes = log_of(copy).read_bytes() if log_of(copy).exists() else b""
        try:
            with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as base:
                base.execute("PRAGMA locking_mode=EXCLUSIVE")
                base.execute("PRAGMA schema_version")
                image = base.serialize()
                return image, _unread(base, log_bytes)
        except sqlite3.Error as error:
            raise Damaged(str(error), str(path)) from None


def _unread(base: sqlite3.Connection, log: bytes) -> list[bytes]:
    """The transactions of a log that an open database could not read; none where that cannot be found out."""
    try:
        _, read_frames, _ = base.execute("PRAGMA wal_checkpoint").fetchone()
    except sqlite3.Error:  # for example, because the disk is full
        return []
    return unread_transactions(log, read_frames, base.execute("PRAGMA page_size").fetchone()[0])


def _plain(content: bytes) -> bytes:
    """The bytes of a file marked as one without a log, as a database in memory needs it."""
    return content[:18] + b"\1\1" + content[20:]


@contextlib.contextmanager
def open_image(image: bytes, file: str) -> Iterator[sqlite3.Connection]:
    """The database of a project's bytes, read-only in memory; its layout and its pages are checked."""
    version = image_version(image, file)
    try:
        with open_unchecked(image) as base:
            tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if not tables:
                raise FormatError(
                    "this is an empty database and not a project; a project copied while it was open may look so: its "
                    "edits lie in the log beside the original (its name ends in -wal)",
                    file=file,
                )
            if version is None:
                raise FormatError("this is a database, but not a project of manikin", file=file)
            if not has_layout(base, *([LAYOUT_1] if version == 1 else [])):
                raise FormatError("this is not a project of manikin: it has other tables", file=file)
            sound = base.execute("PRAGMA quick_check(1)").fetchone()
            if sound != ("ok",):
                raise Damaged("its pages do not fit together", file)
            yield base
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise Damaged(str(error), file) from None


@contextlib.contextmanager
def open_unchecked(image: bytes) -> Iterator[sqlite3.Connection]:
    """The database of any bytes, in memory, to be read only and not for long."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
        base.deserialize(_plain(image))
        base.execute("PRAGMA trusted_schema=OFF")
        base.execute("PRAGMA query_only=ON")
        base.text_factory = _text
        limit_work(base)
        yield base


def _text(data: bytes) -> str:
    """Text of a row; where it is no UTF-8 the row is damaged, which its checksum tells."""
    return data.decode("utf-8", "replace")


def limit_work(base: sqlite3.Connection) -> None:
    """Stop every statement that takes too long."""
    base.set_progress_handler(lambda: 1, MOST_WORK)  # called once after that many steps: stop


def image_version(image: bytes, file: str) -> int | None:
    """The version of a project's layout by its header; None where it is a database of another application."""
    if len(image) < 100 or not image.startswith(SIGNATURE):
        raise FormatError("this is not a project of manikin", file=file)
    if int.from_bytes(image[68:72], "big") != APPLICATION:
        return None
    version = int.from_bytes(image[60:64], "big")
    if version > VERSION:
        raise NewerVersion(
            f"its layout has the version {version}, and this manikin knows those up to {VERSION}", file=file
        )
    return version if version >= 1 else None


def read_view(content: bytes, file: str) -> Mapping[str, Any]:
    """The page's own state in the bytes of a project file, which is not trusted; nothing in one of version 1."""
    with open_image(content, file) as base:
        return {} if image_version(content, file) == 1 else read_index(base, file)[0].view


def read_project(content: bytes, file: str, convert: Convert) -> Mapping[str, bytes]:
    """The parts of the document that the bytes of a project file stand at; ``convert`` makes those of version 1."""
    with open_image(content, file) as base:
        if image_version(content, file) == 1:
            old = read_version_1(base, file).newest
            return convert(old.document, old.figure)
        index, _ = read_index(base, file)
        table = index.journal.table(index.head.place)
        parts = {key: read_content(base, index.numbers, digest, file) for key, digest in table.items()}
        return parts if index.head.settings is None else {**parts, "settings": index.head.settings.encode()}
