"""File formats: the base class, the registry by suffix, and reading and writing of bytes.

A format turns bytes into ``Content`` and back and never opens a file; ``manikin.formats.files`` does that.  A new
format is one module or folder of ``manikin.formats``.  Name it after its suffix (``scr``, or ``pose_json`` for a
``.json`` file): then it is imported only when a file with that suffix is met.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from manikin.errors import FormatError, FormatWarning, InputError, UnknownName, Unsupported, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.formats.content import CONTENT_KINDS, Content, PoseValues
from manikin.registry import Registry
from manikin.skeleton.skeleton import Skeleton

__all__ = [
    "MAX_BYTES",
    "MAX_TEXT",
    "Beside",
    "Format",
    "format_for",
    "known_formats",
    "known_suffixes",
    "names_beside",
    "nothing_beside",
    "read_content",
    "read_pose",
    "read_skeleton",
    "stem_of",
    "write_content",
    "write_pose",
    "write_skeleton",
]

MAX_BYTES = 64 * 1024 * 1024
"""Largest file that is read, of most formats [bytes]."""
MAX_TEXT = 128 * 1024 * 1024
"""The same for long motions in text, whose numbers the kernels read [bytes]."""
Beside = Callable[[str], bytes]
"""Gives the bytes of a file that another file refers to, by the name used there; raises ``FormatError``."""
_kinds: Registry[type[Format]] = Registry("format")


def nothing_beside(name: str) -> bytes:
    """Raise: bytes that come without a folder have no files beside them."""
    raise FormatError("only the file itself was given", file=name)


def names_beside(beside: Beside, suffix: str) -> tuple[str, ...]:
    """The names of all files with a suffix that ``beside`` can give, as far as it knows them."""
    names: Callable[[str], tuple[str, ...]] | None = getattr(beside, "names", None)
    return () if names is None else names(suffix)


class Format:
    """Base class of all formats.

    A format that only reads, or only writes, leaves the other method as it is here.

    Attributes:
        name: name of the format.
        suffixes: suffixes of its files, with the dot, in small letters.
        describes: one line that says what the format is.
        losses: for each kind of content that the format can hold, what is lost of it ("none" if nothing is).  A kind
            that is not listed cannot be held.
        several_clips: whether a file can hold more than one clip.
        holds_skins: whether a file can hold the skin of a figure.
        max_bytes: the largest file that is read [bytes].
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    describes: ClassVar[str]
    losses: ClassVar[Mapping[str, str]]
    several_clips: ClassVar[bool] = False
    holds_skins: ClassVar[bool] = False
    max_bytes: ClassVar[int] = MAX_BYTES

    def __init_subclass__(
        cls, *, name: str, suffixes: tuple[str, ...], describes: str, losses: Mapping[str, str], **rest: Any
    ) -> None:
        super().__init_subclass__(**rest)
        if not losses:
            raise InputError(f"the format {name} must say which content it holds ({', '.join(CONTENT_KINDS)})")
        for kind in losses:
            if kind not in CONTENT_KINDS:
                raise UnknownName("kind of content", kind, CONTENT_KINDS)
        cls.name, cls.suffixes, cls.describes, cls.losses = name, suffixes, describes, dict(losses)
        _kinds.add(name, cls)

    @classmethod
    def can_read(cls) -> bool:
        """Whether files of this format can be read."""
        return cls.read is not Format.read

    @classmethod
    def can_write(cls) -> bool:
        """Whether files of this format can be written."""
        return cls.write is not Format.write

    @classmethod
    def options(cls) -> tuple[str, ...]:
        """The options of ``read`` that a format has beside those that all have."""
        taken = inspect.signature(cls.read).parameters
        return tuple(name for name in taken if name not in inspect.signature(Format.read).parameters)

    def read(self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside) -> Content:
        """The content of a file with these bytes.  Raises ``FormatError`` only.

        A format may have further options, each with a default.

        Args:
            data: The bytes.
            file: Name of the file in errors.
            beside: Gives the bytes of files that this one refers to.
        """
        raise Unsupported(f"files of the format {self.name} can be written but not read")

    def write(self, content: Content) -> bytes:
        """The bytes of a file with this content, which is of the kinds in ``losses``."""
        raise Unsupported(f"files of the format {self.name} can be read but not written")


def known_formats() -> Registry[type[Format]]:
    """All formats by name."""
    for module in _modules():
        importlib.import_module(f"manikin.formats.{module}")
    return _kinds


def known_suffixes(content: Iterable[str] | None = None) -> tuple[str, ...]:
    """The suffixes of all formats, with the dot; or of those that can be written with some kinds of content."""
    kinds = list(known_formats().values())
    if content is not None:
        kinds = [kind for kind in kinds if kind.can_write() and kind.losses.keys() >= set(content)]
    return tuple(sorted(suffix for kind in kinds for suffix in kind.suffixes))


def format_for(path: str | os.PathLike[str], content: Iterable[str] | None = None) -> Format:
    """The format of a file, by the suffix of its name in capital or small letters.

    For a file that is written, ``content`` has its kinds of content: errors then list only formats for it.
    """
    base = os.path.basename(os.fspath(path)).lower()
    suffix = os.path.splitext(base)[1] or base
    found = _by_suffix(suffix)
    if found is None:
        for module in _modules():
            if module.rpartition("_")[2] == suffix[1:]:
                importlib.import_module(f"manikin.formats.{module}")
        found = _by_suffix(suffix)
    if found is None:
        known = known_suffixes(content)  # this imports all formats: a suffix need not be the name of a module
        found = _by_suffix(suffix)
        if found is None:
            if os.path.isdir(path):
                raise InputError(f"{shorten(os.fspath(path))} is a folder; a file is wanted")
            if not os.path.splitext(base)[1]:
                raise InputError(
                    f"{shorten(str(base))} has no suffix, which says the format: add one of {', '.join(known)}"
                )
            raise UnknownName("format for the suffix", suffix, known)
    return found()


# ---- bytes of a file, whose name gives the format ----------------------------------------------


def read_content(
    data: bytes, path: str | os.PathLike[str], *, beside: Beside = nothing_beside, **options: Any
) -> Content:
    """All that the bytes of the file ``path`` hold; only the name of the file is used.

    What was odd in the file is told by a ``FormatWarning``.  ``beside`` gives the files that this one refers to;
    ``options`` are those of the format.
    """
    chosen, file = format_for(path), os.fspath(path)
    for option in options:
        if option not in chosen.options():
            raise UnknownName(f"option of the format {chosen.name}", option, chosen.options())
    if len(data) > chosen.max_bytes:
        raise FormatError(f"{len(data):,} bytes are more than the {chosen.max_bytes:,} that are read", file=file)
    read: Callable[..., Content] = chosen.read
    content = replace(read(bytes(data), file=file, beside=beside, **options), file=file)
    for odd in content.warnings:
        warnings.warn(odd, FormatWarning, stacklevel=2)
    return content


def write_content(content: Content, path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file ``path`` with this content."""
    chosen = format_for(path, content.counts)
    if not content.counts:
        raise InputError("there is nothing to write")
    for kind in content.counts:
        if kind not in chosen.losses:
            raise Unsupported(f"a {chosen.suffixes[0]} file can hold {', '.join(chosen.losses)}, but not {kind}")
    if not chosen.holds_skins:
        content = _without_skins(content, os.fspath(path))
    return chosen.write(content)


def _without_skins(content: Content, path: str) -> Content:
    """The content for a format without skins; a warning names those that are lost."""
    lost = {s.name for s in (*content.skeletons, *(c.clip.figure.skeleton for c in content.clips)) if s.skin}
    for name in sorted(lost):
        warnings.warn(f"{path}: the skin of {shorten(name)} is lost", FormatWarning, stacklevel=4)
    bare = tuple(replace(skeleton, skin=None) if skeleton.skin else skeleton for skeleton in content.skeletons)
    return replace(content, skeletons=bare) if bare != content.skeletons else content


def read_skeleton(
    data: bytes, path: str | os.PathLike[str], *, beside: Beside = nothing_beside, **options: Any
) -> Skeleton:
    """The skeleton in the bytes of the file ``path``; ``beside`` gives the files that it refers to."""
    return read_content(data, path, beside=beside, **options).skeleton


def write_skeleton(skeleton: Skeleton, path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file ``path`` with this skeleton."""
    if not isinstance(skeleton, Skeleton):
        raise InputError(f"expected a skeleton, not {shorten(skeleton)}")
    return write_content(Content(skeletons=(skeleton,)), path)


def read_pose(data: bytes, path: str | os.PathLike[str], figure: Figure) -> Pose:
    """The pose in the bytes of the file ``path``.  Parameters that the file does not name are at rest."""
    values = read_content(data, path).pose
    try:
        return figure.pose(values.on(figure))
    except UnknownName as error:
        raise FormatError(str(error), file=os.fspath(path)) from None


def write_pose(pose: Pose, path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file ``path`` with this pose."""
    return write_content(Content(poses=(PoseValues.of(pose),)), path)


def stem_of(file: str | None) -> str:
    """The name of a file without its folder and suffix, as far as it may be a name; empty if nothing is left."""
    stem = os.path.splitext(os.path.basename((file or "").replace("\\", "/")))[0]
    return "".join(c for c in stem if c.isprintable()).strip()[:100]


def _by_suffix(suffix: str) -> type[Format] | None:
    return next((kind for kind in _kinds.values() if suffix in kind.suffixes), None)


def _modules() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(importlib.import_module("manikin.formats").__path__)]
