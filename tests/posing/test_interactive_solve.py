"""The interactive solve: one problem for a whole gesture, whatever is dragged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from manikin import Position, bodies, commands as c
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.posing.clear_follower import ClearFollower
from manikin.posing.gestures import Cursor, Grab, Ray, Turn
from manikin.posing.interactive_solve import InteractiveSolve
from manikin.posing.keep_locks import set_parameters
from manikin.problem.problem import Problem
from manikin.project.workspace import Workspace
from tests.support.workspaces import FRONT, ME, begin, lock_errors, minding_nothing, pull, state, workspace


@cache
def locked() -> Document:
    """A human with six locks, hard and soft, and another one who stands by."""
    document = minding_nothing(first_document(bodies.load("human"), bodies.load("human")))
    for part in ("r_hand", "l_hand", "head", "r_forearm"):
        document = c.AddLock(figure="human", part=part, hard=False).apply(document)
    return document


def ray(seq: int, x: float, y: float) -> Cursor:
    angle = 0.1 * seq
    origin = (x + 0.03 * float(np.sin(angle)), y + 0.03 * float(np.cos(angle)), 3.0)
    return Cursor(seq=seq, ray=Ray(origin=origin, direction=FRONT))


def turn(seq: int) -> Cursor:
    return Cursor(seq=seq, turn=Turn(axis=(0.0, 1.0, 0.0), angle=0.01 * seq))


GESTURES: dict[str, tuple[dict[str, Any], Any]] = {
    "part": ({"what": "part", "figure": "human", "part": "pelvis"}, lambda seq: ray(seq, 0.0, 0.87)),
    "root": ({"what": "root", "figure": "human"}, lambda seq: ray(seq, 0.0, 0.95)),
    "rotate": ({"what": "rotate", "figure": "human", "part": "pelvis"}, turn),
    "slider": (
        {"what": "slider", "figure": "human", "parameter": "root_y"},
        lambda seq: Cursor(seq=seq, value=-0.002 * seq),
    ),
    "hard lock": ({"what": "lock", "lock": 1}, lambda seq: ray(seq, -0.09, 0.13)),
    "turned lock": ({"what": "lock", "lock": 1}, turn),
    "soft lock": ({"what": "lock", "lock": 5}, lambda seq: ray(seq, -0.19, 0.75)),
}


def problems_made(space: Workspace, cursor: Callable[[int], Cursor], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many problems the refreshes of a gesture make, after the first."""
    space.follow(ME, cursor(1))
    space.step()
    space.readings()  # the meter makes its own, once
    made = []
    plain = Problem.__init__
    monkeypatch.setattr(Problem, "__init__", lambda self, *a, **k: (made.append(1), plain(self, *a, **k))[1])
    before = state(space, "human").copy()
    for seq in range(2, 30):
        space.follow(ME, cursor(seq))
        space.step()
        space.readings()
    assert np.abs(state(space, "human") - before).max() > 1e-3
    return len(made)


@pytest.mark.parametrize("name", GESTURES)
def test_no_refresh_of_a_gesture_makes_a_problem(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grab, cursor = GESTURES[name]
    space = workspace(locked())
    begin(space, **grab)
    assert problems_made(space, cursor, monkeypatch) == 0
    assert (state(space, "human 2") == locked().actor("human 2").q).all()


# ---- locks to another part -----------------------------------------------------------------------

REACHABLE, TOO_FAR = np.array([-0.22, 1.1, 0.35]), np.array([-0.25, 1.1, 0.9])


@cache
def gripping(lock: str = "attach") -> Document:
    """A standing human whose right hand holds a tube, or looks at it."""
    document = minding_nothing(first_document(bodies.load("human"), bodies.load("tube")))
    document = document.at({"tube": document.actor("tube").figure.state(root_y=1.1, root_z=0.35)})
    target = {"target": (-0.2, 1.1, 0.35)} if lock == "attach" else {}
    hold = c.AddLock(figure="human", part="r_hand", lock=lock, other="tube", other_figure="tube", **target)
    return hold.apply(document)


def gap(space: Workspace) -> float:
    """How far the hand is from the point of the tube that it holds, by the kinematics of each figure alone [m]."""
    goal = space.document.locks[-1].goal
    hand, held = (handle.value(space.poses[handle.figure or ""]) for handle in goal.handles)
    return float(np.linalg.norm(hand - held))


@pytest.mark.parametrize("lock", ["attach", "aim_part", "distance"])
def test_no_refresh_makes_a_problem_while_a_lock_to_another_part_is_moved(
    lock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = workspace(gripping(lock))
    begin(space, "lock", lock=3)
    x, y, _ = space.activity.place  # type: ignore[union-attr]
    assert problems_made(space, lambda seq: ray(seq, x, y), monkeypatch) == 0


def test_the_mark_of_an_attachment_slides_along_the_other_part_which_stays() -> None:
    space = workspace(gripping())
    assert gap(space) < 1e-4
    begin(space, "lock", lock=3)
    pull(space, REACHABLE)
    assert space.readings()[3].held
    space.end(ME)
    tube = space.document.actor("tube")
    assert tube.q == gripping().actor("tube").q
    held = space.document.lock(3).goal.target.value(space.poses["tube"])  # type: ignore[attr-defined]
    np.testing.assert_allclose(held[:2], REACHABLE[:2], atol=1e-4)
    assert gap(space) < 1e-4
    space.undo()
    assert space.document == gripping()


def test_a_part_comes_to_an_attachment_that_is_released_out_of_reach() -> None:
    space = workspace(gripping())
    begin(space, "lock", lock=3)
    pull(space, TOO_FAR, along=(-1.0, 0.0, 0.0))
    assert not space.readings()[3].held
    assert (state(space, "tube") == gripping().actor("tube").q).all()
    space.end(ME)
    assert gap(space) < 1e-3
    assert space.document.actor("tube").q != gripping().actor("tube").q


def test_an_attachment_of_a_part_to_its_own_figure_is_moved() -> None:
    document = c.AddLock(figure="human", part="r_hand", lock="attach", other="pelvis", target=(-0.2, 1.0, 0.1)).apply(
        locked()
    )
    space = workspace(document)
    begin(space, "lock", lock=document.locks[-1].id)
    pull(space, (-0.25, 1.05, 0.1))
    space.end(ME)
    assert gap(space) < 1e-3


def test_a_slider_that_is_dragged_ends_where_one_that_is_set_does() -> None:
    space = workspace(locked())
    begin(space, "slider", figure="human", parameter="root_y")
    for seq in range(1, 31):
        space.follow(ME, Cursor(seq=seq, value=-0.002 * seq))
        space.step()
    at_once = set_parameters(locked(), "human", {"root_y": -0.06})
    assert space.poses["human"]["root_y"] == pytest.approx(-0.06, abs=1e-3)
    np.testing.assert_allclose(lock_errors(space), lock_errors(workspace(at_once)), atol=1e-3)
    hard = [error for lock, error in zip(space.document.locks, lock_errors(space), strict=True) if lock.hard]
    assert max(hard) < 1e-3


def test_a_rigid_parameter_follows_its_own_slider() -> None:
    document = c.SetStiffness(figure="human", name="root_y", value=1.0).apply(locked())
    space = workspace(document)
    begin(space, "slider", figure="human", parameter="root_y")
    for seq in range(1, 11):
        space.follow(ME, Cursor(seq=seq, value=-0.005 * seq))
        space.step()
    assert space.poses["human"]["root_y"] == pytest.approx(-0.05, abs=1e-3)


def test_a_lock_that_is_off_is_moved_and_nothing_follows() -> None:
    document = c.ChangeLock(id=1, changes={"enabled": False}).apply(locked())
    space = workspace(document)
    begin(space, "lock", lock=1)
    space.follow(ME, ray(1, -0.2, 0.3))
    space.step()
    assert space.moving == frozenset()
    space.end(ME)
    assert space.document.lock(1).goal != document.lock(1).goal
    assert space.document.actor("human").q == document.actor("human").q


def test_what_keeps_clear_is_made_only_where_something_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    made, original = [], ClearFollower.__init__

    def counting(self: ClearFollower, free: Any, clear: Callable[[], Any] | None = None, clearance: Any = ()) -> None:
        counted = clear and (lambda: made.append(1) or clear())  # type: ignore[func-returns-value]
        original(self, free, counted, clearance)

    monkeypatch.setattr(ClearFollower, "__init__", counting)
    document = first_document(bodies.load("human"))
    set_parameters(document, "human", {"spine_bend": 0.2})
    assert not made
    workspace(document).begin(ME, Grab(what="part", figure="human", part="r_hand"))
    assert made == [1]  # a drag has it from its start


# ---- comfort -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [(-0.05, 0.3, 0.3), (-0.1, 0.6, 0.2), (0.1, 0.75, 0.15)])
def test_with_comfort_a_pose_comes_back_with_its_cursor_and_nothing_jumps(first: tuple[float, float, float]) -> None:
    """Comfort once was flat in an easy range, and joints changed their speed at its end: 42 to 161 rad/s²."""
    document = minding_nothing(first_document(bodies.load("human")))
    document = replace(document, settings=replace(document.settings, comfort=True))
    figure = document.figures["human"]
    start = document.poses["human"].position("r_palm") + np.array(first)
    way = [start + 0.13 * np.array([np.sin(a), 1 - np.cos(a), 0]) for a in np.linspace(0, 2 * np.pi, 121)]
    goals = [[Position(point=figure.point("r_palm"), target=tuple(place))] for place in way]
    joints = ("r_shoulder", "r_elbow", "r_forearm", "r_wrist")
    arm = [i for i, name in enumerate(figure.parameter_names) if name.startswith(joints)]
    solve = InteractiveSolve(document, goals[0], {"human": arm})
    for _ in range(60):
        solve.step()
    laps = []
    for _ in range(2):
        states = []
        for goal in goals:
            solve.set_targets(goal)
            states.append(solve.step()["human"])
        laps.append(np.array(states))
    assert np.degrees(np.abs(laps[0] - laps[1]).max()) < 0.01
    assert np.abs(np.diff(laps[1], n=2, axis=0)).max() * 60**2 < 20
