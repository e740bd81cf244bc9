"""Figures that locks join are pulled as one problem; the others stay as they are to the bit."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from manikin import bodies, commands as c
from manikin.body.clearance import body_capsules
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.figure.pose import Pose
from manikin.goals.capsule_clearance import rod_distance
from manikin.math.rotations import Array
from manikin.posing.balance import BalanceMeter
from manikin.posing.gestures import Cursor
from manikin.posing.support import carrying_parts
from manikin.project.workspace import Workspace
from tests.support.workspaces import ME, begin, lock_errors, point, pull, state, workspace

SIDE = (-1.0, 0.0, 0.0)
HAND = {"r_hand", "r_middle1", "r_middle2", "r_thumb", "r_thumb_end"}
TOP = (0.0, -1.0, 0.0)


def place(document: Document, name: str, x: float, y: float, z: float, turn: float = 0.0) -> Document:
    """A figure put somewhere, its locks off for the time being."""
    figure = document.actor(name).figure
    return document.at({name: figure.state(root_x=x, root_y=y, root_z=z, root_turn=turn)})


@cache
def clasping() -> Document:
    """Two humans who face each other, each with a foot and the other foot locked, and hold right hands."""
    document = place(Document.of(bodies.load("human"), bodies.load("human")), "human 2", 0.0, 0.0, 1.0, np.pi)
    for name in ("human", "human 2"):
        for foot in ("l_foot", "r_foot"):
            document = c.AddLock(figure=name, part=foot, lock="pose").apply(document)
    # both reach for the middle, and then hold one another
    for name, side in (("human", -1), ("human 2", 1)):
        reach = c.AddLock(figure=name, part="r_hand", target=(side * 0.02, 1.1, 0.5), name=f"reach {name}")
        document = reach.apply(document)
    document = c.RemoveLock(id=5).apply(document)
    document = c.RemoveLock(id=6).apply(document)
    hold = c.AddLock(figure="human", part="r_hand", lock="attach", other="r_hand", other_figure="human 2")
    return hold.apply(document)


def palms(space: Workspace) -> float:
    """How far the clasped points are from each other [m], by the kinematics of each figure alone."""
    goal = space.document.locks[-1].goal
    own, other = goal.point, goal.target  # type: ignore[attr-defined]
    places = []
    for handle in (own, other):
        figure = space.document.figures[handle.figure]
        world = figure.forward(space.poses[handle.figure].q, [handle.part])[0]
        places.append(world[:, :3] @ np.array(handle.at) + world[:, 3])
    return float(np.linalg.norm(places[0] - places[1]))


def moved(space: Workspace, name: str) -> float:
    """How far a figure's state is from where it was [rad, m]."""
    return float(np.linalg.norm(state(space, name) - np.array(space.document.actor(name).q)))


def test_clasped_hands_stay_together_while_one_of_them_is_pulled() -> None:
    space = workspace(clasping())
    begin(space, figure="human", part="r_hand")
    assert space.moving == {"human", "human 2"}
    at = point(space, "r_hand", "human")
    pull(space, at + np.array([0.05, 0.08, 0.0]))
    assert np.linalg.norm((point(space, "r_hand", "human") - at - [0.05, 0.08, 0.0])[:2]) < 1e-3
    assert palms(space) < 1e-4
    assert max(lock_errors(space)) < 1e-4
    assert moved(space, "human") > 0.05
    assert moved(space, "human 2") > 0.05
    for _ in range(40):  # both bodies may still come to a better pose; the hand stays
        space.step()
        assert np.linalg.norm((point(space, "r_hand", "human") - at - [0.05, 0.08, 0.0])[:2]) < 1e-3
    space.end(ME)
    assert space.history.data().undo == "Drag right hand"
    space.undo()
    assert space.document == clasping()


def test_a_body_that_leans_back_takes_the_other_one_along() -> None:
    space = workspace(clasping())
    begin(space, figure="human", part="pelvis")
    at = point(space, "pelvis", "human")
    pull(space, at - np.array([0.0, 0.1, 0.15]), along=SIDE, steps=80)
    assert np.linalg.norm((point(space, "pelvis", "human") - at + [0.0, 0.1, 0.15])[1:]) < 0.01
    assert palms(space) < 1e-4
    assert max(lock_errors(space)) < 1e-4
    assert moved(space, "human 2") > 0.01


@cache
def apart() -> Document:
    """Two humans who face each other and hold out their right hands, some way from each other."""
    document = clasping()
    document = c.RemoveLock(id=document.locks[-1].id).apply(document)
    for name, z in (("human", 0.4), ("human 2", 0.6)):
        reach = c.AddLock(figure=name, part="r_hand", target=(0.0, 1.1, z))
        document = reach.apply(document)
        document = c.RemoveLock(id=document.locks[-1].id).apply(document)
    return document


def turns_to_meet(stiffness: dict[str, float]) -> dict[str, float]:
    """How far the joints of each go [rad] when both hands are to meet; arms are as stiff as is said."""
    document = apart()
    for name, value in stiffness.items():
        for joint in ("r_clavicle", "r_upper_arm", "r_forearm", "r_hand"):
            document = c.SetStiffness(figure=name, name=joint, value=value).apply(document)
    space = workspace(document)
    x, y, z = point(space, "r_hand", "human 2").tolist()
    space.do(
        c.AddLock(
            figure="human", part="r_hand", lock="attach", target=(x, y, z), other="r_hand", other_figure="human 2"
        )
    )
    assert palms(space) < 1e-4
    names = ("human", "human 2")
    return {name: float(np.linalg.norm(np.subtract(state(space, name), document.actor(name).q))) for name in names}


@pytest.mark.parametrize(("stiff", "other"), [("human", "human 2"), ("human 2", "human")])
def test_both_give_way_as_their_stiffness_says(stiff: str, other: str) -> None:
    shares = []
    for value in (0.0, 0.5, 0.95, 0.999):
        turns = turns_to_meet({stiff: value})
        shares.append(turns[stiff] / turns[other])
    assert shares[0] == pytest.approx(1, rel=1e-3)  # they stand alike
    assert shares[1] < 0.95
    assert shares[2] < 0.3
    assert shares[3] < 0.2  # not 0: the other arm alone is too short


def test_a_rigid_partner_does_not_move_at_all() -> None:
    document = clasping()
    names = document.actor("human 2").figure.parameter_names
    for name in names:
        document = c.SetStiffness(figure="human 2", name=name, value=1.0).apply(document)
    space = workspace(document)
    begin(space, figure="human", part="r_hand")
    pull(space, point(space, "r_hand", "human") + np.array([0.2, 0.2, 0.0]))
    assert (state(space, "human 2") == document.actor("human 2").q).all()
    assert palms(space) < 1e-3  # the hand cannot go


def test_a_frozen_partner_stays_and_a_third_figure_does_not_take_part() -> None:
    document = c.ChangeFigure(figure="human 2", changes={"frozen": True}).apply(clasping())
    document = c.AddFigure(name="human").apply(document)
    space = workspace(document)
    begin(space, figure="human", part="pelvis")
    assert space.moving == {"human"}
    pull(space, point(space, "pelvis", "human") - np.array([0.0, 0.1, 0.0]))
    assert palms(space) < 1e-4
    space.end(ME)
    for name in ("human 2", "human 3"):
        assert space.document.actor(name) is document.actor(name)
    with pytest.raises(Exception, match="'human 2' is frozen"):
        begin(space, figure="human 2", part="head")


# ---- props ---------------------------------------------------------------------------------------


@cache
def holding() -> Document:
    """A standing human with a tube in both hands."""
    document = first_document(bodies.load("human"), bodies.load("tube"))
    for side, x in (("r", -0.2), ("l", 0.2)):
        document = c.AddLock(figure="human", part=f"{side}_hand", target=(x, 1.1, 0.35), hard=True).apply(document)
    document = document.at({"tube": document.actor("tube").figure.state(root_x=0.0, root_y=1.1, root_z=0.35)})
    for id_ in (3, 4):
        document = c.RemoveLock(id=id_).apply(document)
    for side in ("r", "l"):
        grip = c.AddLock(figure="human", part=f"{side}_hand", lock="attach", other="tube", other_figure="tube")
        document = grip.apply(document)
    return document


def test_a_tube_follows_the_hand_that_holds_it_and_the_other_hand_follows_the_tube() -> None:
    space = workspace(holding())
    begin(space, figure="human", part="r_hand")
    assert space.moving == {"human", "tube"}
    at, left, tube = point(space, "r_hand", "human"), point(space, "l_hand", "human"), point(space, "tube", "tube")
    pull(space, at + np.array([0.0, 0.15, 0.0]))
    assert max(lock_errors(space)) < 1e-4
    assert np.linalg.norm(point(space, "tube", "tube") - tube) > 0.05
    assert np.linalg.norm(point(space, "l_hand", "human") - left) > 0.01


def test_a_tube_that_is_carried_takes_the_hands_along() -> None:
    space = workspace(holding())
    begin(space, figure="tube", part="tube")
    at = point(space, "tube", "tube")
    pull(space, at + np.array([0.05, 0.1, 0.0]))
    assert np.linalg.norm((point(space, "tube", "tube") - at - [0.05, 0.1, 0.0])[:2]) < 1e-3
    assert max(lock_errors(space)) < 1e-4
    assert moved(space, "human") > 0.05


def test_a_slider_of_a_prop_moves_what_holds_it() -> None:
    space = workspace(holding())
    begin(space, "slider", figure="tube", parameter="root_roll")
    for seq in range(1, 11):
        space.follow(ME, Cursor(seq=seq, value=0.02 * seq))
        space.step()
    assert space.poses["tube"]["root_roll"] == pytest.approx(0.2, abs=1e-3)
    assert max(lock_errors(space)) < 1e-3


def test_a_prop_that_nobody_holds_is_carried_without_turning_and_alone() -> None:
    document = first_document(bodies.load("human"), bodies.load("chair"))
    space = workspace(document)
    begin(space, figure="chair", part="chair")
    assert space.moving == {"chair"}
    pull(space, point(space, "chair", "chair") + np.array([0.3, 0.2, 0.0]))
    assert (state(space, "chair")[3:] == 0).all()
    space.end(ME)
    assert space.document.actor("human") is document.actor("human")


# ---- eyes, balance, clearance --------------------------------------------------------------------


def gaze_error(space: Workspace) -> float:
    """The angle between where the eyes look and where the other's head is [rad], from the two poses alone."""
    own, other = space.poses["human"], space.poses["human 2"]
    eyes = own.transform("eyes")
    head = point(space, "head", "human 2")
    assert isinstance(other, Pose)
    way = head - eyes[:, 3]
    return float(np.arccos(np.clip(eyes[:, 2] @ way / np.linalg.norm(way), -1, 1)))


def test_eyes_follow_the_head_of_another_who_is_not_disturbed_by_that() -> None:
    document = place(Document.of(bodies.load("human"), bodies.load("human")), "human 2", 0.3, 0.0, 1.5, np.pi)
    gaze = c.AddLock(figure="human", part="eyes", lock="aim_part", other="head", other_figure="human 2")
    document = gaze.apply(document)
    assert document.actor("human 2").q == tuple(bodies.load("human").state(root_x=0.3, root_z=1.5, root_turn=np.pi))
    space = workspace(document)
    assert gaze_error(space) < 1e-4
    begin(space, "root", figure="human 2")
    for way in ([0.2, 0.0, 0.0], [-0.4, -0.1, 0.0], [0.1, 0.2, 0.0]):
        pull(space, point(space, "pelvis", "human 2") + np.array(way), steps=20)
        assert gaze_error(space) < 1e-3
    space.end(ME)
    begin(space, figure="human", part="head")
    assert space.moving == {"human"}  # who looks does not move who is looked at


def test_who_stands_on_a_step_is_carried_by_it_and_keeps_its_balance() -> None:
    document = first_document(bodies.load("human"))
    for id_ in (1, 2):
        document = c.RemoveLock(id=id_).apply(document)
    document = c.AddFigure(name="step:1x0.2x0.6", at=(0.0, 0.1, 0.0)).apply(document)
    document = document.at({"human": document.actor("human").figure.state(root_y=0.2)})
    for foot in ("l_foot", "r_foot"):
        for lock in ("attach", "orientation"):
            joined = {"other": "step", "other_figure": "step"} if lock == "attach" else {}
            document = c.AddLock(figure="human", part=foot, lock=lock, **joined).apply(document)
    document = c.ChangeFigure(figure="step", changes={"frozen": True}).apply(document)
    document = c.ChangeSettings(changes={"balance": True}).apply(document)
    assert set(carrying_parts(document, "human")) == {"l_foot", "r_foot"}
    space = workspace(document)
    begin(space, figure="human", part="r_hand", mode="joint", base="pelvis")
    far = np.array([-0.15, 1.3, 0.9])
    pull(space, far, along=SIDE, steps=80)
    assert BalanceMeter(space.document, "human").depth(space.poses) > -1e-3
    assert max(lock_errors(space)) < 1e-3


def least_gap(one: Pose, other: Pose) -> float:
    """The least distance of the right hand's capsules from all capsules of another figure [m]."""
    gaps = []
    for a in (capsule for capsule in body_capsules(one.figure) if HAND.intersection(capsule.covers)):
        for b in body_capsules(other.figure):
            ends = [
                *(end.value(one) for end in a.ends(one.figure)),
                *(end.value(other) for end in b.ends(other.figure)),
            ]
            gaps.append(rod_distance(*ends)[0] - a.radius - b.radius)
    return float(min(gaps))


@pytest.mark.parametrize("on", [False, True])
def test_a_hand_that_keeps_off_others_stays_outside_of_them(on: bool) -> None:
    document = place(Document.of(bodies.load("human"), bodies.load("human")), "human 2", 0.0, 0.0, 0.55, np.pi)
    document = c.ChangeSettings(changes={"collision": on}).apply(document)
    space = workspace(document)
    begin(space, figure="human", part="r_hand")
    pull(space, point(space, "l5", "human 2"), along=SIDE, steps=80)
    gap = least_gap(space.poses["human"], space.poses["human 2"])
    assert (gap > -0.005) if on else (gap < -0.02)
    assert (state(space, "human 2") == document.actor("human 2").q).all()


@pytest.mark.parametrize("on", [False, True])
def test_a_hand_that_keeps_off_a_box_stays_outside_of_it(on: bool) -> None:
    document = Document.of(bodies.load("human"))
    document = c.AddFigure(name="box:0.3x0.3x0.3", at=(-0.25, 1.1, 0.45)).apply(document)
    document = c.ChangeSettings(changes={"collision": on}).apply(document)
    space = workspace(document)
    begin(space, figure="human", part="r_hand")
    pull(space, (-0.25, 1.1, 0.45), along=SIDE, steps=80)
    depth = box_depth(space.poses["human"], np.array([-0.25, 1.1, 0.45]), 0.15)
    assert (depth < 0.01) if on else (depth > 0.05)


def box_depth(pose: Pose, middle: Array, half: float) -> float:
    """How deep the line of the right hand's capsule is inside a box, its thickness included [m]."""
    (capsule,) = (capsule for capsule in body_capsules(pose.figure) if "r_hand" in capsule.covers)
    start, end = (handle.value(pose) for handle in capsule.ends(pose.figure))
    depths = []
    for t in np.linspace(0, 1, 50):
        away = np.abs(start + t * (end - start) - middle) - half
        outside = np.linalg.norm(np.maximum(away, 0))
        depths.append(capsule.radius - (outside if outside > 0 else away.max()))
    return float(max(depths))


def test_a_hand_holds_a_tube_firmly_whichever_of_them_is_pulled() -> None:
    document = Document.of(bodies.load("human"), bodies.load("tube"))
    for foot in ("l_foot", "r_foot"):
        document = c.AddLock(figure="human", part=foot, lock="pose").apply(document)
    document = c.AddLock(figure="human", part="r_hand", target=(-0.25, 1.1, 0.4), name="reach").apply(document)
    x, y, z = document.poses["human"].position("r_hand").tolist()
    document = place(document, "tube", x, y, z, 0.6)
    document = c.RemoveLock(id=document.locks[-1].id).apply(document)
    document = c.AddLock(figure="human", part="r_hand", lock="hold", other="tube", other_figure="tube").apply(document)

    def grip(space: Workspace) -> Array:
        """The tube in the frame of the hand, by forward kinematics alone."""
        hand, tube = (
            np.vstack([space.document.figures[name].forward(space.poses[name].q, [part])[0], [0, 0, 0, 1]])
            for name, part in (("human", "r_hand"), ("tube", "tube"))
        )
        return np.linalg.inv(hand) @ tube

    for figure, part in (("human", "r_hand"), ("tube", "tube")):
        space = workspace(document)
        before = grip(space)
        begin(space, figure=figure, part=part)
        at = point(space, part, figure)
        pull(space, at + np.array([0.1, 0.15, 0.0]), steps=60)
        assert np.linalg.norm((point(space, part, figure) - at - [0.1, 0.15, 0.0])[:2]) < 1e-3
        np.testing.assert_allclose(grip(space), before, atol=1e-4)
        assert moved(space, "human") > 0.05
        assert moved(space, "tube") > 0.05


def test_a_grip_can_be_turned_and_moved() -> None:
    document = place(Document.of(bodies.load("human"), bodies.load("tube")), "tube", -0.3, 1.0, 0.3)
    document = c.AddLock(figure="human", part="r_hand", target=(-0.3, 1.0, 0.3), name="reach").apply(document)
    document = c.RemoveLock(id=document.locks[-1].id).apply(document)
    document = c.AddLock(figure="human", part="r_hand", lock="hold", other="tube", other_figure="tube").apply(document)
    lock = document.locks[-1]
    own = document.poses["human"].orientation("r_hand")
    angle = 0.4
    turn = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
    wanted = tuple((turn @ own).reshape(9).tolist())
    after = c.MoveLock(id=lock.id, turn=wanted).apply(document)
    hand, tube = (after.poses[name] for name in ("human", "tube"))
    frame = after.locks[-1].goal.target.value(tube).reshape(3, 4)  # type: ignore[attr-defined]
    np.testing.assert_allclose(hand.orientation("r_hand"), frame[:, :3], atol=1e-4)
    before = document.poses["human"].orientation("r_hand").T @ document.poses["tube"].orientation("tube")
    now = hand.orientation("r_hand").T @ tube.orientation("tube")
    change = before.T @ now
    assert np.arccos((np.trace(change) - 1) / 2) == pytest.approx(angle, abs=1e-3)
