"""Closed forms: two links in the plane, two bones in space, and the solver that sets them in figures."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from manikin import bodies
from manikin.errors import InputError, Unsupported
from manikin.figure.figure import Figure
from manikin.goals import Plane, PoseGoal, Position
from manikin.math.closed_forms import (
    arc_angles,
    bend,
    shortest_turn,
    soft_distance,
    three_turns,
    turns_about_axes,
    two_link,
)
from manikin.math.rotations import Array, about_axis, from_rotation_vector
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers import LevenbergMarquardt, TwoBoneLimb
from manikin.solvers.result import Status
from tests.support.arms import bent_arm

# ---- in the plane ------------------------------------------------------------------------------


def planar_tip(upper: float, lower: float, one: float, two: float) -> Array:
    return np.array(
        [upper * math.cos(one) + lower * math.cos(one + two), upper * math.sin(one) + lower * math.sin(one + two)]
    )


def test_both_solutions_of_the_planar_arm_reach() -> None:
    rng = np.random.default_rng(0)
    for _ in range(300):
        upper, lower = rng.uniform(0.05, 2, 2)
        wanted = planar_tip(upper, lower, *rng.uniform(-3, 3, 2))
        found = two_link(upper, lower, *wanted)
        assert len(found) == 2
        assert found[0][1] == -found[1][1] > 0
        for angles in found:
            assert np.abs(planar_tip(upper, lower, *angles) - wanted).max() < 1e-14


def test_the_reach_of_the_planar_arm_is_that_of_the_document() -> None:
    """P fig. 5.14: beyond |L1 − L2| and within L1 + L2."""
    for x, count in ((0.9, 0), (1.0, 2), (1.01, 2), (2.0, 2), (2.99, 2), (3.0, 1), (3.01, 0)):
        assert len(two_link(2.0, 1.0, 0.0, x)) == count
    assert two_link(2.0, 1.0, 0.0, 3.0) == [(math.pi / 2, 0.0)]
    assert two_link(1.0, 1.0, 0.0, 0.0) == [(0.0, math.pi), (0.0, -math.pi)]


def test_the_joint_angle_is_the_supplement_of_the_angle_between_the_links() -> None:
    """P fig. 5.15 prints the interior angle as θ2."""
    (one, two), _ = two_link(1.0, 1.0, 1.0, 1.0)
    assert two == pytest.approx(math.pi / 2)
    assert one == pytest.approx(0.0, abs=1e-15)
    interior = math.acos((1 + 1 - 1.5**2) / 2)
    assert two_link(1.0, 1.0, 1.5, 0.0)[0][1] == pytest.approx(math.pi - interior)


def test_near_full_stretch_no_digits_are_lost() -> None:
    for short in (1e-3, 1e-6, 1e-9, 1e-12):
        (_, two), _ = two_link(1.0, 1.0, 2.0 - short, 0.0)
        assert two == pytest.approx(2 * math.sqrt(short), rel=1e-3)
        assert abs(planar_tip(1.0, 1.0, -two / 2, two)[0] - (2.0 - short)) < 1e-15


# ---- in space ----------------------------------------------------------------------------------


def test_a_bent_limb_keeps_its_bones_and_reaches() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        upper, lower = rng.uniform(0.2, 1, 2)
        root, pole, way = rng.normal(size=(3, 3))
        target = root + way / np.linalg.norm(way) * rng.uniform(abs(upper - lower), upper + lower)
        swivel = rng.uniform(-3, 3)
        middle, tip, reached = bend(root, target, upper, lower, pole=pole, swivel=swivel)
        assert reached
        assert np.linalg.norm(middle - root) == pytest.approx(upper, abs=1e-14)
        assert np.linalg.norm(tip - middle) == pytest.approx(lower, abs=1e-14)
        np.testing.assert_allclose(tip, target, atol=1e-14)
        other = bend(root, target, upper, lower, pole=pole, swivel=swivel + math.pi).middle
        foot = root + way * (way @ (middle - root)) / (way @ way)
        np.testing.assert_allclose(middle - foot, foot - other, atol=1e-13)


def test_the_middle_leans_toward_the_pole() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        root, target, pole = rng.normal(0, 0.3, (3, 3))
        there = bend(root, target, 1.0, 1.0, pole=pole).middle @ pole
        scan = [bend(root, target, 1.0, 1.0, pole=pole, swivel=s).middle @ pole for s in np.linspace(-3, 3, 61)]
        assert there >= max(scan) - 1e-12


def test_out_of_reach_and_too_near_give_the_nearest() -> None:
    straight = bend((0, 0, 0), (0, 3, 0), 1.0, 0.5, pole=(1, 0, 0))
    np.testing.assert_allclose([straight.middle, straight.tip], [[0, 1, 0], [0, 1.5, 0]], atol=1e-15)
    folded = bend((0, 0, 0), (0, 0.2, 0), 1.0, 0.5, pole=(1, 0, 0))
    np.testing.assert_allclose([folded.middle, folded.tip], [[0, 1, 0], [0, 0.5, 0]], atol=1e-15)
    assert not straight.reached
    assert not folded.reached
    for awkward in (bend((0, 0, 0), (0, 0, 0), 1, 1, pole=(0, 1, 0)), bend((0, 0, 0), (0, 1, 0), 1, 1, pole=(0, 2, 0))):
        assert np.isfinite(awkward.middle).all()
        assert np.linalg.norm(awkward.middle) == pytest.approx(1.0)


def test_soft_reach_is_smooth_and_never_quite_straight() -> None:
    distance = np.linspace(1.0, 3.0, 20_001)
    soft = np.array([soft_distance(d, 2.0, 0.2) for d in distance])
    slope = np.diff(soft) / np.diff(distance)
    assert (soft < 2.0).all()
    assert (slope > 0).all()
    assert (slope <= 1 + 1e-9).all()
    assert np.abs(np.diff(slope)).max() < 1e-3  # no kink at the seam
    np.testing.assert_array_equal(soft[distance <= 1.8], distance[distance <= 1.8])


@pytest.mark.parametrize(("soft", "pops"), [(0.0, True), (0.1, False)])
def test_soft_reach_takes_the_pop_out_of_the_knee(soft: float, pops: bool) -> None:
    """A target that goes straight through full stretch in steps of 1 mm: how fast the knee opens [rad/m]."""
    angles = []
    for distance in np.arange(1.8, 2.2, 0.001):
        middle = bend((0, 0, 0), (distance, 0, 0), 1.0, 1.0, pole=(0, 1, 0), soft=soft).middle
        angles.append(math.acos(min(float(middle[0]), 1.0)))
    fastest = np.abs(np.diff(angles)).max() / 0.001
    assert bool(fastest > 20) is pops
    assert pops or fastest < 5


def test_wrong_lengths_are_refused() -> None:
    with pytest.raises(InputError, match="length"):
        two_link(-1.0, 1.0, 0.0, 0.0)
    with pytest.raises(InputError, match="finite"):
        bend((0, 0, 0), (math.nan, 0, 0), 1.0, 1.0, pole=(0, 1, 0))
    with pytest.raises(InputError, match="soft"):
        soft_distance(1.0, 1.0, -0.1)


# ---- turns -------------------------------------------------------------------------------------


def test_three_turns_make_every_rotation_that_their_axes_can() -> None:
    rng = np.random.default_rng(3)
    for k in range(200):
        axes = rng.normal(size=(3, 3)) if k % 2 else np.eye(3)[rng.permutation(3)]
        axes = axes / np.linalg.norm(axes, axis=1, keepdims=True)
        angles = rng.uniform(-3, 3, 3) * (k % 5 != 0)
        wanted = about_axis(axes[0], angles[0]) @ about_axis(axes[1], angles[1]) @ about_axis(axes[2], angles[2])
        found = three_turns(wanted, *axes)
        for one in found:
            made = about_axis(axes[0], one[0]) @ about_axis(axes[1], one[1]) @ about_axis(axes[2], one[2])
            np.testing.assert_allclose(made, wanted, atol=1e-9)
        gap = np.remainder(np.array(found) - angles + math.pi, 2 * math.pi) - math.pi
        assert np.abs(gap).max(axis=1).min() < 1e-6


def test_three_turns_in_gimbal_lock_still_make_the_rotation() -> None:
    x, y, z = np.eye(3)
    wanted = Rotation.from_euler("XYZ", [0.4, math.pi / 2, 0.3]).as_matrix()
    for a, b, c in three_turns(wanted, x, y, z):
        np.testing.assert_allclose(about_axis(x, a) @ about_axis(y, b) @ about_axis(z, c), wanted, atol=1e-7)


@pytest.mark.parametrize("order", ["yxz", "zxy", "zyx", "xyz", "zxz", "yxy"])
def test_three_turns_about_coordinate_axes_make_the_rotation(order: str) -> None:
    rng = np.random.default_rng(9)
    axes = [np.eye(3)["xyz".index(letter)] for letter in order]
    samples = [from_rotation_vector(v) for v in rng.normal(0, 2, (50, 3))]
    quarter = [about_axis(axis, angle) for axis in np.eye(3) for angle in (0, np.pi / 2, np.pi, -np.pi / 2)]
    for rotation in samples + quarter:
        for a, b, c in three_turns(rotation, *axes):
            made = about_axis(axes[0], a) @ about_axis(axes[1], b) @ about_axis(axes[2], c)
            np.testing.assert_allclose(made, rotation, atol=1e-7 if abs(np.sin(b)) < 1e-6 else 1e-12)


def test_the_shortest_turn_is_the_shortest() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        v, u = rng.normal(size=(2, 3))
        turn = shortest_turn(v, u)
        np.testing.assert_allclose(turn @ v / np.linalg.norm(v), u / np.linalg.norm(u), atol=1e-14)
        angle = math.acos(np.clip(v @ u / np.linalg.norm(v) / np.linalg.norm(u), -1, 1))
        assert Rotation.from_matrix(turn).magnitude() == pytest.approx(angle, abs=1e-7)
    np.testing.assert_allclose(shortest_turn(np.array([1.0, 2, 3]), -np.array([1.0, 2, 3])) @ [1, 2, 3], [-1, -2, -3])
    assert arc_angles(-2.0, 1.0, 0.0) == [0.0, 0.0]  # out of reach: the nearest


# ---- the solver --------------------------------------------------------------------------------


def worst(result: object) -> float:
    return max(max(error.values()) for error in result.errors)  # type: ignore[attr-defined]


def test_a_limb_is_set_exactly_in_one_step() -> None:
    figure, rng = bodies.load("limb7"), np.random.default_rng(5)
    for _ in range(60):
        start, aim = figure.random_state(rng, count=2)
        goal = PoseGoal(frame=figure.frame("hand tip"), target=figure.pose(aim).transform("hand tip"))
        result = TwoBoneLimb(tolerance=1e-12).solve(Problem(figure, [goal]), start)
        assert result.status is Status.REACHED
        assert result.iterations == 1
        assert worst(result) < 1e-12


def test_closed_form_and_numbers_agree() -> None:
    """Where lm and SciPy find a solution the limb does; where there is none it ends as near as they do."""
    figure, rng = Figure(bent_arm()), np.random.default_rng(6)
    reached = 0
    for _ in range(40):
        start = figure.random_state(rng)
        goal = Position(point=figure.point("tip"), target=tuple(rng.normal(0, 0.5, 3)))
        problem = Problem(figure, [goal], limits=False)
        mine = TwoBoneLimb().solve(problem, start)
        lm = LevenbergMarquardt(restarts=20).solve(problem, start)
        scipy = least_squares(problem.residual, start, jac=problem.jacobian, xtol=1e-15, ftol=1e-15, gtol=1e-15)
        assert mine.reached == lm.reached
        assert math.sqrt(mine.cost) <= math.sqrt(min(lm.cost, 2 * scipy.cost)) + 1e-9
        assert mine.reached or mine.status is Status.MINIMUM
        reached += mine.reached
    assert 10 < reached < 40


@pytest.mark.slow
def test_limits_choose_the_branch() -> None:
    """Every state within the limits can be found again, from anywhere."""
    rng = np.random.default_rng(7)
    human = bodies.load("human")
    for figure, part, links in ((Figure(bent_arm()), "tip", ()), (human, "l_foot", ("l_thigh", "l_shin"))):
        for _ in range(25):
            state = np.clip(figure.random_state(rng, reach=0.0), figure.lo, figure.hi)
            target = tuple(figure.pose(state).position(part))
            problem = Problem(figure, [Position(point=figure.point(part), target=target, chain=links or None)])
            start = np.where(problem.gain > 0, np.clip(0.0, figure.lo, figure.hi), state)
            result = TwoBoneLimb().solve(problem, start)
            assert result.status is Status.REACHED
            assert ((result.q >= figure.lo) & (result.q <= figure.hi)).all()
            np.testing.assert_array_equal(result.q[problem.gain == 0], start[problem.gain == 0])


def test_an_elbow_that_was_stretched_comes_back_the_way_it_was_bent() -> None:
    """Quite straight it did not know any more which way it bends: rounding chose, wrongly for one limb in two."""
    figure, rng = bodies.load("limb7"), np.random.default_rng(4)
    for _ in range(12):
        q = rng.uniform(-1, 1, 7)
        way = q[3] = rng.choice([-1, 1]) * rng.uniform(0.3, 1.5)
        near = figure.pose(q).position("hand")
        problem = Problem(figure, [Position(point=figure.point("hand"), target=near)])
        far = rng.uniform(1.2, 2.2) * 0.8 / np.linalg.norm(near)
        for share in (*np.linspace(1, far, 20), *np.linspace(far, 1, 20)):
            q = TwoBoneLimb().solve(problem.with_constants(share * near), q).q
        assert q[3] == pytest.approx(way, abs=1e-6)


def test_where_limits_forbid_the_target_the_status_says_so() -> None:
    human = bodies.load("human")
    behind = Position(point=human.point("l_foot"), target=(0.1, 1.2, -0.7), chain=("l_thigh", "l_shin"))
    result = TwoBoneLimb().solve(Problem(human, [behind]))
    assert result.status is Status.STALLED
    assert result.violation == 0
    assert result.cost <= result.problem.cost(human.rest)


def test_pole_and_swivel_place_the_elbow() -> None:
    figure, rng = bodies.load("limb7"), np.random.default_rng(8)
    wrist = Position(point=figure.point("hand"), target=(0.3, 0.2, 0.35))
    for _ in range(10):
        pole, swivel = rng.normal(size=3), rng.uniform(-3, 3)
        result = TwoBoneLimb(pole=tuple(pole), swivel=swivel).solve(Problem(figure, [wrist]), figure.random_state(rng))
        assert result.reached
        wanted = bend((0, 0, 0), (0.3, 0.2, 0.35), 0.4, 0.4, pole=pole, swivel=swivel).middle
        np.testing.assert_allclose(result.pose.position("forearm"), wanted, atol=1e-12)


def test_soft_limbs_stop_short_of_full_stretch() -> None:
    figure = bodies.load("limb7")
    far = Position(point=figure.point("hand"), target=(0.0, 0.9, 0.0))
    start = np.array([0.3, 0.2, 0.1, 0.8, 0, 0, 0])
    hard, soft = (TwoBoneLimb(soft=s).solve(Problem(figure, [far]), start) for s in (0.0, 0.1))
    np.testing.assert_allclose(hard.pose.position("hand"), [0, 0.8, 0], atol=1e-12)
    assert np.linalg.norm(soft.pose.position("hand")) == pytest.approx(soft_distance(0.9, 0.8, 0.1), abs=1e-12)
    assert soft.status is Status.STALLED


@pytest.mark.parametrize("name", ["limb", "lm"])
def test_no_flips_along_a_path_in_front_of_the_body(name: str) -> None:
    """The hand draws a circle before the chest, each frame from the last: how often an angle jumps."""
    human = bodies.load("human").ungrouped()
    flips, q = 0, human.state({"r_upper_arm_elevation": 0.5, "r_elbow": 1.2})
    middle = np.array([-0.2, 1.25, 0.35])
    links = ("r_upper_arm", "r_forearm")
    solver = TwoBoneLimb() if name == "limb" else LevenbergMarquardt(restarts=0)
    missed = 0
    for k in range(121):
        t = 2 * math.pi * k / 60
        target = middle + 0.12 * np.array([math.cos(t), math.sin(t), 0.3 * math.sin(2 * t)])
        problem = Problem(human, [Position(point=human.point("r_hand"), target=tuple(target), chain=links)])
        result = solver.solve(problem, q)
        missed += not result.reached
        if k > 0:
            flips += int(np.abs(result.q - q).max() > 0.3)
        q = result.q
    assert missed == 0
    assert flips == 0


def test_many_rotations_have_the_turns_of_each() -> None:
    rng = np.random.default_rng(9)
    axes = [v / np.linalg.norm(v) for v in rng.normal(size=(3, 3))]
    rotations = from_rotation_vector(rng.normal(size=(20, 3)))
    found = turns_about_axes(rotations, *axes)
    for rotation, turns in zip(rotations, found, strict=True):
        np.testing.assert_allclose(turns, three_turns(rotation, *axes), atol=1e-12)


def test_a_limb_out_of_reach_rests_and_comes_back_as_it_went() -> None:
    """The hand goes out of reach and back; held still there with noise, no joint turns more than the noise asks for."""
    figure, rng = bodies.load("limb7"), np.random.default_rng(11)
    start = np.array([0.3, 0.2, 0.1, 0.9, 0.2, -0.1, 0.3])
    near = figure.pose(start).position("hand")
    goal = Position(point=figure.point("hand"), target=near)
    problem, q, steps = Problem(figure, [goal]), start, []
    for k in range(241):
        share = 1 + 0.8 * min(1.0, max(0.0, 1.5 - abs(k - 120) / 80))
        noise = rng.normal(0, 1e-6, 3) if share == 1.8 else 0.0
        new = TwoBoneLimb().solve(problem.with_constants(share * near + noise), q).q
        steps.append(float(np.abs(new - q).max()))
        q = new
    assert max(steps[90:150]) < 2e-5  # still
    assert max(steps) < 0.35
    np.testing.assert_allclose(q, start, atol=1e-6)


def test_where_limits_forbid_the_target_a_limb_rests_as_near_as_it_can_be() -> None:
    human, rng = bodies.load("human"), np.random.default_rng(12)
    behind = Position(point=human.point("l_foot"), target=(0.1, 1.2, -0.7), chain=("l_thigh", "l_shin"))
    problem = Problem(human, [behind])
    q = TwoBoneLimb().solve(problem).q
    best = LevenbergMarquardt(restarts=20).solve(problem)
    for _ in range(10):
        result = TwoBoneLimb().solve(problem.with_constants(np.array([0.1, 1.2, -0.7]) + rng.normal(0, 1e-6, 3)), q)
        assert np.abs(result.q - q).max() < 1e-4
        assert math.sqrt(result.cost) <= 1.05 * math.sqrt(best.cost)
        q = result.q


def test_what_is_no_limb_is_refused() -> None:
    human, limb = bodies.load("human"), bodies.load("limb7")
    hand = human.point("r_hand")
    planar = Figure(chain([1.0] * 4))
    for problem, words in (
        (Problem(human, [Position(point=hand, target=(0, 1, 0))]), "plain hinges"),
        (Problem(human, [Position(point=hand, target=(0, 1, 0), chain=("r_forearm",))]), "at least 4 hinges"),
        (Problem(planar, [Position(point=planar.point("tip"), target=(1, 1, 0))]), "one centre"),
        (Problem(limb, [PoseGoal(frame=limb.frame("forearm"), target=np.eye(3, 4))]), "exactly 7"),
        (Problem(limb, [Plane(point=limb.point("hand"), origin=(0, 0, 0), normal=(0, 1, 0))]), "a position or a pose"),
        (Problem(limb, [Position(point=limb.point("hand"), target=(0, 1, 0), axes=(1, 0, 1))]), "all directions"),
    ):
        with pytest.raises(Unsupported, match=words):
            TwoBoneLimb().solve(problem)
    with pytest.raises(InputError, match="soft"):
        TwoBoneLimb(soft=-1.0)
    with pytest.raises(InputError, match="pole"):
        TwoBoneLimb(pole=(1.0, 2.0))  # type: ignore[arg-type]
