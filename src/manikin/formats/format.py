"""File formats of skeletons: the base class and the registry by suffix.

A format takes and gives bytes and never touches a file; ``manikin.formats.files`` does that.  A new format is one
module in ``manikin.formats``, best named after its suffix: it is then imported only when a file of that suffix is met.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from typing import Any, ClassVar

from manikin.errors import FormatError, UnknownName, Unsupported, shorten
from manikin.registry import Registry
from manikin.skeleton.skeleton import Skeleton

__all__ = ["MAX_BYTES", "Format", "format_for", "known_formats", "known_suffixes", "read_skeleton", "write_skeleton"]

MAX_BYTES = 64 * 1024 * 1024
_kinds: Registry[type[Format]] = Registry("format")


class Format:
    """Base of all formats.

    ``describes`` says in a line what the format is, ``losses`` what a skeleton loses on the way through it ("none"
    for a lossless format).  A format that only reads, or only writes, leaves the other method as it is here.
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    describes: ClassVar[str]
    losses: ClassVar[str]

    def __init_subclass__(
        cls, *, name: str, suffixes: tuple[str, ...], describes: str, losses: str = "none", **rest: Any
    ) -> None:
        super().__init_subclass__(**rest)
        cls.name, cls.suffixes, cls.describes, cls.losses = name, suffixes, describes, losses
        _kinds.add(name, cls)

    def read(self, data: bytes, *, file: str | None = None) -> Skeleton:
        """The skeleton in ``data``; ``file`` is the name that error messages give.  Raises ``FormatError`` only."""
        raise Unsupported(f"the format {self.name} is written, never read")

    def write(self, skeleton: Skeleton) -> bytes:
        """The skeleton as the content of a file."""
        raise Unsupported(f"the format {self.name} is read, never written")


def known_formats() -> Registry[type[Format]]:
    """All formats by name."""
    package = importlib.import_module("manikin.formats")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"manikin.formats.{module.name}")
    return _kinds


def known_suffixes() -> tuple[str, ...]:
    """All suffixes that some format answers to, with their dots."""
    return tuple(sorted(suffix for kind in known_formats().values() for suffix in kind.suffixes))


def format_for(path: str | os.PathLike[str]) -> Format:
    """The format of a file, by the suffix of its name in capital or small letters."""
    base = os.path.basename(os.fspath(path)).lower()
    suffix = os.path.splitext(base)[1] or base
    found = _by_suffix(suffix)
    if found is None and suffix[1:].isidentifier() and suffix[1:] in _modules():
        importlib.import_module(f"manikin.formats.{suffix[1:]}")
        found = _by_suffix(suffix)
    if found is None:
        known = known_suffixes()
        found = _by_suffix(suffix)
        if found is None:
            raise UnknownName("format for the suffix", suffix, known)
    return found()


def read_skeleton(data: bytes, path: str | os.PathLike[str]) -> Skeleton:
    """The skeleton in the content ``data`` of the file ``path``, of which only the name is used."""
    chosen = format_for(path)
    if len(data) > MAX_BYTES:
        raise FormatError(f"{len(data):,} bytes are more than the {MAX_BYTES:,} that are read", file=os.fspath(path))
    return chosen.read(bytes(data), file=os.fspath(path))


def write_skeleton(skeleton: Skeleton, path: str | os.PathLike[str]) -> bytes:
    """The content of a file ``path`` that holds the skeleton."""
    if not isinstance(skeleton, Skeleton):
        raise Unsupported(f"only skeletons can be written, not {shorten(skeleton)}")
    return format_for(path).write(skeleton)


def _by_suffix(suffix: str) -> type[Format] | None:
    return next((kind for kind in _kinds.values() if suffix in kind.suffixes), None)


def _modules() -> set[str]:
    return {module.name for module in pkgutil.iter_modules(importlib.import_module("manikin.formats").__path__)}
