"""Convert a project of an older version.

The new project is made in memory, written beside the old one, flushed, and renamed; the old one is kept under another
name.  Whatever interrupts this, the project can be opened afterwards, converted or not.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from manikin.errors import FormatError, ManikinError
from manikin.project.file_guard import has_bytes, log_of
from manikin.project.image import make_image, replace_old
from manikin.project.inspection import open_image
from manikin.project.layout import Damaged
from manikin.project.version_1 import Convert, OldProject, read_version_1

__all__ = ["image_from_version_1", "migrate_version_1"]


def migrate_version_1(path: Path, convert: Convert) -> list[str]:
    """Replace a project of version 1 by one of this version; the notices for the user."""
    with _held(path) as content:
        with open_image(content, str(path)) as base:
            old = read_version_1(base, str(path))
        image, problems = image_from_version_1(old, convert, str(path))
        if has_bytes(log_of(path)):
            raise FormatError("its log could not be merged into the project; nothing was changed", file=str(path))
        backup = replace_old(path, image, "version-1")
    said = f"The project was converted from version 1; the old file is kept as {backup.name}."
    return [said, *(f"{problem[:1].upper()}{problem[1:]}." for problem in problems)]


def image_from_version_1(old: OldProject, convert: Convert, file: str) -> tuple[bytes, list[str]]:
    """The bytes of the same project in this version, and what is wrong with it.

    Steps whose document cannot be made are left out, with all steps beyond them as seen from the current step.  If the
    current step is one of them, the nearest older step that can be made replaces it, else the nearest newer one.
    """
    parts = {}
    for step in old.steps:
        with contextlib.suppress(ManikinError):
            parts[step.place] = convert(step.document, step.figure)
    if not parts:
        raise Damaged("none of its documents can be read", file)
    place = max((at for at in parts if at <= old.place), default=min(parts))
    first = last = place
    while first - 1 in parts:
        first -= 1
    while last + 1 in parts:
        last += 1
    problems = list(old.problems)
    if last - first + 1 < len(old.steps):
        lost = len(old.steps) - (last - first + 1)
        problems.append(f"{lost} of its {len(old.steps)} steps cannot be shown and were left out")
    image = make_image(
        [(s.place, s.label, s.command, parts[s.place]) for s in old.steps if first <= s.place <= last],
        place=place, revision=old.revision, view=old.view, answers=old.answers, attachments=old.attachments,
    )  # fmt: skip
    return image, problems


@contextlib.contextmanager
def _held(path: Path) -> Iterator[bytes]:
    """The bytes of a project with its log merged, while no other editor can open it."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=0.5)) as base:
        base.execute("PRAGMA trusted_schema=OFF")
        base.execute("PRAGMA locking_mode=EXCLUSIVE")
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        base.execute("BEGIN EXCLUSIVE")
        yield base.serialize()
        base.execute("ROLLBACK")
