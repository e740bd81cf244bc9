"""Skins as bytes, as projects keep them and as the editor's page gets them.

"MSKN", length of the JSON (uint32), JSON padded by blanks to a multiple of 4 bytes, then the numbers of each mesh:
points, normals, weights (float32), bones (uint16), triangles (uint32), coordinates (float32) where there are any;
then the pictures, each padded by zeros to a multiple of 4 bytes.  All numbers are little-endian.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

from manikin.errors import FormatError, ManikinError
from manikin.skeleton.skin import INFLUENCES, Skin, SkinMesh

__all__ = ["skin_bytes", "skin_from_bytes"]

MAGIC = b"MSKN"
ARRAYS = (
    ("points", "<f4", 3), ("normals", "<f4", 3), ("weights", "<f4", INFLUENCES), ("bones", "<u2", INFLUENCES),
    ("triangles", "<u4", 3), ("coordinates", "<f4", 2),
)  # fmt: skip


def skin_bytes(skin: Skin) -> bytes:
    """A skin as bytes; equal skins give equal bytes."""
    head: dict[str, Any] = {"meshes": [], "pictures": [len(picture) for picture in skin.pictures]}
    body: list[bytes] = []
    for mesh in skin.meshes:
        head["meshes"].append(
            {
                "name": mesh.name, "joints": mesh.joints, "binds": mesh.binds.reshape(-1, 12).tolist(),
                "colour": mesh.colour, "picture": mesh.picture, "cut": mesh.cut, "points": len(mesh.points),
                "triangles": len(mesh.triangles), "coordinates": mesh.coordinates is not None,
            }
        )  # fmt: skip
        for name, kind, _ in ARRAYS:
            array = getattr(mesh, name)
            if array is not None:
                body.append(array.astype(kind).tobytes())
    body += [picture + b"\0" * (-len(picture) % 4) for picture in skin.pictures]
    text = json.dumps(head, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    return b"".join([MAGIC, struct.pack("<I", len(text)), text, *body])


def skin_from_bytes(data: bytes) -> Skin:
    """The inverse of ``skin_bytes``."""
    try:
        if data[:4] != MAGIC:
            raise FormatError("this is no skin")
        length = struct.unpack_from("<I", data, 4)[0]
        head = json.loads(data[8 : 8 + length])
        at = 8 + length
        meshes = []
        for given in head["meshes"]:
            arrays: dict[str, np.ndarray | None] = {"coordinates": None}
            for name, kind, width in ARRAYS:
                if name == "coordinates" and not given["coordinates"]:
                    continue
                count = int(given["triangles" if name == "triangles" else "points"])
                arrays[name] = np.frombuffer(data, kind, count * width, at).reshape(count, width)
                at += count * width * np.dtype(kind).itemsize
            rest = {name: given[name] for name in ("name", "picture", "cut")}
            binds = np.array(given["binds"], float).reshape(-1, 3, 4)
            meshes.append(
                SkinMesh(**arrays, **rest, joints=tuple(given["joints"]), binds=binds, colour=tuple(given["colour"]))  # type: ignore[arg-type]
            )
        pictures = []
        for size in head["pictures"]:
            if at + size > len(data):
                raise FormatError("a picture of this skin is cut")
            pictures.append(data[at : at + size])
            at += size + -size % 4
        return Skin(meshes=tuple(meshes), pictures=tuple(pictures))
    except FormatError:
        raise
    except (ManikinError, ValueError, KeyError, TypeError, IndexError, struct.error, RecursionError) as error:
        raise FormatError(f"this skin is damaged: {str(error)[:200]}") from None
