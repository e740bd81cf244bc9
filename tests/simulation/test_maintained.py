"""Maintained constraints: what holds while figures are pulled about, and what comes and goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from manikin import (
    AboveGround,
    Align,
    AnyOf,
    ConstantForce,
    Distance,
    Figure,
    Goal,
    HalfSpace,
    Handle,
    InputError,
    MatchValues,
    OrientationGoal,
    Plane,
    PoseGoal,
    Position,
    Problem,
    Simulation,
    Skeleton,
    UnknownName,
    bodies,
    hinge,
    joint,
    lock_from_text,
)
from manikin.goals.goal import goal_kinds
from manikin.handles.handle import handle_kinds
from manikin.kernels import library
from tests.support.simulation_cases import BY, FEET, HEIGHT, HUMAN, INTEGRATORS, REST, arm, bead, worst

# ---- what holds -----------------------------------------------------------------------------


@BY
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_locks_and_limits_hold_under_pulls_of_any_strength_and_steps_of_any_length(integrator: Any, by: Any) -> None:
    rng = np.random.default_rng(7)
    hand = Position(point=HUMAN.point("l_hand"), target=REST.position("l_hand"))
    sim = Simulation(HUMAN, [*FEET, hand], integrator=integrator, evaluate_with=by)
    spots = ["r_hand", "pelvis", "head", "l_forearm", "t5"]
    slow = by == "network" or library() is None
    for _ in range(4 if slow else 40):
        spot = str(rng.choice(spots))
        target = sim.pose.position(spot) + rng.normal(0, 0.5, 3)
        strength, dt = 10 ** rng.uniform(-2, 6), 10 ** rng.uniform(-3, -2 if slow and integrator == "adaptive" else 2)
        name = sim.pull(HUMAN.point(spot), target, strength=strength)
        before = np.linalg.norm(sim.pose.position(spot) - target)
        sim.step(dt)
        assert np.isfinite(sim.q).all()
        assert worst(sim) < 1e-6 * HEIGHT
        assert ((sim.q >= HUMAN.lo) & (sim.q <= HUMAN.hi)).all()
        assert np.linalg.norm(sim.pose.position(spot) - target) <= before * (1 + 1e-9)
        sim.remove(name)


@BY
def test_linear_limits_hold(by: Any) -> None:
    grouped = bodies.load("human")
    problem = Problem(grouped)
    assert len(problem.linear_limits[0]) > 0
    rng = np.random.default_rng(2)
    sim = Simulation(grouped, [lock_from_text("l_foot", grouped.pose())], evaluate_with=by)
    for _ in range(10):
        name = sim.pull(grouped.point("r_hand"), rng.normal((0, 1, 0), 1), strength=1e3)
        sim.step(0.1, 2)
        assert problem.limit_violation(sim.q) <= 1e-9
        assert worst(sim) < 1e-8
        sim.remove(name)


@BY
def test_a_straight_limb_that_is_locked_at_full_reach_stays(by: Any) -> None:
    """Singular: the elbow may move to first order, and must not."""
    figure = arm(2)
    q = figure.rest
    reach = figure.pose(q).position("tip")
    sim = Simulation(figure, [Position(point=figure.point("tip"), target=reach)], start=q, evaluate_with=by)
    middle = figure.skeleton.joints[1].name
    for target in ([1.0, 0, 0], [0, 0, 1.0], [0.3, -2.0, 0.4]):
        name = sim.pull(figure.point(middle), target, strength=1e4)
        sim.step(0.1, 5)
        sim.remove(name)
        assert worst(sim) < 1e-6
        assert np.isfinite(sim.q).all()


@BY
def test_ranges_let_go_and_hold(by: Any) -> None:
    """A bead over a floor on a leash: it falls, lies, slides to the leash's end, and rises again."""
    figure = bead()
    spot = figure.point("bead")
    floor = HalfSpace(point=spot, origin=(0, 0, 0), normal=(0, 1, 0), name="floor")
    leash = Distance(point=spot, target=(0, 0.5, 0), hi=1.0, name="leash")
    sim = Simulation(figure, [floor, leash], start=[0.0, 0.3, 0.0], evaluate_with=by)
    sim.push(spot, (0.0, -1.0, 0.0), name="weight")
    assert sim.multipliers["floor"] == pytest.approx([0.0])
    sim.step(0.1, 5)
    assert sim.q[1] == pytest.approx(0, abs=1e-9)
    assert sim.multipliers["floor"] == pytest.approx([1.0])
    sim.push(spot, (1.0, 0.0, 0.0), name="wind")
    sim.step(0.1, 20)
    assert sim.q == pytest.approx([np.sqrt(0.75), 0.0, 0.0], abs=1e-8)
    assert sim.multipliers["leash"] == pytest.approx([-1 / np.sqrt(0.75)], rel=1e-6)
    sim.replace("weight", ConstantForce(handle=spot, force=(0.0, 4.0, 0.0)))
    sim.step(0.1, 2)
    assert sim.q[1] > 0.1
    assert sim.multipliers["floor"] == pytest.approx([0.0])


@BY
def test_a_bead_slides_down_uneven_ground_and_is_lifted_off_it(by: Any) -> None:
    figure = bead()
    spot = figure.point("bead")
    ground = AboveGround(point=spot, heights=((0.4, 0.4), (0.1, 0.1), (0.3, 0.3)), origin=(-1, -1), spacing=(1, 2))
    sim = Simulation(figure, [ground], start=[-0.8, 0.6, 0.0], evaluate_with=by)
    sim.push(spot, (0.0, -1.0, 0.0), name="weight")
    for _ in range(60):
        q = sim.step(0.1)
        assert q[1] >= ground.ground(q[0], q[2])[0] - 1e-8
    height, *slopes = ground.ground(q[0], q[2])
    assert q[1] == pytest.approx(height, abs=1e-8)
    assert slopes == pytest.approx([0, 0], abs=0.02)  # it lies in the hollow
    assert sim.multipliers["above_ground 1"] == pytest.approx([1.0], rel=1e-2)
    sim.replace("weight", ConstantForce(handle=spot, force=(0.0, 1.0, 0.0)))
    sim.step(0.1)
    assert sim.q[1] > height + 0.05


@BY
def test_outside_a_polyhedron_is_held_as_a_disjunction(by: Any) -> None:
    figure = bead()
    spot = figure.point("bead")
    faces = [HalfSpace(point=spot, origin=np.array(n) * 0.5, normal=n) for n in np.vstack([np.eye(3), -np.eye(3)])]
    sim = Simulation(figure, [AnyOf(goals=tuple(faces))], start=[1.0, 0.1, 0.05], max_step=0.05, evaluate_with=by)
    sim.pull(spot, (0, 0.1, 0.05), strength=10)
    sim.step(0.05, 40)
    assert worst(sim) < 1e-8
    assert sim.q[0] == pytest.approx(0.5, abs=1e-3)


@BY
def test_two_figures_clasp_hands(by: Any) -> None:
    one, two = HUMAN.renamed("one"), HUMAN.renamed("two")
    state = np.concatenate([one.rest, two.rest])
    state[one.size + two.index(two.parameter_names[2])] += 0.5
    clasp = Position(point=one.point("r_hand"), target=two.point("l_hand"), name="clasp")
    sim = Simulation([one, two], [clasp], start=state, evaluate_with=by)
    sim.step(0.01, 4)
    assert sim.held
    sim.pull(one.point("pelvis"), (0.3, 1.2, -0.8), strength=200)
    sim.step(0.05, 4)
    assert worst(sim) < 1e-8
    hands = [pose.position(part) for pose, part in zip(sim.poses, ("r_hand", "l_hand"), strict=True)]
    assert hands[0] == pytest.approx(hands[1], abs=1e-8)


# ---- coming and going -----------------------------------------------------------------------


@BY
def test_wires_and_chains_follow_what_comes_and_goes(by: Any) -> None:
    sim = Simulation(HUMAN, FEET, evaluate_with=by)
    left = Position(
        point=HUMAN.point("l_hand"), target=(0.5, 1.2, 0.3), chain=("l_upper_arm", "l_forearm"), name="left"
    )
    right = Position(point=HUMAN.point("r_hand"), target=(-0.5, 1.2, 0.3), chain=("r_forearm", "t5"), name="right")
    all_goals = sim.mobility > 0
    handles = [block for block in sim.network.blocks if block.label == "frame"]
    sim.add(left)
    sim.add(right)
    for hard in ([*FEET, left, right], [*FEET, right], FEET):
        wanted = Problem(HUMAN, hard=hard).gain > 0
        assert ((sim.mobility > 0) == wanted).all()
        assert [b for b in sim.network.blocks if b.label == "frame"] == handles  # the same blocks throughout
        gone = next((name for name in ("left", "right") if name in sim.constraints), None)
        if gone:
            sim.remove(gone)
    assert ((sim.mobility > 0) == all_goals).all()
    assert len(sim.network.goals) == 2


@BY
def test_a_chain_confines_the_motion(by: Any) -> None:
    sim = Simulation(HUMAN, evaluate_with=by)
    sim.pull(HUMAN.point("r_hand"), (0.3, 1.4, 0.5), chain=("r_upper_arm", "r_forearm"))
    sim.step(0.1, 5)
    problem = Problem(HUMAN)
    moved = set(np.flatnonzero(sim.q != HUMAN.rest).tolist())
    assert moved
    assert moved <= {*problem.columns("r_upper_arm"), *problem.columns("r_forearm")}


@BY
def test_replacing_a_target_is_like_starting_with_it(by: Any) -> None:
    goals = [OrientationGoal(orientation=HUMAN.orientation("pelvis"), target=np.eye(3), name="tilt"), *FEET]
    sim, other = Simulation(HUMAN, goals, evaluate_with=by), Simulation(HUMAN, goals[1:], evaluate_with=by)
    sim.step(0.1)
    sim.q = HUMAN.rest
    turn = np.array([[np.cos(0.2), -np.sin(0.2), 0], [np.sin(0.2), np.cos(0.2), 0], [0, 0, 1]])
    sim.move("tilt", turn)
    other.add(OrientationGoal(orientation=HUMAN.orientation("pelvis"), target=turn))
    for one in (sim, other):
        one.step(0.1, 3)
        assert one.held
    assert sim.q == pytest.approx(other.q, abs=1e-7)
    sim.replace("tilt", Plane(point=HUMAN.point("head"), origin=sim.pose.position("head"), normal=(0, 1, 0)))
    sim.step(0.1)
    assert list(sim.constraints) == ["tilt", "lock l_foot", "lock r_foot"]
    assert sim.held


def test_limbs_that_share_nothing_are_solved_apart() -> None:
    """What is done to one limb leaves the others' bits alone."""
    joints = [joint("root")]
    for k in range(3):
        joints += [joint(f"a{k}", "root", offset=(k, 0, 0), dofs=[hinge("x"), hinge("z")])]
        joints += [
            joint(f"b{k}", f"a{k}", offset=(0, 0.4, 0), dofs=[hinge("x")]),
            joint(f"c{k}", f"b{k}", offset=(0, 0.4, 0)),
        ]
    star = Figure(Skeleton(name="star", joints=tuple(joints)))
    state = np.full(star.size, 0.3)
    states = []
    for limbs in ((0,), (0, 1, 2)):
        sim = Simulation(star, start=state)
        for k in limbs:
            sim.add(Plane(point=star.point(f"c{k}"), origin=sim.pose.position(f"c{k}"), normal=(0, 1, 0)))
            sim.pull(star.point(f"c{k}"), (k + 0.3, 0.2 * k, 0.4), strength=10.0 + k)
        sim.step(0.1, 10)
        states.append(sim.q)
    assert (states[0][:3] == states[1][:3]).all()
    assert (states[0][3:] == state[3:]).all()


# ---- a user's own, and bad input --------------------------------------------------------------


with handle_kinds.temporarily(), goal_kinds.temporarily():  # other tests run over the registries

    @dataclass(frozen=True, kw_only=True)
    class _Height(Handle, kind="height in a simulation"):
        value_type: ClassVar = "vector"
        size: ClassVar = 1
        tangent: ClassVar = 1
        part: str

        def parts(self) -> Any:
            return (self.part,)

        def value(self, pose: Any) -> Any:
            return pose.position(self.part)[1:2]

        def sparse_jacobian(self, pose: Any) -> Any:
            return np.array([[0.0, 1.0, 0.0]]) @ pose.derivatives.of_point(self.part, pose.position(self.part))

    @dataclass(frozen=True, kw_only=True)
    class _AtLeast(Goal, kind="at least in a simulation"):
        takes: ClassVar = {"values": "vector"}
        row_units: ClassVar = ("m",)
        inequality: ClassVar = True
        values: Handle
        least: float

        def residual(self, *values: Any) -> Any:
            return np.minimum(values[0] - self.least, 0.0)

        def jacobians(self, *values: Any) -> Any:
            return (np.array([[float(values[0][0] < self.least)]]),)


def test_handles_and_goals_of_ones_own_are_held_too() -> None:
    height = REST.position("pelvis")[1]
    sim = Simulation(HUMAN, [*FEET, _AtLeast(values=_Height(part="pelvis"), least=height - 0.1, name="up")])
    sim.push(_Height(part="pelvis"), [-500.0])
    sim.step(0.05, 8)
    assert worst(sim) < 1e-8
    assert sim.pose.position("pelvis")[1] == pytest.approx(height - 0.1, abs=0.02)


@BY
def test_contradicting_locks_end_in_the_compromise_of_their_weights(by: Any) -> None:
    spot = HUMAN.point("r_hand")
    here, there = np.array([-0.3, 1.2, 0.3]), np.array([-0.2, 1.2, 0.3])
    locks = [Position(point=spot, target=here, weight=3.0), Position(point=spot, target=there, weight=1.0)]
    sim = Simulation(HUMAN, [*FEET, *locks], evaluate_with=by)
    sim.step(0.1, 10)
    assert sim.pose.position("r_hand") == pytest.approx((3 * here + there) / 4, abs=1e-4)
    assert not sim.held
    assert np.isfinite(sim.q).all()


@BY
def test_a_constraint_of_weight_zero_is_switched_off(by: Any) -> None:
    sim = Simulation(
        HUMAN, [Position(point=HUMAN.point("head"), target=(0, 0, 0), weight=0.0, name="off")], evaluate_with=by
    )
    q = sim.q
    sim.step(0.1)
    assert (sim.q == q).all()
    assert sim.held
    assert sim.violations["off"]["m"] > 1


@BY
def test_what_nothing_can_move_is_told_and_hurts_nothing(by: Any) -> None:
    root = HUMAN.skeleton.joints[0].name
    frozen = [name.name for name in HUMAN.skeleton.joints if name.dofs]
    sim = Simulation(
        HUMAN, [Position(point=HUMAN.point(root), target=(1, 1, 1), name="far")], frozen=frozen, evaluate_with=by
    )
    sim.step(0.1, 2)
    assert (sim.q == HUMAN.rest).all()
    assert sim.violations["far"]["m"] > 0.5
    assert sim.multipliers["far"] == pytest.approx(np.zeros(3))


@BY
def test_an_unreachable_lock_does_not_stop_the_rest(by: Any) -> None:
    sim = Simulation(
        HUMAN, [Position(point=HUMAN.point("head"), target=(0, 9, 0), name="sky")], frozen=["pelvis"], evaluate_with=by
    )
    sim.pull(HUMAN.point("r_hand"), (0, 1, 1), strength=10)
    sim.step(0.1, 20)
    assert np.isfinite(sim.q).all()
    assert ((sim.q >= HUMAN.lo) & (sim.q <= HUMAN.hi)).all()
    assert not sim.held


def test_bad_input_is_refused_with_a_reason() -> None:
    sim = Simulation(HUMAN, FEET)
    with pytest.raises(UnknownName, match="l_hnd"):
        sim.add(Position(point=HUMAN.renamed("human").point("l_hand").__class__(part="l_hnd"), target=(0, 0, 0)))
    with pytest.raises(InputError, match="none of the joints of its chain"):
        sim.add(Position(point=HUMAN.point("l_hand"), target=(0, 0, 0), chain=("r_forearm",)))
    with pytest.raises(UnknownName, match="elbow"):
        sim.pull(HUMAN.point("l_hand"), (0, 0, 0), chain=("elbow",))
    with pytest.raises(InputError, match="already"):
        sim.add(FEET[0])
    with pytest.raises(UnknownName, match="constraint or force"):
        sim.remove("nothing")
    with pytest.raises(InputError, match="constraint is a goal"):
        sim.add(ConstantForce(handle=HUMAN.point("l_hand"), force=(0, 0, 0)))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="force must be 3 numbers"):
        sim.push(HUMAN.point("l_hand"), (1, 2))
    with pytest.raises(InputError, match="handle"):
        sim.pull("l_hand", (0, 0, 0))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no target"):
        sim.move(sim.push(HUMAN.point("l_hand"), (1, 2, 3)), (0, 0, 0))
    with pytest.raises(InputError):
        Plane(point=HUMAN.point("l_hand"), origin=(0, 0, 0), normal=(0, 0, 0))
    for dt in (0, -1, np.nan, np.inf, "long"):
        with pytest.raises(InputError, match="time"):
            sim.step(dt)  # type: ignore[arg-type]
    for options in (
        {"integrator": "leapfrog"},
        {"gains": "best"},
        {"feedback": -1},
        {"tolerance": np.nan},
        {"corrections": -1},
        {"max_step": 0},
        {"responsiveness": [1.0]},
        {"responsiveness": np.zeros(HUMAN.size)},
        {"stiffness": {"head": 2}},
        {"start": [1, 2]},
    ):
        with pytest.raises(InputError):
            Simulation(HUMAN, **options)  # type: ignore[arg-type]
    assert list(sim.constraints) == ["lock l_foot", "lock r_foot"]
    assert len(sim.network.goals) == 2


def test_springs_pull_every_type_of_handle() -> None:
    sim = Simulation(HUMAN, FEET)
    sim.pull(HUMAN.frame("r_hand"), REST.transform("r_hand") + np.c_[np.zeros((3, 3)), [0, 0.2, 0.1]], name="frame")
    sim.pull(HUMAN.orientation("head"), np.eye(3), name="turn")
    sim.pull(HUMAN.direction("l_hand", (0, 1, 0)), (0, 1, 0), name="point")
    sim.pull(HUMAN.parameter_values(HUMAN.parameter_names[8]), [0.1], name="value")
    assert [type(goal) for goal in sim.forces.values()] == [PoseGoal, OrientationGoal, Align, MatchValues]
    before = sim.rates()
    sim.step(0.02, 3)
    assert np.abs(before).max() > 0
    assert worst(sim) < 1e-8
