"""Makes the bytes of a project file in memory, and puts them on disk atomically."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from manikin.errors import FormatError
from manikin.formats.files import write_flushed
from manikin.project.contents import add_contents, digest_of
from manikin.project.index import Answer, Head, Origin, write_answer, write_attachments, write_head, write_view
from manikin.project.journal import Journal, Step
from manikin.project.layout import SUFFIX, empty_base

__all__ = ["delete_leftovers", "make_image", "place_new", "replace_old"]

WRITING_SECONDS = 600
"""Longest time [s] that writing a project may take."""


def make_image(
    steps: Iterable[tuple[int, str, str | None, Mapping[str, bytes]]],
    *,
    place: int = 0,
    revision: int = 1,
    view: dict[str, Any] | None = None,
    answers: Mapping[Origin, Answer] | None = None,
    attachments: Mapping[str, bytes] | None = None,
) -> bytes:
    """The bytes of a project.

    Args:
        steps: place, label, command as JSON, and the parts of the document after it; oldest first, without gaps.
        place: The step that the document stands at.
        revision: Counts the changes.
        view: The page's own state.
        answers: What each request led to, oldest first.
        attachments: Files kept with the project, by name.
    """
    with contextlib.closing(empty_base()) as base:
        base.execute("BEGIN")
        numbers: dict[str, int] = {}
        journal: Journal | None = None
        for at, label, command, parts in steps:
            contents = {digest_of(data): data for data in parts.values()}
            table = {key: digest_of(data) for key, data in parts.items()}
            numbers = add_contents(base, numbers, {d: data for d, data in contents.items() if d not in numbers})
            step = Step.make(at, label, command, journal, table)
            base.execute("INSERT INTO step VALUES (?, ?, ?, ?, ?, ?, ?)", step.row())
            before = () if journal is None else journal.steps
            journal = Journal(first=at - len(before), steps=(*before, step), file="")
        assert journal is not None
        named = {name: digest_of(data) for name, data in (attachments or {}).items()}
        add_contents(base, numbers, {named[name]: data for name, data in (attachments or {}).items()})
        write_attachments(base, named)
        write_view(base, view or {})
        known = answers or {}
        for number, (origin, answer) in enumerate(known.items(), 1):
            write_answer(base, number, origin, answer)
        head = Head(
            place=place, revision=revision, first=journal.first, last=journal.last, chain=journal.chain.hex(),
            answers=len(known),
        )  # fmt: skip
        write_head(base, head)
        base.execute("COMMIT")
        return base.serialize()


def place_new(path: Path, image: bytes) -> None:
    """Write a new project atomically; if the file exists meanwhile, that one stays."""
    with _beside(path, image) as whole:
        if path.exists() and path.stat().st_size == 0:
            whole.replace(path)
        else:
            with contextlib.suppress(FileExistsError):
                _link(whole, path)


def replace_old(path: Path, image: bytes, word: str) -> Path:
    """Replace a project by another; the old one is kept beside it with ``word`` in its name, and its path is
    returned.

    Whatever interrupts this, there is a complete project under the name: the old one or the new one.
    """
    with _beside(path, image) as whole:
        shutil.copymode(path, whole)
        backup = _kept(path, word)
        whole.replace(path)
    return backup


def delete_leftovers(path: Path) -> None:
    """Delete the files that processes which have ended left beside a project while they wrote it."""
    for file in path.parent.glob(f"{glob.escape(path.name)}.*.new"):
        pid = file.name.removeprefix(f"{path.name}.").removesuffix(".new")
        if pid.isdecimal() and file.is_file() and not _runs(int(pid), file):
            with contextlib.suppress(OSError):
                file.unlink()


def _runs(pid: int, file: Path) -> bool:
    """Whether the process that writes a file still runs; where that cannot be asked, whether the file is new."""
    if os.name == "nt":  # where asking would end the process
        return time.time() - file.stat().st_mtime < WRITING_SECONDS
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # it belongs to someone else
        pass
    return True


def _kept(path: Path, word: str) -> Path:
    """A free name beside a project."""
    stem = path.name.removesuffix(SUFFIX)
    for number in count(1):
        more = "" if number == 1 else f"-{number}"
        backup = path.with_name(f"{stem}.{word}{more}{SUFFIX}")
        if backup.exists() and backup.samefile(path):  # left by an interrupted attempt
            break
        with contextlib.suppress(FileExistsError):
            _link(path, backup)
            break
    return backup


@contextlib.contextmanager
def _beside(path: Path, image: bytes) -> Iterator[Path]:
    """A file in the same folder with the bytes, flushed to disk; deleted afterwards unless it was renamed."""
    whole = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        whole.unlink(missing_ok=True)  # left by an earlier process with this number
        write_flushed(whole, image)
        yield whole
        _sync_folder(path.parent)
    except OSError as error:
        if isinstance(error, FileExistsError):
            raise
        raise FormatError(f"the project cannot be written: {error.strerror or error}", file=str(path)) from None
    finally:
        whole.unlink(missing_ok=True)


def _link(old: Path, new: Path) -> None:
    """Make a hard link with a new name, or a copy if the file system has no hard links."""
    try:
        os.link(old, new)
    except FileExistsError:
        raise
    except OSError:
        write_flushed(new, old.read_bytes())


def _sync_folder(folder: Path) -> None:
    """Flush a folder to disk, if the system supports it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
