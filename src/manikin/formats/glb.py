"""``.glb``: glTF in one binary file; docs/formats/gltf.md."""

from __future__ import annotations

import json
import struct
from typing import Any

from manikin.formats.content import Content
from manikin.formats.gltf.gltf import LOSSES, Gltf
from manikin.formats.gltf.writer import written

__all__ = ["Glb", "glb_bytes"]


class Glb(
    Gltf,
    name="glb",
    suffixes=(".glb",),
    describes="characters and motions of Khronos (glTF 2.0), binary",
    losses=LOSSES,
):
    """Reads and writes a skeleton and its clips; what else the file holds is kept for writing."""

    def write(self, content: Content) -> bytes:
        """A file with a chunk of JSON and one of numbers, each a multiple of four bytes."""
        return glb_bytes(*written(content))


def glb_bytes(document: dict[str, Any], binary: bytes) -> bytes:
    """A document and its buffer as one file."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if binary:
        binary += b"\0" * (-len(binary) % 4)
        chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks
