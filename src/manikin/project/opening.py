"""Prepares a path for opening: inspects, creates or converts the project; a refused file is not changed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from manikin.errors import FormatError, ManikinError, NewerVersion, shorten
from manikin.project.contents import Parts, read_content
from manikin.project.file_guard import FileGuard, has_bytes, log_of
from manikin.project.image import delete_leftovers, make_image, place_new, replace_old
from manikin.project.index import Index, read_index
from manikin.project.inspection import file_image, image_version, open_image
from manikin.project.layout import Damaged
from manikin.project.log_damage import lost_edits
from manikin.project.migrate import migrate_version_1
from manikin.project.salvage import salvage
from manikin.project.version_1 import Convert

__all__ = ["Opening", "prepare"]


@dataclass(frozen=True)
class Opening:
    """A file that was inspected and is guarded.

    Attributes:
        guard: Locks the file.
        index: Stands at a step that can be shown.
        contents: The contents of that step by digest.
        notices: What the user should know, in sentences.
    """

    guard: FileGuard
    index: Index
    contents: dict[str, bytes]
    notices: list[str]


def prepare(
    file: Path, first: Callable[[], Parts] | None, check: Callable[[Parts], object], convert: Convert | None
) -> Opening:
    """Inspect the project at a path; create it if there is none, convert it if it is old.

    Args:
        file: The file, by its real path.
        first: Makes the parts that a new project begins with; without it there must be a project.
        check: Raises a ``ManikinError`` where parts cannot be shown.
        convert: Makes parts from the plain data of version 1; without it such a project is refused.
    """
    if not file.exists() or (file.is_file() and not has_bytes(file)):
        _make(file, first, check)
    guard = FileGuard(file)
    try:
        image, unread = file_image(guard)
        if image_version(image, str(file)) == 1:
            said = _converted(file, image, convert)
        else:
            try:
                return _opened(guard, image, unread, check)
            except Damaged as error:
                saved = _salvaged(file, image, check, error.what)
                if saved is None:
                    raise
                said = saved
    except BaseException:
        guard.close()
        raise
    guard.close()
    opening = prepare(file, None, check, None)
    return replace(opening, notices=said + opening.notices)


def _opened(guard: FileGuard, image: bytes, unread: list[bytes], check: Callable[[Parts], object]) -> Opening:
    name = str(guard.path)
    with open_image(image, name) as base:
        index, problems = read_index(base, name)
        if lost := lost_edits(unread, index.head.revision):
            edits = "the last edit" if lost == 1 else f"the last {lost} edits"
            problems.append(f"{edits} in its log, {log_of(guard.path).name}, cannot be read")
        said = _notices(guard.path, index, problems)
        standing, contents, fallen = _stand(base, index, check, name)
        delete_leftovers(guard.path)
        return Opening(guard, standing, contents, said + fallen)


def _salvaged(file: Path, image: bytes, check: Callable[[Parts], object], what: str) -> list[str] | None:
    """Put what can be saved of a damaged project in its place; None where it must stay as it is."""
    if has_bytes(log_of(file)):
        return None
    try:
        saved = salvage(image, str(file))
        with open_image(saved, str(file)) as base:
            index, _ = read_index(base, str(file))
            _stand(base, index, check, str(file))
    except ManikinError:
        return None
    backup = replace_old(file, saved, "damaged")
    return [f"The project was damaged: {what}. The file as it was is kept as {backup.name}."]


def _converted(file: Path, image: bytes, convert: Convert | None) -> list[str]:
    with open_image(image, str(file)):
        if convert is None:
            raise FormatError("this project was made by an older version of manikin", file=str(file))
        return migrate_version_1(file, convert)


def _notices(file: Path, index: Index, problems: list[str]) -> list[str]:
    said = [f"The project is damaged: {problem}." for problem in problems]
    if not index.head.settled and not has_bytes(log_of(file)):
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(index.head.written))
        said.append(
            f"This file was copied or moved away while the project was open. It has all edits up to {when}; later ones "
            "may be missing."
        )
    return said


def _stand(
    base: sqlite3.Connection, index: Index, check: Callable[[Parts], object], file: str
) -> tuple[Index, dict[str, bytes], list[str]]:
    """The index at the nearest step that can be shown: where the document stood, or an older one, or a newer one."""
    place, journal, reason = index.head.place, index.journal, ""
    read: dict[str, bytes] = {}
    for at in (*range(place, journal.first - 1, -1), *range(place + 1, journal.last + 1)):
        try:
            table = journal.table(at)
            for digest in table.values():
                if digest not in read:
                    read[digest] = read_content(base, index.numbers, digest, file)
            check({key: read[digest] for key, digest in table.items()})
        except NewerVersion as error:  # an older step may be shown, but the next edit would drop this one
            raise NewerVersion(error.what, file=file) from None
        except ManikinError as error:
            # not the error itself, whose trace would keep all this in memory
            reason = reason or (error.what if isinstance(error, Damaged) else str(error))
            continue
        said = []
        if at != place:
            label = shorten(journal.at(at).label)
            said.append(f"The project was opened at step {at}, {label}, because step {place} cannot be shown: {reason}")
        contents = {digest: read[digest] for digest in table.values()}
        return replace(index, head=replace(index.head, place=at)), contents, said
    raise Damaged(f"none of its steps can be shown: {reason}", file)


def _make(file: Path, first: Callable[[], Parts] | None, check: Callable[[Parts], object]) -> None:
    if first is None:
        raise FormatError("there is no project in this file", file=str(file))
    if has_bytes(log_of(file)):
        log = log_of(file).name
        raise FormatError(f"the log of another project, {log}, lies beside it; move that away first", file=str(file))
    parts = first()
    check(parts)
    place_new(file, make_image([(0, "Open", None, parts)]))
