"""Hands: five fingers that move together or one by one, and the shapes they take."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from manikin import bodies
from manikin.clips import Keyframes
from manikin.clips.key import Key
from manikin.commands import AtFrame, SetFingers, SetHand, SetParameters, StorePose
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.errors import InputError
from manikin.posing.gestures import Cursor
from tests.support.workspaces import ME, begin, standing, state, workspace

HUMAN = bodies.load("human")
FINGERS = ("index", "middle", "ring", "pinky")


def bend(document: Document, finger: str, side: str = "r") -> float:
    """How far the three joints of a finger bend it [degrees]."""
    figure = document.actor().figure
    values = dict(zip(figure.skeleton.dof_index, document.actor().pose.joint_values, strict=True))
    return math.degrees(sum(values[f"{side}_{finger}_{joint}"] for joint in ("knuckle", "curl", "end")))


def test_one_parameter_curls_all_fingers_and_their_ends_follow() -> None:
    assert HUMAN.size == 50
    pose = HUMAN.pose(r_knuckles=0.0, r_finger_curl=math.radians(60))
    values = dict(zip(HUMAN.skeleton.dof_index, pose.joint_values, strict=True))
    for finger in FINGERS:
        assert values[f"r_{finger}_curl"] == pytest.approx(math.radians(60))
        assert values[f"r_{finger}_end"] == pytest.approx(math.radians(40))  # two thirds
        assert values[f"r_{finger}_spread"] == 0
    free = HUMAN.ungrouped("right hand")
    assert free.size == 50 - 2 + 4 * 3 + 2
    assert "r_index_end" not in free.parameter_names  # it still follows the middle joint
    one = free.pose(r_index_curl=math.radians(60))
    assert dict(zip(free.skeleton.dof_index, one.joint_values, strict=True))["r_index_end"] == pytest.approx(
        math.radians(40)
    )
    np.testing.assert_allclose(HUMAN.ungrouped().pose("cheer").world, HUMAN.pose("cheer").world, atol=1e-12)


def test_the_limits_of_the_ends_hold_through_both_groups() -> None:
    assert math.degrees(HUMAN.hi[HUMAN.index("r_finger_curl")]) == pytest.approx(100)
    for q in HUMAN.random_state(np.random.default_rng(4), count=50):
        values = HUMAN.coupling.joint_values(q)
        for dof, value in zip(HUMAN.skeleton.dofs, values, strict=True):
            if "shoulder" in dof.name or "clavicle" in dof.name or "upper_arm" in dof.name:
                continue  # linear limits hold them
            assert dof.lo - 1e-12 <= value <= dof.hi + 1e-12, dof.name


def test_fingers_end_where_the_hand_does_and_do_not_meet_while_straight() -> None:
    flat = HUMAN.pose(r_knuckles=0, r_finger_curl=0)
    length = np.linalg.norm(flat.position("r_hand tip") - flat.position("r_hand"))
    assert length == pytest.approx(np.hypot(0.18887, 0.0105), abs=2e-4)
    places = [flat.position(f"r_{finger}1") for finger in FINGERS]
    gaps = [np.linalg.norm(a - b) for a, b in pairwise(places)]
    assert min(gaps) > 0.017


@pytest.mark.parametrize(("shape", "curled", "straight"), [
    ("fist", FINGERS, ()), ("flat", (), FINGERS), ("point", FINGERS[1:], FINGERS[:1]),
])  # fmt: skip
def test_shapes_of_a_hand(shape: str, curled: tuple[str, ...], straight: tuple[str, ...]) -> None:
    document = SetHand(side="right", shape=shape).apply(standing())  # type: ignore[arg-type]
    assert all(bend(document, finger) > 230 for finger in curled)
    assert all(bend(document, finger) < 12 for finger in straight)
    assert all(bend(document, finger, "l") == pytest.approx(bend(standing(), finger, "l")) for finger in FINGERS)
    single = "right hand" not in document.actor().figure.active_couplings
    assert single == (shape == "point")  # only what needs it has single fingers


def test_grip_and_relaxed_lie_between_flat_and_fist() -> None:
    bends = [
        bend(SetHand(side="left", shape=shape).apply(standing()), "middle", "l")
        for shape in ("flat", "relaxed", "grip", "fist")
    ]  # type: ignore[arg-type]
    assert bends == sorted(bends)
    assert bends[1] > 20
    assert bends[2] < 160


def test_single_fingers_keep_state_poses_keys_and_stiffness() -> None:
    document = SetParameters(values={"r_knuckles": 0.7, "r_finger_curl": 0.9}).apply(standing())
    document = StorePose(name="mine").apply(document)
    actor = document.actor()
    other = actor.figure.state(r_knuckles=0.2, r_finger_curl=0.1)
    rates = tuple(np.linspace(-0.01, 0.01, actor.figure.size).tolist())
    keys = (
        Key(frame=0, q=actor.q, rates=rates),
        Key(frame=10, q=tuple(other.tolist())),
        Key(frame=20, q=actor.q, tracks=frozenset({"r_knuckles"})),
    )
    clip = Keyframes(figure=actor.figure, keys=keys, rate=30)
    document = document.with_actor(replace(actor, clip=clip, stiffness={"r_knuckles": 0.5, "l_knee": 0.25}))
    free = SetFingers(side="right", single=True).apply(document)
    assert free.actor().figure.size == 62
    assert free.actor().stiffness == {f"r_{finger}_knuckle": 0.5 for finger in FINGERS} | {"l_knee": 0.25}
    before, after = document.actor().clip, free.actor().clip
    assert before is not None
    assert after is not None
    for frame in np.linspace(0, 20, 17):
        np.testing.assert_allclose(
            after.figure.pose(after.state(frame)).world, before.figure.pose(before.state(frame)).world, atol=1e-6
        )
    back = SetFingers(side="right", single=False).apply(free)
    assert back.actor().figure == document.actor().figure
    np.testing.assert_allclose(back.actor().q, document.actor().q, atol=1e-12)
    stored = [dict(one.actor().stored_pose("mine").values) for one in (document, back)]
    assert stored[1] == pytest.approx(stored[0], abs=1e-12)
    keys = back.actor().clip.keys  # type: ignore[union-attr]
    np.testing.assert_allclose(keys[0].rates, rates, atol=1e-9)  # type: ignore[arg-type]
    assert keys[2].tracks == frozenset({"r_knuckles"})


def test_fingers_that_come_together_take_the_mean() -> None:
    free = SetFingers(side="right", single=True).apply(standing())
    values = {f"r_{finger}_curl": math.radians(20 * k) for k, finger in enumerate(FINGERS)}
    uneven = SetParameters(values={**values, "r_index_spread": 0.2}).apply(free)
    back = SetFingers(side="right", single=False).apply(uneven)
    assert math.degrees(back.actor().pose["r_finger_curl"]) == pytest.approx(30)
    assert bend(back, "index") == pytest.approx(bend(back, "pinky"))


def test_a_shape_at_a_frame_is_keyed_there_and_its_fingers_are_single_in_all_keys() -> None:
    document = standing()
    actor = document.actor()
    clip = Keyframes(figure=actor.figure, keys=(Key(frame=0, q=actor.q), Key(frame=10, q=actor.q)), rate=30)
    document = document.with_actor(replace(actor, clip=clip))
    after = AtFrame(frame=5, edit=SetHand(side="right", shape="point")).apply(document)
    own = after.actor().clip
    assert own is not None
    assert [key.frame for key in own.keys] == [0, 5, 10]
    assert own.figure.size == 62
    pose = own.figure.pose(own.state(5))
    assert math.degrees(pose["r_ring_curl"]) == pytest.approx(100)
    assert math.degrees(own.figure.pose(own.state(10))["r_ring_curl"]) == pytest.approx(18)


def test_the_hand_slider_closes_and_opens_from_where_the_hand_was() -> None:
    space = workspace()
    rest = state(space).copy()
    begin(space, "hand", part="r_hand")
    space.follow(ME, Cursor(seq=1, value=1.0))
    space.step()
    closed = state(space)
    assert closed[HUMAN.index("r_finger_curl")] > math.radians(95)
    space.follow(ME, Cursor(seq=2, value=-0.5))
    space.step()
    half = state(space)
    knuckles = HUMAN.index("r_knuckles")
    assert half[knuckles] == pytest.approx(rest[knuckles] / 2)
    space.end(ME)
    assert space.history.data().undo == "Open right hand"
    changed = np.flatnonzero(np.abs(np.array(space.document.actor().q) - rest) > 1e-12)
    assert {HUMAN.parameter_names[i] for i in changed} <= {
        "r_knuckles", "r_finger_curl", "r_thumb_opposition", "r_thumb_flexion",
    }  # fmt: skip


def test_who_has_no_fingers_is_told_so() -> None:
    dog = first_document(bodies.load("quadruped"))
    with pytest.raises(InputError, match="no left hand"):
        SetHand(side="left", shape="fist").apply(dog)
    with pytest.raises(InputError, match="no right hand whose fingers"):
        SetFingers(side="right", single=True).apply(dog)
    with pytest.raises(InputError, match="between 0 and 1"):
        SetHand(side="left", shape="fist", share=2).apply(standing())
