"""X6 and X7 show what Zhao and Badler's figures show."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.experiments.x6_tube import VERTEBRAE, tube_problem
from manikin.experiments.x7_reach import TORSO, reach_problem
from manikin.solvers import ZhaoBadler
from manikin.solvers.result import Result, Status


def bends(result: Result) -> np.ndarray:
    figure = result.pose.figure
    values = figure.coupling.joint_values(result.q)
    return np.array([values[figure.skeleton.dof_index[f"{name}_bend"]] for name in VERTEBRAE])


def test_both_spines_reach_all_six_goals_and_only_the_grouped_one_bends_evenly() -> None:
    figure = bodies.load("z_tube")
    uneven = {}
    for grouped in (True, False):
        used = figure if grouped else figure.ungrouped("spine")
        assert used.size == (22 if grouped else 70)
        problem = tube_problem(used)
        assert len(problem.goals) == 6
        result = ZhaoBadler().solve(problem)
        assert result.status is Status.REACHED
        assert problem.limit_violation(result.q) < 1e-11
        uneven[grouped] = np.abs(np.diff(bends(result), 2)).mean()
        pose = result.pose
        gaze = pose.position("tube bottom") - pose.position("eyes")
        assert pose.orientation("eyes")[:, 2] @ gaze / np.linalg.norm(gaze) > 1 - 1e-10
        for side, sign in (("l", 1), ("r", -1)):
            assert pose.position(f"{side}_palm") == pytest.approx([0.045 * sign, 1.14, 0.36], abs=2e-6)
            assert pose.position(f"{side}_forearm")[0] == pytest.approx(0.28 * sign, abs=2e-6)
    assert uneven[True] < 0.3 * uneven[False]


def test_the_box_is_out_of_reach_for_the_arm_and_rigidity_makes_the_torso_bend_less_sideways() -> None:
    sideways = []
    for rigidity in (0.0, 0.5):
        problem = reach_problem(torso=True, rigidity=rigidity)
        assert (problem.gain > 0).sum() == 22
        result = ZhaoBadler().solve(problem)
        assert result.status is Status.REACHED
        figure = result.pose.figure
        sideways.append(sum(abs(result.q[figure.index(f"{p}_{m}")]) for p in TORSO for m in ("side", "twist")))
    assert sideways[1] < 0.75 * sideways[0]
    short = ZhaoBadler().solve(reach_problem(torso=False))
    assert short.status is Status.MINIMUM
    assert short.errors[0]["m"] > 0.2
