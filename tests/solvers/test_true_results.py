"""Results say what is so: what was reached and what was not counted, why it ended, and what could not move."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import (
    Figure,
    InputError,
    MatchValues,
    Position,
    Problem,
    Simulation,
    Status,
    Unsupported,
    avoid_self,
    bodies,
    chain,
    comfort_goal,
    lock_from_text,
    solvers,
)
from manikin.solvers.solver import solver_kinds

ARM = Figure(chain([0.3, 0.25, 0.1]))
HUMAN = bodies.load("human")
REST = HUMAN.pose()


def tip(weight: float = 1.0) -> Position:
    return Position(point=ARM.point("tip"), target=(0.3, 0.2, 0), weight=weight)


def test_a_goal_of_weight_0_is_said_not_to_count() -> None:
    result = ARM.solve([tip(0), Position(point=ARM.point("tip"), target=ARM.pose().position("tip"), name="stay")])
    assert result.reached
    assert result.errors[0]["m"] > 0.4
    assert "position has weight 0 and did not count" in result.message
    with pytest.raises(InputError, match=r"axes must be 0 \(free\) or above, and not all 0"):
        Position(point=ARM.point("tip"), target=(0, 0, 0), axes=(0, 0, 0))


@pytest.mark.parametrize("evaluate_with", ["auto", "network"])
@pytest.mark.parametrize("exponent", [-100, -60, -30, -20, -16, -14, -12, -8, 0, 8, 30, 100])
def test_the_size_of_all_weights_together_does_not_matter(exponent: int, evaluate_with: object) -> None:
    problem = Problem(ARM, [tip(10.0**exponent)], evaluate_with=evaluate_with)  # type: ignore[arg-type]
    result = solvers.LevenbergMarquardt().solve(problem)
    assert result.reached
    assert result.iterations == 6
    assert np.linalg.norm(result.pose.position("tip") - (0.3, 0.2, 0)) < 1e-6


def test_weights_whose_squares_would_be_lost_are_refused() -> None:
    for weight in (1e-101, 1e101, -1, float("nan"), True, "heavy"):
        with pytest.raises(InputError, match="weight must be"):
            tip(weight)  # type: ignore[arg-type]


@pytest.mark.parametrize("figure", [ARM, HUMAN], ids=["arm", "human"])
@pytest.mark.parametrize("kind", sorted(solver_kinds))
def test_no_iterations_means_that_nothing_moves(kind: str, figure: Figure) -> None:
    part = "tip" if figure is ARM else "r_hand"
    goal = Position(point=figure.point(part), target=np.add(figure.pose().position(part), (0.02, -0.03, 0.0)))
    frozen = [] if figure is ARM else [n for n in HUMAN.parameter_names if not n.startswith(("r_elbow", "r_wrist"))]
    try:
        result = figure.solve([goal], solver=kind, max_iterations=0, frozen=frozen)
    except Unsupported:
        pytest.skip("this method does not do such figures")
    assert (result.q == figure.rest).all()
    assert (result.iterations, result.status) == (0, Status.MAX_ITERATIONS)
    batch = solvers.solve_batch(Problem(figure, [goal], frozen=frozen), [figure.rest] * 20, kind, max_iterations=0)
    assert (batch.q == figure.rest).all()


def test_the_message_counts_starts() -> None:
    result = ARM.solve([tip()], max_iterations=3)
    assert result.attempts > 1
    assert result.iterations <= 3 * (result.attempts + 1)
    assert result.message == f"all goals reached in {result.iterations} iterations from {result.attempts} starts"


@pytest.mark.slow
@pytest.mark.parametrize("evaluate_with", ["auto", "network"])
def test_time_that_is_up_is_a_status_of_its_own(evaluate_with: object) -> None:
    far = Position(point=HUMAN.point("r_hand"), target=(-3, 1.2, 0.4))
    feet = [lock_from_text("l_foot", REST)]
    problem = Problem(HUMAN, [far, *avoid_self(HUMAN)], hard=feet, evaluate_with=evaluate_with)  # type: ignore[arg-type]
    patient = solvers.LevenbergMarquardt(restarts=100_000, max_iterations=100_000)
    for bends in (True, False):
        result = patient.solve(problem, REST.q, seconds=0.005, preferred_bends=bends)
        assert result.status is Status.TIMEOUT
        assert result.message.startswith("time was up after ")


def test_preferences_are_not_compared_with_metres() -> None:
    hand = Position(point=HUMAN.point("r_hand"), target=(-0.3, 1.2, 3.0), name="hand")
    result = HUMAN.solve([hand, comfort_goal(HUMAN)], hard=[lock_from_text("l_foot", REST)], restarts=0)
    assert result.farthest.startswith("hand by 1.")


def test_what_is_frozen_is_said() -> None:
    result = ARM.solve([tip()], frozen=["rod1", "rod2", "rod3"])
    assert result.iterations <= 1
    assert result.message.endswith("all that could move position is frozen")
    assert str(result.conflict).startswith("all that could move position is frozen")
    assert "Let the frozen joints help" in str(result.conflict)


def test_a_posture_beyond_a_limit_has_a_unit_and_a_conflict() -> None:
    wanted = MatchValues(values=HUMAN.parameter_values("r_elbow", "root_y"), target=[3.5, 0.0])
    result = HUMAN.solve([wanted])
    assert set(result.errors[0]) == {"rad", "m"}
    assert result.farthest == "match by 50.5°"
    assert result.conflict is not None
    assert "r_elbow" in str(result.conflict)


@pytest.mark.parametrize("evaluate_with", ["auto", "network"])
@pytest.mark.parametrize("kind", ["lm", "ccd", "dls", "transpose", "zhao"])
def test_frozen_values_beyond_their_limits_stay(kind: str, evaluate_with: object) -> None:
    limited = Figure(chain([0.3, 0.25, 0.1, 0.1], limits=(-1.0, 1.0)))
    beyond = [0.3, 0.2, 0.1, 2.0]
    goal = Position(point=limited.point("tip"), target=limited.pose([0.1, 0.4, -0.2, 2.0]).position("tip"))
    problem = Problem(limited, [goal], frozen=["rod4"], evaluate_with=evaluate_with)  # type: ignore[arg-type]
    for result in (solvers.solve(problem, beyond, kind),):
        assert result.q[3] == 2.0
        assert result.violation == pytest.approx(1.0)
        assert (np.abs(result.q[:3]) <= 1).all()
    assert (solvers.solve_batch(problem, [beyond] * 9, kind).q[:, 3] == 2.0).all()


def test_a_batch_says_much_in_few_words() -> None:
    problem = Problem(ARM, [tip(), MatchValues(values=ARM.parameter_values("rod1"), target=[0.1], weight=1e-9)])
    batch = solvers.solve_batch(problem, np.zeros((1000, 3)))
    assert len(repr(batch)) < 120
    assert repr(batch).startswith("<BatchResult: 1000 solves, 1000 ")
    assert batch.iterations.dtype.kind == batch.evaluations.dtype.kind == "i"
    assert set(batch.errors) == {"position", "match"}
    one = solvers.solve(problem, np.zeros(3)).errors
    assert batch.errors["position"]["m"].shape == (1000,)
    assert (batch.errors["position"]["m"] == one[0]["m"]).all()
    assert (batch.errors["match"]["rad"] == one[1]["rad"]).all()


def test_goals_of_two_figures_are_told_apart() -> None:
    anna, otto = HUMAN.renamed("anna"), HUMAN.renamed("otto")
    locks = [lock_from_text("l_foot", anna.pose()), lock_from_text("l_foot", otto.pose())]
    problem = Problem([anna, otto], hard=locks)
    assert problem.goal_names == ("anna: lock l_foot", "otto: lock l_foot")
    assert problem.with_goals(locks[0]).goal_names == (
        "anna: lock l_foot (1)",
        "otto: lock l_foot",
        "anna: lock l_foot (2)",
    )
    sim = Simulation([anna, otto], locks)
    assert list(sim.constraints) == ["lock l_foot", "otto: lock l_foot"]
    with pytest.raises(InputError, match="already"):
        Simulation(anna, [locks[0], locks[0]])


def test_a_lock_has_a_name_a_weight_and_a_chain() -> None:
    lock = lock_from_text("l_foot:position", REST, name="stand", weight=2.0, chain=["l_thigh", "l_shin"])
    assert (lock.name, lock.weight, lock.chain) == ("stand", 2.0, ("l_thigh", "l_shin"))
    assert lock_from_text("l_foot", REST).name == "lock l_foot"
