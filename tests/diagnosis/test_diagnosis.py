"""A state is diagnosed rightly: against NumPy's decompositions, SciPy's multipliers, and cases made by hand."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy.optimize import minimize

from manikin import bodies
from manikin.diagnosis.multipliers import multipliers
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, HalfSpace, MatchValues, OrientationGoal, Plane, PoseGoal, Position
from manikin.handles import CentreOfMass
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.solver import as_solver
from tests.support.command_line import mistake, ran

PLANAR = Figure(chain([1.0, 1.0]))
BALL = Figure(chain([1.0, 0.8, 0.6], joints="ball", limits=(-2.0, 2.0)))


def tip(figure: Figure, target: tuple[float, float, float], **more: object) -> Position:
    return Position(point=figure.point("tip"), target=target, **more)  # type: ignore[arg-type]


# ---- mobility ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("body", "parts"), [("human", ("l_hand", "r_foot")), ("limb7", ("hand tip", "hand"))])
def test_numbers_are_those_of_numpys_decomposition_of_the_jacobian_in_its_own_units(
    body: str, parts: tuple[str, str]
) -> None:
    rng, figure = np.random.default_rng(4), bodies.load(body)
    pose_goal = PoseGoal(frame=figure.frame(parts[0]), target=np.eye(3, 4), weight=7.0)
    place = Position(point=figure.point(parts[1]), target=(1, 2, 3), weight=0.3)
    problem = Problem(figure, [pose_goal, place])
    movable = problem.lo < problem.hi
    for _ in range(5):
        q = figure.random_state(rng)
        found = problem.diagnose(q)
        pose = figure.pose(q)
        values = [handle.value(pose) for handle in pose_goal.handles]
        turned = pose_goal.jacobians(*values)[0] @ pose_goal.frame.jacobian(pose)
        jacobian = np.concatenate([turned, place.point.jacobian(pose)])[:, movable]
        singular = np.linalg.svd(jacobian, compute_uv=False)
        np.testing.assert_allclose(found.mobility.singular_values, singular, atol=1e-9 * singular[0])
        assert found.mobility.rank == np.linalg.matrix_rank(jacobian, tol=1e-6 * singular[0])
        assert found.mobility.redundancy == movable.sum() - found.mobility.rank
        null = found.mobility.null_space
        np.testing.assert_allclose(null @ null.T, np.eye(len(null)), atol=1e-9)
        assert np.abs(jacobian @ null[:, movable].T).max() <= 2e-6 * singular[0]
        own = found.goals[1].mobility
        assert own is not None
        expected = math.sqrt(np.linalg.det(jacobian[6:] @ jacobian[6:].T))
        assert own.manipulability == pytest.approx(expected, rel=1e-6)
        assert own.condition == pytest.approx(np.linalg.cond(jacobian[6:]), rel=1e-6)


def test_manipulability_of_a_planar_arm_is_yoshikawas() -> None:
    for q in ([0.3, 1.1], [-2.0, 0.4], [0.0, math.pi / 2]):
        found = PLANAR.pose(q).mobility(PLANAR.point("tip"))
        assert found.manipulability == pytest.approx(abs(math.sin(q[1])))  # l₁ l₂ |sin θ₂|
        assert (found.rank, found.full_rank, found.redundancy, found.singular) == (2, 2, 0, False)
        np.testing.assert_allclose(found.never, [[0, 0, 1]], atol=1e-12)


@pytest.mark.parametrize("turn", [0.0, 0.7, -2.0])
def test_a_straight_arm_is_singular_along_itself(turn: float) -> None:
    found = PLANAR.pose([turn, 0.0]).mobility(PLANAR.point("tip"))
    assert found.singular
    assert (found.rank, found.manipulability, found.condition) == (1, 0.0, math.inf)
    along = np.array([math.cos(turn), math.sin(turn), 0.0])
    assert abs(float(found.lost[0] @ along)) == pytest.approx(1.0)
    assert found.redundancy == 1
    assert "is singular: it cannot move along" in found.sentence


def test_a_folded_wrist_loses_a_turn_and_frozen_joints_lose_all() -> None:
    gimbal = Figure(chain([1.0], joints="ball"))
    held = gimbal.orientation("rod1")
    q = np.zeros(3)
    assert gimbal.pose(q).mobility(held).rank == 3
    q[1] = math.pi / 2
    locked = gimbal.pose(q).mobility(held)
    assert (locked.rank, locked.full_rank, len(locked.lost)) == (2, 3, 1)
    none = Problem(PLANAR, [tip(PLANAR, (1, 1, 0))], frozen=PLANAR.parameter_names).diagnose([0.2, 0.3])
    assert none.goals[0].mobility is not None
    assert none.goals[0].mobility.sentence == "cannot move at all"
    assert none.stuck == ("position",)
    assert none.goals[0].unmoved == pytest.approx(1.0)


def test_too_few_joints_are_no_singularity() -> None:
    arm = Figure(chain([1.0, 1.0], joints="free"))  # four turns for a place and an orientation
    found = arm.pose([0.4, 0.3, -0.5, 0.7]).mobility(arm.frame("tip"))
    assert (found.rank, found.full_rank, found.singular, len(found.lost)) == (4, 4, False, 2)
    assert "because too few parameters move it" in found.sentence
    assert found.manipulability == pytest.approx(np.prod(found.singular_values[:4]))


def test_the_hand_of_the_human_moves_by_the_arm_alone_or_by_the_whole_body() -> None:
    human = bodies.load("human")
    pose = human.pose("reach")
    arm = pose.mobility(human.point("r_hand"), chain=["r_upper_arm", "r_forearm"])
    whole = pose.mobility(human.point("r_hand"))
    assert arm.movable < whole.movable
    assert arm.manipulability < whole.manipulability
    columns = np.flatnonzero(np.isin(human.parameter_names, ["r_elbow", *_driving(human)]))
    expected = np.linalg.svd(human.point("r_hand").jacobian(pose)[:, columns], compute_uv=False)
    np.testing.assert_allclose(arm.singular_values, expected, atol=1e-12)
    assert pose.mobility(CentreOfMass()).rank == 3
    with pytest.raises(UnknownName, match="r_elbo"):
        pose.mobility(human.point("r_hand"), chain=["r_elbo"])


def _driving(human: Figure) -> list[str]:
    return [f"r_shoulder_{name}" for name in ("elevation", "abduction", "twist")]


# ---- goals, limits, reasons ----------------------------------------------------------------------


def test_distances_to_limits_and_which_are_at_them() -> None:
    arm = Figure(chain([1.0, 1.0, 1.0], limits=(-0.5, 1.0)))
    found = Problem(arm, [tip(arm, (0, 3, 0))]).diagnose([1.0, -0.5, 0.25])
    assert [room.end for room in found.parameters] == [1, -1, 0]
    assert [limit.slack for limit in found.parameters] == pytest.approx([0.0, 0.0, 0.75])
    assert found.at_limits == ("rod1", "rod2")


def test_what_holds_a_solve_is_told_limits_reach_or_one_another() -> None:
    arm = Figure(chain([1.0, 1.0], limits=(-0.5, 0.5)))
    held = arm.solve([tip(arm, (0, 1.5, 0))]).diagnosis
    assert held.stationary
    assert set(held.held_by) == {"rod1", "rod2"}
    assert "the limits of" in held.why
    assert held.sentences[0].startswith("How the solve ended: as close as it gets")
    far = PLANAR.solve([tip(PLANAR, (3, 1, 0))]).diagnosis
    assert far.stuck == ("position",)
    assert far.goals[0].unmoved == pytest.approx(1.0, abs=1e-6)
    assert far.mobility.singular
    both = [tip(PLANAR, (1, 1, 0), name="here"), tip(PLANAR, (1, 0.5, 0), name="there")]
    clash = PLANAR.solve(both, start=[0.3, 0.8]).diagnosis
    assert clash.competing == ("here", "there")
    held = PLANAR.solve(both[:1], hard=both[1:], start=[0.3, 0.8]).diagnosis
    assert held.competing == ("there", "here")
    assert "here, there pull against each other" in clash.why
    assert PLANAR.solve([tip(PLANAR, (1, 1, 0))], start=[0.3, 0.8]).diagnosis.why == "All goals are met."
    assert "Not a minimum" in Problem(PLANAR, both).diagnose([0.3, 0.8]).why


def test_goals_that_rest_and_preferences_take_no_freedom() -> None:
    ease = MatchValues(values=PLANAR.parameter_values(), target=PLANAR.rest, weight=1e-3)
    inside = HalfSpace(point=PLANAR.point("tip"), origin=(0, -5, 0), normal=(0, 1, 0))
    either = AnyOf(goals=(tip(PLANAR, (1, 1, 0)), Plane(point=PLANAR.point("tip"), origin=(9, 0, 0), normal=(1, 0, 0))))
    none = tip(PLANAR, (5, 5, 5), weight=0.0)
    found = Problem(PLANAR, [ease, inside, either, none]).diagnose([0.3, 0.8])
    assert found.mobility.units == ("m", "m")  # x and y of the disjunction's place; its z rests, as all else
    assert [goal.mobility is None for goal in found.goals] == [False, True, False, True]
    assert found.goals[0].preference
    empty = Problem(PLANAR).diagnose([0.3, 0.8])
    assert (empty.mobility.rank, empty.mobility.redundancy) == (0, 2)


def test_wrong_states_are_refused() -> None:
    for wrong in ([0.0], [0.0, math.nan], "ab"):
        with pytest.raises(InputError):
            Problem(PLANAR, [tip(PLANAR, (1, 1, 0))]).diagnose(wrong)


# ---- multipliers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_multipliers_are_those_of_slsqp(seed: int) -> None:
    rng = np.random.default_rng(seed)
    arm = Figure(chain([1.0, 0.9, 0.8, 0.7], limits=(-0.6, 0.9)))
    hard = Plane(point=arm.point("rod4"), origin=(0, rng.uniform(0.3, 0.9), 0), normal=(0, 1, 0))
    soft = [tip(arm, (rng.uniform(-1, 1), rng.uniform(-1, 2), 0), weight=2.0)]
    problem = Problem(arm, soft, hard=[hard])
    result = as_solver("lm", restarts=0, tolerance=1e-10).solve(problem, np.full(4, 0.2))
    found = multipliers(problem, result.q)
    assert found.stationary
    judge = minimize(
        lambda q: Problem(arm, soft).cost(q),
        result.q,
        jac=lambda q: Problem(arm, soft).cost_and_gradient(q)[1],
        method="SLSQP",
        bounds=list(zip(arm.lo, arm.hi, strict=True)),
        constraints={
            "type": "eq",
            "fun": lambda q: Problem(arm, [hard]).raw_residual(q),
            "jac": lambda q: Problem(arm, [hard]).jacobian(q),
        },
        options={"ftol": 1e-14, "maxiter": 200},
    )
    np.testing.assert_allclose(judge.x, result.q, atol=1e-5)
    # SLSQP: ∇f = Jᵀ·its multiplier (+ bounds); ours: ∇f + Jᵀλ + μ = 0
    np.testing.assert_allclose(-found.rows[0], judge.multipliers[0], rtol=1e-4, atol=1e-5)
    gradient = Problem(arm, soft).cost_and_gradient(result.q)[1]
    slope = Problem(arm, [hard]).jacobian(result.q)[0]
    np.testing.assert_allclose(gradient + slope * found.rows[0] + found.limits, 0, atol=1e-6)
    assert (found.limits[result.q < arm.hi] <= 0).all()
    assert (found.limits[result.q > arm.lo] >= 0).all()
    np.testing.assert_allclose(found.rows[1:], 2 * 2.0 * problem.raw_residual(result.q)[1:])


def test_a_price_is_what_a_little_room_at_a_limit_is_worth() -> None:
    def best(hi: float) -> tuple[Problem, np.ndarray, float]:
        arm = Figure(chain([1.0, 1.0], limits=(-0.2, hi)))
        problem = Problem(arm, [tip(arm, (0.2, 1.9, 0))])
        result = as_solver("lm", restarts=0).solve(problem)
        return problem, result.q, result.cost

    problem, q, cost = best(0.5)
    prices = multipliers(problem, q).limits
    assert (prices > 0).all()
    assert prices.sum() == pytest.approx((best(0.5 - 1e-5)[2] - best(0.5 + 1e-5)[2]) / 2e-5, rel=1e-5)
    assert cost > 0


def test_of_linear_limits_too() -> None:
    human = bodies.load("human")
    reach = Position(point=human.point("r_hand"), target=(0.9, 0.9, -0.9))
    root = [name for name in human.parameter_names if name.startswith("root")]
    problem = Problem(human, [reach], frozen=root)
    result = as_solver("lm").solve(problem)
    found = multipliers(problem, result.q)
    assert found.stationary
    a, _, hi = problem.linear_limits
    assert (found.linear >= 0).all()  # all of the human's have upper ends
    assert (np.abs((a @ result.q - hi)[found.linear > 0]) < 1e-6).all()
    gradient = problem.cost_and_gradient(result.q)[1]
    left = (gradient + found.limits + a.T @ found.linear)[problem.gain > 0]
    assert np.abs(left).max() < 1e-5 * np.abs(gradient).max()


# ---- the command line ------------------------------------------------------------------------------


def test_the_command_prints_sentences_or_facts() -> None:
    arguments = ("diagnose", "planar3", "--goal", "position tip 40 0 0")
    flat = ("--pose", "rod1=0", "--pose", "rod2=0", "--pose", "rod3=0")
    straight = ran(*arguments, *flat)
    assert "is singular: it cannot move along (1 0 0) here" in straight
    facts = json.loads(ran(*arguments, *flat, "--json"))
    assert facts["rank"] == 1
    assert facts["goals"][0]["condition"] is None
    assert "How the solve ended" in ran(*arguments, "--solver", "lm")
    assert "is singular" not in ran(*arguments)
    assert "--option goes with --solver" in mistake(*arguments, "--option", "restarts=0")
    assert OrientationGoal.kind in ran("diagnose", "human", "--goal", "orientation head by 0 20 0", "--lock", "l_foot")
