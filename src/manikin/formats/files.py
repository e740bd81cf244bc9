"""Content from and to files: the only module of the formats that opens any."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from pathlib import Path

from manikin.arguments import explained
from manikin.errors import FormatError, suggestion
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.formats.content import Content
from manikin.formats.format import (
    MAX_BYTES,
    read_content,
    read_pose,
    read_skeleton,
    write_content,
    write_pose,
    write_skeleton,
)
from manikin.skeleton.skeleton import Skeleton

__all__ = [
    "load_bytes",
    "load_content",
    "load_pose",
    "load_skeleton",
    "save_content",
    "save_pose",
    "save_skeleton",
    "write_atomically",
]


@explained
def load_skeleton(path: str | os.PathLike[str]) -> Skeleton:
    """The skeleton in a file.  The suffix says the format."""
    return read_skeleton(load_bytes(path), path)


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


def load_content(path: str | os.PathLike[str]) -> Content:
    """All that a file holds.  The suffix says the format."""
    return read_content(load_bytes(path), path)


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
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if present:
                shutil.copymode(target, temporary)
            os.replace(temporary, target)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()
    except (OSError, ValueError) as error:
        raise FormatError(f"the file cannot be written: {_reason(error)}", file=str(path)) from None


def load_bytes(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a regular file of at most ``MAX_BYTES``."""
    path = Path(path)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError("this is a directory")
        if not stat.S_ISREG(status.st_mode):
            raise OSError("this is a device or a pipe")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise FormatError(f"there is no such file{_neighbour(path)}", file=str(path)) from None
    except (OSError, ValueError) as error:
        raise FormatError(f"the file cannot be read: {_reason(error)}", file=str(path)) from None
    if len(data) > MAX_BYTES:
        size = f"{max(status.st_size, len(data)):,}"
        raise FormatError(f"the file has {size} bytes; at most {MAX_BYTES:,} are read", file=str(path))
    return data


def _neighbour(path: Path) -> str:
    with contextlib.suppress(OSError):
        return suggestion(path.name, (entry.name for entry in os.scandir(path.parent)))
    return ""


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
