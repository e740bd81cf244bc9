"""The data-flow network: wiring, caches and their signals, kinds from outside the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from manikin.errors import InputError, UnknownName
from manikin.figure.pose import Pose
from manikin.goals import AnyOf, HalfSpace, Position
from manikin.goals.goal import Goal, goal_kinds
from manikin.handles.handle import Handle, ValueType, handle_kinds
from manikin.math.rotations import Array
from manikin.math.sparse_rows import SparseRows
from manikin.plain_data import from_data, to_data
from manikin.problem.network import Network
from manikin.problem.problem import Problem
from tests.support.hands_on_hips import arms, hands_on_hips


def test_hands_on_hips_make_the_network_of_the_thesis() -> None:
    figure = arms()
    network = Network(figure, hands_on_hips(figure))
    assert [block.label for block in network.goals] == ["right hand on hip", "left hand on hip"]
    handles = [b for b in network.blocks if b.label == "point"]
    assert len(handles) == 4
    assert len(network.wires) == 4 + 4  # each handle hangs from the pose, each goal from two handles
    assert network.residual().shape == (6,)  # the 6-vector C
    right, left = network.jacobian_blocks()
    own = {side: [figure.index(f"{side} arm"), figure.index(f"{side} hand")] for side in ("right", "left")}
    assert right.columns.tolist() == own["right"]  # sparse blocks: each arm for itself
    assert left.columns.tolist() == own["left"]


def test_a_block_computes_again_only_when_an_element_it_depends_on_changes() -> None:
    figure = arms()
    network = Network(figure, hands_on_hips(figure))

    def counts() -> list[int]:
        network.residual(), network.jacobian()
        return [block.evaluations for block in network.goals]

    assert counts() == [1, 1]
    assert counts() == [1, 1]
    network.state = figure.state({"left hand": 0.5})
    assert counts() == [1, 2]
    network.state = figure.state({"left hand": 0.5})
    assert counts() == [1, 2]
    network.state = figure.state({"right arm": 0.1})
    assert counts() == [2, 3]
    hips = [b for b in network.blocks if b.label == "point" and "hip" in b.handle.part]  # type: ignore[attr-defined]
    assert [b.evaluations for b in hips] == [1, 1]  # nothing moves the hips


def test_cached_values_survive_other_changes_unharmed() -> None:
    figure = arms()
    network = Network(figure, hands_on_hips(figure))
    rng = np.random.default_rng(0)
    q = figure.rest.copy()
    for _ in range(50):
        q[rng.integers(figure.size)] = rng.normal()
        network.state = q
        fresh = Network(figure, hands_on_hips(figure))
        fresh.state = q
        np.testing.assert_array_equal(network.residual(), fresh.residual())
        np.testing.assert_array_equal(network.jacobian(), fresh.jacobian())


def test_goals_come_and_go_and_take_their_handles_along() -> None:
    figure = arms()
    network = Network(figure)
    assert network.residual().shape == (0,)
    first, second = (network.add(goal) for goal in hands_on_hips(figure))
    extra = network.add(Position(point=figure.point("left tip"), target=(0, 0, 0)))
    assert len([b for b in network.blocks if b.label == "point"]) == 4  # the left tip's handle is shared
    network.remove(second)
    assert len([b for b in network.blocks if b.label == "point"]) == 3
    network.remove(extra)
    network.remove(first)
    assert network.blocks == list(network.poses.values())
    with pytest.raises(UnknownName):
        network.remove(first)


def test_two_figures_clasp_hands() -> None:
    anna, otto = arms("anna"), arms("otto")
    goal = Position(point=anna.point("left tip"), target=otto.point("right tip"))
    network = Network([anna, otto], [goal])
    network.state = np.concatenate([anna.state({"left hand": 0.2}), otto.state({"right arm": 0.7})])
    expected = anna.pose({"left hand": 0.2}).position("left tip") - otto.pose({"right arm": 0.7}).position("right tip")
    np.testing.assert_allclose(network.residual(), expected, atol=1e-15)
    (block,) = network.jacobian_blocks()
    assert block.columns.tolist() == [0, 1, 4 + 2, 4 + 3]


def test_figures_need_names_of_their_own_and_handles_must_name_one() -> None:
    with pytest.raises(InputError, match="rename"):
        Network([arms(), arms()])
    from manikin.handles import Point

    with pytest.raises(InputError, match="name its figure"):
        Network([arms("a"), arms("b")], [Position(point=Point(part="chest"), target=(0, 0, 0))])
    with pytest.raises(UnknownName, match="otto"):
        Network(arms("anna"), [Position(point=arms("otto").point("chest"), target=(0, 0, 0))])
    Network(arms("anna"), [Position(point=Point(part="chest"), target=(0, 0, 0))])
    with pytest.raises(UnknownName, match='did you mean "chest"'):
        Network(arms("anna"), [Position(point=Point(part="chst"), target=(0, 0, 0))])


def test_the_nearest_way_out_of_a_box_is_the_one_that_counts() -> None:
    figure = arms()
    tip = figure.point("left tip")
    faces = [((1, 0, 0), (2, 0, 0)), ((-1, 0, 0), (0, 0, 0)), ((0, -1, 0), (0, -2.1, 0))]
    outside = AnyOf(goals=tuple(HalfSpace(point=tip, origin=o, normal=n) for n, o in faces))
    network = Network(figure, [outside])
    np.testing.assert_allclose(network.residual(), [0, 0, -0.1], atol=1e-15)  # the tip is at (1, −2, 0)
    assert np.abs(network.jacobian()[:2]).max() == 0


# ---- kinds from outside the package ------------------------------------------------------------


@pytest.fixture
def own_kinds():
    """A handle and a goal as a user writes them; taken out again, for other tests run over the registries."""

    with handle_kinds.temporarily(), goal_kinds.temporarily():

        @dataclass(frozen=True, kw_only=True)
        class Height(Handle, kind="test_height"):
            """How high a part is [m]."""

            value_type: ClassVar[ValueType] = "vector"
            size: ClassVar[int] = 1
            part: str

            def parts(self) -> tuple[str, ...]:
                return (self.part,)

            def value(self, pose: Pose) -> Array:
                return pose.position(self.part)[1:2]

            def sparse_jacobian(self, pose: Pose) -> SparseRows:
                return np.array([[0.0, 1.0, 0.0]]) @ pose.derivatives.of_point(self.part, pose.position(self.part))

        @dataclass(frozen=True, kw_only=True)
        class Golden(Goal, kind="test_golden"):
            """Keep a height at the golden section of another."""

            takes: ClassVar[dict[str, ValueType]] = {"low": "vector", "high": "vector"}
            row_units: ClassVar[tuple[str, ...]] = ("m",)
            low: Handle
            high: Handle

            def residual(self, *values: Array) -> Array:
                return values[0] - 0.618 * values[1]

            def jacobians(self, *values: Array) -> tuple[Array, ...]:
                return np.eye(1), -0.618 * np.eye(1)

        yield Height, Golden


def test_a_handle_and_a_goal_of_the_users_own_work_everywhere(own_kinds: tuple) -> None:
    Height, Golden = own_kinds
    figure = arms()
    mine = Golden(low=Height(part="left hand"), high=Height(part="left tip"), weight=4.0)
    built_in = Position(point=figure.point("right tip"), target=(0, 0, 0))
    problem = Problem(figure, [mine, built_in])
    assert problem.program is None  # the network does the work, nothing is refused
    rng = np.random.default_rng(1)
    q = rng.normal(size=figure.size)
    h = 1e-6
    numeric = np.stack(
        [(problem.residual(q + h * e) - problem.residual(q - h * e)) / (2 * h) for e in np.eye(4)], axis=-1
    )
    np.testing.assert_allclose(problem.jacobian(q), numeric, atol=1e-8)
    cost, gradient = problem.cost_and_gradient(q)
    np.testing.assert_allclose(gradient, 2 * problem.jacobian(q).T @ problem.residual(q))
    assert cost == pytest.approx(problem.cost(q))
    assert problem.errors(q)[0]["m"] == pytest.approx(abs(problem.residual(q)[0]) / 2)
    np.testing.assert_array_equal(problem.residual_batch(q[None])[0], problem.residual(q))
    assert from_data(Goal, to_data(mine)) == mine


def test_goals_refuse_what_does_not_fit() -> None:
    figure = arms()
    tip = figure.point("left tip")
    for bad in (figure.orientation("chest"), (1, 2), "here", (1, 2, np.nan)):
        with pytest.raises(InputError):
            Position(point=tip, target=bad)
    for weight in (-1.0, np.nan, np.inf, "heavy"):
        with pytest.raises(InputError, match="weight"):
            Position(point=tip, target=(0, 0, 0), weight=weight)
    with pytest.raises(InputError, match="at least one goal"):
        AnyOf(goals=())
    with pytest.raises(UnknownName, match="left tip"):
        figure.point("left tipp")
    with pytest.raises(InputError, match='expected an object with its "goal"'):
        from_data(Goal, {"colour": "red"})
    with pytest.raises(UnknownName, match="position"):
        from_data(Goal, {"goal": "positoin"})
