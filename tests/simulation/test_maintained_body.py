"""Balance and clearance held by a simulation as ranges: free inside, held at the border, left without sticking."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from manikin import (
    Balance,
    Box,
    Capsule,
    CapsuleClearance,
    Simulation,
    SolidClearance,
    avoid,
    balance,
    lock_from_text,
    sole_points,
)
from manikin.body.clearance import capsules_apart
from manikin.goals.balance import SupportDistances, hull_edges
from manikin.handles import FixedPoint
from manikin.kernels import library
from tests.support.simulation_cases import BY, FEET, HUMAN, REST, bead, worst

BEAD = bead()
SPOT = BEAD.point("bead")
UP = np.array([0.0, 1.0, 0.0])
compiled = pytest.mark.skipif(library() is None, reason="there are no compiled kernels")


def depth(pose: Any, margin: float) -> float:
    """How far the centre of mass is inside the soles, drawn together by a margin [m]; by SciPy's hull."""
    soles = np.array([point.value(pose)[[0, 2]] for foot in ("l_foot", "r_foot") for point in sole_points(HUMAN, foot)])
    equations = ConvexHull((1 - margin) * soles + margin * soles.mean(axis=0)).equations
    return float(-(equations[:, :2] @ pose.centre_of_mass()[[0, 2]] + equations[:, 2]).max())


# ---- balance -----------------------------------------------------------------------------------


@BY
def test_a_far_pull_takes_the_centre_of_mass_to_the_border_and_no_farther(by: Any) -> None:
    margin = 0.2
    sim = Simulation(HUMAN, [*FEET, balance(HUMAN, "l_foot", "r_foot", margin=margin)], evaluate_with=by)
    sim.step(0.02)
    free = depth(sim.pose, margin)
    assert free > 0.01
    assert not sim.multipliers["balance"].any()
    sim.pull(HUMAN.point("r_hand"), (-0.4, 1.0, 3.0), strength=60.0, name="far")
    inside, strongest = [], 0.0
    for _ in range(25 if by == "auto" else 10):
        sim.step(0.1)
        inside.append(depth(sim.pose, margin))
        assert worst(sim) <= 1e-8
        pressed = sim.multipliers["balance"]
        assert (pressed >= 0).all()  # edges push inward only
        assert np.count_nonzero(pressed) <= 2
        strongest = max(strongest, pressed.max())
    assert min(inside) >= -1e-6
    assert sum(each <= 1e-6 for each in inside) >= 3  # at the border
    assert strongest > 10.0
    if by == "network":
        return
    reach = sim.pose.position("r_hand")[2]
    loose = Simulation(HUMAN, FEET)
    loose.pull(HUMAN.point("r_hand"), (-0.4, 1.0, 3.0), strength=60.0)
    loose.step(0.1, 25)
    assert depth(loose.pose, margin) < -0.02  # without it the figure would have fallen
    assert loose.pose.position("r_hand")[2] > reach
    sim.move("far", REST.position("r_hand"))
    sim.step(0.002)
    assert depth(sim.pose, margin) > 1e-3  # it leaves the border at once
    assert not sim.multipliers["balance"].any()


@BY
def test_a_bead_over_a_moving_support_stays_inside_it(by: Any) -> None:
    figure, other = bead().renamed("bead"), bead().renamed("plate")
    spot, plate = figure.point("bead"), [other.point("bead", at) for at in ((0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1))]
    hold = Balance(point=spot, support=tuple(plate), name="over")
    sim = Simulation([figure, other], [hold], start=[0.5, 2.0, 0.5, 0, 0, 0], evaluate_with=by)
    sim.pull(spot, (2.0, 2.0, 0.4), strength=5.0)
    sim.pull(other.point("bead"), (0, 0, 0), strength=5.0)
    sim.step(0.2, 30)
    assert sim.q[0] - sim.q[3] == pytest.approx(1.0, abs=1e-8)  # at the edge of the plate, which it took along
    assert sim.q[0] == pytest.approx(1.5, abs=0.01)
    assert sim.multipliers["over"].max() == pytest.approx(5 * (2.0 - sim.q[0]), rel=1e-3)
    assert sim.multipliers["over"].min() >= 0


@BY
@pytest.mark.parametrize(
    ("support", "place"),
    [
        ([(0.3, 0, 0.2)], (0.3, 0.2)),
        ([(0, 0, 0), (0.5, 0, 0)], (0.5, 0.0)),
        ([(0, 0, 0), (0.25, 0, 0), (0.5, 0, 0)], (0.5, 0.0)),
        ([(0.3, 0, 0.2)] * 4, (0.3, 0.2)),
    ],
)
def test_support_that_is_a_point_or_a_line_is_what_it_is(by: Any, support: Any, place: Any) -> None:
    hold = Balance(point=SPOT, support=support, name="over")
    assert hold.as_range() is None
    sim = Simulation(BEAD, [hold], start=[0.1, 1.0, 0.1], evaluate_with=by)
    sim.pull(SPOT, (3.0, 2.0, 1.0), strength=5.0)
    sim.step(0.1, 20)
    assert sim.q[[0, 2]] == pytest.approx(place, abs=1e-6)
    assert np.isfinite(sim.multipliers["over"]).all()


def test_support_that_shrinks_to_a_line_or_a_point_holds_without_numbers_that_are_none() -> None:
    points = np.array([(0, 0, 0), (1.0, 0, 0), (0.4, 0, 0), (0.7, 0.3, 0)])
    for corners in (points, points * 0, points * 1e-12):
        goal = SupportDistances(point=SPOT, support=tuple(map(tuple, corners)))
        values = [np.array([0.2, 1.0, 0.3]), UP, *corners]
        rows = goal.residual(*values)
        assert rows.min() == pytest.approx(-0.3 if corners is points else -np.hypot(0.2, 0.3))
        assert all(np.isfinite(slope).all() for slope in goal.jacobians(*values))


@pytest.mark.parametrize("seed", range(30))
def test_the_edges_are_those_of_scipys_hull(seed: int) -> None:
    rng = np.random.default_rng(seed)
    flat = rng.normal(size=(int(rng.integers(3, 12)), 2))
    if seed % 3 == 0:
        flat = np.round(flat)  # points in line, points in one place
    hull = ConvexHull(flat, qhull_options="QJ" if np.linalg.matrix_rank(flat - flat[0]) < 2 else "")
    if np.linalg.matrix_rank(flat - flat[0]) < 2:
        return
    corners = np.stack([flat[:, 0], rng.normal(size=len(flat)), -flat[:, 1]], axis=-1)
    edges = hull_edges(corners, UP)
    around = [tuple(flat[i]) for i, _ in edges]
    assert sorted(around) == sorted({tuple(flat[i]) for i in hull.vertices})
    following = dict(edges)
    assert sorted(following.values()) == sorted(following)  # one ring
    x = rng.normal(size=2)
    goal = SupportDistances(point=SPOT, support=tuple(FixedPoint(position=tuple(c)) for c in corners))
    rows = goal.residual(np.array([x[0], 5.0, -x[1]]), UP, *corners)
    wanted = -(hull.equations[:, :2] @ x + hull.equations[:, 2])
    found = rows[[i for i, _ in edges]]
    assert found.min() == pytest.approx(wanted.min(), abs=1e-9)


# ---- clearance ---------------------------------------------------------------------------------


def nearest(goal: CapsuleClearance | SolidClearance, sim: Simulation) -> float:
    """The smallest distance of all pairs or balls, less what is wanted."""
    measure = goal.as_range()
    assert measure is not None
    handles = [h.constant if hasattr(h, "constant") else h.value(sim.pose) for h in goal.handles]
    return float(measure[0].residual(*handles).min())


@BY
@pytest.mark.parametrize("what", ["trunk", "capsule", "box"])
def test_a_forearm_rests_on_what_it_is_pushed_against_and_leaves_it(by: Any, what: str) -> None:
    if what == "trunk":
        (goal,) = [capsules_apart(HUMAN, ["r_forearm"], ["t5", "t11", "l3"], margin=0.01, name="clear")]
        target = np.array([0.0, 1.2, 0.0])
    else:
        at = REST.position("r_forearm") + np.array([0.0, -0.13, 0.2])
        side = np.array([0.3, 0.0, 0.0])
        solid: Any = Capsule(start=tuple(at - side), end=tuple(at + side), radius=0.05, end_radius=0.05)
        if what == "box":
            solid = Box(size=(0.6, 0.3, 0.1), at=np.hstack([np.eye(3), at[:, None]]).ravel())
        (goal,) = avoid(HUMAN, solid, parts=["r_forearm"], margin=0.01)
        target = at
    sim = Simulation(HUMAN, [*FEET, lock_from_text("t5", REST)], evaluate_with=by)
    sim.add(goal, name="clear")
    spot = HUMAN.point("r_forearm", (0, -0.1, 0))
    sim.step(0.05)
    assert sim.held
    assert nearest(goal, sim) > 1e-3
    assert not sim.multipliers["clear"].any()
    sim.pull(spot, target, strength=200.0, name="push")
    strongest = 0.0
    for _ in range(8):
        sim.step(0.1)
        assert nearest(goal, sim) >= -1e-6
        pressed = sim.multipliers["clear"]
        assert (pressed >= 0).all()  # it pushes and never pulls
        strongest = max(strongest, pressed.max())
    assert nearest(goal, sim) == pytest.approx(0, abs=1e-6)
    assert strongest > 1.0
    sim.move("push", REST.position("r_forearm") + np.array([-0.3, 0.1, -0.2]))
    sim.step(0.002, 5)
    assert nearest(goal, sim) > 1e-2
    assert not sim.multipliers["clear"].any()


@compiled
def test_compiled_or_not_the_same_is_held() -> None:
    rng = np.random.default_rng(5)
    goals = [
        balance(HUMAN, "l_foot", "r_foot"),
        capsules_apart(HUMAN, ["r_forearm", "r_hand"], ["t5", "l3"], margin=0.02),
    ]
    sims = [Simulation(HUMAN, [*FEET, *goals], evaluate_with=by) for by in ("network", "auto")]
    for sim in sims:
        sim.pull(HUMAN.point("r_hand"), (0, 1, 0), strength=80.0, name="hand")
    for _ in range(4):
        target = rng.normal((0, 1.1, 0.1), 0.5)
        for sim in sims:
            sim.move("hand", target)
            sim.step(0.05)
        assert sims[0].q == pytest.approx(sims[1].q, abs=1e-7)
        for name, found in sims[0].multipliers.items():
            assert sims[1].multipliers[name] == pytest.approx(found, abs=1e-4)


@BY
def test_asking_does_not_change_the_course(by: Any) -> None:
    found = []
    for asks in (False, True):
        sim = Simulation(HUMAN, [*FEET, balance(HUMAN, "l_foot", "r_foot")], evaluate_with=by)
        sim.pull(HUMAN.point("r_hand"), (-0.4, 1.0, 3.0), strength=60.0)
        for _ in range(4):
            sim.step(0.1)
            if asks:
                assert np.isfinite(sim.multipliers["balance"]).all()
                sim.rates(HUMAN.rest)
        found.append(sim.q)
    assert (found[0] == found[1]).all()
