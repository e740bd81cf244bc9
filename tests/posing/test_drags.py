"""A figure that is drawn to comfort while it is pulled: it glides, soon comes to rest, and rests where it should."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from manikin.posing.ray_goal import MAX_STEP, RayGoal

from manikin import bodies
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.goals import Line
from manikin.math.rotations import Array
from manikin.posing.gestures import Cursor, Grab, PartDrag, Ray, begin_drag
from manikin.posing.interactive_solve import MAX_CALM_STEP
from manikin.posing.keep_locks import problem_of, start_of, states_of

TWO_SECONDS = 120
"""Refreshes."""
VIEWS = ((0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (-0.4, -0.3, -0.8))
PARTS = ("r_hand", "l_hand", "r_forearm", "head", "pelvis", "r_upper_arm")


@cache
def at_ease() -> Document:
    document = first_document(bodies.load("human"))
    return replace(document, settings=replace(document.settings, comfort=True))


def pull(part: str, by: Array, along: Any, refreshes: int = 20) -> tuple[PartDrag, list[Array]]:
    """Take a part by a way in some refreshes, and hold the cursor still then; the states on the way."""
    drag = begin_drag(at_ease(), Grab(what="part", part=part))
    assert isinstance(drag, PartDrag)
    begin = drag.effector(at_ease().poses)
    states = [drag.states["human"]]
    for k in range(1, refreshes + 1):
        origin = begin + k / refreshes * by - 3 * np.array(along)
        drag.follow(Cursor(seq=k, ray=Ray(origin=tuple(origin), direction=along)))
        drag.step()
        states.append(drag.states["human"])
    return drag, states


def rest(drag: PartDrag, states: list[Array]) -> int:
    """Refresh until it rests; how often."""
    for k in range(3 * TWO_SECONDS):
        if not drag.waiting:
            return k
        drag.step()
        states.append(drag.states["human"])
    raise AssertionError("it does not come to rest")


def farthest(states: list[Array]) -> float:
    """The longest way of a parameter between two states, as a share of what is calm."""
    calm = np.array([MAX_CALM_STEP[variable.kind] for variable in at_ease().actor().figure.parameters])
    return float((np.abs(np.diff(states, axis=0)) / calm).max())


def whole_ray(drag: PartDrag) -> Array:
    """Where a solver goes on to from the state of a drag, if the part may be anywhere on the cursor's ray."""
    document = at_ease()
    assert drag.cursor is not None
    assert drag.cursor.ray is not None
    line: Any = Line(point=drag.handle, origin=drag.cursor.ray.origin, along=drag.cursor.ray.direction)  # type: ignore[arg-type]
    solver = document.settings.make_solver()
    problem = problem_of(document, [line, *drag.solve.beside], drag.solve.affected, solver)
    q = solver.start(problem, start_of(document.at(drag.states), problem)).run().q
    return states_of(problem, q, {"human"})["human"]


def effector(drag: PartDrag) -> Array:
    return drag.effector({"human": drag.pose_of("human")})


@pytest.mark.parametrize("case", range(24))
def test_a_pulled_part_rests_within_two_seconds_where_nothing_draws_it_any_more(case: int) -> None:
    rng = np.random.default_rng(case)
    part, view = PARTS[case % len(PARTS)], VIEWS[case % len(VIEWS)]
    drag, states = pull(part, rng.normal(size=3) * 0.25, view)
    assert rest(drag, states) <= TWO_SECONDS
    assert farthest(states) <= 1 + 1e-9
    assert np.abs(whole_ray(drag) - drag.states["human"]).max() < 1e-3


def test_what_is_let_go_on_its_way_stays_where_it_is() -> None:
    drag, states = pull("pelvis", np.array([0.1, -0.12, 0.0]), VIEWS[0])
    for _ in range(30):
        drag.step()
        states.append(drag.states["human"])
    assert drag.waiting  # it would go on
    shown = effector(drag)
    drag.settle()
    kept = effector(drag)
    assert np.linalg.norm(kept - shown) < MAX_STEP
    assert farthest([states[-1], drag.states["human"]]) < 1


def test_without_comfort_the_goal_is_the_nearest_point_of_the_ray() -> None:
    document = first_document(bodies.load("human"))
    drag = begin_drag(document, Grab(what="part", part="r_hand"))
    assert isinstance(drag, PartDrag)
    assert drag.ray_goal is None


def spring(goal: Array, rest_at: float, strength: float) -> Array:
    """Where a part is that is held to a goal and drawn along z."""
    return np.array([0.0, 0.0, goal[2] + strength * (rest_at - goal[2])])


@pytest.mark.parametrize("strength", [1e-3, 0.02, 0.4])
@pytest.mark.parametrize("rest_at", [-0.6, 0.003, 0.5])
def test_the_goal_goes_to_where_the_part_is_drawn_slowly_at_first_and_slowly_there(
    strength: float, rest_at: float
) -> None:
    ray = np.array([0.0, 0.0, -3.0]), np.array([0.0, 0.0, 2.0])
    goal_on_ray = RayGoal(np.zeros(3))
    goals = [goal_on_ray.follow(*ray, np.zeros(3))]
    while not goal_on_ray.arrived:
        goals.append(goal_on_ray.follow(*ray, spring(goals[-1], rest_at, strength)))
    steps = np.abs(np.diff([goal[2] for goal in goals]))
    assert abs(goals[-1][2] - rest_at) < 2e-4
    assert len(steps) < TWO_SECONDS
    assert steps.max() <= MAX_STEP + 1e-12
    assert steps[0] < 1e-3
    assert steps[-1] < 1e-3


def test_a_part_that_turns_over_at_a_place_leaves_the_goal_there() -> None:
    ray = np.array([0.0, 0.0, -3.0]), np.array([0.0, 0.0, 1.0])
    goal_on_ray = RayGoal(np.zeros(3))
    goal = goal_on_ray.follow(*ray, np.zeros(3))
    for _ in range(TWO_SECONDS):
        goal = goal_on_ray.follow(*ray, goal + np.array([0.0, 0.0, np.copysign(0.004, 0.1 - goal[2])]))
    assert goal_on_ray.arrived
    assert abs(goal[2] - 0.1) < 2e-3


def test_no_goal_lies_behind_the_eye() -> None:
    ray = np.array([0.0, 0.0, -0.05]), np.array([0.0, 0.0, 1.0])
    goal_on_ray = RayGoal(np.zeros(3))
    goal = goal_on_ray.follow(*ray, np.zeros(3))
    for _ in range(TWO_SECONDS):
        goal = goal_on_ray.follow(*ray, spring(goal, -1.0, 0.1))
    assert goal[2] == -0.05
