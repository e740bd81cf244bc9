"""USD files with characters (UsdSkel): read through the library of Pixar, written as text; docs/formats/usd.md."""

from __future__ import annotations

import tempfile
from pathlib import Path

from manikin.errors import FormatError, ManikinError, Unsupported, shorten
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside

__all__ = ["LOSSES", "Usd", "packed"]

LOSSES = {
    "skeletons": "limits, masses, joint groups, preferred bends, named poses, mirror partners, textures, "
    "blend shapes, shading; solids become meshes",
    "clips": "animated scales, marks, what a clip does before and after its frames, digits beyond the seventh",
}


class Usd(
    Format,
    name="usd",
    suffixes=(".usda", ".usd"),
    describes="scenes of Pixar with characters (OpenUSD, UsdSkel), as text",
    losses=LOSSES,
):
    """Reads a skeleton and its clip; writes them as text."""

    holds_skins = True

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        skeleton: str | None = None,
        rate: float | None = None,
    ) -> Content:
        """The skeleton and its clip.

        Args:
            data: The bytes.
            file: Name of the file in errors.
            beside: Gives the layers that this one refers to.
            skeleton: Path of the skeleton in the scene, where there are several: "/Model/Skel".
            rate: Frames per second; that of the file if it is None.
        """
        if not data.strip(b"\0 \r\n\t"):
            raise FormatError("the file is empty", file=file)
        try:
            import pxr  # noqa: F401  a heavy import, and one that may be missing
        except ImportError:
            raise FormatError("USD files are read by usd-core: pip install 'manikin[usd]'", file=file) from None
        from manikin.formats.usd.reader import read_usd

        try:
            return read_usd(data, file, beside, skeleton, rate)
        except FormatError:
            raise
        except (ManikinError, ValueError, IndexError, RuntimeError, TypeError, ArithmeticError) as error:
            raise FormatError(str(error)[:400], file=file) from None

    def write(self, content: Content) -> bytes:
        """A text file with one skeleton, its clip and meshes of its solids."""
        from manikin.formats.usd.writer import write_usda

        if len(content.clips) > 1:
            names = ", ".join(shorten(stored.name) for stored in content.clips[:4])
            raise Unsupported(f"a {self.suffixes[0]} file is written with one clip, not with {names}")
        return write_usda(content)


def packed(text: bytes, suffix: str) -> bytes:
    """A scene that is written as text as a binary file, ``.usdc``, or as a package of one, ``.usdz``."""
    try:
        from pxr import Sdf, UsdUtils  # a heavy import, and one that may be missing
    except ImportError:
        raise Unsupported(
            f"{suffix} files are written by usd-core: pip install 'manikin[usd]', or write .usda"
        ) from None
    with tempfile.TemporaryDirectory(prefix="manikin-usd-") as folder:
        layer = Sdf.Layer.CreateAnonymous(".usda")
        layer.ImportFromString(text.decode())
        binary, package = Path(folder) / "scene.usdc", Path(folder) / "scene.usdz"
        layer.Export(str(binary))
        if suffix == ".usdz":
            UsdUtils.CreateNewUsdzPackage(Sdf.AssetPath(str(binary)), str(package))
        return (package if suffix == ".usdz" else binary).read_bytes()
