"""Joints stay calm where limits and straight limbs meet, and the hinges of a joint share what it may take."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Follower, Position, bodies
from manikin.following.ball_posture import balls_of
from manikin.following.calm import Calm
from manikin.problem.problem import Problem

HUMAN = bodies.load("human").ungrouped()
ARM = ("r_upper_arm", "r_elbow", "r_forearm", "r_wrist")
RATE = 60.0


def test_an_arm_comes_calmly_to_the_end_of_its_reach_where_its_shoulder_is_at_a_limit() -> None:
    """To 0.999 of how far it comes in a direction, and back, in four seconds."""
    rest, way = HUMAN.pose(), np.array([-0.0957, 0.6992, 0.7085])
    shoulder = rest.position("r_upper_arm")
    frozen = [name for name in HUMAN.parameter_names if not name.startswith(ARM)]
    goal = Position(point=HUMAN.point("r_palm"), target=shoulder + 0.4255 * way, name="palm")
    follower = Follower(HUMAN, [goal], posture=HUMAN.rest, frozen=frozen)
    states, time = [], np.linspace(0, 1, 240)
    eased = 2 * np.pi * time - np.sin(2 * np.pi * time)
    for share in [0.0] * 30 + (0.5 - 0.5 * np.cos(eased)).tolist():
        follower.move("palm", shoulder + (0.4255 + 0.1817 * share) * way)
        states.append(follower.step().q)
    at = HUMAN.index("r_upper_arm_elevation")
    assert HUMAN.hi[at] - np.array(states)[:, at].max() < 0.01  # it does come there
    accelerations = np.abs(np.diff(states[30:], n=2, axis=0)).max(axis=1) * RATE**2
    assert accelerations.max() < 25


def test_the_hinges_of_a_joint_share_what_it_may_take() -> None:
    rest = HUMAN.pose()
    problem = Problem(HUMAN, [Position(point=HUMAN.point("r_foot"), target=rest.position("r_foot"))])
    calm = Calm(problem, HUMAN.rest, RATE, haste=300.0)
    lo, hi = calm.bounds()
    most = (hi - HUMAN.rest) * RATE**2  # from rest, where no limit is near
    hip, knee = (HUMAN.index(name) for name in ("r_hip_twist", "r_knee"))
    assert most[knee] == pytest.approx(300.0, rel=0.7)
    hips = [most[HUMAN.index(f"r_hip_{name}")] for name in ("flexion", "abduction", "twist")]
    assert np.linalg.norm(hips) <= 300.0
    assert most[hip] == pytest.approx(300.0 * 3**-0.6, rel=1e-6)
    assert (lo <= HUMAN.rest).all()


def knee_may(calm: Calm, start: np.ndarray) -> float:
    """The acceleration that the knee may have in the next frame, from rest [rad/s²]."""
    knee = HUMAN.index("r_knee")
    return float((calm.bounds()[1] - start)[knee] * RATE**2)


def test_a_limb_may_leave_the_end_of_its_reach_faster_than_it_moves_elsewhere() -> None:
    start = HUMAN.pose({"r_knee": 1.0}).q
    problem = Problem(HUMAN, [Position(point=HUMAN.point("r_foot"), target=(0.0, 0.5, 0.0))])
    calm = Calm(problem, start, RATE, haste=300.0)
    calm.ask(problem.constants, bending=0.01)  # as if it were there
    allowed = [knee_may(calm, start)]
    for _ in range(6):
        calm.ask(problem.constants)
        allowed.append(knee_may(calm, start))
    assert allowed[:4] == pytest.approx([450.0] * 4)
    assert allowed[-1] == pytest.approx(300.0)


def test_targets_with_an_orientation_get_less_haste() -> None:
    start = HUMAN.pose({"r_knee": 1.0}).q
    problem = Problem(HUMAN, [Position(point=HUMAN.point("r_foot"), target=(0.0, 0.5, 0.0))])
    calm = Calm(problem, start, RATE, haste=300.0, turned=True)
    calm.ask(problem.constants, bending=0.01)
    assert knee_may(calm, start) == pytest.approx(210.0)


def test_a_sudden_start_of_the_targets_is_soon_forgotten() -> None:
    """A figure is as calm after one as where its targets have always moved so."""
    rest = HUMAN.pose()
    hand = rest.position("r_palm")
    problem = Problem(HUMAN, [Position(point=HUMAN.point("r_palm"), target=hand, name="palm")])
    ways = []
    for frames in (5, 2000):
        calm = Calm(problem, HUMAN.rest, RATE)
        calm.begin(HUMAN.rest, problem.constants)
        for i in range(frames):
            calm.ask(problem.constants + np.array([0.01 * (i + 1), 0.0, 0.0]))
            assert calm.limited(HUMAN.rest) is None
            calm.remember(HUMAN.rest, is_aim=True)
        jump = np.where(HUMAN.hi > HUMAN.rest, 0.3, 0.0)
        near = calm.limited(np.minimum(HUMAN.rest + jump, HUMAN.hi))
        assert near is not None
        ways.append(near - HUMAN.rest)
    assert np.abs(ways[0]).max() > 0
    assert ways[0] == pytest.approx(ways[1], rel=1e-9, abs=1e-12)


def test_a_limb_that_rolls_near_the_end_of_its_reach_does_not_count_as_one_that_bends_fast() -> None:
    """While it rolls, what ends its reach turns as well; only what its target moves tells how fast it has to bend."""
    limb = bodies.load("limb7")
    way = np.array([0.02018954, -0.29630189, 0.95488092])
    goal = Position(point=limb.point("hand", (0.2, 0.0, 0.0)), target=0.7 * way, name="tip")
    follower = Follower(limb, [goal], posture=limb.rest)
    bending, time = [], np.linspace(0, 1, 240)
    for share in 0.5 - 0.5 * np.cos(2 * np.pi * time - np.sin(2 * np.pi * time)):
        follower.move("tip", (0.7 + 0.299 * share) * way)
        follower.step()
        bending.append(follower._session.levels.bending * RATE**2)
    assert 10 < max(bending) < 60


def test_calm_goes_on_for_a_frame_in_which_the_targets_stand_still() -> None:
    rest = HUMAN.pose()
    problem = Problem(HUMAN, [Position(point=HUMAN.point("r_foot"), target=rest.position("r_foot"))])
    calm = Calm(problem, HUMAN.rest, RATE)
    knee, moved = HUMAN.index("r_knee"), np.array(HUMAN.rest)
    targets = np.array(problem.constants)
    for _ in range(3):
        targets = targets + 1e-3
        calm.ask(targets, bending=0.02)
    calm.ask(targets)
    moved[knee] += 0.015  # 54 rad/s²
    assert calm.limited(moved) is None
    for _ in range(10):
        calm.ask(targets)
    calm.begin(HUMAN.rest, targets)
    assert calm.limited(moved) is not None


def test_a_leap_that_nobody_sees_is_no_speed_to_go_on_with() -> None:
    """A leg that had gone over to another pose, unseen, went on past that by 90°."""
    problem = Problem(HUMAN, [Position(point=HUMAN.point("r_palm"), target=(0.3, 1.2, 0.4))])
    calm, knee = Calm(problem, HUMAN.rest, RATE), HUMAN.index("r_knee")
    q = np.array(HUMAN.rest)
    for angle in (0.0, 0.01, 0.02, 0.7):
        q[knee] = angle
        calm.pass_by(q, problem.constants, 2)
    for _ in range(10):
        near = calm.limited(q)
        found = q if near is None else near
        calm.remember(found, is_aim=near is None)
        assert abs(found[knee] - 0.7) < 1e-3


def test_an_aim_that_goes_to_and_fro_while_the_targets_rest_is_come_to_in_the_mean() -> None:
    rest = HUMAN.pose()
    problem = Problem(HUMAN, [Position(point=HUMAN.point("r_foot"), target=rest.position("r_foot"))])
    calm, hip = Calm(problem, HUMAN.rest, RATE), HUMAN.index("r_hip_flexion")
    calm.begin(HUMAN.rest, problem.constants)
    aims, at = [np.array(HUMAN.rest) for _ in range(3)], []
    for i, aim in enumerate(aims):  # a round of three, by steps that calm joints may take
        aim[hip] += (0.0, 2e-3, 3e-3)[i]
    for frame in range(90):
        calm.ask(problem.constants)
        near = calm.limited(aims[frame % 3])
        calm.remember(aims[frame % 3] if near is None else near, is_aim=near is None)
        at.append(float((aims[frame % 3] if near is None else near)[hip]))
    assert np.abs(np.diff(at[:3])).max() == pytest.approx(2e-3)
    assert np.abs(np.diff(at[60:])).max() < 1e-5
    assert 0 < at[-1] < 3e-3


def test_a_snake_whose_limits_keep_it_from_its_target_does_not_tremble() -> None:
    """Each of two poses leads to the other: a joint that comes to its limit changes how far the target may pull."""
    snake = bodies.load("snake:12")
    goal = Position(point=snake.point("link12"), target=(0.03158075, -0.07456079, -0.35663476), name="tail")
    follower = Follower(snake, [goal], posture=snake.rest, frozen=snake.parameter_names[:6])
    rng, states = np.random.default_rng(0), []
    for _ in range(200):
        follower.move("tail", goal.target.constant + 1e-6 * rng.normal(size=3))
        states.append(follower.step().q)
    assert np.abs(np.diff(states[120:], axis=0)).max() < 1e-4


def test_a_leg_whose_target_leaps_twice_in_one_direction_has_the_pose_of_its_last_place() -> None:
    leg = [name for name in HUMAN.parameter_names if not name.startswith(("r_hip", "r_knee"))]
    goal = Position(point=HUMAN.point("r_foot"), target=(-0.1, 0.35, 0.1), name="foot")

    def follower() -> Follower:
        return Follower(HUMAN, [goal], posture=HUMAN.rest, frozen=leg)

    leaping, direct = follower(), follower()
    for _ in range(30):
        leaping.step()
    for place in ((-0.12, 0.42, 0.13), (-0.135, 0.49, 0.17)):
        leaping.move("foot", place)
        found = leaping.step().q
    direct.move("foot", place)
    for _ in range(5):
        direct.step()
    assert np.abs(found - direct.q).max() < 1e-4


def test_the_spread_of_a_ball_is_the_sine_between_its_outer_axes() -> None:
    """An axis is what a small turn about it changes: the angular velocity of the part that the ball carries."""
    limb = bodies.load("limb7")
    (ball,) = balls_of(Problem(limb, [Position(point=limb.point("hand tip"), target=(0.3, 0.2, 0.1))]))
    for q in np.random.default_rng(4).uniform(-1.5, 1.5, (10, limb.size)):
        rows = limb.orientation(ball.joint).jacobian(limb.pose(q))[:, ball.columns]
        assert ball.spread(q) == pytest.approx(float(np.linalg.norm(np.cross(rows[:, 0], rows[:, 2]))), abs=1e-9)
