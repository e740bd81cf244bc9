"""The methods that step along the Jacobian: what each step must be, and what the documents say of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from manikin import bodies
from manikin.errors import InputError, Unsupported
from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.jacobian.alternative import pulled_jacobian
from manikin.solvers.jacobian.elimination import solve_lu
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import as_solver
from tests.support import simulation_cases
from tests.support.jacobian_problems import FORMS, follow, limb, planar, step


@pytest.fixture(params=FORMS)
def by(request: pytest.FixtureRequest) -> str:
    """Compiled, or in Python."""
    return str(request.param)


# ---- inverse and pseudoinverse -----------------------------------------------------------------


def test_the_inverse_is_newtons_step(by: str) -> None:
    figure = Figure(chain([1.0, 0.7]))
    goal = Position(point=figure.point("tip"), target=(0.9, 0.8, 0.0), axes=(1.0, 1.0, 0.0))
    problem = Problem(figure, [goal], evaluate_with=by)  # type: ignore[arg-type]
    q = np.array([0.2, 0.9])
    wanted = -np.linalg.solve(problem.jacobian(q)[:2], problem.residual(q)[:2])
    np.testing.assert_allclose(step(problem, q, "inverse", max_step=None), wanted, atol=1e-13)
    assert as_solver("inverse").solve(problem, q).reached


def test_the_inverse_refuses_what_is_not_square() -> None:
    problem, q = limb("auto", np.random.default_rng(0), pose=False)
    with pytest.raises(Unsupported, match="3 rows that count and 7 free parameters"):
        as_solver("inverse").solve(problem, q)


def test_a_straight_arm_has_no_inverse_and_stays(by: str) -> None:
    figure = Figure(chain([1.0, 0.7]))
    goal = Position(point=figure.point("tip"), target=(1.0, 0.3, 0.0), axes=(1.0, 1.0, 0.0))
    result = as_solver("inverse").solve(Problem(figure, [goal], evaluate_with=by), np.zeros(2))  # type: ignore[arg-type]
    assert result.status is Status.STALLED
    assert (result.q == 0).all()


@pytest.mark.parametrize("options", [{}, {"via": "lu"}, {"via": "lu", "form": "right"}])
def test_the_pseudoinverse_is_that_of_numpy(by: str, options: dict[str, str]) -> None:
    rng = np.random.default_rng(1)
    for pose in (True, False):
        for _ in range(10):
            problem, q = limb(by, rng, pose=pose)
            wanted = -np.linalg.pinv(problem.jacobian(q)) @ problem.residual(q)
            found = step(problem, q, "pseudoinverse", max_step=None, rcond=1e-7, **options)
            np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-9 * np.abs(wanted).max())


@pytest.mark.parametrize(("solver", "options"), [("pseudoinverse", {"via": "lu"}), ("control", {"gains": 0.0})])
def test_where_rows_contradict_each_other_elimination_gives_the_pseudoinverse_too(
    by: str, solver: str, options: dict[str, Any]
) -> None:
    """With a stiff elbow the hand stays on a sphere: two ways to move, three rows."""
    rng = np.random.default_rng(2)
    figure = bodies.load("limb7")
    for _ in range(10):
        goal = Position(point=figure.point("hand"), target=tuple(rng.normal(0, 0.5, 3)))
        problem = Problem(figure, [goal], frozen=["elbow"], evaluate_with=by)  # type: ignore[arg-type]
        q = rng.normal(0, 0.8, 7)
        wanted = -problem.gain * (np.linalg.pinv(problem.jacobian(q) * problem.gain, rcond=1e-6) @ problem.residual(q))
        np.testing.assert_allclose(step(problem, q, solver, max_step=None, **options), wanted, atol=1e-9)


@pytest.mark.parametrize("options", [{}, {"via": "lu"}, {"via": "lu", "form": "left"}])
def test_with_more_rows_than_joints_the_step_is_that_of_least_squares(by: str, options: dict[str, str]) -> None:
    figure = Figure(chain([1.0, 0.7, 0.5]))
    goals = [
        Position(point=figure.point("tip"), target=(0.9, 0.8, 0.0)),
        Position(point=figure.point("rod3"), target=(0.2, 1.1, 0.0), weight=0.3),
    ]
    problem = Problem(figure, goals, evaluate_with=by)  # type: ignore[arg-type]
    q = np.array([0.2, 0.9, -0.4])
    wanted = np.linalg.lstsq(problem.jacobian(q), -problem.residual(q), rcond=None)[0]
    np.testing.assert_allclose(step(problem, q, "pseudoinverse", max_step=None, **options), wanted, atol=1e-11)


def test_singular_values_are_cut_off_at_rcond(by: str) -> None:
    problem = planar((20.0, 3.0), by)
    for bend in (0.0, 1e-9, 1e-5, 1e-3):  # of a straight arm
        q = np.array([0.3, bend, -bend])
        for rcond in (1e-2, 1e-6):
            wanted = -np.linalg.pinv(problem.jacobian(q), rcond=rcond) @ problem.residual(q)
            found = step(problem, q, "pseudoinverse", max_step=None, rcond=rcond)
            np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-9)


def test_elimination_solves_and_leaves_out_what_depends() -> None:
    rng = np.random.default_rng(2)
    for n in (1, 2, 5, 9):
        a, b = rng.normal(size=(n, n)), rng.normal(size=n)
        x, rank = solve_lu(a, b, 1e-14)
        np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=1e-9)
        assert rank == n
    a = rng.normal(size=(6, 4))
    x, rank = solve_lu(a @ a.T, a @ rng.normal(size=4), 1e-12)
    assert rank == 4
    assert (x != 0).sum() == 4
    x, rank = solve_lu(np.zeros((3, 3)), np.ones(3), 1e-14)
    assert rank == 0
    assert (x == 0).all()


def test_rate_and_max_step_shorten_the_step_without_turning_it(by: str) -> None:
    problem, q = limb(by, np.random.default_rng(3))
    whole = step(problem, q, "pseudoinverse", max_step=None)
    np.testing.assert_allclose(step(problem, q, "pseudoinverse", max_step=None, rate=0.25), whole / 4, rtol=1e-10)
    short = step(problem, q, "pseudoinverse", max_step=0.01)
    np.testing.assert_allclose(short, whole * (0.01 / np.abs(whole).max()), rtol=1e-9)


# ---- damping -----------------------------------------------------------------------------------


def test_damped_least_squares_is_its_closed_form(by: str) -> None:
    rng = np.random.default_rng(4)
    for damping in (1e-3, 0.1, 3.0):
        problem, q = limb(by, rng)
        j, r = problem.jacobian(q), problem.residual(q)
        wanted = -j.T @ np.linalg.inv(j @ j.T + damping**2 * np.eye(6)) @ r
        found = step(problem, q, "dls", damping=damping, max_step=None)
        np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-9)


def test_damping_by_the_smallest_singular_value_is_off_far_from_singular_states(by: str) -> None:
    problem = planar((-20.0, 5.0), by)
    q = problem.rest
    sigma = np.linalg.svd(problem.jacobian(q)[:2], compute_uv=False)[1]
    options: dict[str, Any] = {"choose": "singular", "damping": 2.0, "max_step": None}
    undamped = step(problem, q, "pseudoinverse", max_step=None)
    np.testing.assert_allclose(step(problem, q, "dls", region=0.9 * sigma, **options), undamped, rtol=1e-9)
    damping = 2.0 * math.sqrt(1 - 0.5**2)
    damped = step(problem, q, "dls", damping=damping, max_step=None)
    np.testing.assert_allclose(step(problem, q, "dls", region=2 * sigma, **options), damped, rtol=1e-9)
    straight = np.array([0.4, 0.0, 0.0])
    full = step(problem, straight, "dls", damping=2.0, max_step=None)
    np.testing.assert_allclose(step(problem, straight, "dls", region=1.0, **options), full, rtol=1e-9)


def test_selective_damping_leaves_easy_steps_alone_and_bounds_the_others(by: str) -> None:
    arm = bodies.load("planar3")
    near = arm.pose().position("tip") + np.array([0.01, -0.02, 0.0])
    problem = planar((float(near[0]), float(near[1])), by)
    undamped = step(problem, arm.rest, "pseudoinverse", max_step=None)
    np.testing.assert_allclose(step(problem, arm.rest, "sdls"), undamped, rtol=1e-9)
    rng = np.random.default_rng(5)
    for _ in range(20):
        q = rng.uniform(-3, 3, 1) * [1, 0, 0] + rng.normal(0, 1e-4, 3)  # straight, nearly
        problem = planar(tuple(rng.uniform(-20, 20, 2)), by)
        found = step(problem, q, "sdls", max_step=0.3)
        wild = step(problem, q, "pseudoinverse", max_step=None, rcond=1e-12)
        assert np.abs(found).max() <= 0.3 * (1 + 1e-12)
        assert np.abs(wild).max() > 5 * np.abs(found).max()
        assert found @ (problem.jacobian(q).T @ problem.residual(q)) < 0  # downhill


def test_a_clamped_pull_is_that_of_a_nearer_goal(by: str) -> None:
    arm = bodies.load("planar3")
    tip = arm.pose().position("tip")
    far, near = (planar(tuple((tip + d * np.array([0.6, -0.8, 0]))[:2]), by) for d in (20.0, 0.5))
    found = step(far, arm.rest, "sdls", max_pull=0.5)
    np.testing.assert_allclose(found, step(near, arm.rest, "sdls"), rtol=1e-9)


# ---- the alternative Jacobian ------------------------------------------------------------------


def test_the_alternative_column_is_axis_cross_goal_less_joint() -> None:
    goal = np.array([-20.0, 5.0, 0.0])
    problem = planar((-20.0, 5.0))
    arm = problem.figures[0]
    joints = [arm.pose().position(f"rod{i}") for i in (1, 2, 3)]
    wanted = np.array([np.cross([0, 0, 1], goal - joint) for joint in joints]).T
    np.testing.assert_allclose(pulled_jacobian(Search(problem, arm.rest, 1e-6)), wanted, atol=1e-12)
    found = step(problem, arm.rest, "alternative", max_step=None)
    np.testing.assert_allclose(found, -np.linalg.pinv(wanted) @ problem.residual(arm.rest), atol=1e-11)


# ---- the transpose -----------------------------------------------------------------------------


def test_the_transposes_direction_is_down_the_gradient(by: str) -> None:
    rng = np.random.default_rng(9)
    problem, q = limb(by, rng)
    j, r = problem.jacobian(q), problem.residual(q)
    found = step(problem, q, "transpose", scale=0.01, max_step=None)
    np.testing.assert_allclose(found, -0.01 * j.T @ r, rtol=1e-10, atol=1e-14)
    best = step(problem, q, "transpose", max_step=None)
    move = j @ j.T @ r
    np.testing.assert_allclose(best, -(r @ move) / (move @ move) * j.T @ r, rtol=1e-9, atol=1e-13)


def test_gains_by_links_and_responsiveness_weigh_the_joints(by: str) -> None:
    problem, q = limb(by, np.random.default_rng(10))
    plain = step(problem, q, "transpose", scale=0.01, max_step=None)
    lengths = problem.state_vector.link_lengths
    np.testing.assert_allclose(lengths, [0.4] * 4 + [0.2] * 3, rtol=1e-12)
    alpha = (1.0, 2.0, 4.0, 1.0, 0.5, 1.0, 10.0)
    options: dict[str, Any] = {"gains": "links", "responsiveness": alpha, "scale": 0.01, "max_step": None}
    np.testing.assert_allclose(step(problem, q, "transpose", **options), plain / (lengths * alpha), rtol=1e-10)


def test_a_straight_limb_pulled_along_itself_is_stuck(by: str) -> None:
    figure = bodies.load("limb7")  # W fig. 4.2
    goal = Position(point=figure.point("hand tip"), target=(0.6, 0.0, 0.0))
    result = as_solver("transpose").solve(Problem(figure, [goal], evaluate_with=by), np.zeros(7))  # type: ignore[arg-type]
    assert (result.q == 0).all()
    assert result.status is not Status.REACHED
    assert result.iterations <= 1


def test_no_joint_is_faster_than_it_may(by: str) -> None:
    figure = Figure(chain([1.0, 0.8, 0.6], speed=0.5))
    goal = Position(point=figure.point("tip"), target=(-1.5, 1.0, 0.0))
    problem = Problem(figure, [goal], evaluate_with=by)  # type: ignore[arg-type]
    for integrator in ("euler", "rk4", "adaptive"):
        found = step(problem, np.full(3, 0.3), "transpose", scale=50.0, integrator=integrator, time_step=0.1)
        assert np.abs(found).max() <= 0.05 * (1 + 1e-12)
        assert np.abs(found).max() > (0.0 if integrator == "adaptive" else 0.03)


def test_integrators_follow_the_simplified_dynamics(by: str) -> None:
    problem, q = limb(by, np.random.default_rng(11))
    flow = solve_ivp(
        lambda t, x: -problem.jacobian(x).T @ problem.residual(x), (0, 1), q, rtol=1e-11, atol=1e-12, method="DOP853"
    ).y[:, -1]
    free: dict[str, Any] = {"scale": 1.0, "max_step": None, "tolerance": 0.0}

    def error(integrator: str, steps: int) -> float:
        solver = as_solver("transpose", integrator=integrator, time_step=1 / steps, **free)
        return float(np.abs(solver.start(problem, q).advance(steps).q - flow).max())

    assert error("euler", 40) / error("euler", 80) == pytest.approx(2, rel=0.1)
    assert error("rk4", 10) / error("rk4", 20) == pytest.approx(16, rel=0.3)


def test_adaptive_steps_grow_and_arrive(by: str) -> None:
    problem, q = limb(by, np.random.default_rng(12), pose=False)
    solver = as_solver("transpose", integrator="adaptive", time_step=1e-4, tolerance=1e-5)
    result = solver.solve(problem, q, history=True)
    assert result.reached
    assert result.iterations < 200  # steps of the first length would be hundreds of thousands
    assert result.history is not None
    assert (np.diff(result.history) < 1e-12).all()  # it follows the way downhill


@pytest.mark.skipif(library() is None, reason="there are no compiled kernels")
def test_a_first_step_so_long_that_it_overflows_is_shortened_in_the_kernels() -> None:
    bead = simulation_cases.bead()
    goal = Position(point=bead.point("bead"), target=(1.0, 2.0, 3.0))
    solver = as_solver("transpose", integrator="adaptive", time_step=1e200)
    result = solver.solve(Problem(bead, [goal]), bead.rest)
    assert result.status == Status.REACHED
    assert result.q == pytest.approx((1.0, 2.0, 3.0), abs=1e-6)


@pytest.mark.parametrize("solver", ["transpose", "halving"])
def test_central_differences_give_the_same_steps(by: str, solver: str) -> None:
    problem, q = limb(by, np.random.default_rng(13))
    exact, rough = (as_solver(solver, delta=delta).start(problem, q) for delta in (None, 1e-5))
    for _ in range(5):
        np.testing.assert_allclose(rough.advance().q, exact.advance().q, atol=1e-7)


# ---- halving -----------------------------------------------------------------------------------


def test_requests_are_halved_until_what_cannot_be_done_is_small(by: str) -> None:
    problem = planar((12.0, 3.0), by)
    q = np.array([0.3, 0.0, 0.0])  # straight: nothing moves along it
    j, r = problem.jacobian(q), problem.residual(q)
    whole = -np.linalg.pinv(j) @ r
    missing = float(np.linalg.norm(r - j @ np.linalg.pinv(j) @ r))
    for epsilon in (2 * missing, 0.9 * missing, 0.1 * missing, 1e-3):
        halvings = max(0, math.ceil(math.log2(missing / epsilon)))
        found = step(problem, q, "halving", epsilon=epsilon, max_step=None)
        np.testing.assert_allclose(found, whole / 2**halvings, rtol=1e-9, atol=1e-12)
    assert np.abs(step(problem, q, "halving", epsilon=1e-300, max_halvings=3, max_step=None) * 8 - whole).max() < 1e-9


def test_a_session_sleeps_at_its_goal_and_wakes_at_a_new_one(by: str) -> None:
    arm = bodies.load("planar3")
    session = as_solver("halving", tolerance=1e-3).start(planar((12.0, 12.0), "auto"))
    assert session.run().reached
    asleep = session.advance(10)
    assert asleep.iterations == 0
    session.set_targets(np.array([-5.0, 18.0, 0.0]))
    awake = session.run()
    assert awake.reached
    assert awake.iterations > 0
    assert np.linalg.norm(arm.pose(awake.q).position("tip") - [-5.0, 18.0, 0.0]) < 2e-3


# ---- the chapter's figures ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solver", "options", "far"),
    [("pseudoinverse", {}, 0.8), ("dls", {"damping": 3.0}, 1.2), ("alternative", {}, 1.5), ("sdls", {}, 0.8)],
)
def test_the_tip_tracks_its_goal_in_nearly_a_straight_line(solver: str, options: dict[str, Any], far: float) -> None:
    _, tips = follow((-20.0, 5.0), solver, **options)  # P fig. 5.20, 5.23
    way = np.array([-20.0, 5.0]) - tips[0]
    across = (tips - tips[0]) @ np.array([-way[1], way[0]]) / np.linalg.norm(way)
    assert np.abs(across).max() < far
    assert np.linalg.norm(tips[-1] - [-20.0, 5.0]) < far


def test_beyond_its_reach_the_damped_arm_is_calmer() -> None:
    wild, _ = follow((-35.0, 5.0), "pseudoinverse", max_step=None)  # P fig. 5.21
    calm, tips = follow((-35.0, 5.0), "dls", damping=3.0, max_step=None)
    leaps = [np.abs(np.diff(angles, axis=0)).max() for angles in (wild, calm)]
    assert leaps[0] > 1.0
    assert leaps[1] < 0.5
    assert np.linalg.norm(tips[-1]) > 29  # nearly stretched out


# ---- bad options -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solver", "options", "said"),
    [
        ("pseudoinverse", {"form": "both"}, "one of auto, left, right"),
        ("pseudoinverse", {"via": "qr"}, "one of svd, lu"),
        ("pseudoinverse", {"rcond": 0.0}, "above 0"),
        ("dls", {"damping": -1.0}, "above 0"),
        ("dls", {"damping": math.nan}, "finite"),
        ("dls", {"rate": 2.0}, "at most 1"),
        ("sdls", {"max_step": None}, "finite number"),
        ("control", {"criterion": "beauty"}, "angles, range, dexterity, obstacles"),
        ("control", {"criterion": "obstacles"}, "spheres"),
        ("control", {"spheres": ((0, 0, 0, 1),)}, "spheres"),
        ("control", {"criterion": "obstacles", "spheres": ((0, 0, 1),)}, "radius"),
        ("control", {"gains": "much"}, "finite numbers"),
        ("control", {"desired": 3.0}, "finite numbers"),
        ("transpose", {"integrator": "leapfrog"}, "euler, rk4, adaptive"),
        ("transpose", {"responsiveness": (0.0, 1.0)}, "above 0"),
        ("transpose", {"scale": 0.0}, "above 0"),
        ("halving", {"max_halvings": 1.5}, "0 to 1000"),
        ("halving", {"speed": 1.0}, "speed"),
    ],
)
def test_a_bad_option_is_refused_in_plain_words(solver: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        as_solver(solver, **options)


@pytest.mark.parametrize(
    ("solver", "options"),
    [
        ("control", {"gains": (0.1, 0.2)}),
        ("control", {"desired": (0.0,) * 8}),
        ("transpose", {"responsiveness": (1.0,)}),
    ],
)
def test_one_number_for_each_parameter_means_each(solver: str, options: dict[str, Any]) -> None:
    problem, q = limb("auto", np.random.default_rng(14))
    with pytest.raises(InputError, match="each of 7 parameters"):
        as_solver(solver, **options).solve(problem, q)
