"""Goals of bodies among things, against SciPy: distances, hulls and surfaces that nobody here wrote."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline
from scipy.optimize import lsq_linear, nnls

from manikin.errors import InputError
from manikin.goals import AboveGround, Balance, BendToward, CapsuleClearance, Comfort, OnGround, SolidClearance
from manikin.goals.capsule_clearance import PARALLEL_ROUNDING, rod_distance
from manikin.goals.solid_clearance import edges_of, planes_of
from manikin.handles import FixedFrame, Parameters

HERE = FixedFrame(position=(0, 0, 0), rotation=(1, 0, 0, 0, 1, 0, 0, 0, 1))


def nearest_in_hull(points: np.ndarray, p: np.ndarray) -> np.ndarray:
    """The nearest point of a convex hull, by non-negative least squares over the weights of its points."""
    heavy = 1e5
    a = np.vstack([points.T, heavy * np.ones(len(points))])
    weights, _ = nnls(a, np.append(p, heavy), maxiter=1000)
    return points.T @ weights


# ---- rods ---------------------------------------------------------------------------------------------


def test_the_distance_of_rods_is_scipys_and_rounded_by_no_more_than_it_says() -> None:
    rng = np.random.default_rng(0)
    for i in range(200):
        a0, a1, b0, b1 = rng.normal(size=(4, 3))
        if i % 4 == 0:
            b1 = b0 + (a1 - a0) * rng.uniform(0.5, 2)  # parallel
        if i % 10 == 1:
            b1 = b0  # a ball
        h, k = (a1 - a0) / 2, (b1 - b0) / 2
        m = (a0 + a1 - b0 - b1) / 2
        best = lsq_linear(np.column_stack([h, -k]), -m, bounds=(-1 - 1e-12, 1 + 1e-12), tol=1e-14)
        exact = np.linalg.norm(best.fun)
        found, _ = rod_distance(a0, a1, b0, b1)
        assert exact - 1e-7 <= found <= exact + PARALLEL_ROUNDING * (h @ h + k @ k) / (2 * exact) + 1e-9


def test_the_push_between_parallel_rods_does_not_jump() -> None:
    a0, a1, middle = np.array([[0, -1, 0], [0, 1, 0], [0.3, 0, 0]], float)
    slopes = []
    for angle in np.linspace(-1e-3, 1e-3, 21):
        turn = np.array([np.sin(angle), np.cos(angle), 0])
        slopes.append(rod_distance(a0, a1, middle - turn, middle + turn)[1])
    steps = np.abs(np.diff(slopes, axis=0)).max(axis=(1, 2))
    assert steps.max() < 0.02  # a hundredth of the way at each of the steps; without rounding all of it at one


def test_parts_that_touch_no_others_have_no_residual_and_those_that_do_have_all_breaches_in_one() -> None:
    pair = {"ends": ((0, 0, 0), (0, 1, 0)), "radii": (0.1,), "other_radii": (0.1, 0.2), "margin": 0.05}
    far = CapsuleClearance(**pair, other_ends=((1, 0, 0), (1, 1, 0), (2, 0, 0), (2, 1, 0)))
    near = CapsuleClearance(**pair, other_ends=((0.2, 0, 0), (0.2, 1, 0), (0, 0, 0.3), (0, 1, 0.3)))
    for goal, wanted in ((far, 0.0), (near, -np.hypot(0.05, 0.05))):
        values = [handle.constant for handle in goal.handles]
        assert goal.residual(*values)[0] == pytest.approx(wanted, abs=1e-6)


# ---- solids -------------------------------------------------------------------------------------------


def test_the_height_over_a_solid_is_scipys_distance_outside_and_its_depth_inside() -> None:
    rng = np.random.default_rng(1)
    outside = inside = 0
    for _ in range(40):
        corners = rng.normal(size=(int(rng.integers(4, 12)), 3))
        goal = SolidClearance(
            solid=HERE, planes=planes_of(corners), edges=edges_of(corners), ends=((0, 0, 0),) * 2, radii=(0.1,)
        )
        for p in rng.normal(0, 0.9, (10, 3)):
            height, normal = goal.height(p)
            assert np.linalg.norm(normal) == pytest.approx(1)
            near = nearest_in_hull(corners, p)
            distance = np.linalg.norm(p - near)
            if distance > 1e-4:
                outside += 1
                assert height == pytest.approx(distance, abs=1e-6)
                np.testing.assert_allclose(p - height * normal, near, atol=1e-5)
            elif height < -1e-6:
                inside += 1
                assert np.linalg.norm(nearest_in_hull(corners, p - (height - 1e-3) * normal) - p) > 0
                ways = rng.normal(size=(200, 3))  # no way out is shorter
                ways *= 0.999 * -height / np.linalg.norm(ways, axis=1, keepdims=True)
                planes = np.array(goal.planes)
                assert ((p + ways) @ planes[:, :3].T <= planes[:, 3]).all()
    assert outside > 100
    assert inside > 20


def test_the_hull_of_a_box_has_six_faces_and_twelve_edges() -> None:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (0, 3) for z in (0, 1)], float)
    assert len(planes_of(corners)) == 6
    assert len(edges_of(corners)) == 12


@pytest.mark.parametrize("corners", [np.zeros((8, 3)), np.eye(3), np.full((5, 3), np.nan), np.zeros((4, 2))])
def test_corners_that_make_no_solid_are_refused(corners: np.ndarray) -> None:
    with pytest.raises(InputError, match="corners"):
        planes_of(corners)


# ---- balance ------------------------------------------------------------------------------------------


def test_balance_is_the_way_to_scipys_nearest_point_of_the_support() -> None:
    rng = np.random.default_rng(2)
    over = 0
    for i in range(200):
        support = rng.normal(size=(int(rng.integers(1, 9)), 3))
        margin = [0.0, 0.4, 1.0][i % 3]
        point = rng.normal(size=3)
        goal = Balance(point=point, support=support.tolist(), margin=margin)
        r = goal.residual(*(handle.constant for handle in goal.handles))
        flat = support[:, [0, 2]]
        flat = flat.mean(axis=0) + (1 - margin) * (flat - flat.mean(axis=0))
        wanted = point[[0, 2]] - nearest_in_hull(flat, point[[0, 2]])
        np.testing.assert_allclose(r[[0, 2]], wanted, atol=1e-6)
        assert r[1] == pytest.approx(0, abs=1e-12)
        over += not r.any()
    assert 10 < over < 150


@pytest.mark.parametrize(
    ("support", "wanted"),
    [
        ([(1, 0, 0)], (-1, 0, 0)),  # one point: over that point
        ([(1, 0, 0), (1, 5, 0)], (-1, 0, 0)),  # two, one above the other: the same
        ([(1, 0, -1), (1, 0, 1)], (-1, 0, 0)),  # a line: over that line
        ([(1, 0, -1), (1, 0, 0), (1, 0, 1)], (-1, 0, 0)),
        ([(1, 0, 1), (2, 0, 1)], (-1, 0, -1)),  # beyond its end: over the end
        ([(-1, 0, -1), (1, 0, -1), (0, 0, 2)], (0, 0, 0)),
    ],
)
def test_support_without_area_is_what_it_is(support: list, wanted: tuple) -> None:
    goal = Balance(point=(0, 3, 0), support=support)
    values = [handle.constant for handle in goal.handles]
    np.testing.assert_allclose(goal.residual(*values), wanted, atol=1e-12)
    assert all(np.isfinite(slope).all() for slope in goal.jacobians(*values))


# ---- ground -------------------------------------------------------------------------------------------


def test_the_ground_is_scipys_cubic_through_the_heights_and_level_beyond_them() -> None:
    rng = np.random.default_rng(3)
    heights = rng.normal(size=(6, 7))
    goal = OnGround(point=(0, 0, 0), heights=heights.tolist(), origin=(-1, 2), spacing=(0.5, 0.25))

    def catmull_rom(values: np.ndarray, at: float) -> float:
        slopes = np.gradient(values)  # central inside; the ends go on straight
        return float(CubicHermiteSpline(np.arange(len(values)), values, slopes)(np.clip(at, 0, len(values) - 1)))

    for x, z in rng.uniform((-2, 1), (3, 5), (100, 2)):
        rows = np.array([catmull_rom(row, (z - 2) / 0.25) for row in heights])
        assert goal.ground(x, z)[0] == pytest.approx(catmull_rom(rows, (x + 1) / 0.5), abs=1e-12)
    assert goal.ground(-1 + 2 * 0.5, 2 + 3 * 0.25)[0] == pytest.approx(heights[2, 3])
    assert goal.ground(-50, 2)[0] == goal.ground(-1, 2)[0]
    assert goal.ground(-50, 2)[1] == 0


# ---- what is refused ----------------------------------------------------------------------------------

CAPSULE = {"ends": ((0, 0, 0), (0, 1, 0)), "radii": (0.1,)}
SOLID = {"solid": HERE, "planes": ((0, 1, 0, 0),)}
RANGES = {"values": Parameters(names=("a",)), "lo": (0,), "easy_lo": (1,), "easy_hi": (2,), "hi": (3,)}


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        (Balance, {"point": (0, 0, 0), "support": ()}, "1 to 32 points"),
        (Balance, {"point": (0, 0, 0), "support": (1.0, 2.0, 3.0)}, "3 numbers, not 1"),
        (Balance, {"point": (0, 0, 0), "support": 7}, "must be several points"),
        (Balance, {"point": (0, 0, 0), "support": ((0, 0, 0),), "margin": 1.5}, "between 0 and 1"),
        (Balance, {"point": (0, 0, 0), "support": ((0, 0, 0),), "up": (0, 0, 0)}, "must not be zero"),
        (CapsuleClearance, {**CAPSULE, "other_ends": ((0, 0, 0),), "other_radii": (0.1,)}, "two for each"),
        (CapsuleClearance, {**CAPSULE, "other_ends": (), "other_radii": ()}, "1 to 31 capsules"),
        (CapsuleClearance, {**CAPSULE, "other_ends": ((0, 0, 0),) * 62, "other_radii": (1,) * 31}, "more than 31"),
        (CapsuleClearance, {**CAPSULE, "other_ends": CAPSULE["ends"], "other_radii": (-1.0,)}, "0 or above"),
        (
            CapsuleClearance,
            {**CAPSULE, "other_ends": CAPSULE["ends"], "other_radii": (1,), "pairs": ((0, 1),)},
            "pairs are numbers",
        ),
        (SolidClearance, {**SOLID, **CAPSULE, "planes": ()}, "1 to 100 faces"),
        (SolidClearance, {**SOLID, **CAPSULE, "planes": ((0, 0, 0, 1),)}, "must not be zero"),
        (SolidClearance, {**SOLID, **CAPSULE, "planes": ((0, 1, 0, 1), (1, 0, 0, 1))}, "needs its edges"),
        (SolidClearance, {**SOLID, **CAPSULE, "balls": (0,)}, "whole number"),
        (SolidClearance, {**SOLID, **CAPSULE, "balls": (65,)}, "64 in all"),
        (OnGround, {"point": (0, 0, 0), "heights": ((1, 2),)}, "2 × 2"),
        (OnGround, {"point": (0, 0, 0), "heights": ((1, 2), (3,))}, "2 × 2"),
        (AboveGround, {"point": (0, 0, 0), "heights": ((1, 2), (3, np.nan))}, "finite"),
        (AboveGround, {"point": (0, 0, 0), "heights": ((1, 2), (3, 4)), "spacing": (0, 1)}, "above 0"),
        (OnGround, {"point": (0, 0, 0), "heights": ((1, 2), (3, 4)), "up": "x"}, '"y" or "z"'),
        (Comfort, {**RANGES, "easy_lo": (-1,)}, "lo ≤ easy_lo"),
        (Comfort, {**RANGES, "hi": (3, 4)}, "1 numbers, not 2"),
        (BendToward, {"base": (0, 0, 0), "middle": (0, 0, 0), "tip": (0, 0), "target": (0, 0, 0)}, "3 numbers"),
    ],
)
def test_what_makes_no_sense_is_refused(kind: type, fields: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        kind(**fields)
