"""``.usdc``: scenes of Pixar, binary; docs/formats/usd.md."""

from __future__ import annotations

from manikin.formats.content import Content
from manikin.formats.usd.usd import LOSSES, Usd, packed

__all__ = ["Usdc"]


class Usdc(
    Usd,
    name="usdc",
    suffixes=(".usdc",),
    describes="scenes of Pixar with characters (OpenUSD, UsdSkel), binary",
    losses=LOSSES,
):
    """Reads and writes a skeleton and its clip through usd-core."""

    def write(self, content: Content) -> bytes:
        """The scene that is written as text, binary."""
        return packed(super().write(content), ".usdc")
