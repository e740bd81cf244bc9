"""Velocities in, rates out: the least there is within all bounds, by SciPy's judgement; limits that always hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from manikin import Figure, InputError, ManikinError, Skeleton, VelocityControl, bodies, hinge, joint
from manikin.handles.handle import Handle
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.simulation.box_programme import PureBoxProgramme, make_box_programme
from manikin.simulation.velocity_bounds import PureVelocityBounds
from tests.support import figures_and_goals as scenes
from tests.support.arms import arm

LIMB = Figure(arm("lm", lo=-1.6, hi=1.4))
HUMAN = bodies.load("human")
TIP = LIMB.skeleton.joints[-1].name
DT = 0.01
needs_kernels = pytest.mark.skipif(library() is None, reason="there are no compiled kernels")


def judged(figure: Figure, handles: list[Handle], q: Array, v: Array, damping: float, lo: Array, hi: Array) -> float:
    """The least of the objective that SciPy finds within bounds."""
    jacobian = np.vstack([handle.jacobian(figure.pose(q)) for handle in handles])
    a = np.vstack([jacobian / damping, np.eye(figure.size)])
    b = np.concatenate([v / damping, np.zeros(figure.size)])
    free = hi - lo > 1e-12
    x = lo.copy()
    inside = lsq_linear(a[:, free], b - a[:, ~free] @ lo[~free], (lo[free], hi[free]), method="bvls", max_iter=1000)
    x[free] = inside.x
    return float(((a @ x - b) ** 2).sum())


def objective(figure: Figure, handles: list[Handle], q: Array, v: Array, damping: float, rates: Array) -> float:
    jacobian = np.vstack([handle.jacobian(figure.pose(q)) for handle in handles])
    return float((((jacobian @ rates - v) / damping) ** 2).sum() + (rates**2).sum())


@pytest.mark.slow
@pytest.mark.parametrize("figure", [LIMB, HUMAN.ungrouped()], ids=lambda figure: figure.name)
def test_rates_are_the_least_that_scipy_finds_within_the_bounds(figure: Figure) -> None:
    rng = np.random.default_rng(1)
    parts = [one.name for one in figure.skeleton][1:]
    for _ in range(25):
        handles: list[Handle] = [figure.frame(str(p)) for p in rng.choice(parts, rng.integers(1, 4), replace=False)]
        damping, speed = 10 ** rng.uniform(-3, -1), float(rng.uniform(0.2, 2))
        control = VelocityControl(figure, handles, dt=DT, speed=speed, damping=damping)
        q = figure.random_state(rng)
        for _ in range(3):
            v = rng.normal(size=6 * len(handles)) * 10 ** rng.uniform(-1.5, 1)
            rates = control.rates(q, v)
            assert control.converged
            lo = np.maximum((figure.lo - q) / DT, -np.minimum(speed, figure.speed))
            hi = np.minimum((figure.hi - q) / DT, np.minimum(speed, figure.speed))
            assert (rates >= lo - 1e-9).all()
            assert (rates <= hi + 1e-9).all()
            least = judged(figure, handles, q, v, damping, lo, hi)
            assert objective(figure, handles, q, v, damping, rates) <= least * (1 + 1e-8) + 1e-9
            q = np.clip(q + DT * rates, figure.lo, figure.hi)


def test_a_velocity_that_can_be_met_is_met() -> None:
    rng = np.random.default_rng(2)
    tool = LIMB.frame(TIP, (0.05, 0, 0.1), (0.1, 0.2, 0.3, 0.9))
    control = VelocityControl(LIMB, tool, dt=DT, damping=1e-6)
    q = 0.5 * (LIMB.lo + LIMB.hi) + 0.2
    v = 0.1 * rng.normal(size=6)
    rates = control.rates(q, v)
    np.testing.assert_allclose(tool.jacobian(LIMB.pose(q)) @ rates, v, atol=1e-7)
    h = 1e-4
    moved = tool.difference(tool.value(LIMB.pose(q + h * rates)), tool.value(LIMB.pose(q - h * rates)))
    np.testing.assert_allclose(moved / (2 * h), v, atol=1e-6)  # what really happens
    np.testing.assert_allclose(LIMB.pose(q).rates({tool: v}, DT, damping=1e-6), rates, atol=1e-9)


@pytest.mark.parametrize("acceleration", [None, 5.0, {}])
def test_limits_speed_and_acceleration_hold_over_thousands_of_wild_steps(acceleration: Any) -> None:
    figure = LIMB
    if isinstance(acceleration, dict):
        acceleration = {figure.parameter_names[0]: 3.0, figure.parameter_names[3]: 8.0}
    rng = np.random.default_rng(3)
    control = VelocityControl(figure, figure.frame(TIP), dt=DT, speed=1.5, acceleration=acceleration)
    q = figure.random_state(rng)
    control.restart(np.zeros(figure.size))
    bound = np.full(figure.size, np.inf)
    if isinstance(acceleration, dict):
        bound[[0, 3]] = 3.0, 8.0
    elif acceleration:
        bound[:] = acceleration
    before, touched = np.zeros(figure.size), 0
    v = np.zeros(6)
    for k in range(3000):
        if k % 150 == 0:
            v = rng.normal(size=6) * 3
        rates = control.rates(q, v)
        q = q + DT * rates
        assert np.abs(rates).max() <= 1.5 + 1e-12
        assert (np.abs(rates - before) <= bound * DT + 1e-9).all()
        assert (q >= figure.lo - 1e-12).all()
        assert (q <= figure.hi + 1e-12).all()
        touched += int(((q < figure.lo + 1e-9) | (q > figure.hi - 1e-9)).any())
        before = rates
    assert touched > 100  # or limits were not tried


def test_a_joint_stops_exactly_at_its_limit_without_exceeding_its_deceleration() -> None:
    door = Figure(Skeleton(name="door", joints=(joint("hinge", dofs=[hinge("y", -1, 1)]),)))
    for start in (-0.9, 0.123, 0.77):
        control = VelocityControl(door, door.orientation("hinge"), dt=DT, speed=2.0, acceleration=4.0, damping=1e-6)
        control.restart([0.0])
        q, path = np.array([start]), []
        for _ in range(400):
            path.append(float(control.rates(q, [0, 50, 0])[0]))
            q = q + DT * path[-1]
        assert q[0] == pytest.approx(1.0, abs=1e-9)
        assert np.abs(np.diff([0.0, *path])).max() <= 4.0 * DT + 1e-12
        assert min(path) >= -1e-12


def test_a_figure_that_shall_stand_still_comes_to_rest_and_stays() -> None:
    limb = bodies.load("limb7")
    control = VelocityControl(limb, limb.point("hand tip"), dt=DT, speed=1.2, acceleration=15.0)
    control.restart(np.zeros(limb.size))
    q = limb.rest
    for k in range(2000):
        rates = control.rates(q, (0.4, 0, 0) if k < 40 else (0, 0, 0))
        assert control.converged
        assert np.isfinite(rates).all()
        q = q + DT * rates
    assert np.abs(rates).max() < 1e-12


def test_a_later_priority_changes_nothing_of_an_earlier_one() -> None:
    rng = np.random.default_rng(5)
    feet = [HUMAN.frame(foot) for foot in ("l_foot", "r_foot")]
    hand = HUMAN.point("r_hand")
    q = HUMAN.state("sit") if "sit" in HUMAN.pose_names else HUMAN.rest
    alone = VelocityControl(HUMAN, feet, dt=DT, speed=1.0)
    both = VelocityControl(HUMAN, [hand, *feet], dt=DT, speed=1.0, priorities=[1, 0, 0])
    for _ in range(20):
        still, v = 0.05 * rng.normal(size=12), rng.normal(size=3) * 3
        first, rates = alone.rates(q, still), both.rates(q, np.concatenate([v, still]))
        jacobian = np.vstack([foot.jacobian(HUMAN.pose(q)) for foot in feet])
        np.testing.assert_allclose(jacobian @ rates, jacobian @ first, atol=1e-4)
        reached = hand.jacobian(HUMAN.pose(q)) @ rates
        unmoved = hand.jacobian(HUMAN.pose(q)) @ first
        assert np.linalg.norm(reached - v) < np.linalg.norm(unmoved - v)
    equal = VelocityControl(HUMAN, [hand, *feet], dt=DT, speed=1.0).rates(q, np.concatenate([v, still]))
    assert np.abs(jacobian @ equal - jacobian @ first).max() > 1e-3  # or the priority had nothing to do


def test_keep_direction_slows_down_and_does_not_bend_aside() -> None:
    hand = LIMB.point(TIP)
    q = 0.5 * (LIMB.lo + LIMB.hi) + 0.2
    jacobian = hand.jacobian(LIMB.pose(q))
    rng = np.random.default_rng(6)
    bent = 0
    for _ in range(20):
        v = rng.normal(size=3)
        v *= 3 / np.linalg.norm(v)
        slow = VelocityControl(LIMB, hand, dt=DT, speed=0.5, keep_direction=True)
        got = jacobian @ slow.rates(q, v)
        assert 0 < slow.share < 1
        assert got @ v / np.linalg.norm(got) / 3 > 1 - 1e-5
        np.testing.assert_allclose(got, slow.share * v, atol=3e-3 * slow.share * 3)
        plain = jacobian @ VelocityControl(LIMB, hand, dt=DT, speed=0.5).rates(q, v)
        bent += int(plain @ v / np.linalg.norm(plain) / 3 < 1 - 1e-3)
        more = VelocityControl(LIMB, hand, dt=DT, speed=0.5).rates(q, 1.01 * slow.share * v)
        assert np.linalg.norm(jacobian @ more - 1.01 * slow.share * v) > 1e-4 * slow.share  # it was the largest
    assert bent > 5
    free = VelocityControl(LIMB, hand, dt=DT, speed=50.0, keep_direction=True)
    free.rates(q, 0.1 * v)
    assert free.share == 1


def test_weights_free_single_rows_and_posture_takes_what_is_left() -> None:
    frame = LIMB.frame(TIP)
    q = 0.5 * (LIMB.lo + LIMB.hi) + 0.2
    jacobian = frame.jacobian(LIMB.pose(q))
    v = np.array([0.1, 0, 0, 0, 0, 5.0])
    rates = VelocityControl(LIMB, frame, dt=DT, weights=[(1, 1, 1, 0, 0, 0)]).rates(q, v)
    np.testing.assert_allclose((jacobian @ rates)[:3], v[:3], atol=1e-4)
    point = VelocityControl(LIMB, LIMB.point(TIP), dt=DT).rates(q, v[:3])
    np.testing.assert_allclose(rates, point, atol=1e-6)
    hand = LIMB.point(TIP)
    control = VelocityControl(LIMB, hand, dt=DT, posture=LIMB.rest, posture_gain=2.0)
    start = state = q + 0.5
    for _ in range(600):
        state = state + DT * control.rates(state, (0, 0, 0))
    place = hand.value(LIMB.pose(state)) - hand.value(LIMB.pose(start))
    assert np.linalg.norm(place) < 2e-2  # first order only: nothing corrects it
    assert np.linalg.norm(state - LIMB.rest) < np.linalg.norm(start - LIMB.rest) - 0.1


def test_linear_limits_hold() -> None:
    assert HUMAN.linear_limits
    rng = np.random.default_rng(7)
    control = VelocityControl(HUMAN, [HUMAN.frame("r_hand"), HUMAN.frame("l_hand")], dt=DT, speed=3.0)
    q, near = HUMAN.rest, 0
    rows = [(limit, [(HUMAN.index(name), factor) for name, factor in limit.terms]) for limit in HUMAN.linear_limits]
    v = np.zeros(12)
    for k in range(600):
        if k % 60 == 0:
            v = rng.normal(size=12) * 2
        q = q + DT * control.rates(q, v)
        assert control.converged
        for limit, terms in rows:
            value = sum(factor * q[i] for i, factor in terms)
            assert limit.lo - 1e-7 <= value <= limit.hi + 1e-7
            near += int(min(value - limit.lo, limit.hi - value) < 1e-6)
    assert near > 0


def test_frozen_parameters_stay_and_stiff_ones_move_less() -> None:
    name = LIMB.parameter_names[0]
    q = 0.5 * (LIMB.lo + LIMB.hi) + 0.2
    v = (0.1, 0.2, 0.1)
    hand = LIMB.point(TIP)
    free = VelocityControl(LIMB, hand, dt=DT).rates(q, v)
    stiff = VelocityControl(LIMB, hand, dt=DT, stiffness={name: 0.9}).rates(q, v)
    frozen = VelocityControl(LIMB, hand, dt=DT, frozen=[name]).rates(q, v)
    assert abs(free[0]) > abs(stiff[0]) > abs(frozen[0]) == 0
    for rates in (free, stiff, frozen):
        np.testing.assert_allclose(hand.jacobian(LIMB.pose(q)) @ rates, v, atol=1e-3)


def test_targets_are_reached_and_held() -> None:
    tool = LIMB.frame(TIP, (0, 0, 0.1))
    rng = np.random.default_rng(8)
    goal = 0.5 * (LIMB.lo + LIMB.hi) + 0.3 * rng.normal(size=LIMB.size)
    target = tool.value(LIMB.pose(np.clip(goal, LIMB.lo, LIMB.hi)))
    for form in (target, [target.reshape(3, 4)]):
        control = VelocityControl(LIMB, tool, dt=DT, speed=2.0, acceleration=20.0)
        q = 0.5 * (LIMB.lo + LIMB.hi) + 0.2
        for _ in range(500):
            q = q + DT * control.rates_to(q, form, gain=5.0)
        assert np.abs(tool.difference(target, tool.value(LIMB.pose(q)))).max() < 1e-4


def test_targets_are_in_the_order_of_the_handles_whatever_their_priorities() -> None:
    hand, head, foot = HUMAN.point("r_hand"), HUMAN.orientation("head"), HUMAN.frame("l_foot")
    pose = HUMAN.pose()
    targets = [hand.value(pose) + 0.01, head.value(pose), foot.value(pose)]
    flat = np.concatenate(targets)
    velocities = [np.full(3, 0.05), np.zeros(3), np.zeros(6)]
    for ranks in ([0, 0, 0], [2, 1, 0], [1, 0, 1]):
        found = []
        for ask in ("rates", "flat", "list"):
            control = VelocityControl(HUMAN, [hand, head, foot], dt=DT, priorities=ranks)
            given = [targets[0], targets[1].reshape(3, 3), targets[2].reshape(3, 4)]
            if ask == "rates":
                found.append(control.rates(HUMAN.rest, velocities))
            else:
                found.append(control.rates_to(HUMAN.rest, flat if ask == "flat" else given, gain=5.0))
        np.testing.assert_allclose(found[1], found[0], atol=1e-9)
        np.testing.assert_allclose(found[2], found[0], atol=1e-9)
        assert np.abs(found[0]).max() > 1e-3
    with pytest.raises(InputError, match="finite"):
        control.rates_to(HUMAN.rest, flat * np.nan)
    with pytest.raises(InputError, match="targets"):
        control.rates_to(HUMAN.rest, [(0, 0, 0)])
    with pytest.raises(InputError, match="are numbers"):
        control.rates_to(HUMAN.rest, [HUMAN.point("l_hand"), *given[1:]])


def test_several_figures_move_as_one() -> None:
    one, two = HUMAN.renamed("one"), HUMAN.renamed("two")
    handles = [one.point("r_hand"), two.point("l_hand")]
    rates = VelocityControl([one, two], handles, dt=DT).rates(np.tile(HUMAN.rest, 2), [(0.1, 0, 0), (0, 0.1, 0)])
    for figure, handle, part, v in zip(
        (one, two), handles, np.split(rates, 2), [(0.1, 0, 0), (0, 0.1, 0)], strict=True
    ):
        np.testing.assert_allclose(handle.jacobian(figure.pose()) @ part, v, atol=1e-3)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"dt": 0}, "dt must be a number above 0"),
        ({"speed": -1}, "the speed must be above 0"),
        ({"speed": {"nose": 1}}, "nose"),
        ({"acceleration": "fast"}, "acceleration is one number"),
        ({"weights": [1, 2]}, "weights: one for each"),
        ({"weights": [(1, 2)]}, "one number, or 3"),
        ({"priorities": [0.5]}, "whole numbers"),
        ({"handles": []}, "at least one handle"),
        ({"posture": (0, 1)}, "shape"),
    ],
)
def test_what_is_wrong_is_said(how: dict[str, Any], message: str) -> None:
    given = {"handles": LIMB.point(TIP), "dt": DT, **how}
    with pytest.raises(ManikinError, match=message):
        VelocityControl(LIMB, given.pop("handles"), **given)


def test_wrong_states_and_velocities_are_named() -> None:
    control = VelocityControl(LIMB, LIMB.point(TIP), dt=DT)
    for q, v, message in (
        (LIMB.rest, (1, 2), "3 finite numbers"),
        (LIMB.rest, (1, 2, np.nan), "3 finite numbers"),
        (LIMB.rest, "up", "numbers"),
        (LIMB.rest[:3], (0, 0, 0), "shape"),
        (np.full(LIMB.size, np.nan), (0, 0, 0), "finite"),
    ):
        with pytest.raises(InputError, match=message):
            control.rates(q, v)
    np.testing.assert_array_equal(control.rates(LIMB.rest.tolist(), [0, 0, 0]), np.zeros(LIMB.size))


# ---- twins -------------------------------------------------------------------------------------


@needs_kernels
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 5), (6, 7), (12, 7), (12, 30), (18, 64), (0, 4)])
def test_both_programmes_end_at_the_minimum(rows: int, columns: int) -> None:
    rng = np.random.default_rng(rows * 100 + columns)
    compiled, pure = make_box_programme(rows, columns), PureBoxProgramme(rows, columns)
    for _ in range(20):
        a, t, b = rng.normal(size=(rows, columns)), rng.normal(size=columns), 5 * rng.normal(size=rows)
        a[rng.random(a.shape) < 0.2] = 0
        c, lo, hi = 10 ** rng.uniform(-8, 0, rows), -rng.uniform(0, 1, columns), rng.uniform(0, 1, columns)
        hi[rng.random(columns) < 0.2] = np.inf
        x, y = compiled.solve(a, t, b, c, lo, hi), pure.solve(a, t, b, c, lo, hi)
        assert compiled.converged
        assert pure.converged
        np.testing.assert_allclose(x, y, atol=1e-6)
        pull = x - t + a.T @ ((a @ x - b) / c)  # the gradient: 0 inside, out of the box at its ends
        size = 1e-6 * (1 + np.abs(a.T) @ np.abs((a @ x - b) / c))
        assert (pull >= -size)[x <= lo].all()
        assert (pull <= size)[x >= hi].all()
        assert (np.abs(pull) <= size)[(x > lo) & (x < hi)].all()


@needs_kernels
def test_both_bounds_are_the_same() -> None:
    compiled = library()
    assert compiled is not None
    rng = np.random.default_rng(9)
    for _ in range(50):
        n = 12
        lo, hi = -rng.uniform(0, 2, n), rng.uniform(0, 2, n)
        lo[rng.random(n) < 0.2], hi[rng.random(n) < 0.2] = -np.inf, np.inf
        fastest = np.where(rng.random(n) < 0.2, 0.0, rng.uniform(0.1, 5, n))
        acceleration = np.where(rng.random(n) < 0.3, np.inf, rng.uniform(0.1, 50, n))
        q, before = rng.uniform(-2.2, 2.2, n), rng.normal(size=n) * 3
        both = [make(lo, hi, fastest, acceleration, DT) for make in (compiled.VelocityBounds, PureVelocityBounds)]
        for given in (before, None):
            (a, b), (c, d) = (bounds.at(q, given) for bounds in both)
            np.testing.assert_allclose(a, c, rtol=1e-12)
            np.testing.assert_allclose(b, d, rtol=1e-12)
            assert (a <= b).all()


@needs_kernels
def test_both_differences_are_the_same() -> None:
    compiled = library()
    assert compiled is not None
    rng = np.random.default_rng(10)
    kinds = ["point", "direction", "orientation", "frame"]
    handles = [scenes.constant(rng, kind) for kind in kinds]
    others = [scenes.constant(rng, kind) for kind in kinds]
    a, b = (np.concatenate([one.value(None) for one in some]) for some in (handles, others))  # type: ignore[arg-type]
    wanted = [h.difference(h.value(None), o.value(None)) for h, o in zip(handles, others, strict=True)]  # type: ignore[arg-type]
    np.testing.assert_allclose(compiled.differences("pdof", a, b), np.concatenate(wanted), atol=1e-12)
    with pytest.raises(InputError, match="shape"):
        compiled.differences("p", a, b)
