"""Guards the file of a project: locks it, reads it, and notices when another program moves or changes it."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from manikin.errors import FormatError, InputError
from manikin.project.layout import MOST_BYTES

__all__ = ["AlreadyOpen", "FileGuard", "has_bytes", "log_of"]

SHARED_LOCK = (0x40000002, 510)
"""Where SQLite locks a file that it reads or writes: first byte, number of bytes."""
_open_here: set[tuple[int, int]] = set()
"""Device and inode of the projects that this process has open.  Such a file must not be opened again: closing any
descriptor of a file releases all locks that the process has on it.
"""


class AlreadyOpen(InputError):
    """A project is open in one editor at a time."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is open in another editor")


def log_of(path: Path) -> Path:
    """The file beside a project that SQLite writes edits to before they go into the project itself."""
    return Path(f"{path}-wal")


def has_bytes(path: Path) -> bool:
    """Whether there is a file that is not empty."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


class FileGuard:
    """An open file that no editor in another process can open.

    SQLite's own connection to the file must be opened after this and closed before it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log: tuple[int, int] | None = None
        try:
            found = path.stat()
            if not stat.S_ISREG(found.st_mode):
                raise FormatError("this is not a file", file=str(path))
            if _identity(found) in _open_here:
                raise AlreadyOpen(path)
            self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise FormatError(f"the file cannot be read: {error.strerror or error}", file=str(path)) from None
        self._file = _identity(os.fstat(self._descriptor))
        _open_here.add(self._file)
        try:
            self._lock()
        except BaseException:
            self.close()
            raise
        self.remember()

    def _lock(self) -> None:
        """Raise if another editor has the file open."""
        with contextlib.suppress(ImportError):  # on Windows SQLite notices when it opens the file
            import fcntl

            first, count = SHARED_LOCK
            try:
                fcntl.lockf(self._descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB, count, first)
            except OSError:
                raise AlreadyOpen(self.path) from None

    def close(self) -> None:
        """Close the file and release its lock."""
        if self._descriptor >= 0:
            _open_here.discard(self._file)
            os.close(self._descriptor)
            self._descriptor = -1

    def image(self) -> bytes:
        """The bytes of the file."""
        size = os.fstat(self._descriptor).st_size
        if size > MOST_BYTES:
            raise FormatError(f"a project has at most {MOST_BYTES:,} bytes, not {size:,}", file=str(self.path))
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        pieces = []
        while piece := os.read(self._descriptor, 1 << 24):
            pieces.append(piece)
        return b"".join(pieces)

    def remember(self) -> None:
        """Remember the size and time of the file after our own write."""
        self._seen = self._look()

    def _look(self) -> tuple[int, int]:
        found = os.fstat(self._descriptor)
        return found.st_size, found.st_mtime_ns

    @property
    def touched(self) -> bool:
        """Whether another program wrote to the file since ``remember``, or changed its time."""
        return self._look() != self._seen

    def watch_log(self) -> None:
        """From now on, check the log too."""
        self._log = _identity(log_of(self.path).stat())

    def check(self) -> None:
        """Raise if the file or its log is no longer at its path."""
        what = None
        try:
            if _identity(self.path.stat()) != self._file:
                what = "was replaced by another file"
            elif _identity(log_of(self.path).stat()) != self._log:
                what = "lost its log, the file beside it whose name ends in -wal,"
        except FileNotFoundError as error:
            gone = str(error.filename) == str(self.path)
            what = "was moved or deleted" if gone else "lost its log, the file beside it whose name ends in -wal,"
        except OSError as error:
            what = f"cannot be reached ({error.strerror or error})"
        if what is not None:
            raise InputError(
                f"{self.path} {what} while it is open here, so this edit was not kept; put the file back, or save a "
                "copy of the project from the menu and go on with that"
            )


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino
