"""Rays meet surfaces where geometry says; what is looked for and what is found agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin.picture import Bounds, Camera
from manikin.picture.edges import Hits, edge_hits
from manikin.picture.raster import NO_SURFACE, Sight, first_hits
from manikin.picture.solids import (
    CAPSULE,
    DISC,
    ELLIPSOID,
    MEASURES,
    PLATE,
    QUAD,
    TRIANGLE,
    TUBE,
    Solids,
    measures_of,
    meet,
    normal_at,
)
from manikin.picture.surfaces import capsules, surfaces_of
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh


def capsule_distance(p: np.ndarray, h: float, a: float, b: float) -> np.ndarray:
    """How far points (…, 3) are outside of a capsule along y: the least over all its balls, by brute force."""
    share = np.linspace(0, 1, 801)
    radius, y = a + (b - a) * share, h * share
    flat = np.hypot(p[..., 0], p[..., 2])[..., None]
    return (np.hypot(flat, p[..., 1, None] - y) - radius).min(axis=-1)


@pytest.mark.parametrize(("h", "a", "b"), [(1, 0.3, 0.1), (1, 0.1, 0.3), (1, 0.2, 0.2), (0.5, 0.6, 0.2), (0, 0.4, 0.4)])
def test_a_ray_meets_a_capsule_on_its_surface_and_nowhere_before(h: float, a: float, b: float) -> None:
    rng = np.random.default_rng(20)
    start = rng.normal(size=(300, 3))
    start = 4 * start / np.linalg.norm(start, axis=1, keepdims=True)
    aim = rng.uniform(-1, 1, (300, 3)) * (a + b, h, a + b) + (0, h / 2, 0)
    direction = aim - start
    direction[:20] = [0, 1, 0]  # along the axis, where the cone's equation has no square term or a negative one
    start[:20, 1], start[:20, ::2] = -4, rng.uniform(-0.5, 0.5, (20, 2))
    measures = measures_of(np.array([CAPSULE]), np.array([[h], [a], [b]], float))
    t = meet(CAPSULE, start.T, direction.T, measures)
    hit = ~np.isnan(t)
    assert 50 < hit.sum() < 300
    points = start[hit] + t[hit, None] * direction[hit]
    assert np.abs(capsule_distance(points, h, a, b)).max() < 2e-4
    for share in np.linspace(0, 0.999, 12):
        assert capsule_distance(start[hit] + share * t[hit, None] * direction[hit], h, a, b).min() > -2e-4
    along = np.linspace(-3, 3, 61)[:, None, None]
    assert capsule_distance(start[~hit] + along * direction[~hit], h, a, b).min() > -2e-4
    normal = np.array(normal_at(CAPSULE, points.T, measures)).T
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    assert np.abs(capsule_distance(points + 0.1 * normal, h, a, b) - 0.1).max() < 3e-4


@pytest.mark.parametrize(
    ("kind", "outline", "on_it"),
    [
        (ELLIPSOID, 0, lambda p: (p**2).sum(axis=1) - 1),
        (TUBE, 0, lambda p: np.where(np.abs(p[:, 1]) <= 1 + 1e-9, p[:, 0] ** 2 + p[:, 2] ** 2 - 1, 1)),
        (PLATE, TRIANGLE, lambda p: np.where((p[:, :2] > -1e-9).all(axis=1) & (p[:, :2].sum(axis=1) < 1), p[:, 2], 1)),
        (PLATE, QUAD, lambda p: np.where((p[:, :2] > -1e-9).all(axis=1) & (p[:, :2] < 1).all(axis=1), p[:, 2], 1)),
        (PLATE, DISC, lambda p: np.where((p[:, :2] ** 2).sum(axis=1) < 1, p[:, 2], 1)),
    ],
)
def test_a_ray_meets_the_other_surfaces_on_them(kind: int, outline: int, on_it) -> None:
    rng = np.random.default_rng(20)
    start = rng.normal(size=(400, 3)) * 0.3 + [0, 0, 5]
    direction = rng.uniform(-1.2, 1.2, (400, 3)) - start
    t = meet(kind, start.T, direction.T, np.array([[float(outline)]]))
    hit = ~np.isnan(t)
    assert 30 < hit.sum() < 400
    assert np.abs(on_it((start + t[:, None] * direction)[hit])).max() < 1e-9


def mixed_solids(count: int = 40) -> Solids:
    """Shapes of all kinds, anywhere about the origin, some squeezed."""
    rng = np.random.default_rng(20)
    corners = ((0.0, 0.0, 0.0), (0.6, 0.0, 0.1), (0.0, 0.5, 0.0), (0.1, 0.1, 0.7))
    shapes = [
        Capsule(start=(0.0, 0.0, 0.0), end=(0.2, 0.7, 0.1), radius=0.2, end_radius=0.05),
        Ellipsoid(radii=(0.3, 0.1, 0.5)),
        Cylinder(radius=0.2, length=0.6),
        Box(size=(0.3, 0.5, 0.2)),
        Mesh(vertices=corners, faces=((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))),
    ]
    tables = []
    for i in range(count):
        table = surfaces_of(shapes[i % len(shapes)], (0.5, 0.5, 0.5))
        world = np.concatenate([rng.normal(size=(3, 3)) * 0.5 + np.eye(3), rng.normal(size=(3, 1)) * 1.5], axis=1)
        tables.append(table.transformed(np.tile(world, (len(table), 1, 1))))
    return Solids.joined(tables)


CAMERAS = [
    Camera(eye=(1.0, 2.0, 9.0), target=(0.0, 0.0, 0.0), field_of_view=0.5),
    Camera(eye=(0.2, 0.1, 1.0), target=(0.0, 0.3, 0.0), field_of_view=1.6),  # amid it all
    Camera(eye=(0.0, 9.0, 0.0), target=(0.0, 0.0, 0.0), span=5.0),
    Camera(eye=(3.0, 2.0, 3.0), target=(0.0, 0.0, 0.0), span=2.0),
]


@pytest.mark.parametrize("camera", CAMERAS)
def test_nothing_is_seen_outside_of_the_outlines(camera: Camera) -> None:
    sight = Sight.of(mixed_solids(), camera, (160, 120))
    everywhere = np.zeros(len(sight.solids), np.int64)
    no_strip = np.stack([everywhere + 1.0, everywhere, everywhere - np.inf, everywhere + np.inf])
    all_over = replace(
        sight.outlines, left=everywhere, right=everywhere + 160, top=everywhere, bottom=everywhere + 120, strip=no_strip
    )
    seen, depth = first_hits(sight)
    really, really_deep = first_hits(replace(sight, outlines=all_over))
    assert (seen != NO_SURFACE).sum() > 100
    assert (seen == really).all()
    assert depth == pytest.approx(really_deep, rel=1e-4)


@pytest.mark.parametrize("camera", CAMERAS)
def test_single_precision_finds_the_depth_that_double_precision_finds(camera: Camera) -> None:
    solids = mixed_solids(20)
    sight = Sight.of(solids, camera, (64, 64))
    hits = Hits.at_centres(*first_hits(sight), 64)
    scale = camera.scale(64)
    plane = ((hits.x - 32) / scale)[:, None] * camera.right + ((32 - hits.y) / scale)[:, None] * camera.up
    start = np.array(camera.eye) + (0 if camera.span is None else plane)
    direction = camera.forward + (plane if camera.span is None else 0)
    inverse = np.linalg.inv(solids.place[hits.which, :, :3])
    o, d = (
        inverse @ np.broadcast_to(v, plane.shape)[..., None]
        for v in (start - solids.place[hits.which, :, 3], direction)
    )
    errors = []
    for kind in range(4):
        mine = solids.kind[hits.which] == kind
        measures = sight.measures[:, hits.which[mine]].astype(float)
        t = meet(kind, o[mine, :, 0].T, d[mine, :, 0].T, measures[: MEASURES[kind]])
        errors.append(np.abs(t - hits.depth[mine]))
    wrong = np.concatenate(errors) / solids.bounds()[0].size
    assert np.isnan(wrong).mean() < 0.003  # rays that just graze a surface
    assert np.nanquantile(wrong, 0.99) < 2e-4  # shared surfaces are told apart by up to 1.5e-4


def test_shares_of_edge_pixels_are_whole_or_leave_room_for_the_backdrop() -> None:
    sight = Sight.of(mixed_solids(), CAMERAS[0], (80, 80))
    seen, _ = first_hits(sight)
    everywhere = np.arange(80 * 80)
    closer = edge_hits(sight, seen, everywhere)
    share = np.bincount(closer.pixel, closer.weight, 80 * 80)
    assert share.max() < 1 + 1e-6
    inside = np.array([(seen.reshape(80, 80)[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2] != NO_SURFACE).all()
                       for r, c in np.ndindex(80, 80)])  # fmt: skip
    assert share[inside] == pytest.approx(1)
    assert ((share > 0.05) & (share < 0.95)).sum() > 50
    assert abs(share.sum() - (seen != NO_SURFACE).sum()) < 0.02 * share.sum()


def test_bounds_hold_the_points_of_every_shape() -> None:
    rng = np.random.default_rng(20)
    solids = mixed_solids(30)
    bounds, starts = solids.bounds()
    ends = np.append(starts[1:], len(bounds.centres))
    for row in range(len(solids)):
        mine = Bounds(bounds.centres[starts[row] : ends[row]], bounds.spreads[starts[row] : ends[row]])
        h, a, b = solids.data[row]
        turn = rng.normal(size=(200, 3))
        turn /= np.linalg.norm(turn, axis=1, keepdims=True)
        flat = rng.uniform(0, 0.5, (200, 2))
        own = {
            CAPSULE: np.concatenate([turn * a, turn * b + [0, h, 0]]),
            ELLIPSOID: turn,
            TUBE: np.stack([turn[:, 0], np.sign(turn[:, 1]), turn[:, 2]], axis=1)
            / np.where([True, False, True], np.hypot(turn[:, :1], turn[:, 2:]), 1),
            PLATE: np.concatenate([flat, np.zeros((200, 1))], axis=1),
        }[int(solids.kind[row])]
        stage = own @ solids.place[row, :, :3].T + solids.place[row, :, 3]
        for direction in turn[:20]:
            assert (stage @ direction).max() <= mine.support(direction) + 1e-9


def test_a_table_of_no_surfaces_is_no_trouble() -> None:
    none = capsules(np.zeros((0, 3)), np.zeros((0, 3)), 0.0, 0.0, (0.0, 0.0, 0.0))
    seen, depth = first_hits(Sight.of(none, CAMERAS[0], (8, 8)))
    assert (seen == NO_SURFACE).all()
    assert np.isinf(depth).all()
