"""The surface that is visible at the centre of each pixel.

In the local frame of a surface, the ray through a pixel is affine in the pixel coordinates:

    o = origin + across · dx + down · dy,    d = gaze + o · nearness,    depth = distance + t

dx and dy are relative to the middle of the surface, and o lies in the plane through it that faces the camera.  Large
numbers (positions of camera and surface) do not occur, so that single precision is enough at any scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array
from manikin.picture.camera import Camera
from manikin.picture.outline import SLACK, Outlines
from manikin.picture.solids import CAPSULE, MEASURES, Solids, measures_of, meet

__all__ = ["NO_SURFACE", "PAIRS_PER_BATCH", "Sight", "first_hits", "scan_lines", "steps_of"]

NO_SURFACE = -1
"""Index of the surface in pixels that show none."""
SELECTION_SHARE = 0.7
"""If fewer of the pixels can still be hit, only these are computed."""
PAIRS_PER_BATCH = 1 << 15
"""Pairs of a ray and a surface that are computed at once; their data fit into the cache of a core."""


@dataclass(frozen=True, kw_only=True)
class Sight:
    """Surfaces prepared for one camera and one picture size; arrays (…, n), single precision."""

    solids: Solids
    size: tuple[int, int]
    origin: np.ndarray  # (3, n)
    across: np.ndarray  # (3, n)
    down: np.ndarray  # (3, n)
    gaze: np.ndarray  # (3, n)
    nearness: np.ndarray  # (n,), 1 / distance in perspective, else 0
    distance: np.ndarray  # (n,)
    centre: np.ndarray  # (2, n), pixel of the middle
    measures: np.ndarray  # (7, n)
    inverse: np.ndarray  # (3, 3, n), stage → local frame
    outlines: Outlines

    @classmethod
    def of(cls, solids: Solids, camera: Camera, size: tuple[int, int]) -> Sight:
        """Prepare surfaces for a camera."""
        linear, offset = solids.place[:, :, :3], solids.place[:, :, 3]
        inverse = np.linalg.inv(linear)
        eye = np.array(camera.eye)
        relative = (linear @ solids.middles[:, :, None])[..., 0] + offset - eye
        distance = relative @ camera.forward
        perspective = camera.span is None
        if perspective:  # the middle is beside or behind the eye: use any plane in front of the eye
            extent = np.abs(linear).max(axis=(1, 2), initial=0)
            behind = distance < 0.1 * extent
            distance = np.where(behind, extent, distance)
            relative = np.where(behind[:, None], extent[:, None] * camera.forward, relative)
        zoom = camera.scale(size[1]) / (distance if perspective else np.ones(len(solids)))

        def own(directions: Array) -> Array:
            """Stage directions (3,) or (n, 3) in the local frames of the surfaces (3, n)."""
            turned = inverse @ np.broadcast_to(directions, (len(solids), 3))[:, :, None]
            return np.asarray(turned[..., 0].T)

        def single(values: np.ndarray) -> np.ndarray:
            return np.ascontiguousarray(values, np.float32)

        origin = own(eye + relative - offset)
        nearness = 1 / distance if perspective else np.zeros(len(solids))
        gaze = own(relative / distance[:, None] if perspective else camera.forward) - origin * nearness
        # a capsule thinner than a pixel would break up into dots
        thin = SLACK / zoom / np.cbrt(np.abs(np.linalg.det(linear)))
        data = solids.data.T.copy()
        data[1:] = np.where(solids.kind == CAPSULE, np.maximum(data[1:], thin), data[1:])
        x, y = relative @ camera.right, relative @ camera.up
        bounds, starts = solids.bounds()
        # if two shapes share a surface (balls at a joint), the same one is drawn in all pixels
        order = 1e-5 * (solids.owner % 16) * (bounds.size if len(solids) else 0)
        return cls(
            solids=solids,
            size=size,
            origin=single(origin),
            across=single(own(camera.right) / zoom),
            down=single(own(-camera.up) / zoom),
            gaze=single(gaze),
            nearness=single(nearness),
            distance=single(distance + order),
            centre=single(np.stack([size[0] / 2 + zoom * x, size[1] / 2 - zoom * y])),
            measures=single(measures_of(solids.kind, data)),
            inverse=single(inverse.transpose(1, 2, 0)),
            outlines=Outlines.of(bounds, starts, camera, size),
        )


def first_hits(sight: Sight) -> tuple[np.ndarray, np.ndarray]:
    """The nearest surface, or ``NO_SURFACE``, at the centre of each pixel, and its depth [m]; both (h · w,)."""
    width, height = sight.size
    depth = np.full(width * height, np.inf, np.float32)
    seen = np.full(width * height, NO_SURFACE, np.int32)
    near = sight.outlines.near.astype(np.float32)
    near -= np.float32(1e-6) * np.abs(near).max(initial=0)
    front_to_back = np.argsort(near, kind="stable")
    kinds = sight.solids.kind[front_to_back]
    for kind in np.unique(kinds):
        for which, x0, y, widths in scan_lines(sight, front_to_back[kinds == kind]):
            step = steps_of(widths)
            pixel = np.repeat(y * width + x0, widths) + step
            spread = _Spread(widths)
            ahead = depth[pixel] > spread(near[which])
            if np.count_nonzero(ahead) < SELECTION_SHARE * len(ahead):  # most of it is hidden already
                chosen = np.flatnonzero(ahead)
                step, pixel, spread = step[chosen], pixel[chosen], _Spread(widths, chosen)
            z = _depths(sight, int(kind), which, x0, y, step, spread)
            hit = np.flatnonzero(z > 0)
            z, pixel = z[hit], pixel[hit]
            np.minimum.at(depth, pixel, z)
            nearest = np.flatnonzero(z == depth[pixel])
            seen[pixel[nearest]] = spread(which.astype(np.int32))[hit[nearest]]
    return seen, depth


class _Spread:
    """Repeats values of scan lines for their pixels, for all of them or for chosen ones."""

    def __init__(self, widths: np.ndarray, chosen: np.ndarray | None = None) -> None:
        self._widths = widths
        self._lines = None if chosen is None else np.repeat(np.arange(len(widths)), widths)[chosen]

    def __call__(self, values: np.ndarray) -> np.ndarray:
        return np.repeat(values, self._widths) if self._lines is None else values.take(self._lines)


def _depths(
    sight: Sight, kind: int, which: np.ndarray, x0: np.ndarray, y: np.ndarray, step: np.ndarray, spread: _Spread
) -> np.ndarray:
    """Depths of surfaces of one kind at pixels of scan lines; not above 0 for a miss."""
    dx, dy = ((at + 0.5).astype(np.float32) - sight.centre[k, which] for k, at in enumerate((x0, y)))
    along = step.astype(np.float32)
    nearness = spread(sight.nearness[which])
    o, d = [], []
    for k in range(3):
        across = sight.across[k, which]
        first = sight.origin[k, which] + across * dx + sight.down[k, which] * dy
        o.append(spread(across) * along)
        o[k] += spread(first)
        d.append(o[k] * nearness)
        d[k] += spread(sight.gaze[k, which])
    t = meet(kind, o, d, [spread(row[which]) for row in sight.measures[: MEASURES[kind]]])
    t += spread(sight.distance[which])
    return t


def scan_lines(sight: Sight, chosen: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """Rows of pixels that surfaces may cover: surface, first column, row, width; in batches that fit into a cache."""
    outlines = sight.outlines
    top = outlines.top[chosen]
    heights = outlines.bottom[chosen] - top
    which = np.repeat(chosen, heights)
    y = steps_of(heights) + np.repeat(top, heights)
    nx, ny, low, high = outlines.strip[:, which]
    steep = np.where(np.abs(nx) > 1e-3, nx, np.nan)
    ends = (np.stack([low, high]) - ny * (y + 0.5)) / steep
    x0 = np.fmax(outlines.left[which], np.floor(ends.min(axis=0) - 0.5)).astype(np.int64)
    x1 = np.fmin(outlines.right[which], np.ceil(ends.max(axis=0) + 0.5)).astype(np.int64)
    some = np.flatnonzero(x1 > x0)
    which, x0, y, widths = which[some], x0[some], y[some], (x1 - x0)[some]
    total = np.cumsum(widths)
    cuts = np.searchsorted(total, np.arange(PAIRS_PER_BATCH, widths.sum(), PAIRS_PER_BATCH))
    for part in np.split(np.arange(len(which)), np.unique(cuts)):
        if len(part):
            yield which[part], x0[part], y[part], widths[part]


def steps_of(counts: np.ndarray) -> np.ndarray:
    """0, 1, …, c − 1 for each count c, joined."""
    return np.asarray(np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts))
