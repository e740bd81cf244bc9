"""PNG files (ISO/IEC 15948) from arrays; needs only zlib."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError

__all__ = ["SIGNATURE", "chunk", "to_png"]

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@explained
def to_png(image: Any) -> bytes:
    """The bytes of a PNG file with an image (h, w, 3), uint8 sRGB, or (h, w, 4) with its opacity; equal images give
    equal bytes."""
    array = np.ascontiguousarray(image)
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] not in (3, 4) or 0 in array.shape:
        raise InputError(f"a picture is an array (h, w, 3) or (h, w, 4) of uint8, not {array.shape} of {array.dtype}")
    height, width, channels = array.shape
    header = struct.pack(">2I5B", width, height, 8, {3: 2, 4: 6}[channels], 0, 0, 0)  # 8 bits, RGB(A), no interlace
    packed = zlib.compress(_filtered(array), 6)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _filtered(image: np.ndarray) -> bytes:
    """Scan lines: each as it is, or as the difference to the left or upper neighbours, whichever is smallest."""
    height = len(image)
    left, above = np.zeros_like(image), np.zeros_like(image)
    left[:, 1:], above[1:] = image[:, :-1], image[:-1]
    choices = [image, image - left, image - above]  # filter types 0, 1, 2 of PNG; bytes wrap around, as PNG requires
    sizes = [np.abs(choice.view(np.int8).astype(np.int16)).reshape(height, -1).sum(axis=1) for choice in choices]
    best = np.argmin(sizes, axis=0)
    lines = np.empty((height, 1 + image[0].size), np.uint8)
    lines[:, 0] = best
    for kind, choice in enumerate(choices):
        rows = best == kind
        lines[rows, 1:] = choice.reshape(height, -1)[rows]
    return lines.tobytes()
