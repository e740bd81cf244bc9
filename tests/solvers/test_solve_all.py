"""All solutions of an arm: those of a UR5 are the ones of its closed form, families of redundant arms are whole."""

from __future__ import annotations

from itertools import product
from math import pi

import numpy as np
import pytest

from manikin import DhRow, Figure, InputError, PoseGoal, Position, bodies, chain, denavit_hartenberg, solvers
from manikin.problem.problem import Problem
from tests.support.arms import arm

A = (0.0, -0.425, -0.39225, 0.0, 0.0, 0.0)
D = (0.089159, 0.0, 0.0, 0.10915, 0.09465, 0.0823)
ALPHA = (pi / 2, 0.0, 0.0, pi / 2, -pi / 2, 0.0)
NAMES = ("pan", "lift", "elbow", "wrist1", "wrist2", "wrist3")


@pytest.fixture(scope="module")
def ur5() -> Figure:
    rows = [
        DhRow(name=n, a=a, d=d, alpha=r, lo=-2 * pi, hi=2 * pi) for n, a, d, r in zip(NAMES, A, D, ALPHA, strict=True)
    ]
    return Figure(denavit_hartenberg(rows, name="ur5"))


def link(i: int, angle: float) -> np.ndarray:
    """A row of the Denavit-Hartenberg table as a matrix."""
    c, s, ca, sa = np.cos(angle), np.sin(angle), np.cos(ALPHA[i]), np.sin(ALPHA[i])
    rows = [[c, -s * ca, s * sa, A[i] * c], [s, c * ca, -c * sa, A[i] * s], [0, sa, ca, D[i]], [0, 0, 0, 1]]
    return np.array(rows)


def forward(q: np.ndarray) -> np.ndarray:
    """The flange, by the table alone."""
    out = np.eye(4)
    for i, angle in enumerate(q):
        out = out @ link(i, float(angle))
    return out


def closed_form(target: np.ndarray) -> list[np.ndarray]:
    """The solutions of a UR5, up to eight (K. Hawkins, 2013), angles modulo a turn."""
    found = []
    wrist = target @ [0, 0, -D[5], 1]
    across = np.hypot(wrist[0], wrist[1])
    if across < abs(D[3]):
        return []
    for side, flip, bend in product((1, -1), repeat=3):
        first = np.arctan2(wrist[1], wrist[0]) + side * np.arccos(D[3] / across) + pi / 2
        s, c = np.sin(first), np.cos(first)
        cosine = (target[0, 3] * s - target[1, 3] * c - D[3]) / D[5]
        if abs(cosine) > 1:
            continue
        fifth = flip * np.arccos(cosine)
        if abs(np.sin(fifth)) < 1e-9:
            continue
        sixth = np.arctan2(
            (-target[0, 1] * s + target[1, 1] * c) / np.sin(fifth),
            (target[0, 0] * s - target[1, 0] * c) / np.sin(fifth),
        )
        middle = np.linalg.inv(link(0, first)) @ target @ np.linalg.inv(link(4, fifth) @ link(5, sixth))
        place = (middle @ [0, -D[3], 0, 1])[:3]
        cosine = (place @ place - A[1] ** 2 - A[2] ** 2) / (2 * A[1] * A[2])
        if abs(cosine) > 1:
            continue
        third = bend * np.arccos(cosine)
        second = -np.arctan2(place[1], -place[0]) + np.arcsin(A[2] * np.sin(third) / np.linalg.norm(place))
        last = np.linalg.inv(link(1, second) @ link(2, third)) @ middle
        q = np.array([first, second, third, np.arctan2(last[1, 0], last[0, 0]), fifth, sixth])
        if np.abs(forward(q) - target).max() < 1e-9:
            found.append(q)
    return found


def alike(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two states are the same but for whole turns."""
    return bool(np.abs(np.remainder(a - b + pi, 2 * pi) - pi).max() < 1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_the_solutions_of_a_ur5_are_those_of_its_closed_form(ur5: Figure, seed: int) -> None:
    rng = np.random.default_rng(seed)
    target = forward(rng.uniform(-pi, pi, 6))
    known = closed_form(target)
    found = ur5.solve_all([PoseGoal(frame=ur5.frame("wrist3"), target=target)])
    assert len(found) == len(known)
    assert len(known) in (2, 4, 6, 8)
    for q in known:
        assert sum(alike(q, result.q) for result in found) == 1
    for result in found:
        assert result.reached
        np.testing.assert_allclose(forward(result.q), target, atol=1e-5)
        assert (result.q >= ur5.lo).all()
        assert (result.q <= ur5.hi).all()


def test_a_pose_well_inside_has_all_eight_and_the_one_near_the_start_comes_first(ur5: Figure) -> None:
    q = np.array([0.3, -1.2, 1.4, -0.8, 1.1, 0.5])
    goal = PoseGoal(frame=ur5.frame("wrist3"), target=forward(q))
    found = ur5.solve_all([goal], start=q + 0.05)
    assert len(found) == 8
    np.testing.assert_allclose(found[0].q, q, atol=1e-4)
    again = ur5.solve_all([goal], start=q + 0.05)
    assert [one.q.tobytes() for one in again] == [one.q.tobytes() for one in found]
    other = ur5.solve_all([goal], start=q + 0.05, seed=5)
    assert len(other) == 8
    assert all(any(alike(a.q, b.q) for b in found) for a in other)


def test_frozen_joints_stay_and_limits_leave_fewer(ur5: Figure) -> None:
    q = np.array([0.3, -1.2, 1.4, -0.8, 1.1, 0.5])
    goal = PoseGoal(frame=ur5.frame("wrist3"), target=forward(q))
    stuck = ur5.solve_all([goal], start=q, frozen=["pan"])
    assert len(stuck) == 4
    assert all(result.q[0] == q[0] for result in stuck)
    assert ur5.solve_all([Position(point=ur5.point("wrist3"), target=(5, 0, 0))]) == []


def test_a_planar_arm_of_three_joints_has_one_family_and_two_solutions_with_its_hand_held() -> None:
    planar = Figure(chain([0.5, 0.4, 0.3]))
    target = planar.pose([0.4, 0.7, -0.5]).position("tip")
    family = planar.solve_all([Position(point=planar.point("tip"), target=target)], start=[0.4, 0.7, -0.5], patience=64)
    assert len(family) == 1
    np.testing.assert_allclose(family[0].q, [0.4, 0.7, -0.5], atol=1e-3)  # the nearest to the start is the start
    held = planar.solve_all(
        [PoseGoal(frame=planar.frame("tip"), target=planar.pose([0.4, 0.7, -0.5]).transform("tip"))],
        start=[0.4, 0.7, -0.5],
    )
    assert len(held) == 2


def test_parameters_that_no_goal_needs_keep_their_values() -> None:
    human = bodies.load("human").ungrouped()
    start = human.random_state(np.random.default_rng(1), reach=0.2)
    goal = Position(point=human.point("r_hand"), target=human.pose(start).position("r_hand"), chain=("r_upper_arm",))
    names = [name for name in human.parameter_names if name.startswith("l_")]
    found = human.solve_all([goal], start=start, patience=32, most=64)
    assert found
    for result in found:
        assert all(result.pose[name] == human.pose(start)[name] for name in names)


@pytest.mark.parametrize("how", [{"patience": 0}, {"most": 0.5}, {"apart": -1}])
def test_wrong_options_are_named(ur5: Figure, how: dict[str, float]) -> None:
    problem = Problem(ur5, [Position(point=ur5.point("wrist3"), target=(0.3, 0.3, 0.3))])
    with pytest.raises(InputError, match=next(iter(how))):
        solvers.solve_all(problem, **how)  # type: ignore[arg-type]


def test_families_of_an_arm_of_seven_joints_are_distinct_and_each_reaches() -> None:
    limb = Figure(arm("lm", lo=-1.9, hi=1.7))
    q = np.array([0.3, -0.4, 0.5, 0.9, -0.3, 0.4, 0.2])
    target = limb.forward(q, ["tip"])[0]
    goal = PoseGoal(frame=limb.frame("tip"), target=target)
    found = limb.solve_all([goal], start=q, patience=96)
    assert 1 <= len(found) <= 8
    np.testing.assert_allclose(found[0].q, q, atol=1e-6)  # the family of the start begins at the start
    for result in found:
        np.testing.assert_allclose(limb.forward(result.q, ["tip"])[0], target, atol=1e-6)
        assert (result.q >= limb.lo).all()
        assert (result.q <= limb.hi).all()
    for i, one in enumerate(found):
        for other in found[:i]:
            assert np.abs(one.q - other.q).max() > 0.05
    again = limb.solve_all([goal], start=q, patience=96)
    assert [one.q.tobytes() for one in again] == [one.q.tobytes() for one in found]
