"""``.vrm``, ``.vrma``: avatars and their motions, which are glTF files; docs/formats/gltf.md."""

from __future__ import annotations

from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside
from manikin.formats.gltf.gltf import read_gltf

__all__ = ["Vrm"]


class Vrm(
    Format,
    name="vrm",
    suffixes=(".vrm", ".vrma"),
    describes="avatars of the VRM Consortium and their motions",
    losses={
        "skeletons": "expressions, springs, materials but for base colours; a .glb file that is written keeps them",
        "clips": "animated scales and expressions, where the eyes look",
    },
):
    """Reads a skeleton and its clips."""

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        skin: int | None = None,
        rate: float | None = None,
    ) -> Content:
        """The skeleton and all clips; the options are those of ``.gltf`` files."""
        return read_gltf(data, file, beside, skin, rate)
