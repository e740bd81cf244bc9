"""Balance with props in the hands: their mass counts.  Centres of mass and hulls are computed here and by SciPy."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from manikin import bodies, commands as c
from manikin.body.support import balance, sole_points
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.document.lock_kinds import LockOptions, make_goal
from manikin.document.motion import posed_at, states_at
from manikin.editor.pose_packet import PacketWriter
from manikin.errors import InputError
from manikin.figure.pose import Pose
from manikin.goals import Balance, Position
from manikin.math.rotations import Array
from manikin.posing.balance import BalanceMeter
from manikin.posing.support import balance_goal, carried_props
from manikin.problem.problem import Problem
from manikin.solvers import solve
from tests.support.packets import read_packet
from tests.support.workspaces import ME, begin, lock_errors, point, pull, workspace

SIDE = (-1.0, 0.0, 0.0)
BOX = "box:0.5x0.8x0.5"  # 20 kg
HELD = (0.0, 1.0, 0.5)


def weighted(pose: Pose) -> tuple[float, Array]:
    """The mass of a figure and its mass times the centre of mass, joint by joint."""
    joints = pose.figure.skeleton.joints
    world = pose.figure.forward(pose.q)
    moments = [j.mass * (t[:, :3] @ np.array(j.centre) + t[:, 3]) for j, t in zip(joints, world, strict=True)]
    return sum(joint.mass for joint in joints), np.sum(moments, axis=0)


def common_centre(*poses: Pose) -> Array:
    """The centre of mass of several figures together (3,) [m]."""
    masses, moments = zip(*map(weighted, poses), strict=True)
    return np.asarray(np.sum(moments, axis=0) / sum(masses))


def depth(pose: Pose, centre: Array) -> float:
    """How far a place is inside the hull of both soles, seen from above [m]; SciPy makes the hull."""
    corners = [p.value(pose)[[0, 2]] for foot in ("l_foot", "r_foot") for p in sole_points(pose.figure, foot)]
    sides = ConvexHull(np.array(corners)).equations
    return -float((sides[:, :2] @ centre[[0, 2]] + sides[:, 2]).max())


@cache
def holding(prop: str = BOX, *, people: int = 1) -> Document:
    """Standing humans with one box in all their hands, in balance with it."""
    document = first_document(bodies.load("human"))
    if people == 2:
        document = c.AddFigure(name="human", at=(0.0, 0.0, 1.0)).apply(document)
        second = document.actor("human 2").figure
        document = document.at({"human 2": second.state(root_z=1.0, root_turn=np.pi)})
        for foot in ("l_foot", "r_foot"):
            document = c.AddLock(figure="human 2", part=foot, lock="pose").apply(document)
    document = c.AddFigure(name=prop, at=HELD).apply(document)
    document = c.ChangeSettings(changes={"balance": True}).apply(document)
    for name in ("human", "human 2")[:people]:
        for side, x in (("r", -0.2), ("l", 0.2)):
            at = (x if name == "human" else -x, 1.0, 0.35 if name == "human" else 0.65)
            held = {"other": "box", "other_figure": "box", "target": at}
            document = c.AddLock(figure=name, part=f"{side}_hand", lock="attach", **held).apply(document)
    return document


def test_a_heavy_box_counts_in_the_balance_of_who_holds_it() -> None:
    document = holding()
    assert carried_props(document, "human") == {"box": 20.0}
    own, box = document.poses["human"], document.poses["box"]
    centre = common_centre(own, box)
    assert depth(own, centre) > 0
    assert np.linalg.norm(centre - own.centre_of_mass()) > 0.03  # the box matters
    meter = BalanceMeter(document, "human")
    np.testing.assert_allclose(meter.centre(document.poses), centre, atol=1e-12)
    assert meter.depth(document.poses) == pytest.approx(depth(own, centre), abs=1e-9)


def test_a_box_that_is_held_out_is_kept_in_balance_as_long_as_it_is_held() -> None:
    far = (0.0, 1.1, 0.75)
    for attached in (True, False):
        document = holding()
        if not attached:  # the box stays behind, and the hands reach as far alone
            for lock in document.locks[2:]:
                document = c.RemoveLock(id=lock.id).apply(document)
        space = workspace(document)
        begin(space, figure="human", part="r_hand", mode="joint", base="pelvis")
        pull(space, far, along=SIDE, steps=80)
        own, box = space.poses["human"], space.poses["box"]
        together, alone = depth(own, common_centre(own, box)), depth(own, common_centre(own))
        assert (together if attached else alone) > -1e-3
        if attached:
            assert max(lock_errors(space)) < 1e-3
            assert np.linalg.norm(point(space, "box", "box") - document.poses["box"].position("box")) > 0.1
            assert depth(own, common_centre(own)) > 0.01  # its own centre leans back
        space.end(ME)


def test_the_packet_for_the_page_has_the_common_centre() -> None:
    space = workspace(holding())
    block = read_packet(PacketWriter(space).packet().data).figures[0]
    centre = common_centre(space.poses["human"], space.poses["box"])
    np.testing.assert_allclose(block.centre, centre, atol=1e-6)
    assert block.balance == pytest.approx(depth(space.poses["human"], centre), abs=1e-6)


def test_two_who_hold_a_box_carry_half_of_it_each() -> None:
    document = holding(people=2)
    assert carried_props(document, "human") == carried_props(document, "human 2") == {"box": 10.0}
    box_mass, box_moment = weighted(document.poses["box"])
    for name in ("human", "human 2"):
        own = document.poses[name]
        mass, moment = weighted(own)
        centre = (moment + box_moment / 2) / (mass + box_mass / 2)
        np.testing.assert_allclose(BalanceMeter(document, name).centre(document.poses), centre, atol=1e-12)
        assert depth(own, centre) > -1e-3


@pytest.mark.parametrize("how", ["frozen", "locked", "off", "released"])
def test_a_box_that_something_else_holds_up_is_not_carried(how: str) -> None:
    document = holding()
    if how == "frozen":
        document = c.ChangeFigure(figure="box", changes={"frozen": True}).apply(document)
    elif how == "locked":
        document = c.AddLock(figure="box", part="box").apply(document)
    else:
        for lock in document.locks[2:]:
            off = c.ChangeLock(id=lock.id, changes={"enabled": False})
            document = (c.RemoveLock(id=lock.id) if how == "released" else off).apply(document)
    assert carried_props(document, "human") == {}
    own = document.poses["human"]
    np.testing.assert_allclose(BalanceMeter(document, "human").centre(document.poses), common_centre(own), atol=1e-12)


def test_of_very_many_props_the_heaviest_count() -> None:
    document = first_document(bodies.load("human"))
    document = c.ChangeSettings(changes={"balance": True}).apply(document)
    for _ in range(34):
        document = c.AddFigure(name="ball", at=(-0.3, 0.9, 0.1)).apply(document)
    document = c.AddFigure(name="ball:0.4", at=(-0.3, 0.9, 0.1), as_name="large").apply(document)
    for name in list(document.figures)[1:]:
        goal = make_goal("attach", document, "human", "r_hand", LockOptions(other="ball", other_figure=name))
        own = Lock(id=document.made + 1, name=name, figure="human", part="r_hand", kind="attach", goal=goal)
        document = document.with_lock(own)
    assert len(carried_props(document, "human")) == 35
    goal = balance_goal(document, "human")
    assert goal is not None
    assert len(goal.loads) == 30
    assert goal.loads[0].figure == "large"
    space = workspace(document)
    begin(space, figure="human", part="pelvis")  # it can still be solved by the kernels
    assert space.activity.solve.problem.tables is not None  # type: ignore[union-attr]
    space.cancel(ME)


def test_a_step_under_the_feet_carries_and_is_not_carried() -> None:
    document = Document.of(bodies.load("human"), bodies.load("step"))
    document = document.at({"human": document.actor("human").figure.state(root_y=0.18)})
    for foot in ("l_foot", "r_foot"):
        hold = c.AddLock(figure="human", part=foot, lock="attach", other="step", other_figure="step")
        document = hold.apply(document)
    assert carried_props(document, "human") == {}


# ---- the goal ------------------------------------------------------------------------------------


def test_a_load_in_the_library_shifts_the_balance_by_its_mass() -> None:
    human, box = bodies.load("human"), bodies.load(BOX)
    hands = [
        Position(point=human.point(f"{side}_hand"), target=box.point("box", (x, 0.0, -0.15)))
        for side, x in (("l", 0.2), ("r", -0.2))
    ]
    reach = Position(point=box.point("box"), target=(0.0, 1.0, 0.7))
    soles = [p for foot in ("l_foot", "r_foot") for p in sole_points(human, foot)]
    feet = [Position(point=p, target=p.value(human.pose())) for p in soles]
    start = np.concatenate([human.state(), box.state(root_y=1.0, root_z=0.6)])
    depths = {}
    for loads in ({}, {box: box.skeleton.mass}):
        problem = Problem(
            [human, box], [reach], hard=[*feet, *hands, balance(human, "l_foot", "r_foot", loads=loads, margin=0.1)]
        )
        result = solve(problem, start)
        own, held = (Pose(f, q) for f, q in zip(problem.figures, problem.split(result.q), strict=True))
        assert result.violation < 1e-6
        depths[bool(loads)] = depth(own, common_centre(own, held))
    assert depths[True] > 0
    assert depths[False] < 0  # who does not count the box falls over


def test_bad_loads_are_refused() -> None:
    human, box = bodies.load("human"), bodies.load("box")
    for mass in (-1.0, np.nan, np.inf):
        with pytest.raises(InputError, match="the mass of 'box'"):
            balance(human, "l_foot", loads={box: mass})
    for shares in ((0.7, 0.7), (-0.1, 0.2), (0.5,)):
        with pytest.raises(InputError, match="shares"):
            Balance(point=(0, 1, 0), support=[(0, 0, 0)], loads=[(1, 1, 1), (2, 2, 2)], load_shares=shares)


# ---- in motion -------------------------------------------------------------------------------------


@cache
def walking() -> Document:
    """The human with the shipped walk on its timeline."""
    return c.InsertClip(shelf="moves", name="walk", frame=0.0).apply(first_document(bodies.load("human")))


@pytest.mark.parametrize("frame", [10.0, 15.0, 25.0, 30.0])
def test_an_arm_is_edited_in_the_midst_of_a_step_and_the_body_stays_on_its_way(frame: float) -> None:
    """Who walks falls from foot to foot: balance would bring the pelvis over the standing one, by 12 cm."""
    before = states_at(walking(), frame)["human"]
    elbow = walking().actor().figure.index("r_elbow")
    edit = c.SetParameters(values={"r_elbow": float(before[elbow]) + 0.3})
    edited = c.AtFrame(frame=frame, edit=edit).apply(walking())
    assert not edited.falling
    off = np.abs(states_at(edited, frame)["human"] - before)
    assert off[elbow] == pytest.approx(0.3, abs=1e-6)
    assert np.delete(off, elbow).max() < 0.01  # toes of the walk that are a millimetre in the ground come out of it


def test_a_hand_is_pulled_in_the_midst_of_a_step_and_the_pelvis_stays_before_the_foot() -> None:
    space = workspace(walking())
    before = posed_at(walking(), 15.0).actor().pose
    begin(space, part="r_hand", mode="branch", frame=15.0)
    pull(space, before.position("r_hand") + np.array([0.0, 0.05, 0.02]))
    assert np.linalg.norm(space.poses["human"].position("pelvis") - before.position("pelvis")) < 0.01


def test_who_stands_at_a_frame_is_kept_in_balance_there() -> None:
    document = c.KeyPose(frame=0.0).apply(first_document(bodies.load("human")))
    bent = c.AtFrame(frame=0.0, edit=c.SetParameters(values={"spine_bend": 0.9})).apply(document)
    assert BalanceMeter(bent, "human").depth(posed_at(bent, 0.0).poses) > 0.0
