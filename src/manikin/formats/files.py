"""Skeletons from and to files: the one place of the formats that touches the disk."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from pathlib import Path

from manikin.errors import FormatError, suggestion
from manikin.formats.format import MAX_BYTES, read_bytes, write_bytes
from manikin.skeleton.skeleton import Skeleton

__all__ = ["load_skeleton", "save_skeleton", "write_atomically"]


def load_skeleton(path: str | os.PathLike[str]) -> Skeleton:
    """The skeleton in a file, whose suffix says the format."""
    return read_bytes(_content(Path(path)), path)


def save_skeleton(skeleton: Skeleton, path: str | os.PathLike[str]) -> None:
    """Write a skeleton to a file, whose suffix says the format; see ``write_whole``."""
    write_atomically(path, write_bytes(skeleton, path))


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file that appears complete or not at all: a failure leaves what was there before."""
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


def _content(path: Path) -> bytes:
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
