"""The open database of a project: one exclusive connection, and the file below it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from manikin.errors import FormatError, InputError, ManikinError
from manikin.project.file_guard import AlreadyOpen, FileGuard, log_of
from manikin.project.index import Head, read_index
from manikin.project.inspection import limit_work, open_image
from manikin.project.layout import MOST_BYTES, Damaged, has_layout

__all__ = ["ProjectFile", "telling"]


class ProjectFile:
    """The database in a file that was inspected, whose state is ``head``, and that has been guarded since.

    A transaction is flushed before it ends (WAL, synchronous=FULL), and refused if the file at the path is no longer
    the one that is open.
    """

    def __init__(self, guard: FileGuard, head: Head) -> None:
        self.path = guard.path
        self._guard = guard
        try:
            with telling(self.path):
                # isolation_level=None: transactions begin and end only here
                self.base = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=0.5)
                try:
                    self._open()
                    guard.watch_log()
                    self.bring_in(head)
                except BaseException:
                    self.base.close()
                    raise
        except BaseException:
            guard.close()
            raise

    def _open(self) -> None:
        base = self.base
        base.execute("PRAGMA locking_mode=EXCLUSIVE")
        base.execute("PRAGMA trusted_schema=OFF")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("PRAGMA wal_autocheckpoint=0")  # see manikin.project.checkpoints
        limit_work(base)
        base.execute("BEGIN IMMEDIATE")
        if not has_layout(base):  # without file locks, another program may have changed it since
            raise Damaged("it changed while it was opened", str(self.path))
        base.execute("COMMIT")

    def close(self) -> None:
        """Close the file; SQLite merges the rest of the log into it."""
        if self.overwritten():  # but not into a file that replaced ours
            with contextlib.suppress(OSError):
                os.truncate(log_of(self.path), 0)
        self.base.close()
        self._guard.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction: its changes are all on disk afterwards, or none is."""
        base = self.base
        with telling(self.path):
            self._guard.check()
            if self.overwritten():
                raise InputError(
                    f"{self.path} was overwritten by another program while it is open here, so this edit was not "
                    "kept; stop the editor and open the project again to see what it holds now"
                )
            base.execute("BEGIN IMMEDIATE")
            try:
                yield base
                pages, size = (base.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
                if pages * size > MOST_BYTES:
                    raise InputError(f"the project would become larger than {MOST_BYTES:,} bytes")
                self._guard.check()
                base.execute("COMMIT")
            except BaseException:
                if base.in_transaction:
                    base.execute("ROLLBACK")
                raise

    def bring_in(self, head: Head, *, empty_log: bool = False) -> None:
        """Merge the log into the file, whose state is then ``head``."""
        how = "TRUNCATE" if empty_log else "PASSIVE"
        busy, _, _ = self.base.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
        self._guard.remember()
        if not busy:
            self._filed = head

    def overwritten(self) -> bool:
        """Whether another program wrote into the file itself."""
        if not self._guard.touched:
            return False
        try:
            with open_image(self._guard.image(), str(self.path)) as base:
                found = read_index(base, str(self.path))[0].head
            same = replace(found, place=self._filed.place) == self._filed  # it may stand where nothing can be shown
        except (ManikinError, OSError):
            same = False
        if same:  # only the time of the file was changed
            self._guard.remember()
        return not same


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turns the errors of SQLite into our own."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise AlreadyOpen(path) from None
        raise FormatError(f"the project cannot be used: {error}", file=str(path)) from None
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error), str(path)) from None
    except (UnicodeEncodeError, OverflowError) as error:
        raise InputError(f"this cannot be written into a project: {error}") from None
