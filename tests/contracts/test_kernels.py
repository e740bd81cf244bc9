"""Two ways to evaluate, one truth: the compiled kernels against the network, over all registered kinds."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.goals.goal import goal_kinds
from manikin.problem.problem import Problem
from tests.support import figures_and_goals as scenes

KINDS = sorted(goal_kinds)


def problems(seed: int, kinds: list[str], *, scaled: bool, coupled: bool) -> tuple[Problem, Problem]:
    rng = np.random.default_rng(seed)
    figures = scenes.pair(seed, scaled=scaled, coupled=coupled)
    goals = [scenes.goal_of_kind(rng, figures, kind) for kind in kinds]
    compiled, network = Problem(figures, goals), Problem(figures, goals, evaluate_with="network")
    if compiled.program is None:
        pytest.skip("no compiled kernels here")
    assert network.program is None
    return compiled, network


def some_states(seed: int, problem: Problem, count: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.concatenate([scenes.states(rng, figure, count) for figure in problem.figures], axis=-1)


@pytest.mark.parametrize(("scaled", "coupled"), [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("kind", KINDS)
def test_compiled_goal_equals_the_network(kind: str, scaled: bool, coupled: bool) -> None:
    for seed in range(3):
        compiled, network = problems(seed, [kind] * 3, scaled=scaled, coupled=coupled)
        for q in some_states(seed, compiled, 4):
            np.testing.assert_allclose(compiled.residual(q), network.residual(q), atol=1e-12, rtol=1e-12)
            np.testing.assert_allclose(compiled.jacobian(q), network.jacobian(q), atol=1e-11, rtol=1e-10)
            cost, gradient = compiled.cost_and_gradient(q)
            wanted_cost, wanted = network.cost_and_gradient(q)
            assert cost == pytest.approx(wanted_cost, rel=1e-12)
            np.testing.assert_allclose(gradient, wanted, atol=1e-10 * max(1.0, np.abs(wanted).max()))


@pytest.mark.parametrize(("scaled", "coupled"), [(False, False), (True, True)])
def test_a_batch_gives_the_very_bits_of_single_calls_on_any_number_of_threads(scaled: bool, coupled: bool) -> None:
    compiled, _ = problems(5, KINDS, scaled=scaled, coupled=coupled)
    states = some_states(5, compiled, 37)
    residuals = np.array([compiled.residual(q) for q in states])
    jacobians = np.array([compiled.jacobian(q) for q in states])
    costs = np.array([compiled.cost_and_gradient(q)[0] for q in states])
    gradients = np.array([compiled.cost_and_gradient(q)[1] for q in states])
    for threads in (1, 2, 3):
        assert (compiled.residual_batch(states, threads=threads) == residuals).all()
        assert (compiled.jacobian_batch(states, threads=threads) == jacobians).all()
        found_costs, found_gradients = compiled.cost_and_gradient_batch(states, threads=threads)
        assert (found_costs == costs).all()
        assert (found_gradients == gradients).all()


def test_a_lone_state_gives_the_same_bits_wherever_it_stands_in_a_batch() -> None:
    compiled, _ = problems(6, KINDS, scaled=False, coupled=True)
    states = some_states(6, compiled, 20)
    order = np.random.default_rng(0).permutation(20)
    shuffled = np.ascontiguousarray(states[order])
    assert (compiled.jacobian_batch(states)[order] == compiled.jacobian_batch(shuffled)).all()


def test_an_empty_problem_has_no_rows() -> None:
    rng = np.random.default_rng(0)
    figure = scenes.figure(rng)
    for problem in (Problem(figure, []), Problem(figure, [], evaluate_with="network")):
        assert problem.residual(figure.rest).shape == (0,)
        assert problem.jacobian(figure.rest).shape == (0, figure.size)
        cost, gradient = problem.cost_and_gradient(figure.rest)
        assert cost == 0
        assert not gradient.any()
