"""A figure that is carried takes its locks and what it holds along; elbows and knees are swung about their limbs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import bodies
from manikin.commands import AddFigure, AddLock
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.errors import InputError, UnknownName
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Drag, Grab, Ray
from manikin.posing.lock_meter import LockMeter, reading_of
from manikin.problem.problem import Problem
from manikin.project.history import History
from manikin.project.workspace import Workspace


def scene() -> Document:
    return first_document(bodies.load("human"))


def moved_to(drag: Drag, place: np.ndarray, steps: int = 6) -> Drag:
    start = np.array(drag.goal)
    for k in range(1, steps + 1):
        x, y, z = (start + (place - start) * k / steps).tolist()
        drag.follow(Cursor(seq=k, place=(x, y, z)))
        drag.step()
    return drag


def test_a_carried_figure_keeps_its_pose_and_its_locks_come_along() -> None:
    document = scene()
    before = document.actor(None).pose
    way = np.array([0.4, 0.0, -0.3])
    drag = begin_drag(document, Grab(what="root", part="pelvis"))
    moved_to(drag, np.array(drag.goal) + way)
    outcome = drag.outcome()
    assert {lock.part for lock in outcome.locks} == {"l_foot", "r_foot"}
    after = drag.pose_of("human")
    np.testing.assert_allclose(
        after.world[:, :, 3] - before.world[:, :, 3], np.tile(way, (len(before.world), 1)), atol=1e-9
    )
    assert all(reading_of(lock, {"human": after}).held for lock in outcome.locks)


def test_carrying_is_one_step_that_is_undone_whole() -> None:
    document = scene()
    work = Workspace(History.of(document))
    work.begin(self_ := object(), Grab(what="root", part="pelvis"))
    x, y, z = np.add(work.activity.goal, (0.5, 0.1, 0.2)).tolist()  # type: ignore[union-attr]
    work.follow(self_, Cursor(seq=1, place=(x, y, z)))
    work.step()
    assert all(reading.held for reading in work.readings().values())  # while it is carried, too
    work.end(self_)
    assert work.document.actor(None).pose.position("pelvis")[0] == pytest.approx(0.5)
    assert LockMeter(work.document).violated() == []
    work.undo()
    assert work.document == document


def test_a_prop_in_the_hand_is_carried_too() -> None:
    document = AddFigure(name="tube").apply(scene())
    held = AddLock(figure="human", part="r_hand", lock="hold", other="tube", other_figure="tube").apply(document)
    before = held.actor("tube").pose.position("tube")
    drag = begin_drag(held, Grab(what="root", figure="human", part="pelvis"))
    moved_to(drag, np.add(drag.goal, (0.3, 0.0, 0.0)))
    np.testing.assert_allclose(drag.pose_of("tube").position("tube") - before, [0.3, 0.0, 0.0], atol=1e-9)


def test_a_figure_is_not_carried_into_the_ground() -> None:
    document = scene()
    start = document.actor(None).pose.position("pelvis")
    drag = begin_drag(document, Grab(what="root", part="pelvis"))
    moved_to(drag, np.add(drag.goal, (0.2, -0.5, 0.0)))
    np.testing.assert_allclose(drag.pose_of("human").position("pelvis"), np.add(start, (0.2, 0.0, 0.0)), atol=1e-6)
    off = replace(document, settings=replace(document.settings, floor=False))
    drag = begin_drag(off, Grab(what="root", part="pelvis"))
    moved_to(drag, np.add(drag.goal, (0.2, -0.5, 0.0)))
    assert drag.pose_of("human").position("pelvis")[1] == pytest.approx(start[1] - 0.5)


def test_a_figure_that_stands_fast_is_not_carried() -> None:
    with pytest.raises(InputError, match="fixed to the ground"):
        begin_drag(Document.of(bodies.load("planar3")), Grab(what="root"))


@pytest.mark.parametrize(("part", "tip"), [("r_forearm", "r_hand"), ("l_shin", "l_foot")])
def test_a_pole_swings_an_elbow_or_knee_and_the_end_stays(part: str, tip: str) -> None:
    human = bodies.load("human")
    document = replace(scene(), locks=())
    posed = human.pose({"r_elbow": 1.2, "r_shoulder_elevation": 0.6, "l_knee": 1.1, "l_hip_flexion": 0.8})
    document = document.at({"human": posed.q})
    before = document.actor(None).pose
    drag = begin_drag(document, Grab(what="pole", part=part, at=(0.0, 0.0, 0.0)))
    for k in range(1, 16):
        place = before.position(part) + np.array([0.006 * k, 0.0, 5.0])
        drag.follow(Cursor(seq=k, ray=Ray(origin=tuple(place), direction=(0.0, 0.0, -1.0))))
        drag.step()
    after = drag.pose_of("human")
    assert after.position(part)[0] - before.position(part)[0] > 0.03
    assert np.linalg.norm(after.position(tip) - before.position(tip)) < 2e-3
    turned = after.orientation(tip).T @ before.orientation(tip)
    assert np.degrees(np.arccos(np.clip((np.trace(turned) - 1) / 2, -1, 1))) < (2 if tip == "r_hand" else 20)
    assert drag.outcome().label.startswith("Swing")


def test_only_elbows_and_knees_have_poles() -> None:
    with pytest.raises(UnknownName, match="r_forearm"):
        begin_drag(scene(), Grab(what="pole", part="head"))


def test_an_exact_pull_follows_a_place_in_all_directions() -> None:
    document = replace(scene(), locks=())
    drag = begin_drag(document, Grab(what="part", part="r_hand", exact=True))
    place = np.add(drag.goal, (-0.1, 0.3, 0.25))
    moved_to(drag, place, steps=20)
    drag.settle()
    np.testing.assert_allclose(drag.effector({"human": drag.pose_of("human")}), place, atol=2e-3)
    other = begin_drag(document, Grab(what="part", part="r_hand"))
    other.follow(Cursor(seq=1, place=(0.0, 1.0, 0.0)))
    with pytest.raises(InputError, match="ray"):
        other.step()


def test_others_follow_a_carried_figure_and_no_refresh_builds_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y, z = scene().actor(None).pose.position("pelvis").tolist()
    document = AddFigure(name="human", at=(x, y, z - 1.5)).apply(scene())
    document = AddLock(figure="human 2", part="head", lock="aim_part", other="head", other_figure="human").apply(
        document
    )
    drag = begin_drag(document, Grab(what="root", figure="human", part="pelvis"))
    made: list[object] = []
    build = Problem.__init__
    monkeypatch.setattr(Problem, "__init__", lambda self, *args, **how: made.append(self) or build(self, *args, **how))
    gaze = document.locks[-1]
    for k in range(1, 11):
        moved_to(drag, np.add(drag.goal, (0.04, 0.0, 0.0)), steps=1)
        poses = {name: drag.pose_of(name) for name in document.figures}
        assert reading_of(gaze, poses).held, k
    assert made == []
    assert not np.array_equal(drag.pose_of("human 2").q, document.actor("human 2").pose.q)
