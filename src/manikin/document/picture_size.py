"""What kind of picture a file is and how large, read from its first bytes: nothing is decoded here."""

from __future__ import annotations

import struct

from manikin.errors import FormatError

__all__ = ["MOST_BYTES", "MOST_PIXELS", "picture_size"]

MOST_BYTES = 16 * 1024 * 1024
MOST_PIXELS = 16_777_216
"""A browser takes four bytes for each, however short the file is."""
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of a JPEG file that its size follows."""


def picture_size(data: bytes) -> tuple[str, int, int]:
    """``png``, ``jpeg`` or ``webp``, the width and the height [pixels] of a file; any other file is refused.

    Drawings (SVG) are refused as well: they may hold scripts and addresses.
    """
    if len(data) > MOST_BYTES:
        raise FormatError(f"a picture behind a view has at most {MOST_BYTES // 2**20} MB; save it smaller")
    try:
        kind, width, height = _read(data)
    except (struct.error, IndexError):
        raise FormatError("this picture is cut or damaged") from None
    if width < 1 or height < 1:
        raise FormatError("this picture is cut or damaged")
    if width * height > MOST_PIXELS:
        raise FormatError(f"{width:,} × {height:,} pixels are more than the {MOST_PIXELS:,} that a picture may have")
    return kind, width, height


def _read(data: bytes) -> tuple[str, int, int]:
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR":
        return ("png", *struct.unpack(">II", data[16:24]))
    if data[:3] == b"\xff\xd8\xff":
        return ("jpeg", *_jpeg(data))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ("webp", *_webp(data))
    raise FormatError("this is no picture that can be shown: use a PNG, JPEG or WebP file")


def _jpeg(data: bytes) -> tuple[int, int]:
    """The size in the first frame of a JPEG file, after the segments before it."""
    at = 2
    while True:
        if data[at] != 0xFF:
            raise IndexError
        marker = data[at + 1]
        if marker == 0xFF:  # a byte that fills
            at += 1
        elif marker in FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            length = struct.unpack(">H", data[at + 2 : at + 4])[0]
            if marker == 0xDA or length < 2:  # the picture itself: it has no size
                raise IndexError
            at += 2 + length


def _webp(data: bytes) -> tuple[int, int]:
    """The size of a WebP file of any of its three kinds: lossy, lossless, with more in it."""
    if len(data) < 30:
        raise IndexError
    kind = data[12:16]
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and data[20] == 0x2F:
        bits = struct.unpack("<I", data[21:25])[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    raise IndexError
