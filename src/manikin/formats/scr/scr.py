"""``.scr``, the text format of skeletons (W fig. 6.1), extended so that nothing is lost; docs/formats/scr.md.

Words and numbers are in ``scr_tokens``, the fields of shapes and curves in ``scr_fields``.
"""

from __future__ import annotations

from manikin.formats.format import Format
from manikin.skeleton.skeleton import Skeleton

__all__ = ["Scr"]


class Scr(Format, name="scr", suffixes=(".scr",), describes="skeletons as readable text"):
    """Reads and writes every skeleton, bit for bit."""

    def read(self, data: bytes, *, file: str | None = None) -> Skeleton:
        from manikin.formats.scr.reader import read

        return read(data, file)

    def write(self, skeleton: Skeleton) -> bytes:
        from manikin.formats.scr.writer import write

        return write(skeleton)
