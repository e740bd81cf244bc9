"""What every goal owes: run over the registry, so that a new kind is tested the day it is written."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from manikin.goals.goal import Goal, goal_kinds
from manikin.plain_data import from_data, to_data
from manikin.problem.network import Network
from tests.support import figures_and_goals as scenes

KINDS = sorted(goal_kinds)


def scene(seed: int, kind: str, count: int = 1, scaled: bool = True, coupled: bool = True) -> Network:
    """Two figures and some goals of a kind on and between them."""
    rng = np.random.default_rng(seed)
    figures = scenes.pair(seed, scaled=scaled, coupled=coupled)
    goals = [scenes.goal_of_kind(rng, figures, kind) for _ in range(count)]
    return Network(figures, goals)


def random_state(rng: np.random.Generator, network: Network, i: int = 5) -> np.ndarray:
    return np.concatenate([scenes.states(rng, figure, i + 2)[i] for figure in network.figures])


@pytest.mark.parametrize("kind", KINDS)
def test_jacobian_equals_central_differences_at_random_states(kind: str) -> None:
    rng = np.random.default_rng(1)
    checked = 0
    for i in range(20):
        if checked == 10:
            break
        network = scene(100 + i, kind)
        q = random_state(rng, network, i)
        network.state = q
        jacobian, residual = network.jacobian(), network.residual()
        assert residual.shape == (network.goals[0].goal.rows,)
        h = 1e-6
        numeric = np.empty_like(jacobian)
        for column in range(network.size):
            step = np.eye(network.size)[column] * h
            network.state = q + step
            up = network.residual()
            network.state = q - step
            numeric[:, column] = (up - network.residual()) / (2 * h)
        np.testing.assert_allclose(jacobian, numeric, atol=3e-7, rtol=1e-5)
        checked += bool(np.abs(jacobian).max() > 1e-3)
    assert checked >= 5, "most scenes should have something to differentiate"


# the kinds whose target is a value of their first handle
COMPARING = [
    kind
    for kind, cls in sorted(goal_kinds.items())
    if "target" in cls.takes and next(iter(cls.takes.values())) == cls.takes["target"] and len(cls.takes) == 2
]
COMPARING.remove("distance")


@pytest.mark.parametrize("kind", COMPARING)
def test_residual_vanishes_when_the_target_is_read_from_the_pose(kind: str) -> None:
    rng = np.random.default_rng(2)
    first = next(iter(goal_kinds[kind].takes))
    for i in range(10):
        network = scene(300 + i, kind, scaled=False)
        goal = network.goals[0].goal
        same = replace(goal, target=getattr(goal, first))
        block = network.add(same)
        network.state = random_state(rng, network, i)
        assert np.abs(block.residual).max() < 1e-7


@pytest.mark.parametrize("kind", KINDS)
def test_residual_and_slope_are_finite_when_everything_falls_together(kind: str) -> None:
    for seed in range(5):
        rng = np.random.default_rng(seed)
        figure = scenes.figure(rng)
        goal = scenes.goal_of_kind(rng, [figure], kind, moving=1.0)
        values = [np.zeros(h.size) if h.value_type in ("point", "vector") else None for h in goal.handles]
        y = np.array([0.0, 1.0, 0.0])
        for i, h in enumerate(goal.handles):
            if values[i] is None:
                values[i] = {
                    "direction": y,
                    "orientation": np.diag([1.0, -1.0, -1.0]).reshape(9) if i else np.eye(3).reshape(9),
                    "frame": np.eye(3, 4).reshape(12),
                }[h.value_type]
        assert np.isfinite(goal.residual(*values)).all()
        assert all(np.isfinite(slope).all() for slope in goal.jacobians(*values))


@pytest.mark.parametrize("kind", KINDS)
def test_goal_survives_a_trip_through_json(kind: str) -> None:
    rng = np.random.default_rng(4)
    for _ in range(5):
        goal = scenes.goal_of_kind(rng, [scenes.figure(rng)], kind)
        assert from_data(Goal, json.loads(json.dumps(to_data(goal)))) == goal


@pytest.mark.parametrize("kind", KINDS)
def test_one_unit_is_named_for_each_row(kind: str) -> None:
    network = scene(9, kind)
    block = network.goals[0]
    assert len(block.goal.units) == block.goal.rows == len(block.residual) == len(block.goal.scales)
    assert set(block.goal.error(block.residual)) == set(block.goal.units)
