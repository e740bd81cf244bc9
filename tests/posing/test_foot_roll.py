"""Foot roll: heel, ball, toes; and gazes that begin at the eyes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import bodies, commands as c
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.errors import InputError
from manikin.gait.legs import legs_of
from manikin.posing.gestures import Cursor, Grab
from manikin.posing.lock_meter import LockMeter
from tests.support.workspaces import ME, workspace

HUMAN = bodies.load("human")


def crouching(depth: float = 0.12) -> Document:
    """Both feet locked, knees bent, so that heels can rise."""
    return c.SetParameters(values={"root_y": -depth}).apply(first_document(HUMAN))


def pitch(document: Document, part: str) -> float:
    """How far a part is turned from where it is at rest [rad]."""
    turn = document.actor().pose.orientation(part) @ HUMAN.pose().orientation(part).T
    return float(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1)))


def point(document: Document, part: str, at: np.ndarray) -> np.ndarray:
    return np.asarray(document.actor().pose.convert_point(at, part))


@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("degrees", [-12.0, -5.0, 15.0, 40.0, 65.0])
def test_a_foot_rolls_about_its_heel_its_ball_and_its_toes(degrees: float, locked: bool) -> None:
    before = crouching(0.12 if degrees > 0 else 0.005)  # on the heels the ankles must bend
    if not locked:
        before = replace(before, locks=before.locks[:1])
    assert before.locks[0].part == "r_foot"
    leg = legs_of(HUMAN).left
    after = c.RollFoot(part="l_foot", angle=np.radians(degrees)).apply(before)
    assert pitch(after, "l_foot") == pytest.approx(np.radians(abs(degrees)), abs=1e-3)
    if degrees < 0:
        assert np.allclose(point(after, "l_foot", leg.heel), point(before, "l_foot", leg.heel), atol=1e-3)
        assert point(after, "l_foot", leg.ball)[1] > point(before, "l_foot", leg.ball)[1] + 0.005
    else:
        assert point(after, "l_foot", leg.heel)[1] > point(before, "l_foot", leg.heel)[1] + 0.01
        tip = HUMAN.pose().convert_point(leg.tip, "l_foot", "l_toes")
        assert np.allclose(point(after, "l_toes", tip), point(before, "l_toes", tip), atol=1e-3)
    if 0 < degrees < 50:
        assert pitch(after, "l_toes") == pytest.approx(pitch(before, "l_toes"), abs=1e-3), "the toes stay flat"
    assert LockMeter(after).violated() == []
    assert [lock.id for lock in after.locks] == [lock.id for lock in before.locks]
    assert np.allclose(after.actor().pose.position("r_foot"), before.actor().pose.position("r_foot"), atol=1e-4)


def test_what_has_no_foot_and_angles_beyond_reason_are_refused() -> None:
    with pytest.raises(InputError, match="no part of a foot"):
        c.RollFoot(part="l_hand", angle=0.1).apply(crouching())
    with pytest.raises(InputError, match="80 degrees"):
        c.RollFoot(part="l_foot", angle=3.0).apply(crouching())
    with pytest.raises(InputError, match="cannot walk"):
        c.RollFoot(part="tip", angle=0.1).apply(Document.of(bodies.load("planar3")))


def test_a_slider_rolls_a_foot_as_one_step() -> None:
    space = workspace(crouching())
    wanted = c.RollFoot(part="l_toes", angle=0.5).apply(space.document)
    space.begin(ME, Grab(what="foot", part="l_toes"))
    for seq, angle in enumerate((0.2, -0.3, 0.5), 1):
        space.follow(ME, Cursor(seq=seq, value=angle))
        space.step()
    assert np.allclose(space.poses["human"].q, wanted.actor().q, atol=1e-6)
    space.end(ME)
    assert np.allclose(space.document.actor().q, wanted.actor().q, atol=1e-6)
    assert space.history.data().undo == "Roll left toes"
    space.undo()
    assert np.allclose(space.document.actor().q, crouching().actor().q)


def test_a_gaze_begins_at_the_eyes() -> None:
    target = (0.4, 1.2, 2.0)
    after = c.AddLock(part="head", lock="look_at", target=target).apply(first_document(HUMAN))
    pose = after.actor().pose
    eyes, ahead = pose.position("eyes"), pose.orientation("head")[:, 2]
    way = np.subtract(target, eyes)
    assert np.dot(ahead, way) / np.linalg.norm(way) == pytest.approx(1, abs=1e-9)
