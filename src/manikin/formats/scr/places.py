"""Constant transforms in ``.scr`` files: an offset and an orientation, or 12 numbers if these are not enough."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from manikin.formats.scr.tokens import Reader, Words, number_text
from manikin.math.rotations import IDENTITY, Affine, Vec3, euler_degrees, scaling, translation
from manikin.skeleton.build import placement

__all__ = ["matrix", "matrix_text", "numbers_text", "place", "place_texts", "same", "scale_text", "three"]


def three(words: Words, i: int, read: Reader) -> Vec3:
    """Three numbers from word ``i`` on."""
    return (read(words, i), read(words, i + 1), read(words, i + 2))


def matrix(words: Words, i: int, read: Reader) -> Affine:
    """Twelve numbers from word ``i`` on, the rows of [A | t]."""
    return tuple(read(words, k) for k in range(i, i + 12))  # type: ignore[return-value]


def place(offset: Vec3 | None, orientation: Vec3 | None) -> Affine:
    """The transform of an offset [m] and rotations about the fixed x, y, z axes [degrees]."""
    if orientation and any(orientation):
        return placement(offset or (0.0, 0.0, 0.0), orientation)
    if offset is None:
        return IDENTITY
    x, y, z = offset
    return (1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, y, 0.0, 0.0, 1.0, z)


def place_texts(wanted: Affine) -> dict[str, str] | None:
    """Offset and orientation that read back as exactly this transform; zeros are left out.  None if there are none."""
    offset = (wanted[3], wanted[7], wanted[11])
    texts = {} if same(offset, (0.0, 0.0, 0.0)) else {"offset": numbers_text(offset)}
    if same(wanted, translation(*offset)):
        return texts
    for orientation in _orientations(wanted):
        if same(wanted, place(offset, orientation)):
            return {**texts, "orientation": numbers_text(orientation)}
    return None


def _orientations(wanted: Affine) -> Iterator[Vec3]:
    linear = np.array(wanted).reshape(3, 4)[:, :3]
    if np.abs(linear).max() > 1.1 or np.abs(linear @ linear.T - np.eye(3)).max() > 1e-9:
        return
    x, y, z = euler_degrees(linear)
    # the same rotation, if the file gave y beyond 90 degrees
    over = (x - math.copysign(180, x), math.copysign(180, y) - y, z - math.copysign(180, z))
    for digits in (6, 10, 12, 15):
        for angles in ((x, y, z), over):
            a, b, c = (round(angle, digits) + 0.0 for angle in angles)
            yield a, b, c


def scale_text(wanted: Affine) -> str | None:
    """The scale that reads back as exactly this transform; None if there is none."""
    factors = (wanted[0], wanted[5], wanted[10])
    return numbers_text(factors) if same(wanted, scaling(*factors)) else None


def matrix_text(wanted: Affine) -> str:
    """Twelve numbers, with a wider gap between the rows."""
    return "  ".join(numbers_text(wanted[i : i + 4]) for i in (0, 4, 8))


def numbers_text(values: tuple[float, ...]) -> str:
    """Numbers with a blank between them."""
    return " ".join(map(number_text, values))


def same(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    """Whether two tuples hold exactly the same numbers; −0 differs from 0."""
    return a == b and (
        0.0 not in a or all(math.copysign(1.0, x) == math.copysign(1.0, y) for x, y in zip(a, b, strict=True))
    )
