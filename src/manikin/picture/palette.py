"""Few colours for many pictures: median cut (Heckbert 1982)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["few_colours"]

SLAB = 8192
"""Colours that are compared with a palette at once."""
COUNTED = 12
"""Images in which colours are counted, about."""


def few_colours(images: Sequence[np.ndarray], most: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """A palette (k, 3) of at most so many colours, and for each image (h, w, 3) the places (h, w) of its colours in it.

    Images that have no more colours than that keep them all.
    """
    packed = [image.astype(np.int32) @ np.array([65536, 256, 1], np.int32) for image in images]
    seen = np.zeros(1 << 24, bool)
    for image in packed:
        seen[image] = True
    colours = np.flatnonzero(seen)
    table = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(np.float32)
    place = np.zeros(1 << 24, np.uint16)
    if len(table) <= most:
        palette = table
        place[colours] = np.arange(len(table))
    else:
        sample = np.concatenate([image.ravel() for image in packed[:: 1 + len(packed) // COUNTED]])
        common, counts = np.unique(sample, return_counts=True)
        palette = _median_cut(table[np.searchsorted(colours, common)], counts, most)
        for i in range(0, len(table), SLAB):
            place[colours[i : i + SLAB]] = _nearest(table[i : i + SLAB], palette)
    return palette.round().astype(np.uint8), [place[image] for image in packed]


def _median_cut(table: np.ndarray, counts: np.ndarray, most: int) -> np.ndarray:
    """The mean colours of boxes; the box with the largest spread is cut in two until there are enough."""
    # rare colours are seen too: a small highlight counts more than its share of the pixels
    weights = np.sqrt(counts)
    boxes = [np.arange(len(table))]
    spreads = [_spread(table, weights)]
    while len(boxes) < most:
        worst = int(np.argmax([value for value, _ in spreads]))
        if spreads[worst][0] <= 0:
            break
        rows, axis = boxes[worst], spreads[worst][1]
        rows = rows[np.argsort(table[rows, axis], kind="stable")]
        total = np.cumsum(weights[rows])
        cut = int(np.clip(np.searchsorted(total, total[-1] / 2), 1, len(rows) - 1))
        halves = [rows[:cut], rows[cut:]]
        boxes[worst : worst + 1] = halves
        spreads[worst : worst + 1] = [_spread(table[half], weights[half]) for half in halves]
    return np.array([np.average(table[rows], axis=0, weights=weights[rows]) for rows in boxes], np.float32)


def _spread(colours: np.ndarray, weights: np.ndarray) -> tuple[float, int]:
    """How much a box of colours has to gain from a cut, and the channel to cut."""
    middle = np.average(colours, axis=0, weights=weights)
    spread = weights @ np.square(colours - middle)
    axis = int(np.argmax(spread))
    return float(spread[axis]), axis


def _nearest(colours: np.ndarray, palette: np.ndarray) -> np.ndarray:
    """The place of the nearest palette entry for each colour."""
    distance = np.square(palette).sum(axis=1) - 2 * colours @ palette.T
    return np.asarray(distance.argmin(axis=1))
