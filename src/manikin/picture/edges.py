"""Smooth edges: pixels at the edges of surfaces are sampled with several rays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.picture.raster import NO_SURFACE, PAIRS_PER_BATCH, Sight, scan_lines, steps_of
from manikin.picture.solids import MEASURES, PLATE, TRIANGLE, meet

__all__ = ["Hits", "edge_hits", "edge_pixels"]

SMOOTH_COSINE = 0.97
"""Faces of one shape whose normals have at least this cosine need no smooth edge between them."""

# eight positions in a pixel, one in each row and each column of 8 × 8
SAMPLES = (np.array([(1, 0), (5, 1), (3, 2), (7, 3), (0, 4), (4, 5), (2, 6), (6, 7)], np.float32) + 0.5) / 8


@dataclass(frozen=True)
class Hits:
    """Points of surfaces that are visible, (m,) each, sorted by surface.

    The surface ``which`` covers the share ``weight`` of ``pixel``.  At pixel coordinates x, y its depth is ``depth``.
    """

    pixel: np.ndarray
    which: np.ndarray
    x: np.ndarray
    y: np.ndarray
    depth: np.ndarray
    weight: np.ndarray

    @classmethod
    def sorted(cls, which: np.ndarray, *others: np.ndarray) -> Hits:
        """The hits in the order of their surfaces; ``others`` are the other fields, in order."""
        small = which.astype(np.uint16) if which.max(initial=0) < 1 << 16 else which  # NumPy sorts these faster
        order = np.argsort(small, kind="stable")
        pixel, x, y, depth, weight = (values[order] for values in others)
        return cls(pixel, which[order], x, y, depth, weight)

    @classmethod
    def at_centres(cls, seen: np.ndarray, depth: np.ndarray, width: int) -> Hits:
        """The hits that ``first_hits`` found."""
        pixel = np.flatnonzero(seen != NO_SURFACE)
        row, column = np.divmod(pixel, width)
        x, y = ((at + 0.5).astype(np.float32) for at in (column, row))
        return cls.sorted(seen[pixel], pixel, x, y, depth[pixel], np.ones(len(pixel), np.float32))


def edge_pixels(sight: Sight, seen: np.ndarray, hits: Hits, normals: np.ndarray) -> np.ndarray:
    """Pixels (m,), ascending, beside a pixel with another shape, or with another face of the same shape at an angle."""
    width, height = sight.size
    if not len(hits.which):
        return np.zeros(0, np.int64)
    rows = slice(max(int(hits.pixel.min()) // width - 1, 0), int(hits.pixel.max()) // width + 2)
    image = seen.reshape(height, width)[rows]
    owner = np.append(sight.solids.owner, NO_SURFACE).astype(np.int32)[image]
    edge = np.zeros(image.shape, bool)
    faces: np.ndarray | None = None
    if (sight.solids.kind == PLATE).any():
        planes = np.zeros((3, height * width), np.float32)
        planes[:, hits.pixel] = normals
        faces = planes.reshape(3, height, width)[:, rows]
    for one, other in ((np.s_[..., 1:, :], np.s_[..., :-1, :]), (np.s_[..., 1:], np.s_[..., :-1])):
        differs = owner[one] != owner[other]
        if faces is not None:
            bent = (faces[one] * faces[other]).sum(axis=0) < SMOOTH_COSINE
            differs |= (image[one] != image[other]) & bent
        edge[one] |= differs
        edge[other] |= differs
    return np.flatnonzero(edge) + rows.start * width


def edge_hits(sight: Sight, seen: np.ndarray, edges: np.ndarray) -> Hits:
    """The hits in the pixels ``edges``, from eight rays each to the surfaces in these pixels and beside them."""
    row, column = np.divmod(edges, sight.size[0])
    near = _neighbours(seen, row, column, sight.size)
    open_air = near[:, 0] == NO_SURFACE
    fresh = near != NO_SURFACE
    fresh[:, 1:] &= near[:, 1:] != near[:, :-1]
    triangle = (sight.solids.kind == PLATE) & (sight.solids.data[:, 0] == TRIANGLE)
    if triangle.any():  # they may be smaller than a pixel: find them by their outlines instead
        fresh &= ~triangle[near]
    slot, _ = np.nonzero(fresh)
    which = near[fresh].astype(np.intp)
    if triangle.any():
        slot, which = _with_triangles(sight, edges, slot, which, np.flatnonzero(triangle))
    depth = _sample_depths(sight, which, column[slot], row[slot])
    first = np.flatnonzero(np.diff(slot, prepend=-1))
    nearest = np.minimum.reduceat(depth, first, axis=1) if len(first) else depth
    wins = (depth == np.repeat(nearest, np.diff(first, append=len(slot)), axis=1)) & (depth < np.inf)
    count = wins.sum(axis=0)
    hits = np.bincount(slot, count, len(edges))
    # a ray may pass between two surfaces that touch: the other rays then share the whole pixel
    total = np.maximum(hits, np.where(open_air, len(SAMPLES), 1))
    some = np.flatnonzero(count)
    pick = wins[:, some].argmax(axis=0)
    x, y = (at[slot[some]].astype(np.float32) + SAMPLES[pick, k] for k, at in enumerate((column, row)))
    weight = (count[some] / total[slot[some]]).astype(np.float32)
    return Hits.sorted(which[some], edges[slot[some]], x, y, depth[pick, some], weight)


def _neighbours(seen: np.ndarray, row: np.ndarray, column: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The surfaces at pixels and at their four neighbours, sorted (m, 5)."""
    width, height = size
    near = np.empty((len(row), 5), np.int32)
    for k, (down, right) in enumerate(((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))):
        j, i = np.clip(row + down, 0, height - 1), np.clip(column + right, 0, width - 1)
        near[:, k] = seen[j * width + i]
    near.sort(axis=1)
    return near


def _with_triangles(
    sight: Sight, edges: np.ndarray, slot: np.ndarray, which: np.ndarray, triangles: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of an index in ``edges`` and a surface, plus the triangles whose outlines touch the pixel."""
    width, height = sight.size
    place = np.full(width * height, NO_SURFACE, np.int32)
    place[edges] = np.arange(len(edges))
    slots, solids = [slot], [which]
    for solid, x0, y, widths in scan_lines(sight, triangles):
        found = place[np.repeat(y * width + x0, widths) + steps_of(widths)]
        some = np.flatnonzero(found != NO_SURFACE)
        slots.append(found[some])
        solids.append(np.repeat(solid, widths)[some])
    slot, which = np.concatenate(slots), np.concatenate(solids)
    order = np.argsort(slot, kind="stable")
    return slot[order], which[order]


def _sample_depths(sight: Sight, which: np.ndarray, column: np.ndarray, row: np.ndarray) -> np.ndarray:
    """Depths (samples, m) of surfaces at the samples of pixels; inf for a miss."""
    depth = np.empty((len(SAMPLES), len(which)), np.float32)
    kinds = sight.solids.kind[which]
    step = PAIRS_PER_BATCH // len(SAMPLES)
    for kind, start in ((k, i) for k in np.unique(kinds) for i in range(0, len(which), step)):
        mine = start + np.flatnonzero(kinds[start : start + step] == kind)
        solid = which[mine]
        dx = (column[mine] - sight.centre[0, solid]).astype(np.float32)
        dy = (row[mine] - sight.centre[1, solid]).astype(np.float32)
        o, d = [], []
        for k in range(3):
            across, down = sight.across[k, solid], sight.down[k, solid]
            corner = sight.origin[k, solid] + across * dx + down * dy
            o.append(corner + across * SAMPLES[:, :1] + down * SAMPLES[:, 1:])
            d.append(sight.gaze[k, solid] + o[k] * sight.nearness[solid])
        z = meet(int(kind), o, d, sight.measures[: MEASURES[kind], solid])
        z += sight.distance[solid]
        np.copyto(z, np.float32(np.inf), where=~(z > 0))
        depth[:, mine] = z
    return depth
