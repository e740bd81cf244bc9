"""``.scr``, the text format of skeletons (W fig. 6.1), extended so that nothing is lost; docs/formats/scr.md."""

from __future__ import annotations

from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside

__all__ = ["Scr"]


class Scr(Format, name="scr", suffixes=(".scr",), describes="skeletons as readable text", losses={"skeletons": "none"}):
    """Reads and writes every skeleton, bit for bit."""

    def read(self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside) -> Content:
        from manikin.formats.scr.reader import read

        return Content(skeletons=(read(data, file),))

    def write(self, content: Content) -> bytes:
        from manikin.formats.scr.writer import write

        return write(content.skeleton)
