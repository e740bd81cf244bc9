"""Cyclic coordinate descent: every change is the best that one joint can do."""

from __future__ import annotations

import math

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError, Unsupported
from manikin.figure.figure import Figure
from manikin.goals import (
    Aim,
    Align,
    HalfSpace,
    Line,
    MatchValues,
    OrientationAxes,
    OrientationGoal,
    Plane,
    PoseAxes,
    PoseGoal,
    Position,
)
from manikin.goals.goal import Goal
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain, hinge, joint, slide
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers import CyclicCoordinateDescent
from manikin.solvers.ccd.hinge_objective import HingeObjective
from manikin.solvers.result import Status

ORDERS = ("tip_to_base", "base_to_tip", "rank")


def values(swing: HingeObjective, phi: Array) -> Array:
    first = swing.cosine * np.cos(phi) + swing.sine * np.sin(phi)
    return np.asarray(first + swing.cosine2 * np.cos(2 * phi) + swing.sine2 * np.sin(2 * phi))


def test_a_swing_is_least_where_a_dense_scan_says() -> None:
    rng = np.random.default_rng(0)
    for k in range(600):
        c = rng.normal(size=4) * 10 ** rng.uniform(-3, 3, 4)
        c[2:] *= k % 5 != 0  # W's own form
        c[[1, 3]] *= k % 7 != 0  # even: two minima of one height
        c[[0, 3]] *= k % 11 != 0
        c[:2] *= k % 13 != 0
        swing = HingeObjective(*c, size=np.abs(c).sum())
        lo, hi = (-math.inf, math.inf) if k % 3 == 0 else (-rng.uniform(0, 4), rng.uniform(0, 4))
        best = swing.best(lo, hi)
        assert lo <= best <= hi
        scan = np.linspace(max(lo, -math.pi), min(hi, math.pi), 5001)
        size = np.abs(c).sum()
        assert values(swing, np.array(best)) <= values(swing, scan).min() + 1e-13 * size
        gain = values(swing, np.array(0.0)) - values(swing, np.array(best))
        assert abs(swing.gain(best) - gain) <= 1e-13 * size


def test_a_swing_of_rounding_alone_turns_nothing() -> None:
    assert HingeObjective(1e-17, -2e-17, size=1.0).best(-1, 1) == 0.0
    assert HingeObjective().best(-math.inf, math.inf) == 0.0


def bent_tree() -> Figure:
    """A trunk with two arms, hinges about all kinds of axes, and a slide."""
    s, turned = math.sqrt(0.5), np.radians((10, 20, 30))
    joints = [
        joint("base", dofs=[hinge("y", -2, 2), hinge("x", -1, 1.5)]),
        joint(
            "trunk",
            "base",
            offset=(0, 0.5, 0.1),
            orientation=turned,
            dofs=[hinge((s, 0, s), -1.5, 1)],
        ),
        joint("lift", "trunk", offset=(0, 0.3, 0), dofs=[slide("y", -0.2, 0.3)]),
        joint("l_arm", "lift", offset=(0.2, 0.2, 0), dofs=[hinge("z", -2, 2), hinge("x", -1.2, 2)]),
        joint("l_hand", "l_arm", offset=(0.5, 0, 0.05), dofs=[hinge("y", -2, 2)]),
        joint("r_arm", "lift", offset=(-0.2, 0.2, 0), dofs=[hinge("z", -2, 2)]),
        joint("r_hand", "r_arm", offset=(-0.5, 0, 0), dofs=[hinge("y", -2, 1), hinge("z", -0.5, 1.5)]),
    ]
    return Figure(Skeleton(name="tree", joints=tuple(joints)))


def goals_of(figure: Figure, rng: np.random.Generator) -> list[list[Goal]]:
    """Goals whose objective is that of the method, on one arm, on both, between them."""
    pose = figure.pose(figure.random_state(rng))
    point, other = figure.point("l_hand", (0.3, 0.1, 0)), figure.point("r_hand", (-0.2, 0, 0.1))
    frame, turn = figure.frame("r_hand", (0, 0.1, 0)), figure.orientation("l_hand")
    place = tuple(pose.position("r_hand"))
    position = Position(point=point, target=(0.4, 0.9, 0.3))
    plane = Plane(point=other, origin=(0.1, 0.8, 0.2), normal=(1, 2, 3), weight=2.0)
    return [
        [position],
        [Position(point=point, target=place, axes=(1.0, 0.3, 2.0))],
        [plane],
        [Line(point=other, origin=place, along=(1, 0, 1))],
        [OrientationGoal(orientation=turn, target=pose.orientation("r_hand").reshape(9))],
        [OrientationAxes(orientation=turn, target=np.eye(3).reshape(9), degrees_per_metre=(None, 40.0, None))],
        [PoseAxes(frame=frame, target=pose.transform("l_hand"), position_weight=0.3)],
        [Align(direction=figure.direction("l_hand", (1, 1, 0)), target=(0, 1, 1))],
        [Position(point=point, target=other)],
        [Plane(point=point, origin=other, normal=figure.direction("r_arm", (0, 1, 1)))],
        [Line(point=point, origin=other, along=figure.direction("l_arm", (0, 1, 1)))],
        [position, plane, PoseAxes(frame=frame, target=pose.transform("l_hand"), weight=0.2)],
    ]


@pytest.mark.parametrize("case", range(12))
@pytest.mark.parametrize("limits", [True, False])
def test_the_change_of_one_joint_is_the_best_of_a_dense_scan(case: int, limits: bool) -> None:
    rng = np.random.default_rng(case)
    figure = bent_tree()
    for column, name in enumerate(figure.parameter_names):
        start = figure.random_state(rng)
        frozen = [other for other in figure.parameter_names if other != name]
        problem = Problem(figure, goals_of(figure, rng)[case], frozen=frozen, limits=limits)
        lo = max(problem.lo[column], start[column] - math.pi)
        hi = min(problem.hi[column], start[column] + math.pi)
        states = np.tile(start, (2001, 1))
        states[:, column] = np.linspace(lo, hi, 2001)
        best = (problem.residual_batch(states) ** 2).sum(axis=1).min()
        result = CyclicCoordinateDescent(tolerance=0.0, calm=0.0).start(problem, start).advance()
        assert result.cost <= best + 1e-12
        assert problem.limit_violation(result.q) == 0


def test_the_documents_weights_give_the_documents_maximum() -> None:
    """W eq. 4.16 - 4.18 with w_o = 1, w_p = α(1 + ρ), by brute force over the angle."""
    rng = np.random.default_rng(5)
    figure = bodies.load("limb7")
    size = 1.0  # upper arm 0.4, forearm 0.4, hand 0.2
    for k in (0.5, 3.0):
        for column, name in enumerate(figure.parameter_names):
            start, pose = figure.random_state(rng), figure.pose(figure.random_state(rng))
            wanted = pose.transform("hand tip")
            goal = PoseGoal(frame=figure.frame("hand tip"), target=wanted)
            problem = Problem(figure, [goal], frozen=[n for n in figure.parameter_names if n != name])
            solver = CyclicCoordinateDescent(balance="document", k=k, tolerance=0.0, calm=0.0)
            result = solver.start(problem, start).advance()
            here = figure.pose(start)
            owner = next(j.name for j in figure.skeleton if any(d.name == name for d in j.dofs))
            centre = here.position(owner)
            far, near = (np.linalg.norm(p - centre) for p in (wanted[:, 3], here.position("hand tip")))
            weight = k / size * (1 + min(far, near) / max(far, near))

            def g(q: Array, wanted: Array = wanted, centre: Array = centre, weight: float = weight) -> float:
                frame = figure.pose(q).transform("hand tip")
                places = (wanted[:, 3] - centre) @ (frame[:, 3] - centre)
                return float(weight * places + (wanted[:, :3] * frame[:, :3]).sum())

            scan = np.tile(start, (721, 1))
            scan[:, column] += np.linspace(-math.pi, math.pi, 721)
            assert g(result.q) >= max(map(g, scan)) - 1e-12


@pytest.mark.parametrize("order", ORDERS)
def test_no_sweep_makes_the_objective_larger(order: str) -> None:
    rng = np.random.default_rng(7)
    for figure in (bent_tree(), bodies.load("human")):
        hands = [name for name in ("l_hand", "r_hand", "l_foot") if name in figure.skeleton]
        for _ in range(4):
            aim = figure.pose(np.clip(figure.rest + rng.normal(0, 0.5, figure.size), figure.lo, figure.hi))
            goals: list[Goal] = [PoseAxes(frame=figure.frame(n), target=aim.transform(n)) for n in hands]
            goals.append(Plane(point=figure.point(hands[0]), origin=(0, 1, 0), normal=(0, 1, 0), weight=0.5))
            problem = Problem(figure, goals)
            solver = CyclicCoordinateDescent(order=order, max_iterations=25, tolerance=0.0)  # type: ignore[arg-type]
            result = solver.solve(problem, history=True)
            assert result.history is not None
            whole = np.array([problem.cost(figure.rest), *result.history])
            assert (np.diff(whole) <= 1e-14).all()
            assert whole[-1] < 0.5 * whole[0]
            assert result.violation <= 1e-15


def test_a_minimum_is_one() -> None:
    figure = bent_tree()
    problem = Problem(figure, goals_of(figure, np.random.default_rng(3))[11])
    result = CyclicCoordinateDescent(max_iterations=20_000, tolerance=0.0).solve(problem)
    assert result.status is Status.MINIMUM
    _, gradient = problem.cost_and_gradient(result.q)
    slope = np.where(result.q == problem.lo, np.minimum(gradient, 0), gradient)
    slope = np.where(result.q == problem.hi, np.maximum(slope, 0), slope)
    assert np.abs(slope).max() < 1e-7
    assert result.cost > 1e-3


def test_a_straight_limb_pulled_along_itself_folds() -> None:
    """W fig. 4.2: no gradient points anywhere, yet the tip comes in."""
    figure = Figure(chain([0.4, 0.4, 0.2]))
    problem = Problem(figure, [Position(point=figure.point("tip"), target=(0.6, 0.0, 0.0))])
    assert np.abs(problem.cost_and_gradient(figure.rest)[1]).max() == 0
    result = CyclicCoordinateDescent().solve(problem)
    assert result.status is Status.REACHED
    assert np.abs(result.q).max() > 0.5


def test_distal_links_move_first() -> None:
    """W 4.2.2: if the last link alone can reach the goal, only that link moves."""
    figure = Figure(chain([1.0, 0.8, 0.6]))
    start = np.array([0.3, -0.5, 0.2])
    target = figure.pose([0.3, -0.5, 1.4]).position("tip")
    problem = Problem(figure, [Position(point=figure.point("tip"), target=tuple(target))])
    result = CyclicCoordinateDescent(tolerance=1e-9, calm=0.0).solve(problem, start)
    assert result.reached
    assert result.iterations == 1
    np.testing.assert_allclose(result.q, [0.3, -0.5, 1.4], atol=1e-9)


@pytest.mark.parametrize("order", ORDERS)
def test_a_tree_brings_both_hands_to_their_goals(order: str) -> None:
    figure, rng = bent_tree(), np.random.default_rng(11)
    ends = {"l_hand": (0.3, 0, 0), "r_hand": (-0.3, 0, 0)}
    for _ in range(8):
        aim = figure.pose(0.5 * figure.random_state(rng))
        places = {name: aim.convert_point(at, name) for name, at in ends.items()}
        goals = [Position(point=figure.point(name, at), target=tuple(places[name])) for name, at in ends.items()]
        solver = CyclicCoordinateDescent(order=order, max_iterations=1000, tolerance=1e-4)  # type: ignore[arg-type]
        result = solver.solve(Problem(figure, goals))
        assert result.reached
        for name, at in ends.items():
            assert np.linalg.norm(result.pose.convert_point(at, name) - places[name]) < 2e-4


def test_clashing_goals_end_in_a_weighted_compromise() -> None:
    figure = Figure(chain([1.0, 1.0, 1.0]))
    ends = [Position(point=figure.point("tip"), target=(1.0, y, 0.0), weight=w) for y, w in ((1.0, 1.0), (2.0, 3.0))]
    result = CyclicCoordinateDescent(max_iterations=2000).solve(Problem(figure, ends), [0.4, 0.5, 0.3])
    assert result.status is Status.MINIMUM
    np.testing.assert_allclose(result.pose.position("tip"), [1.0, 1.75, 0.0], atol=1e-7)


def test_rank_changes_the_joint_that_gains_most() -> None:
    figure = Figure(chain([1.0] * 8))
    start = np.linspace(0.1, 0.5, 8)
    goal = Position(point=figure.point("tip"), target=(3.0, -2.0, 0.0))
    costs = []
    for name in figure.parameter_names:
        alone = Problem(figure, [goal], frozen=[n for n in figure.parameter_names if n != name])
        costs.append(CyclicCoordinateDescent().start(alone, start).advance().cost)
    for order in ("rank", "tip_to_base"):
        solver = CyclicCoordinateDescent(order=order, tolerance=0.0)  # type: ignore[arg-type]
        moved = solver.start(Problem(figure, [goal]), start).advance()
        count = np.count_nonzero(moved.q != start)
        assert count == (4 if order == "rank" else 8)
        if order == "rank":
            assert moved.q[int(np.argmin(costs))] != start[int(np.argmin(costs))]
            assert moved.cost <= min(costs)


def test_stiffness_shortens_the_change() -> None:
    figure = Figure(chain([1.0, 1.0]))
    goal = Position(point=figure.point("tip"), target=(0.5, 1.0, 0.0))
    changes = []
    for stiffness in (0.0, 0.25, 1.0):
        problem = Problem(figure, [goal], frozen=["rod1"], stiffness={"rod2": stiffness})
        changes.append(CyclicCoordinateDescent().start(problem, [0.2, 0.3]).advance().q[1] - 0.3)
    assert changes[1] == pytest.approx(0.75 * changes[0], abs=1e-12)
    assert changes[2] == 0


def test_a_slide_takes_the_foot_of_the_perpendicular() -> None:
    """W eq. 4.24."""
    skeleton = Skeleton(name="rail", joints=(joint("cart", dofs=[slide((0.6, 0.8, 0), -1, 1)]), joint("tip", "cart")))
    figure = Figure(skeleton)
    for target, wanted in (((0.5, 0.2, 3.0), 0.46), ((3.0, 4.0, 0.0), 1.0)):
        problem = Problem(figure, [Position(point=figure.point("tip"), target=target)])
        result = CyclicCoordinateDescent().solve(problem)
        assert result.status is Status.MINIMUM
        assert result.q[0] == pytest.approx(wanted, abs=1e-12)


def test_a_joint_that_cannot_move_its_point_stays() -> None:
    figure = Figure(chain([1.0, 1.0], joints="ball"))
    problem = Problem(figure, [Position(point=figure.point("tip"), target=(0.3, 1.2, 0.4))])
    result = CyclicCoordinateDescent().solve(problem)
    assert result.reached
    assert result.q[figure.index("rod2.x")] == 0  # the last rod spins about itself


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("balance", ["problem", "document"])
def test_compiled_and_python_agree_on_a_human_with_groups(order: str, balance: str) -> None:
    if library() is None:
        pytest.skip("no compiled kernels here")
    figure = bodies.load("human")
    rng = np.random.default_rng(1)
    aim = figure.pose(figure.random_state(rng, reach=0.3))
    side = figure.direction("l_shin", (1, 0, 0))
    goals = [
        PoseGoal(frame=figure.frame("r_hand"), target=aim.transform("r_hand")),
        PoseAxes(frame=figure.frame("l_hand"), target=aim.transform("l_hand")),
        Position(point=figure.point("r_foot"), target=tuple(aim.position("r_foot")), axes=(1.0, 0.5, 2.0)),
        Line(point=figure.point("head"), origin=tuple(aim.position("head")), along=(0, 1, 1)),
        Align(direction=figure.direction("head", (0, 0, 1)), target=(0, 1, 5), either_way=True),
        Plane(point=figure.point("r_shin"), origin=figure.point("l_shin"), normal=side),
    ]
    solver = CyclicCoordinateDescent(order=order, balance=balance)  # type: ignore[arg-type]
    start = np.clip(figure.rest + rng.normal(0, 0.2, figure.size), figure.lo, figure.hi)
    stiff = {"spine_bend": 0.5, "neck_bend": 0.3}
    fast = solver.start(Problem(figure, goals, stiffness=stiff), start)
    slow = solver.start(Problem(figure, goals, stiffness=stiff, evaluate_with="network"), start)
    assert fast.compiled is not None
    assert slow.compiled is None
    for _ in range(3):
        np.testing.assert_allclose(fast.advance().q, slow.advance().q, atol=1e-10)
        assert fast.problem.limit_violation(fast.q) <= 1e-15


@pytest.mark.parametrize("order", ORDERS)
def test_the_planar_arm_follows_its_goal_over_the_frames(order: str) -> None:
    """P fig. 5.25: lengths 15, 10, 5 from (π/8, π/4, π/4) to (−20, 5) in 21 frames."""
    figure = Figure(chain([15.0, 10.0, 5.0]))
    q = np.array([math.pi / 8, math.pi / 4, math.pi / 4])
    begin, end = figure.pose(q).position("tip"), np.array([-20.0, 5.0, 0.0])
    for frame in range(1, 21):
        target = begin + (end - begin) * frame / 20
        problem = Problem(figure, [Position(point=figure.point("tip"), target=tuple(target))])
        solver = CyclicCoordinateDescent(order=order, max_iterations=400, tolerance=1e-4)  # type: ignore[arg-type]
        result = solver.solve(problem, q)
        assert result.reached
        q = result.q
    assert np.linalg.norm(figure.pose(q).position("tip") - end) < 2e-4


def test_kinds_without_a_closed_form_are_refused_by_name() -> None:
    figure = bodies.load("human")
    point = figure.point("r_hand")
    for goal, words in (
        (HalfSpace(point=point, origin=(0, 0, 0), normal=(0, 1, 0)), "half_space"),
        (Aim(point=point, direction=figure.direction("r_hand", (0, 1, 0)), target=(0, 0, 0)), "aim"),
        (MatchValues(values=figure.parameter_values(), target=tuple(figure.rest)), "match"),
        (Position(point=figure.centre_of_mass(), target=(0, 1, 0)), "centre_of_mass"),
    ):
        with pytest.raises(Unsupported, match=words):
            CyclicCoordinateDescent().solve(Problem(figure, [goal]))
    goal = Position(point=point, target=(0, 1, 0))
    with pytest.raises(Unsupported, match="goals that must hold"):
        CyclicCoordinateDescent().solve(Problem(figure, hard=[goal]))
    scaled = Figure(Skeleton(name="s", joints=(joint("a", dofs="hinge", scale=(1, 2, 1)), joint("b", "a"))))
    with pytest.raises(Unsupported, match="scales"):
        CyclicCoordinateDescent().solve(Problem(scaled, [Position(point=scaled.point("b"), target=(1, 0, 0))]))


@pytest.mark.parametrize("bad", [{"order": "sideways"}, {"balance": "none"}, {"k": 0.0}, {"k": math.nan}])
def test_wrong_options_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(InputError, match="ccd"):
        CyclicCoordinateDescent(**bad)  # type: ignore[arg-type]


def test_goals_far_away_and_weights_of_every_size_stay_finite() -> None:
    figure = bent_tree()
    for far, weight in ((1e12, 1.0), (1.0, 1e12), (1.0, 0.0), (0.0, 1e-12)):
        goal = Position(point=figure.point("l_hand"), target=(far, far, 0.0), weight=weight)
        for order in ORDERS:
            result = CyclicCoordinateDescent(order=order, max_iterations=20).solve(Problem(figure, [goal]))  # type: ignore[arg-type]
            assert np.isfinite(result.q).all()
            assert problem_inside(result.q, figure)


def problem_inside(q: Array, figure: Figure) -> bool:
    return bool((q >= figure.lo).all() and (q <= figure.hi).all())


def test_calm_turns_less_and_ends_at_the_same_place() -> None:
    """A limb that is nearly straight, its target out of reach: without calm its twists turn far for next to nothing."""
    figure = bodies.load("limb7")
    rng = np.random.default_rng(13)
    largest = {}
    for calm in (0.0, 0.05):
        q, steps = figure.state([0.2, 0.5, -0.3, 0.4, 0.2, 0.1, 0.0]), []
        for _ in range(30):
            target = np.array([0.7, 0.9, 0.6]) + rng.normal(0, 1e-6, 3)
            problem = Problem(figure, [Position(point=figure.point("hand tip"), target=target)])
            result = CyclicCoordinateDescent(calm=calm, tolerance=1e-9).solve(problem, q)
            steps.append(float(np.abs(result.q - q).max()))
            q = result.q
            assert np.linalg.norm(result.pose.position("hand tip")) == pytest.approx(1.0, abs=1e-6)
        largest[calm] = max(steps[5:])
    assert largest[0.05] < 1e-4
    assert largest[0.0] > 0.01
