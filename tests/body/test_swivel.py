"""The swivel of arms and legs: read, brought to a value, and without a flip in front of the body."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from manikin.bodies import load
from manikin.body.swivel import limb_swivel, swivel_goal
from manikin.diagnosis.derivative_check import check_goal
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.goals import Position, SwivelGoal
from manikin.handles import FixedDirection, FixedPoint
from manikin.language.goals import goal_from_text
from manikin.math.transport import carried
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.lm.lm import LevenbergMarquardt

HUMAN = load("human")


def arm_only() -> list[str]:
    """What is frozen if only the right arm may move."""
    moving = set(HUMAN.columns_moving(["r_hand"]).tolist()) - set(HUMAN.columns_moving(["t4"]).tolist())
    return [name for i, name in enumerate(HUMAN.parameter_names) if i not in moving]


def test_the_swivel_of_the_rest_pose_is_measured_from_the_preferred_bend() -> None:
    """Turned by 0, the elbow of an arm that hangs goes where the bend says: out and back."""
    elbow = limb_swivel(HUMAN, "right elbow")
    rest = HUMAN.pose()
    base, tip = rest.position("r_upper_arm"), rest.position("r_hand")
    bent = SwivelGoal(
        base=FixedPoint(position=base),
        middle=FixedPoint(position=(base + tip) / 2 + np.array([-0.05, 0.0, -0.05])),
        tip=FixedPoint(position=tip),
        ahead=FixedDirection(along=elbow.ahead),
        reference=FixedDirection(along=elbow.reference),
    )
    values = [handle.constant for handle in bent.handles]
    assert np.linalg.norm(bent.residual(*values)) < 0.5
    for knee, way in (("right knee", (0.0, 0.0, 1.0)), ("left knee", (0.0, 0.0, 1.0))):
        assert abs(_seen(knee, rest.position(limb_swivel(HUMAN, knee).limb[0]), way)) < 0.6


def _seen(limb: str, base: np.ndarray, way: tuple[float, ...]) -> float:
    """The swivel of a leg that hangs and whose knee is off its line by a direction."""
    read = limb_swivel(HUMAN, limb)
    down = np.array([0.0, -1.0, 0.0])
    w = carried(np.array(read.reference), np.array(read.ahead), down).value
    return math.atan2(np.cross(down, w) @ way, w @ way)


def test_left_and_right_are_mirror_images() -> None:
    rng = np.random.default_rng(0)
    left, right = (limb_swivel(HUMAN, f"{side} elbow") for side in ("left", "right"))
    for _ in range(20):
        pose = HUMAN.pose(HUMAN.random_state(rng))
        assert left.value(pose)[0] == pytest.approx(-right.value(pose.mirrored())[0], abs=1e-9)


def test_the_elbow_is_brought_to_the_swivel_and_the_hand_to_its_place() -> None:
    rng, shoulder = np.random.default_rng(1), HUMAN.pose().position("r_upper_arm")
    read, met = limb_swivel(HUMAN, "r_forearm"), 0
    for _ in range(30):
        way = rng.normal(size=3) + np.array([-0.5, -0.5, 2.0])
        hand = Position(point=HUMAN.point("r_hand"), target=shoulder + 0.4 * way / np.linalg.norm(way))
        angle = float(rng.uniform(-0.6, 0.6))
        result = HUMAN.solve([hand, swivel_goal(HUMAN, "r_forearm", angle)], frozen=arm_only())
        if result.reached:
            met += 1
            assert read.value(result.pose)[0] == pytest.approx(angle, abs=1e-5)
    assert met >= 20


def test_the_reference_turns_no_faster_than_the_limb_allows_and_jumps_only_straight_back() -> None:
    """Along any great circle it turns at most by tan(θ/2) of the way, θ the angle from straight ahead."""
    rng, ahead = np.random.default_rng(2), np.array([0.0, 0.0, 1.0])
    reference = np.array([0.0, -1.0, 0.0])
    for _ in range(500):
        u, way = rng.normal(size=(2, 3))
        u /= np.linalg.norm(u)
        theta = math.acos(np.clip(u @ ahead, -1, 1))
        if theta > math.radians(160):
            continue
        step = np.cross(way, u)
        step *= 1e-4 / np.linalg.norm(step)
        v = (u + step) / np.linalg.norm(u + step)
        here, there = (carried(reference, ahead, x).value for x in (u, v))
        moved = carried(here, u, v).value  # what does not turn about the limb
        assert np.linalg.norm(there - moved) <= 1e-4 * (math.tan(theta / 2) + 0.01)


def test_a_hand_that_circles_in_front_of_the_body_flips_no_elbow() -> None:
    """A circle about straight ahead, and one through the height of the shoulder: the elbow moves little a frame."""
    frozen, shoulder = arm_only(), HUMAN.pose().position("r_upper_arm")
    goal = swivel_goal(HUMAN, "r_forearm", 0.2, weight=0.1, name="swivel")
    for across, high in (((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), ((1.0, 0.0, 0.5), (0.0, 0.3, 1.0))):
        q, before = None, None
        for turn in np.linspace(0, 2 * np.pi, 121):
            place = shoulder + np.array([0.0, -0.05, 0.38])
            place = place + 0.12 * (math.cos(turn) * np.array(across) + math.sin(turn) * np.array(high))
            hand = Position(point=HUMAN.point("r_hand"), target=place)
            result = HUMAN.solve([hand, goal], frozen=frozen, start=q)
            q, elbow = result.q, result.pose.position("r_forearm")
            if before is not None:
                assert np.linalg.norm(elbow - before) < 0.03
            before = elbow


def test_a_straight_limb_is_left_alone() -> None:
    figure = Figure(chain([0.5, 0.5], joints="ball"))
    names = [joint.name for joint in figure.skeleton]
    goal = SwivelGoal(
        base=figure.point(names[0]),
        middle=figure.point(names[1]),
        tip=figure.point(names[2]),
        ahead=(0.0, 1.0, 0.3),
        reference=(0.0, 0.0, 1.0),
        target=1.0,
    )
    problem = Problem(figure, [goal])
    assert np.abs(problem.residual(figure.rest)).max() < 1e-9
    assert np.isfinite(problem.jacobian(figure.rest)).all()


def test_the_target_may_be_a_parameter() -> None:
    goal = replace(swivel_goal(HUMAN, "r_forearm"), target=HUMAN.parameter_values("r_elbow"))
    assert not check_goal(goal, HUMAN).faults
    found = HUMAN.solve([goal], start=HUMAN.pose(r_elbow=0.4), frozen=[*arm_only(), "r_elbow"])
    assert limb_swivel(HUMAN, "r_forearm").value(found.pose)[0] == pytest.approx(0.4, abs=1e-5)


def test_a_session_moves_the_swivel() -> None:
    goal = swivel_goal(HUMAN, "r_forearm", 0.0, name="swivel")
    bent = HUMAN.pose(r_elbow=1.2).q
    session = LevenbergMarquardt(restarts=0).start(Problem(HUMAN, [goal], frozen=arm_only()), bent)
    for angle in (0.1, 0.2, 0.3):
        session.move("swivel", (angle,))
        found = session.run()
        assert found.reached
        assert limb_swivel(HUMAN, "r_forearm").value(found.pose)[0] == pytest.approx(angle, abs=1e-5)


def test_words_for_the_swivel() -> None:
    pose = HUMAN.pose(r_elbow=1.2)
    now = float(limb_swivel(HUMAN, "r_forearm").value(pose)[0])
    absolute, relative = (goal_from_text(text, pose) for text in ("swivel r_forearm 30", "swivel r_forearm by 30"))
    assert isinstance(absolute, SwivelGoal)
    assert absolute.target.constant[0] == pytest.approx(math.radians(30))  # type: ignore[union-attr]
    assert relative.target.constant[0] == pytest.approx(now + math.radians(30))  # type: ignore[attr-defined]


def test_mistakes_are_explained() -> None:
    with pytest.raises(UnknownName, match="right elbow"):
        limb_swivel(HUMAN, "right elbo")
    with pytest.raises(InputError, match="no limbs"):
        swivel_goal(load("snake"), "head")
    with pytest.raises(InputError, match="one number"):
        swivel_goal(HUMAN, "r_forearm", (0.1, 0.2))
    with pytest.raises(InputError, match="points away"):
        limb_swivel(HUMAN, "right knee", ahead=(0.0, 1.0, 0.0))
