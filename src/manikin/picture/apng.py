"""Animated PNG files (APNG, part of PNG's third edition); needs only zlib.

Colours come from one palette.  A frame after the first has only the rectangle that changed, and in it pixels that stay
as they were are transparent, so that long runs of them take next to nothing.
"""

from __future__ import annotations

import itertools
import struct
import zlib
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, shorten
from manikin.picture.palette import few_colours
from manikin.picture.png import SIGNATURE, chunk

__all__ = ["to_apng"]

TRANSPARENT = 0
"""The place of the transparent colour in the palette."""


@explained
def to_apng(images: Iterable[Any], *, rate: float = 30.0, loops: int = 0, colours: int = 255) -> bytes:
    """The bytes of an animated PNG file with images (h, w, 3), uint8 sRGB, all of one size.

    Args:
        images: one for each frame.
        rate: frames per second.
        loops: how often it is shown; 0 is for ever.
        colours: of all frames together, 2 to 255; more colours are brought to the nearest of these.
    """
    frames = [np.ascontiguousarray(image) for image in images]
    if not frames:
        raise InputError("a moving picture has at least one frame")
    for frame in frames:
        if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape != frames[0].shape or frame.shape[2] != 3:
            raise InputError("the frames of a moving picture are arrays (h, w, 3) of uint8, all of one size")
    if not (isinstance(rate, (int, float)) and 0.001 <= rate <= 1000):
        raise InputError(f"a moving picture has 0.001 to 1000 frames per second, not {shorten(rate)}")
    if not (isinstance(colours, int) and 2 <= colours <= 255 and isinstance(loops, int) and 0 <= loops < 1 << 31):
        raise InputError("a moving picture has 2 to 255 colours, and is shown 0 or more times")
    palette, places = few_colours(frames, colours)
    height, width = places[0].shape
    shown = _changes([(place + 1).astype(np.uint8) for place in places])
    chunks = [
        chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)),  # 8 bits, palette
        chunk(b"acTL", struct.pack(">2I", len(shown), loops)),
        chunk(b"PLTE", bytes(3) + palette.tobytes()),
        chunk(b"tRNS", b"\x00"),
    ]
    count = 0
    for k, (corner, part, repeats) in enumerate(shown):
        delay = Fraction(min(repeats / rate, 65535)).limit_denominator(65535 if repeats / rate < 1 else 1)
        placed = (part.shape[1], part.shape[0], corner[1], corner[0])
        # what was drawn stays, and the next part is drawn over it
        chunks.append(chunk(b"fcTL", struct.pack(">5I2H2B", count, *placed, delay.numerator, delay.denominator, 0, 1)))
        data = _packed(part)
        count += 1
        if k == 0:
            chunks.append(chunk(b"IDAT", data))
        else:
            chunks.append(chunk(b"fdAT", struct.pack(">I", count) + data))
            count += 1
    return SIGNATURE + b"".join(chunks) + chunk(b"IEND", b"")


def _changes(places: list[np.ndarray]) -> list[tuple[tuple[int, int], np.ndarray, int]]:
    """For each frame that differs from the one before: the corner and the pixels of what changed, and how many frames
    it stays."""
    shown = [((0, 0), places[0], 1)]
    for before, now in itertools.pairwise(places):
        changed = before != now
        rows, columns = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            corner, part, repeats = shown[-1]
            shown[-1] = (corner, part, repeats + 1)
            continue
        window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        part = np.where(changed[window], now[window], TRANSPARENT)
        shown.append(((int(rows[0]), int(columns[0])), part, 1))
    return shown


def _packed(part: np.ndarray) -> bytes:
    """Compressed scan lines; without filters, which only help where neighbouring numbers are alike."""
    lines = np.zeros((part.shape[0], part.shape[1] + 1), np.uint8)
    lines[:, 1:] = part
    return zlib.compress(lines.tobytes(), 7)
