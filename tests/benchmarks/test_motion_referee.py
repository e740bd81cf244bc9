"""The referee of the motion benchmark against manikin, Pinocchio and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.motion.adapters.manikin_problem import figure_of
from benchmarks.motion.agreement import differences, random_states
from benchmarks.motion.model import Model
from benchmarks.motion.models import MODELS, absent, model
from benchmarks.motion.referee import Searcher, exp, kinematics, log
from benchmarks.motion.support import depth, depths
from benchmarks.motion.task import Aim
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

CLOSE = 1e-9
HERE = [pytest.param(name, marks=pytest.mark.skipif(bool(absent(name)), reason=absent(name))) for name in MODELS]


@pytest.mark.parametrize("name", HERE)
def test_its_kinematics_are_those_of_manikin_and_of_the_urdf_file(name: str) -> None:
    assert differences(model(name)) < CLOSE


@pytest.mark.parametrize("name", HERE)
def test_its_kinematics_are_those_of_pinocchio_for_every_link(name: str) -> None:
    pin = pytest.importorskip("pinocchio")
    m = model(name)
    robot = pin.buildModelFromXML(m.to_urdf())
    data = robot.createData()
    columns = [robot.joints[robot.getJointId(joint)].idx_q for joint in m.urdf_joints]
    frames = [robot.getFrameId(link.name, pin.FrameType.BODY) for link in m.links]
    for q in random_states(m, 50, np.random.default_rng(3)):
        state = pin.neutral(robot)
        state[columns] = q
        pin.framesForwardKinematics(robot, data, state)
        theirs = np.array([data.oMf[frame].homogeneous[:3] for frame in frames])
        ours = kinematics(m).forward(q, np.eye(3, 4))
        assert np.abs(ours - theirs).max() < CLOSE


@pytest.mark.parametrize("name", HERE)
def test_a_model_is_the_same_after_a_round_through_its_file(name: str) -> None:
    assert Model.from_json(model(name).to_json()) == model(name)


def test_rotation_vectors_are_those_of_scipy_up_to_half_a_turn() -> None:
    rng = np.random.default_rng(5)
    v = rng.normal(size=(400, 3))
    angles = np.concatenate([10.0 ** rng.uniform(-12, 0, 200), np.pi - 10.0 ** rng.uniform(-9, 0, 200)])
    v *= (angles / np.linalg.norm(v, axis=1))[:, None]
    R = Rotation.from_rotvec(v).as_matrix()
    assert np.abs(exp(v) - R).max() < 1e-14
    assert np.abs(log(R) - v).max() < 1e-7  # the last bits of R say no more near half a turn
    assert np.abs(log(R[:200]) - v[:200]).max() < 1e-14


@pytest.mark.parametrize("name", ["arm7", "dogleg", "human96"])
def test_its_jacobians_are_central_differences(name: str) -> None:
    m, rng = model(name), np.random.default_rng(7)
    kin, q, at = kinematics(m), random_states(m, 1, np.random.default_rng(8))[0], rng.normal(size=3)
    link, base, h = m.index[m.tip], m.base_frame, 1e-6
    move, turn = kin.rows(kin.forward(q, base), link, at, m.floating)
    for k in range(len(q) + 6 * m.floating):
        ends = []
        for sign in (1, -1):
            moved, stand = q.copy(), base.copy()
            if k < len(q):
                moved[k] += sign * h
            elif k < len(q) + 3:
                stand[k - len(q), 3] += sign * h
            else:
                stand[:, :3] = exp(sign * h * np.eye(3)[k - len(q) - 3]) @ stand[:, :3]
            ends.append(kin.forward(moved, stand)[link])
        step = [frame[:, :3] @ at + frame[:, 3] for frame in ends]
        assert np.allclose((step[0] - step[1]) / (2 * h), move[:, k], atol=1e-8)
        assert np.allclose(log(ends[0][:, :3] @ ends[1][:, :3].T) / (2 * h), turn[:, k], atol=1e-8)


@pytest.mark.parametrize("name", ["arm7", "leg6", "panda"])
def test_out_of_reach_it_comes_as_near_as_scipy_does_within_the_limits(name: str) -> None:
    m = model(name)
    kin, rng = kinematics(m), np.random.default_rng(11)
    for _ in range(2):
        target = np.eye(3, 4)
        target[:, 3] = m.base_frame[:, 3] + rng.normal(size=3) * 1.2
        starts = [(q, m.base_frame) for q in random_states(m, 5, rng)]
        found = Searcher(m, [Aim(m.tip)]).best(target[None], starts)

        def miss(q: np.ndarray, place: np.ndarray = target[:, 3]) -> np.ndarray:
            return np.asarray(kin.forward(q)[m.index[m.tip], :, 3] - place)

        def slope(q: np.ndarray) -> np.ndarray:
            return kin.rows(kin.forward(q), m.index[m.tip], np.zeros(3), False)[0]

        inside = [np.clip(q, m.lo + 1e-6, m.hi - 1e-6) for q, _ in starts]
        best = min(np.linalg.norm(least_squares(miss, q, slope, bounds=(m.lo, m.hi)).fun) for q in inside)
        assert found.miss[0] <= best + 5e-4  # both find the nearest minima of their starts
        assert (found.q >= m.lo).all()
        assert (found.q <= m.hi).all()


def test_its_centre_of_mass_is_that_of_manikin() -> None:
    m = model("human96")
    figure = figure_of(m)
    for q in random_states(m, 5, np.random.default_rng(13)):
        pose = figure.pose(dict(zip(m.joint_names, q.tolist(), strict=True)))
        assert np.abs(kinematics(m).centre_of_mass(kinematics(m).forward(q)) - pose.centre_of_mass()).max() < 1e-12


def test_a_place_is_as_deep_in_a_square_as_its_nearest_edge() -> None:
    square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0], [1.0, 0.0]])
    assert depth(square, np.array([0.5, 1.2])) == pytest.approx(0.5)
    assert depth(square, np.array([2.0, 1.0])) == pytest.approx(0.0)
    assert depth(square, np.array([3.0, 3.0])) == pytest.approx(-np.sqrt(2))
    assert depth(square, np.array([1.0, -0.25])) == pytest.approx(-0.25)


def test_a_human_at_rest_stands_and_one_moved_aside_falls() -> None:
    m = model("human96")
    world = kinematics(m).forward(np.tile(m.rest, (2, 1)))
    assert (depths(m, world) > 0.02).all()
    upper = [i for i, link in enumerate(m.links) if not link.name.startswith(("l_foot", "r_foot", "l_toe", "r_toe"))]
    world[1, upper, 0, 3] += 1.0
    assert depths(m, world)[1] < -0.5
