"""``.usdz``: scenes of Pixar, packed into one file; docs/formats/usd.md."""

from __future__ import annotations

from manikin.formats.content import Content
from manikin.formats.usd.usd import LOSSES, Usd, packed

__all__ = ["Usdz"]


class Usdz(
    Usd,
    name="usdz",
    suffixes=(".usdz",),
    describes="scenes of Pixar with characters (OpenUSD, UsdSkel), packed into one file",
    losses=LOSSES,
):
    """Reads and writes a skeleton and its clip through usd-core."""

    def write(self, content: Content) -> bytes:
        """The scene that is written as text, packed into one file."""
        return packed(super().write(content), ".usdz")
