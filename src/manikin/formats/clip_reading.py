"""What the formats of clips have in common: how they are read, and the one clip that a table holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import ClassVar

from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, ManikinError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Beside, nothing_beside

__all__ = ["ClipReading", "DialectReading", "one_clip"]

MOST_RATE = 10_000.0
"""Frames per second that a file of others may have."""


@contextmanager
def _named(file: str | None) -> Iterator[None]:
    """Errors of this package name the file, if they do not yet."""
    try:
        yield
    except FormatError:
        raise
    except ManikinError as error:
        raise FormatError(str(error), file=file) from None


class ClipReading:
    """Reads files that hold clips; stands before ``Format`` among the bases of a format."""

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        figure: Figure | None = None,
    ) -> Content:
        """All clips of a file; ``figure`` is instead of the one in the file, or for files that hold none."""
        with _named(file):
            return Content(clips=self.clips(data, file, figure))

    def clips(self, data: bytes, file: str | None, figure: Figure | None) -> tuple[StoredClip, ...]:
        """The clips in some bytes; raises an error of this package where something is wrong with them."""
        raise NotImplementedError


class DialectReading(ClipReading):
    """Reads files of manikin, and files of others with the same suffix whose ``dialect`` is named."""

    suffixes: ClassVar[tuple[str, ...]]
    dialects: ClassVar[Collection[str]]

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        figure: Figure | None = None,
        dialect: str | None = None,
        rate: float | None = None,
    ) -> Content:
        """The clip of a file.

        Args:
            data: The bytes.
            file: Name of the file in errors.
            beside: Not used.
            figure: The figure that moves, instead of that in the file, or for files that hold none.
            dialect: Whose file it is; None for one of manikin.
            rate: Frames per second of a file of others, instead of what it says or of 30.
        """
        if dialect is None:
            if rate is not None:
                raise InputError("a clip of manikin says its rate itself: leave out rate=")
            return super().read(data, file=file, figure=figure)
        if dialect not in self.dialects:
            raise UnknownName(f"dialect of {self.suffixes[0]} files", dialect, self.dialects)
        if rate is not None and not (isinstance(rate, (int, float)) and 0 < rate <= MOST_RATE):
            raise InputError(f"the rate must be above 0 frames per second, not {shorten(rate)}")
        with _named(file):
            return Content(clips=(StoredClip(clip=self.clip_of_others(data, file, figure, dialect, rate)),))

    def clip_of_others(
        self, data: bytes, file: str | None, figure: Figure | None, dialect: str, rate: float | None
    ) -> Samples:
        """The clip in a file of a dialect; raises as ``clips`` does."""
        raise NotImplementedError


def one_clip(content: Content) -> tuple[StoredClip, Samples]:
    """The only clip of a content, and its samples; raises where there are several."""
    if len(content.clips) != 1:
        raise InputError(f"such a file holds one clip, not {len(content.clips)}: write a .clip file, or several files")
    stored = content.clips[0]
    return stored, stored.clip if isinstance(stored.clip, Samples) else stored.clip.bake()
