"""Content from and to files: the only module of the formats that opens any."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.errors import FormatError, FormatWarning, InputError, UnknownName, shorten, suggestion
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import (
    MAX_BYTES,
    format_for,
    read_content,
    read_pose,
    read_skeleton,
    stem_of,
    write_content,
    write_pose,
    write_skeleton,
)
from manikin.formats.guesses import unit_of
from manikin.skeleton.skeleton import Skeleton

__all__ = [
    "FilesBeside",
    "chosen_clip",
    "files_beside",
    "list_clips",
    "load_bytes",
    "load_clip",
    "load_content",
    "load_pose",
    "load_skeleton",
    "save_clip",
    "save_content",
    "save_pose",
    "save_skeleton",
    "write_atomically",
    "write_flushed",
]


MAX_ABOVE = 6
"""How many folders, beginning with that of a robot's file, are searched for its packages."""


@explained
def load_skeleton(path: str | os.PathLike[str], **options: Any) -> Skeleton:
    """The skeleton in a file.  The suffix says the format.

    What was odd in the file is told by a ``FormatWarning``.  Meshes that a robot names are looked for beside its file
    and in its package.

    Args:
        path: The file.
        options: Options of the format, such as the ``unit`` of a motion file.
    """
    return read_skeleton(load_bytes(path, format_for(path).max_bytes), path, beside=files_beside(path), **options)


@explained
def save_skeleton(skeleton: Skeleton, path: str | os.PathLike[str]) -> None:
    """Write a skeleton to a file.  The suffix says the format; a failure leaves the old file as it was."""
    write_atomically(path, write_skeleton(skeleton, path))


@explained
def load_pose(path: str | os.PathLike[str], figure: Figure) -> Pose:
    """The pose of a figure in a file.  Parameters that the file does not name are at rest."""
    return read_pose(load_bytes(path), path, figure)


@explained
def save_pose(pose: Pose, path: str | os.PathLike[str]) -> None:
    """Write a pose to a file.  The suffix says the format; a failure leaves the old file as it was."""
    write_atomically(path, write_pose(pose, path))


@explained
def load_clip(
    path: str | os.PathLike[str], *, name: str | None = None, figure: Figure | None = None, **options: Any
) -> Clip:
    """A clip in a file.  The suffix says the format.

    Args:
        path: The file.
        name: Which of several clips.
        figure: The figure that moves, for tables that do not hold one; instead of the one in the file, if it has the
            same parameters.
        options: Options of the format.
    """
    if figure is not None:
        options["figure"] = figure
    return chosen_clip(load_content(path, **options), name, path).clip


@explained
def list_clips(path: str | os.PathLike[str], **options: Any) -> tuple[str, ...]:
    """The names of the clips in a file; one without a name is called as the file is."""
    found = load_content(path, **options).clips
    return tuple(stored.name or stem_of(os.fspath(path)) for stored in found)


@explained
def save_clip(
    clip: Clip,
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    unit: str | float = "m",
    strict: bool = False,
) -> None:
    """Write a clip to a file.  The suffix says the format; a failure leaves the old file as it was.

    A format without timed goals gets the frames as they are held.  Where a goal does not hold, a ``FormatWarning``
    says so, and with ``strict`` nothing is written.

    Args:
        clip: The clip.
        path: The file.
        name: Name of the clip in the file.
        unit: Unit of length in files that state none, such as "cm", or metres as a number.
        strict: Whether nothing is written where a goal does not hold.
    """
    content = Content(clips=(StoredClip(clip=clip, name=name, unit=unit_of(unit)),))
    if isinstance(clip, Constrained) and format_for(path, content.counts).losses.get("clips", "none") != "none":
        found = clip.audit()
        if not found.held:
            if strict:
                raise InputError(f"{os.fspath(path)} is not written: {found.message}")
            warnings.warn(f"{os.fspath(path)}: {found.message}", FormatWarning, stacklevel=3)
    save_content(content, path)


def chosen_clip(content: Content, name: str | None, path: str | os.PathLike[str]) -> StoredClip:
    """The clip of a name, or the only one."""
    if name is None:
        return content.clip
    known = {stored.name or stem_of(os.fspath(path)): stored for stored in content.clips}
    if name not in known:
        raise UnknownName(f"clip in {os.fspath(path)}", name, known)
    return known[name]


def load_content(path: str | os.PathLike[str], **options: Any) -> Content:
    """All that a file holds.  The suffix says the format, which may have options."""
    return read_content(load_bytes(path, format_for(path).max_bytes), path, beside=files_beside(path), **options)


def save_content(content: Content, path: str | os.PathLike[str]) -> None:
    """Write a file with this content.  The suffix says the format; a failure leaves the old file as it was."""
    write_atomically(path, write_content(content, path))


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file completely or not at all: a failure leaves the old file as it was."""
    try:
        target = Path(os.path.realpath(path))  # a link stays a link
        present = target.exists()
        if target.is_dir():
            raise IsADirectoryError("this is a directory")
        if present and not os.access(target, os.W_OK):
            raise PermissionError("the file is protected against writing")
        temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.tmp")
        try:
            write_flushed(temporary, data)
            if present:
                shutil.copymode(target, temporary)
            os.replace(temporary, target)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()
    except (OSError, ValueError) as error:
        raise FormatError(f"the file cannot be written: {_reason(error)}", file=str(path)) from None


def write_flushed(path: Path, data: bytes) -> None:
    """Write a new file, which is on disk afterwards."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def load_bytes(path: str | os.PathLike[str], most: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file of at most so many."""
    path = Path(path)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError("this is a directory")
        if not stat.S_ISREG(status.st_mode):
            raise OSError("this is a device or a pipe")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise FormatError(f"there is no such file{_neighbour(path)}", file=str(path)) from None
    except (OSError, ValueError) as error:
        raise FormatError(f"the file cannot be read: {_reason(error)}", file=str(path)) from None
    if len(data) > most:
        size = f"{max(status.st_size, len(data)):,}"
        raise FormatError(f"the file has {size} bytes; at most {most:,} are read", file=str(path))
    return data


def files_beside(path: str | os.PathLike[str]) -> FilesBeside:
    """Gives the files that belong to the file ``path``."""
    return FilesBeside(Path(path).absolute().parent)


class FilesBeside:
    """Gives the files that belong to a file in a folder, at most ``MAX_BYTES`` in all.

    A name "meshes/a.stl" is below the folder of the file, and "../meshes/a.stl" beside that folder.
    "package://robot/a.stl" is in the folder "robot" that contains the file, or that lies beside the file or beside a
    folder that contains it.  Other addresses, absolute names, and links that lead elsewhere are refused.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._left = folder, MAX_BYTES

    def __call__(self, name: str) -> bytes:
        """The bytes of a file."""
        place = next((place for place, root in _places(name, self._folder) if _is_in(place, root)), None)
        if place is None:
            raise FormatError("there is no such file", file=name)
        data = load_bytes(place)
        self._left -= len(data)
        if self._left < 0:
            raise FormatError(f"more than {MAX_BYTES:,} bytes of such files are not read", file=name)
        return data

    def names(self, suffix: str) -> tuple[str, ...]:
        """The names of the files in the folder that end with a suffix, in capital or small letters."""
        try:
            return tuple(sorted(one.name for one in os.scandir(self._folder) if one.name.lower().endswith(suffix)))
        except OSError:
            return ()


def _is_in(place: Path, root: Path) -> bool:
    """Whether there is such a file, and in this folder also after following links."""
    try:
        return place.is_file() and place.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError):  # no permission, a name that is too long, a null character
        return False


def _places(name: str, folder: Path) -> Iterator[tuple[Path, Path]]:
    """Where a file that another one names may be, and the folder that it must be in."""
    package, relative = "", name
    scheme, mark, rest = name.partition("://")
    if mark:
        if scheme not in ("package", "model"):
            raise FormatError(f"addresses that begin with {shorten(scheme + mark)} are not opened", file=name)
        package, _, relative = rest.partition("/")
    steps = relative.replace("\\", "/").split("/")
    if not mark and steps[0] == "..":
        folder, steps = folder.parent, steps[1:]
    if ".." in steps or "" in steps[:1] or ":" in steps[0] or package in (".", ".."):
        raise FormatError("names that lead out of the folder are not opened", file=name)
    if not mark:
        yield folder.joinpath(*steps), folder
        return
    for above in [folder, *folder.parents][:MAX_ABOVE]:
        if above.name == package:
            yield above.joinpath(*steps), above
        yield above.joinpath(package, *steps), above / package
    yield folder.joinpath(*steps), folder


def _neighbour(path: Path) -> str:
    with contextlib.suppress(OSError):
        return suggestion(path.name, (entry.name for entry in os.scandir(path.parent)))
    return ""


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
