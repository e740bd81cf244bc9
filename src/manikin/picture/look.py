"""Draws surfaces into an image: visibility, light, background."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np

from manikin.picture.camera import Bounds, Camera
from manikin.picture.edges import Hits, edge_hits, edge_pixels
from manikin.picture.ground import Ground, backdrop
from manikin.picture.light import Lights, ShadowMap
from manikin.picture.raster import Sight, first_hits
from manikin.picture.shadow import GroundShadow
from manikin.picture.solids import MEASURES, PLATE, Solids, normal_at
from manikin.picture.theme import Theme, to_display, to_linear

__all__ = ["draw"]


def draw(
    solids: Solids,
    bounds: Bounds,
    camera: Camera,
    size: tuple[int, int],
    theme: Theme,
    *,
    ground: bool | float = True,
    ghosts: Sequence[tuple[Solids, float]] = (),
    scenery: np.ndarray | None = None,
) -> np.ndarray:
    """The image (3, h, w), sRGB in 0..255, of surfaces on the stage; the ground is at 0, or at a height [m].

    Ghosts are surfaces and their opacity 0..1.  They lie behind the others, the later ones in front of the earlier
    ones, and cast no shadow on the ground.  ``scenery`` (n,) says which surfaces belong to no figure: those hide ghosts
    only where they are nearer.
    """
    lights = Lights.of(camera)
    shadow_of = partial(ShadowMap.along, bounds=bounds, direction=-lights.key)
    key = shadow_of(_casting(solids))
    floor = None if ground is False else Ground.under(bounds, 0.0 if ground is True else float(ground))
    image = _stage(size, theme, camera, floor).copy()
    if floor is not None:
        below = ShadowMap.along(_casting(solids), bounds, np.array([0.0, 1.0, 0.0]), texels=96)
        shadows = (GroundShadow.thrown(key, floor.height), GroundShadow.contact(below, floor.height))
        floor.paint_shadows(image, camera, theme, shadows)
    if not ghosts:
        _draw_solids(image.reshape(3, -1), Sight.of(solids, camera, size), camera, lights, key, theme)
        return image
    around = np.zeros(len(solids), bool) if scenery is None else scenery
    set_pieces, figures = solids.chosen(np.flatnonzero(around)), solids.chosen(np.flatnonzero(~around))
    depth = _draw_solids(image.reshape(3, -1), Sight.of(set_pieces, camera, size), camera, lights, key, theme)
    for layer, opacity in [*ghosts, (figures, 1.0)]:
        over = image.copy()
        shadow = key if layer is figures else shadow_of(layer)
        own = _draw_solids(over.reshape(3, -1), Sight.of(layer, camera, size), camera, lights, shadow, theme)
        hidden = (depth < own) & np.isfinite(own)
        share = np.where(hidden, np.float32(0), np.float32(opacity)).reshape(image.shape[1:])
        image += share * (over - image)
    return image


@lru_cache(maxsize=2)
def _stage(size: tuple[int, int], theme: Theme, camera: Camera, floor: Ground | None) -> np.ndarray:
    """Backdrop and grid (3, h, w), which the frames of a moving picture share."""
    image = backdrop(size, theme)
    if floor is not None:
        floor.paint(image, camera, theme)
    return image


def _casting(solids: Solids) -> Solids:
    return solids.chosen(np.flatnonzero(solids.lit))


def _draw_solids(
    image: np.ndarray, sight: Sight, camera: Camera, lights: Lights, key: ShadowMap, theme: Theme
) -> np.ndarray:
    """Draw surfaces over an image (3, h · w); returns their depths (h · w,) [m], inf where there is none."""

    def lit(hits: Hits, normals: np.ndarray) -> np.ndarray:
        points, view = _points(sight, camera, hits)
        counts = np.bincount(hits.which, minlength=len(sight.solids))
        colour = np.repeat(sight.solids.colour.T.astype(np.float32), counts, axis=1)
        light = lights.shade(normals, view, colour, key.visibility(points)) * np.float32(theme.brightness)
        if not sight.solids.lit.all():
            light = np.where(np.repeat(sight.solids.lit, counts), light, colour)
        return np.minimum(light, 1)

    seen, depth = first_hits(sight)
    hits = Hits.at_centres(seen, depth, sight.size[0])
    normals = _normals(sight, hits)
    edges = edge_pixels(sight, seen, hits, normals)
    behind = to_linear(image[:, edges] / 255)
    for plane, values in zip(image, to_display(lit(hits, normals)), strict=True):
        plane[hits.pixel] = values
    # pixels at edges again, from all surfaces in them
    closer = edge_hits(sight, seen, edges)
    slot = np.searchsorted(edges, closer.pixel)
    share = np.bincount(slot, closer.weight, len(edges))
    for plane, back, values in zip(image, behind, lit(closer, _normals(sight, closer)), strict=True):
        mixed = back * (1 - share) + np.bincount(slot, closer.weight * values, len(edges))
        plane[edges] = to_display(mixed)
    return depth


def _normals(sight: Sight, hits: Hits) -> np.ndarray:
    """Unit normals (3, m) at hits on the stage; those of plates point to the visible side."""
    out = np.empty((3, len(hits.which)), np.float32)
    counts = np.bincount(hits.which, minlength=len(sight.solids))
    # hits and surfaces are both sorted by kind
    ends = np.searchsorted(hits.which, np.searchsorted(sight.solids.kind, np.arange(5)))
    for kind in range(4):
        part = slice(ends[kind], ends[kind + 1])
        if part.start == part.stop:
            continue
        mine = np.where(sight.solids.kind == kind, counts, 0)
        dx, dy = hits.x[part] - np.repeat(sight.centre[0], mine), hits.y[part] - np.repeat(sight.centre[1], mine)
        t = hits.depth[part] - np.repeat(sight.distance, mine)
        near = np.repeat(sight.nearness, mine)
        p = []
        for k in range(3):
            across, down = np.repeat(sight.across[k], mine), np.repeat(sight.down[k], mine)
            o = np.repeat(sight.origin[k], mine) + across * dx + down * dy
            d = np.repeat(sight.gaze[k], mine) + o * near
            p.append(o + t * d)
        if kind == PLATE:
            a, b, c = sight.solids.normals.astype(np.float32).transpose(1, 2, 0)
            for k in range(3):
                along_x, along_y = np.repeat((b - a)[k], mine) * p[0], np.repeat((c - a)[k], mine) * p[1]
                out[k, part] = np.repeat(a[k], mine) + along_x + along_y
            out[:, part] *= np.where(d > 0, np.float32(-1), np.float32(1))  # seen from behind
        else:
            own = normal_at(kind, p, [np.repeat(row, mine) for row in sight.measures[: MEASURES[kind]]])
            for k in range(3):
                turned = [np.repeat(sight.inverse[j, k], mine) * own[j] for j in range(3)]
                out[k, part] = turned[0] + turned[1] + turned[2]
    out /= np.maximum(np.sqrt((out * out).sum(axis=0)), np.float32(1e-30))
    return out


def _points(sight: Sight, camera: Camera, hits: Hits) -> tuple[np.ndarray, np.ndarray]:
    """Stage points (3, m) of hits [m] and unit directions (3, m) from them to the eye."""
    scale = np.float32(camera.scale(sight.size[1]))
    across, up = (hits.x - np.float32(sight.size[0] / 2)) / scale, (np.float32(sight.size[1] / 2) - hits.y) / scale
    right, upward, forward, eye = (
        np.array(v, np.float32)[:, None] for v in (camera.right, camera.up, camera.forward, camera.eye)
    )
    plane = right * across + upward * up
    if camera.span is not None:
        return eye + plane + forward * hits.depth, np.broadcast_to(-forward, plane.shape)
    plane += forward
    return eye + plane * hits.depth, plane / -np.sqrt((plane * plane).sum(axis=0))
