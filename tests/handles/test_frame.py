"""Frames of tools and grips: fixed to a part, with axes of their own."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin import Aim, Frame, InputError, Orientation, OrientationGoal, PoseGoal, Problem, bodies
from manikin.figure.figure import Figure
from manikin.handles.handle import Handle
from manikin.plain_data import from_data, to_data
from tests.support import figures_and_goals as scenes

TURN = Rotation.from_rotvec((0.4, -1.1, 0.7))
AT = (0.05, -0.1, 0.2)


@pytest.fixture(scope="module")
def arm() -> Figure:
    return bodies.load("limb7")


@pytest.mark.parametrize("given", [TURN.as_matrix(), TURN.as_matrix().ravel().tolist(), TURN.as_quat()])
def test_a_rotation_is_given_as_a_matrix_as_nine_numbers_or_as_a_quaternion(arm: Figure, given: object) -> None:
    part = arm.skeleton.joints[-1].name
    tool = arm.frame(part, AT, given)  # type: ignore[arg-type]
    pose = arm.pose(arm.random_state(np.random.default_rng(1)))
    world = np.vstack([pose.transform(part), [0, 0, 0, 1]])
    local = np.eye(4)
    local[:3, :3], local[:3, 3] = TURN.as_matrix(), AT
    np.testing.assert_allclose(tool.value(pose).reshape(3, 4), (world @ local)[:3], atol=1e-14)
    np.testing.assert_allclose(tool.axes.value(pose).reshape(3, 3), (world @ local)[:3, :3], atol=1e-14)
    np.testing.assert_allclose(tool.origin.value(pose), (world @ local)[:3, 3], atol=1e-14)
    np.testing.assert_allclose(tool.direction((0, 0, 2)).value(pose), (world @ local)[:3, 2], atol=1e-14)
    np.testing.assert_allclose(arm.orientation(part, given).value(pose), tool.axes.value(pose), atol=0)


def test_equal_rotations_make_equal_handles_that_json_keeps(arm: Figure) -> None:
    part = arm.skeleton.joints[-1].name
    tool = arm.frame(part, AT, TURN.as_matrix())
    assert tool == arm.frame(part, AT, TURN.as_matrix().reshape(9))
    assert from_data(Handle, json.loads(json.dumps(to_data(tool)))) == tool
    assert "rotation" not in to_data(arm.frame(part, AT))  # what was written before is read as before
    assert from_data(Handle, {"handle": "frame", "part": "x", "rotation": [0, 0, 0, 1]}) == Frame(part="x")


@pytest.mark.parametrize(
    "wrong", [np.diag([1, 1, -1]), np.eye(3) * 1.01, (1, 2, 3), (0, 0, 0, 0), [np.nan] * 9, "up", np.eye(4)]
)
def test_what_is_no_rotation_is_refused(wrong: object) -> None:
    for kind in (Frame, Orientation):
        with pytest.raises(InputError, match=r"rotation|orientation"):
            kind(part="x", rotation=wrong)  # type: ignore[arg-type]


def test_an_arm_brings_its_tool_to_a_frame_and_its_flange_where_the_tool_needs_it(arm: Figure) -> None:
    part = arm.skeleton.joints[-1].name
    tool = arm.frame(part, AT, TURN.as_matrix())
    rng = np.random.default_rng(5)
    for q in arm.random_state(rng, count=20):
        wanted = tool.value(arm.pose(q)).reshape(3, 4)
        result = arm.solve([PoseGoal(frame=tool, target=wanted)], start=np.clip(q + 0.2, arm.lo, arm.hi))
        assert result.reached
        world = np.vstack([arm.forward(result.q, [part])[0], [0, 0, 0, 1]])
        local = np.eye(4)
        local[:3, :3], local[:3, 3] = TURN.as_matrix(), AT
        np.testing.assert_allclose((world @ local)[:3], wanted, atol=2e-6)


@pytest.mark.parametrize("solver", ["lm", "dls", "ccd", "zhao", "alternative"])
def test_every_method_takes_a_rotated_tool(arm: Figure, solver: str) -> None:
    tool = arm.frame(arm.skeleton.joints[-1].name, AT, TURN.as_matrix())
    q = arm.random_state(np.random.default_rng(9))
    start = np.clip(q + 0.05, arm.lo, arm.hi)
    wanted = tool.value(arm.pose(q)).reshape(3, 4)
    result = arm.solve([PoseGoal(frame=tool, target=wanted)], start=start, solver=solver, max_iterations=3000)
    found = tool.value(result.pose).reshape(3, 4)
    np.testing.assert_allclose(found, wanted, atol=1e-3)
    turned = tool.axes.value(arm.pose(q))
    result = arm.solve([OrientationGoal(orientation=tool.axes, target=turned)], start=start, solver=solver)
    np.testing.assert_allclose(tool.axes.value(result.pose), turned, atol=1e-3)


def test_a_tool_aims_along_its_own_axis(arm: Figure) -> None:
    tool = arm.frame(arm.skeleton.joints[-1].name, AT, TURN.as_matrix())
    target = np.array([0.6, 0.7, 0.4])
    goal = Aim(point=tool.origin, direction=tool.direction((0, 0, 1)), target=target)
    pose = arm.solve([goal], start=arm.random_state(np.random.default_rng(2))).pose
    frame = tool.value(pose).reshape(3, 4)
    way = target - frame[:, 3]
    np.testing.assert_allclose(frame[:, 2], way / np.linalg.norm(way), atol=1e-6)


@pytest.mark.parametrize("scaled", [False, True])
def test_kernels_and_network_agree_on_rotated_frames_of_two_figures(scaled: bool) -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        one, two = (scenes.figure(rng, name=name, scaled=scaled) for name in ("one", "two"))
        frames = [scenes.handle(rng, figure, "frame") for figure in (one, two)]
        problem = Problem([one, two], [PoseGoal(frame=frames[0], target=frames[1])])
        q = np.concatenate([scenes.states(rng, figure, 3)[2] for figure in (one, two)])
        a, b = (
            frame.value(figure.pose(part))
            for frame, figure, part in zip(frames, (one, two), problem.split(q), strict=True)
        )
        residual = problem.all_goals[0].residual(a, b)
        np.testing.assert_allclose(problem.raw_residual(q), residual, atol=1e-9)
        h = 1e-6
        steps = np.eye(problem.size) * h
        numeric = [(problem.residual(q + step) - problem.residual(q - step)) / (2 * h) for step in steps]
        np.testing.assert_allclose(problem.jacobian(q), np.array(numeric).T, atol=2e-6)
