"""The ground of a document: kept, walked on, a lock that keeps a foot on it, footholds that move as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.commands import AddLock, MoveLock, SetGround, SetParameters, Walk
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.ground import GroundShape
from manikin.document.motion import motion_of
from manikin.document.parts import from_parts, to_parts
from manikin.errors import ManikinError
from manikin.posing.begin_drag import begin_drag
from manikin.posing.clip_frames import all_frames
from manikin.posing.gestures import Cursor, Grab, Ray


def hills() -> GroundShape:
    x, z = np.meshgrid(np.linspace(-2, 2, 17), np.linspace(-1, 5, 25), indexing="ij")
    heights = 0.06 * np.sin(1.7 * x) * np.cos(1.3 * z)
    rows = tuple(tuple(row) for row in heights.round(5).tolist())
    return GroundShape(kind="field", heights=rows, start=(-2.0, -1.0), spacing=(0.25, 0.25))


def standing() -> Document:
    return first_document(bodies.load("human"))


@pytest.mark.parametrize("ground", [hills(), GroundShape(kind="stairs", count=3), GroundShape(at=0.0)])
def test_a_walk_goes_over_the_ground_and_feet_hold(ground: GroundShape) -> None:
    document = SetGround(ground=ground).apply(standing())
    walked = Walk(frame=0, through=((0.1, 0.8), (0.2, 2.6))).apply(document)
    assert from_parts(to_parts(walked)) == walked
    assert np.nanmax(all_frames(walked)["human"].errors) < 1e-6
    motion = motion_of(walked, "human")
    assert motion is not None
    end = motion.pose(motion.end)
    for foot in ("l_foot", "r_foot"):
        place = end.position(foot)
        assert place[1] - ground.height(place) == pytest.approx(0.07, abs=0.03)


def test_a_lock_on_the_ground_lets_a_foot_slide_along_it() -> None:
    document = SetGround(ground=hills()).apply(Document.of(bodies.load("human")))
    locked = AddLock(part="l_foot", lock="ground").apply(document)
    point = locked.locks[0].goal.point  # type: ignore[attr-defined]

    def above(document: Document) -> float:
        place = point.value(document.poses["human"])
        return float(place[1]) - document.ground.height(place)

    first = above(locked)
    for way in (0.05, 0.12):
        assert above(SetParameters(values={"root_z": way}).apply(locked)) == pytest.approx(first, abs=1e-3)


def test_the_stages_of_a_foothold_move_together() -> None:
    walked = Walk(frame=0, ahead=2.0).apply(standing())
    step = [lock for lock in walked.locks if lock.name.startswith("step 2 ")]
    assert len(step) > 2
    flat = next(lock for lock in step if lock.name.endswith("flat"))
    place = np.reshape(flat.goal.target.constant, (3, 4))[:, 3]  # type: ignore[attr-defined]
    after = MoveLock(id=flat.id, target=tuple((place + np.array([0.05, 0.0, 0.08])).tolist())).apply(walked)  # type: ignore[arg-type]
    for lock in step:
        old, new = (np.array(d.lock(lock.id).goal.target.constant) for d in (walked, after))  # type: ignore[attr-defined]
        shift = (new - old).reshape(3, -1)[:, -1]
        assert shift == pytest.approx([0.05, 0.0, 0.08], abs=1e-9)
    others = [lock for lock in walked.locks if lock not in step]
    assert all(after.lock(lock.id) == lock for lock in others)


def test_ground_that_cannot_be_is_refused() -> None:
    for wrong in (
        {"kind": "field"},
        {"kind": "stairs", "count": 0},
        {"kind": "field", "heights": ((0.0, float("nan")), (0.0, 0.0))},
    ):
        with pytest.raises(ManikinError):
            GroundShape(**wrong)  # type: ignore[arg-type]
    for walk in ({"through": ((0.0, 1e9),)}, {"through": ((0.0, 1.0),), "gait": {"bogus": 1.0}}):
        with pytest.raises(ManikinError):
            Walk(frame=0, **walk).apply(standing())  # type: ignore[arg-type]


@pytest.mark.parametrize(("figures", "floor"), [(["human"], True), (["quadruped", "box"], True), (["limb7"], False)])
def test_a_new_project_has_a_floor_unless_an_arm_reaches_below_it(figures: list[str], floor: bool) -> None:
    assert first_document(*(bodies.load(name) for name in figures)).settings.floor is floor


def test_an_arm_that_begins_on_the_ground_comes_back_from_where_it_is_dragged() -> None:
    document = first_document(bodies.load("limb7"))
    drag = begin_drag(document, Grab(what="part", part="hand"))
    start = drag.effector(document.poses)
    ways = np.concatenate([np.linspace(0, 1, 30), np.linspace(1, 0, 30), np.zeros(60)])
    for seq, way in enumerate(ways, 1):
        place = start + way * np.array([0.3, 0.1, 0.0])
        drag.follow(Cursor(seq=seq, ray=Ray(origin=(place[0], place[1], 5.0), direction=(0.0, 0.0, -1.0))))
        drag.step()
    assert np.allclose(drag.states["limb7"], document.actor("limb7").q, atol=1e-3)
