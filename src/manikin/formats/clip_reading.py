"""What the formats of clips have in common: how they are read, and the one clip that a table holds."""

from __future__ import annotations

from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, ManikinError
from manikin.figure.figure import Figure
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Beside, nothing_beside

__all__ = ["ClipReading", "one_clip"]


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
        try:
            return Content(clips=self.clips(data, file, figure))
        except FormatError:
            raise
        except ManikinError as error:
            raise FormatError(str(error), file=file) from None

    def clips(self, data: bytes, file: str | None, figure: Figure | None) -> tuple[StoredClip, ...]:
        """The clips in some bytes; raises an error of this package where something is wrong with them."""
        raise NotImplementedError


def one_clip(content: Content) -> tuple[StoredClip, Samples]:
    """The only clip of a content, and its samples; raises where there are several."""
    if len(content.clips) != 1:
        raise InputError(f"such a file holds one clip, not {len(content.clips)}: write a .clip file, or several files")
    stored = content.clips[0]
    return stored, stored.clip if isinstance(stored.clip, Samples) else stored.clip.bake()
