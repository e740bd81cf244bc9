"""What a worker process needs, and what it gives back, can be sent: pickled here, unpickled there, and used."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from manikin.bodies import load
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, Position
from manikin.goals.goal import goal_kinds
from manikin.handles.handle import handle_kinds
from manikin.language.goals import lock_from_text
from manikin.problem.handle_reader import HandleReader
from manikin.problem.network import Network
from manikin.problem.problem import Problem
from manikin.problem.subproblem import subproblem_of, with_limits
from manikin.simulation.simulation import Simulation
from manikin.skeleton.build import chain
from manikin.solvers import LevenbergMarquardt, solve
from manikin.solvers.solver import solver_kinds
from tests.support import figures_and_goals as scenes

HUMAN = load("human")
REST = HUMAN.pose()
FEET = [lock_from_text(foot, REST) for foot in ("l_foot", "r_foot")]
HAND = Position(point=HUMAN.point("r_hand"), target=(-0.2, 1.3, 0.4), name="hand")
FAR = replace(HAND, target=(0.0, 3.0, 0.4))


def problem() -> Problem:
    return Problem(HUMAN, [HAND], hard=FEET, stiffness={"r_elbow": 0.3})


def moved() -> Problem:
    """With another target for the hand."""
    asked = problem()
    constants = np.array(asked.constants)
    constants[asked.constants_of(HAND)["target"]] += 0.01
    return asked.with_constants(constants)


def result(goal: Position = HAND) -> Any:
    found = LevenbergMarquardt(restarts=0).solve(problem().without("hand").with_goals(goal), history=True)
    found.errors, found.pose, found.message  # noqa: B018  (whatever can be cached)
    return found


def stepped() -> Simulation:
    """A simulation at work, one of whose targets has moved and whose disjunction has chosen."""
    figure = Figure(chain([1.0, 0.8, 0.6], joints="ball", limits=(-2.0, 2.0)))
    choice = AnyOf(goals=tuple(Position(point=figure.point("rod3"), target=place) for place in np.eye(3)))
    simulation = Simulation(figure, forces=[choice])
    simulation.pull(figure.point("tip"), (1.0, 1.0, 0.5), name="pull")
    for k in range(5):
        simulation.move("pull", (1.0, 0.1 * k, 0.5))
        simulation.step(0.1)
    return simulation


# what is sent, and what the other process makes of it
Use = Callable[[Any], Any]


def solved(asked: Problem) -> bytes:
    return LevenbergMarquardt(restarts=0).solve(asked).q.tobytes()


def gone_on(session: Any) -> bytes:
    return session.run().q.tobytes()


def told(found: Any) -> Any:
    facts = [found.status, found.iterations, found.errors, found.message, found.pose.world.tobytes(), found.violation]
    return [*facts, None if found.history is None else found.history.tolist(), found.problem.constants.tolist()]


def explained(found: Any) -> Any:
    return [found.conflict.sentence, str(found.diagnosis)]


def went_on(simulation: Simulation) -> Any:
    for _ in range(3):
        simulation.step(0.1)
    return [simulation.q.tolist(), simulation.choices, simulation.time]


def shown(thing: Any) -> str:
    return repr(thing)


def evaluated(asked: Problem) -> Any:
    q = asked.rest + 0.01
    return [asked.residual(q).tobytes(), asked.jacobian(q).tobytes(), asked.lo.tobytes(), asked.gain.tobytes(),
            asked.kernel_limits.hard.tobytes(), asked.constants.tobytes()]  # fmt: skip


def read(reader: HandleReader) -> bytes:
    return reader.values(HUMAN.rest).tobytes()


def networked(network: Network) -> bytes:
    network.state = HUMAN.rest
    return network.residual().tobytes()


def fresh_session() -> Any:
    session = LevenbergMarquardt(restarts=0).start(problem(), HUMAN.rest)
    session.advance(2)
    session.set_targets(moved().constants)
    session.begin(session.q)  # what was learnt is not sent
    return session


SENT: dict[str, tuple[Callable[[], Any], Use]] = {
    "a figure": (lambda: HUMAN, shown),
    "a pose": (lambda: REST, shown),
    "a problem": (problem, solved),
    "a problem that was evaluated": (lambda: (p := problem(), p.cost(p.rest))[0], evaluated),
    "a problem with other constants": (moved, evaluated),
    "a problem with other limits": (lambda: with_limits(problem(), lo=problem().lo - 1), evaluated),
    "a part of a problem": (lambda: subproblem_of(problem(), [2], hard=[0], alike=True), evaluated),
    "a result": (result, told),
    "a result that is explained there": (lambda: result(FAR), explained),
    "a session": (fresh_session, gone_on),
    "a network": (lambda: Network(HUMAN, [HAND]), networked),
    "handles to be read": (lambda: HandleReader(HUMAN, [HUMAN.point("r_hand")]), read),
    "a simulation": (stepped, went_on),
}


@pytest.fixture(scope="module")
def worker() -> Any:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("what", SENT)
def test_another_process_makes_the_same_of_it(what: str, worker: ProcessPoolExecutor) -> None:
    make, use = SENT[what]
    there = worker.submit(use, make()).result()
    here = use(make())
    if what == "a simulation":  # its active set is found again, by other roundings
        np.testing.assert_allclose(there[0], here[0], atol=1e-9)
        there, here = there[1:], here[1:]
    assert there == here


def test_results_come_back_from_another_process(worker: ProcessPoolExecutor) -> None:
    here = solve(problem(), restarts=0)
    there = worker.submit(solve, problem(), restarts=0).result()
    assert there.q.tobytes() == here.q.tobytes()
    assert told(there) == told(here)
    starts = np.tile(HUMAN.rest, (3, 1))
    batch = worker.submit(LevenbergMarquardt(restarts=0).solve_batch, problem(), starts).result()
    assert batch.q.tobytes() == LevenbergMarquardt(restarts=0).solve_batch(problem(), starts).q.tobytes()
    explained_here = result(FAR)
    conflict, diagnosis = (
        pickle.loads(pickle.dumps(one)) for one in (explained_here.conflict, explained_here.diagnosis)
    )
    assert conflict.sentence == explained_here.conflict.sentence
    assert str(diagnosis) == str(explained_here.diagnosis)


def test_what_is_cached_is_not_sent() -> None:
    fresh, used = problem(), problem()
    used.cost(used.rest)
    LevenbergMarquardt().solve(used)
    assert len(pickle.dumps(used)) == len(pickle.dumps(fresh)) < 2 * len(pickle.dumps(HUMAN))


@pytest.mark.parametrize("kind", sorted(goal_kinds))
def test_every_goal_can_be_sent(kind: str) -> None:
    rng = np.random.default_rng(5)
    goal = scenes.goal_of_kind(rng, [scenes.figure(rng)], kind)
    assert pickle.loads(pickle.dumps(goal)) == goal


@pytest.mark.parametrize("kind", sorted(handle_kinds))
def test_every_handle_can_be_sent(kind: str) -> None:
    rng = np.random.default_rng(6)
    handle = scenes.handle_of_kind(rng, scenes.figure(rng), kind)
    assert pickle.loads(pickle.dumps(handle)) == handle


@pytest.mark.parametrize("kind", sorted(solver_kinds))
def test_every_solver_can_be_sent(kind: str) -> None:
    solver = solver_kinds[kind]()
    assert pickle.loads(pickle.dumps(solver)) == solver
