"""Figures that follow: the pose depends on the targets, locks hold, limbs bend, joints stay calm."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from manikin import Follower, PoseGoal, Position, balance, bodies, lock_from_text
from manikin.body.effort import effort
from manikin.errors import ManikinError
from manikin.figure.figure import Figure
from manikin.kernels import library

HUMAN = bodies.load("human")
REST = HUMAN.pose()
SHOULDER = REST.position("r_upper_arm")
REACH = float(np.linalg.norm(REST.position("r_palm") - SHOULDER))
ARM = [n for n in HUMAN.parameter_names if n.startswith(("r_shoulder", "r_elbow", "r_forearm", "r_wrist"))]
FEET = [lock_from_text(foot, REST) for foot in ("l_foot", "r_foot")]
RATE = 60.0


@cache
def others() -> tuple[str, ...]:
    return tuple(name for name in HUMAN.parameter_names if name not in ARM)


def hand(place: Any) -> Position:
    return Position(point=HUMAN.point("r_palm"), target=tuple(place), name="hand")


def arm(place: Any, **how: Any) -> Follower:
    return Follower(HUMAN, [hand(place)], frozen=others(), posture=HUMAN.rest, **how)


def way(azimuth: float, elevation: float) -> np.ndarray:
    a, e = np.radians([azimuth, elevation])
    return np.array([-np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e)])


def followed(follower: Follower, path: np.ndarray) -> np.ndarray:
    states = []
    for place in path:
        follower.move("hand", place)
        states.append(follower.step().q)
    return np.array(states)


def off(states: np.ndarray, path: np.ndarray, figure: Figure = HUMAN) -> np.ndarray:
    """How far the hand is from its target [m], by forward kinematics alone."""
    places = np.array([figure.pose(q).position("r_palm") for q in states])
    return np.linalg.norm(places - path, axis=1)


def circle(azimuth: float, elevation: float, turns: int = 1, frames: int = 120) -> np.ndarray:
    along = way(azimuth, elevation)
    across = np.cross(along, (0.1, 1.0, 0.2))
    across /= np.linalg.norm(across)
    t = 2 * np.pi * np.arange(turns * frames) / frames
    centre = SHOULDER + 0.65 * REACH * along
    return centre + 0.1 * (np.outer(np.cos(t), across) + np.outer(np.sin(t), np.cross(along, across)))


@pytest.mark.parametrize(("azimuth", "elevation"), [(0, -20), (40, 10), (-30, -40)])
def test_a_hand_is_exact_on_a_circle_and_the_pose_comes_back_with_it(azimuth: float, elevation: float) -> None:
    path = circle(azimuth, elevation, turns=3)
    follower = arm(path[0])
    for _ in range(60):
        follower.step()
    states = followed(follower, path)
    assert off(states, path).max() < 1e-6
    assert np.abs(states[120:] - states[:-120]).max() < 1e-5
    speeds = np.diff(states, axis=0) * RATE
    assert np.abs(np.diff(speeds, axis=0) * RATE).max() < 30


def test_the_order_of_targets_does_not_matter() -> None:
    path = circle(20, -10)
    order = np.random.default_rng(3).permutation(len(path))
    runs = []
    for rows in (np.arange(len(path)), order):
        follower = arm(path[rows[0]])
        for _ in range(60):
            follower.step()
        runs.append(followed(follower, path[rows])[np.argsort(rows)])
    assert np.degrees(np.abs(runs[0] - runs[1]).max()) < 0.01


def test_a_pose_has_the_least_effort_of_all_that_meet_the_target() -> None:
    """Beside SciPy, which minimises the same effort with the target as a constraint."""
    target = SHOULDER + 0.7 * REACH * way(20, -15)
    follower = arm(target, preferred_bends=False, free_limbs=False, softness=0.01)
    for _ in range(60):
        q = follower.step().q
    columns = [HUMAN.index(name) for name in ARM]
    weights = effort(HUMAN)[columns]

    def place(x: np.ndarray) -> np.ndarray:
        state = HUMAN.rest.copy()
        state[columns] = x
        return HUMAN.pose(state).position("r_palm") - target

    found = minimize(
        lambda x: float(weights @ (x - HUMAN.rest[columns]) ** 2),
        q[columns] + 0.01,
        constraints={"type": "eq", "fun": place},
        bounds=list(zip(HUMAN.lo[columns], HUMAN.hi[columns], strict=True)),
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert np.linalg.norm(place(q[columns])) < 1e-6
    assert float(weights @ (q[columns] - HUMAN.rest[columns]) ** 2) < found.fun * (1 + 1e-4)


@pytest.mark.parametrize(("azimuth", "elevation"), [(0, -20), (40, 10), (70, -10)])
def test_out_of_reach_and_back_the_arm_is_not_stuck(azimuth: float, elevation: float) -> None:
    along = way(azimuth, elevation)
    shares = 0.75 + 0.35 * (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(240) / 120))
    path = SHOULDER + np.outer(shares * REACH, along)
    follower = arm(path[0])
    for _ in range(60):
        follower.step()
    states = followed(follower, path)
    assert off(states[-2:], path[-2:]).max() < 1e-3
    assert np.abs(np.diff(states, axis=0)).max() * RATE < 16
    unavoidable = np.maximum(shares - 1, 0) * REACH
    assert (off(states, path) - unavoidable).max() < 0.03


def test_two_targets_for_one_hand_end_at_their_weighted_mean() -> None:
    a, b = (SHOULDER + 0.6 * REACH * way(azimuth, -20) for azimuth in (0.0, 4.0))
    point = HUMAN.point("r_palm")
    goals = [Position(point=point, target=a, weight=10.0), Position(point=point, target=b, weight=1.0)]
    follower = Follower(HUMAN, goals, frozen=others(), posture=HUMAN.rest)
    for _ in range(90):
        q = follower.step().q
    assert np.linalg.norm(HUMAN.pose(q).position("r_palm") - (10 * a + b) / 11) < 1e-6


def test_feet_hold_while_a_hand_reaches_and_an_arm_does_what_it_can() -> None:
    near, far = SHOULDER + 0.8 * REACH * way(10, -10), np.array([-0.3, 0.5, 0.8])
    for target, most in ((near, 0.02), (far, 0.5)):
        follower = Follower(HUMAN, [hand(target)], locks=FEET)
        pose = HUMAN.pose(follower.jump().q)
        assert np.linalg.norm(pose.position("pelvis") - REST.position("pelvis")) < most
        for foot in ("l_foot", "r_foot"):
            assert np.linalg.norm(pose.position(foot) - REST.position(foot)) < 1e-9
        assert np.linalg.norm(pose.position("r_palm") - target) < 2e-3


def test_balance_holds_in_a_far_reach() -> None:
    target = np.array([-0.2, 0.7, 0.75])
    support = balance(HUMAN, "l_foot", "r_foot")
    pose = HUMAN.pose(Follower(HUMAN, [hand(target)], locks=[*FEET, support]).jump().q)
    values = [handle.value(pose) for handle in support.handles]
    assert np.abs(support.residual(*values)).max() < 1e-6


def test_a_straight_knee_bends_when_a_foot_is_lifted() -> None:
    start = REST.position("r_foot")
    leg = [HUMAN.index(name) for name in HUMAN.parameter_names if name.startswith(("r_hip", "r_knee", "r_ankle"))]
    frozen = [name for i, name in enumerate(HUMAN.parameter_names) if i not in leg]
    goal = Position(point=HUMAN.point("r_foot"), target=start, name="foot")
    follower = Follower(HUMAN, [goal], frozen=frozen)
    for k in range(1, 61):
        follower.move("foot", start + k / 60 * np.array([0.0, 0.35, 0.3]))
        q = follower.step().q
    for _ in range(30):
        q = follower.step().q
    pose = HUMAN.pose(q)
    assert np.linalg.norm(pose.position("r_foot") - start - [0.0, 0.35, 0.3]) < 1e-3
    assert np.degrees(pose["r_knee"]) > 60
    assert abs(np.degrees(pose["r_hip_abduction"])) < 15


def test_nothing_moves_before_the_target_does() -> None:
    start = REST.replace(r_elbow=1.2, r_shoulder_abduction=0.8, l_elbow=0.5, spine_twist=0.3)
    goal = Position(point=HUMAN.point("r_palm"), target=start.position("r_palm"), name="hand")
    follower = Follower(
        HUMAN, [goal], locks=[lock_from_text(foot, start) for foot in ("l_foot", "r_foot")], start=start
    )
    for _ in range(5):
        assert np.abs(follower.step().q - start.q).max() < 1e-6


def test_the_posture_leaves_the_start_without_a_kink() -> None:
    """On a way on which first one coordinate of the target is farthest from the start and then another one."""
    follower = arm(HUMAN.pose().position("r_palm"))
    turn = np.linspace(0.0, 0.5 * np.pi, 91)
    constants, posture = follower._constants, follower._posture
    place, shares = follower.problem.constants_of(0)["target"], []
    for along in np.stack([np.cos(turn), np.sin(turn), 0.3 + 0 * turn], axis=1):
        moved = np.array(constants)
        moved[place] += 0.1 * along
        posture.leave(moved)
        shares.append(posture.share)
    assert max(shares) - min(shares) < 1e-12  # all are as far from the start
    assert 0.1 < shares[0] < 0.99


def test_limits_are_never_passed() -> None:
    rng = np.random.default_rng(5)
    follower = Follower(HUMAN, [hand(SHOULDER)], locks=FEET)
    for _ in range(40):
        follower.move("hand", SHOULDER + rng.normal(size=3))
        q = follower.step().q
        assert (q >= HUMAN.lo - 1e-12).all()
        assert (q <= HUMAN.hi + 1e-12).all()


@pytest.mark.skipif(library() is None, reason="there are no compiled kernels to compare with")
def test_python_and_the_kernels_follow_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    path = circle(20, -10)[:12]
    compiled = followed(arm(path[0]), path)
    monkeypatch.setattr("manikin.solvers.session.library", lambda: None)
    np.testing.assert_allclose(followed(arm(path[0]), path), compiled, atol=1e-6)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda f: f.move("foot", (0, 0, 0)), "hand"),
        (lambda f: f.move("hand", (0, 0)), "3 numbers|numbers"),
        (lambda f: f.move("hand", (0, 0, np.nan)), "finite|number"),
        (lambda f: Follower(HUMAN, [hand(SHOULDER)], rate=0), "rate"),
        (lambda f: Follower(HUMAN, [hand(SHOULDER)], start=[1, 2]), "state"),
        (lambda f: Follower(HUMAN, [hand(SHOULDER)], softness=0), "softness"),
    ],
)
def test_mistakes_are_told(wrong: Any, says: str) -> None:
    with pytest.raises(ManikinError, match=says):
        wrong(arm(SHOULDER + 0.5 * REACH * way(0, 0)))


@pytest.mark.slow
def test_a_hand_that_walks_to_a_place_ends_in_the_pose_of_one_that_jumps_there() -> None:
    """From straight arms, at rest at their limits: the elbow bends on the way, without a detour of the trunk."""
    rng = np.random.default_rng(77)
    start, locks = REST.position("r_palm"), [*FEET, balance(HUMAN, "l_foot", "r_foot")]
    for _ in range(16):
        along = rng.normal(size=3)
        along[2] = abs(along[2])
        place = SHOULDER + rng.uniform(0.3, 0.65) * along / np.linalg.norm(along)
        walked, jumped = (Follower(HUMAN, [hand(start)], locks=locks) for _ in range(2))
        share = np.minimum(np.arange(76) / 45, 1.0)[:, None]
        states = followed(walked, start + share * share * (3 - 2 * share) * (place - start))
        jumped.move("hand", place)
        assert np.degrees(np.abs(states[-1] - jumped.jump().q)).max() < 1.0


@pytest.mark.skipif(library() is None, reason="in Python a solve is many calls")
@pytest.mark.parametrize("held", [False, True])
def test_a_frame_of_a_limb_takes_few_calls_of_python(held: bool) -> None:
    """Around the kernel, which takes less than they do; a ball at its pole and a held orientation cost little more."""
    limb = bodies.load("limb7")
    start = limb.pose(elbow=1.0)
    frame = np.reshape(limb.frame("hand").value(start), (3, 4)).copy()
    goals = [
        PoseGoal(frame=limb.frame("hand"), target=frame, name="hand"),
        Position(point=limb.point("hand"), target=frame[:, 3], name="hand"),
    ]
    follower = Follower(limb, goals[:1] if held else goals[1:], start=start)
    calls = 0

    def count(_frame: Any, event: str, _given: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    for i in range(-10, 60):
        frame[:, 3] += 0.0002
        if i == 0:
            calls = 0
            sys.setprofile(count)
        follower.move("hand", frame if held else frame[:, 3])
        follower.step()
    sys.setprofile(before)
    assert calls / 60 < (130 if held else 120)


def test_a_follower_goes_on_from_a_pose() -> None:
    pose = HUMAN.pose(r_elbow=1.0)
    follower = arm(REST.position("r_palm"))
    follower.begin(pose)
    assert np.array_equal(follower.q, pose.q)
