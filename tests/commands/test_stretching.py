"""Limbs of a document's figures that stretch: poses, keys, locks and files go along."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import bodies, stretchy
from manikin.clips import Keyframes
from manikin.clips.key import Key
from manikin.commands import (
    AddFigure,
    AddLock,
    ChangeLock,
    InsertClip,
    SetParameters,
    SetStiffness,
    SetStretch,
    StorePose,
    Walk,
)
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.editor.wire_data import figure_data
from manikin.errors import InputError

HUMAN = bodies.load("human")
TWIST = {"r_elbow": 0.8, "l_knee": 0.4, "r_shoulder_elevation": 0.6, "spine_bend": 0.2}


def moving() -> Document:
    """A human with keys, one for an arm alone and one with rates of its own, a stored pose, a lock, a stiff elbow."""
    made = SetParameters(values=TWIST).apply(first_document(HUMAN))
    made = SetStiffness(name="r_elbow", value=0.4).apply(StorePose(name="mine").apply(made))
    made = AddLock(part="r_hand", lock="position").apply(made)
    made = ChangeLock(id=made.locks[-1].id, changes={"chain": ["r_upper_arm", "r_forearm", "r_hand"]}).apply(made)
    q, rng = tuple(made.actor().q), np.random.default_rng(5)
    rates = tuple(rng.normal(0, 0.01, HUMAN.size).tolist())
    other = tuple(HUMAN.random_state(rng).tolist())
    keys = (
        Key(frame=0, q=q), Key(frame=10, q=other, tracks=frozenset({"r_elbow", "r_hand"})),
        Key(frame=20, q=other, rates=rates, rates_out=rates),
    )  # fmt: skip
    return made.with_actor(replace(made.actor(), clip=Keyframes(figure=HUMAN, keys=keys)))


def test_all_that_is_posed_stays_when_limbs_begin_to_stretch_and_cease_to() -> None:
    before = moving()
    on = SetStretch().apply(before)
    actor, old = on.actor(), before.actor()
    assert actor.figure == stretchy(HUMAN)
    for name in HUMAN.parameter_names:
        assert actor.pose[name] == old.pose[name]
    assert actor.pose["r_arm_stretch"] == 0
    assert actor.stiffness == old.stiffness
    assert on.locks[-1].chain == ("r_upper_arm", "r_upper_arm slide", "r_forearm", "r_forearm slide", "r_hand")
    assert actor.clip is not None
    assert old.clip is not None
    for frame in (0.0, 4.5, 10.0, 13.0, 20.0):
        now, then = actor.clip.pose(frame), old.clip.pose(frame)
        np.testing.assert_allclose(now.position("r_hand"), then.position("r_hand"), atol=1e-9)
        np.testing.assert_allclose(now.position("l_foot"), then.position("l_foot"), atol=1e-9)
    assert SetStretch(most=0).apply(on) == before
    assert SetStretch(most=0).apply(before) is before
    assert SetStretch().apply(on) is on


def test_what_is_longer_is_dropped_when_limbs_cease_to_stretch_and_that_is_said() -> None:
    on = SetStretch().apply(moving())
    assert SetStretch(most=0).label(on) == "Limbs that stretch: off"
    longer = SetParameters(values={"r_leg_stretch": 0.2}).apply(on)
    stored = StorePose(name="long").apply(longer)
    assert SetStretch(most=0).label(longer) == "Limbs that stretch: off, dropped in 1 pose"
    assert SetStretch(most=0).label(stored) == "Limbs that stretch: off, dropped in 2 poses"
    off = SetStretch(most=0).apply(stored)
    assert all(off.actor().pose[name] == stored.actor().pose[name] for name in HUMAN.parameter_names)
    assert [name for name, _ in off.actor().stored_pose("long").values] == list(HUMAN.parameter_names)


def test_another_share_keeps_what_it_allows() -> None:
    longer = SetParameters(values={"r_leg_stretch": 0.4, "l_leg_stretch": 0.1}).apply(SetStretch().apply(moving()))
    assert SetStretch(most=0.25).label(longer) == "Limbs that stretch: on, to 25 %"
    less = SetStretch(most=0.25).apply(longer).actor().pose
    assert less["r_leg_stretch"] == 0.25
    assert less["l_leg_stretch"] == 0.1


def test_a_lock_on_a_limb_loses_only_the_joints_that_are_gone() -> None:
    on = SetStretch().apply(first_document(HUMAN))
    made = AddLock(part="r_hand", lock="position").apply(on)
    chain = ["r_upper_arm", "r_upper_arm slide", "r_forearm", "r_hand"]
    made = ChangeLock(id=made.locks[-1].id, changes={"chain": chain}).apply(made)
    off = SetStretch(most=0).apply(made)
    assert off.locks[-1].chain == ("r_upper_arm", "r_forearm", "r_hand")


def test_a_project_brings_them_back_and_others_have_the_same_bytes_as_before() -> None:
    plain = moving()
    on = SetParameters(values={"r_arm_stretch": 0.3}).apply(SetStretch().apply(plain))
    assert from_parts(to_parts(on)) == on
    assert to_parts(SetStretch(most=0).apply(SetStretch().apply(plain))) == to_parts(plain)


def test_shipped_clips_move_a_figure_that_stretches_as_they_move_any_other() -> None:
    plain, on = first_document(HUMAN), SetStretch().apply(first_document(HUMAN))
    walk = InsertClip(shelf="moves", name="walk", frame=0, retargets=True)
    first, second = walk.apply(plain), walk.apply(on)
    assert [lock.spans for lock in first.locks] == [lock.spans for lock in second.locks]
    one, other = first.actor().clip, second.actor().clip
    assert one is not None
    assert other is not None
    for frame in (0.0, 6.5, 20.0):
        pose = other.pose(frame)
        assert pose["r_leg_stretch"] == 0
        for part in ("r_hand", "l_foot", "head"):
            np.testing.assert_allclose(pose.position(part), one.pose(frame).position(part), atol=1e-9)
    steps = Walk(frame=0, ahead=1.0)
    first, second = steps.apply(plain), steps.apply(on)
    one, other = first.actor().clip, second.actor().clip
    assert one is not None
    assert other is not None
    np.testing.assert_allclose(other.pose(9).position("l_foot"), one.pose(9).position("l_foot"), atol=1e-9)


def test_only_the_figure_that_is_named_stretches() -> None:
    two = AddFigure(name="human").apply(first_document(HUMAN))
    first, second = (actor.name for actor in two.actors)
    on = SetStretch(figure=second).apply(two)
    assert on.actor(first) == two.actor(first)
    assert on.actor(second).figure == stretchy(two.actor(second).figure)
    assert SetStretch(figure=second).label(two) == f"Limbs that stretch: on, to 50 % of {second}"


def test_a_figure_without_pairs_of_limbs_is_refused() -> None:
    with pytest.raises(InputError, match="no pairs of limbs"):
        SetStretch().apply(first_document(bodies.load("snake")))


def test_the_page_is_told_of_bones_and_of_sliders_in_percent() -> None:
    data = figure_data(stretchy(HUMAN))
    assert [data.joints[bone.part].name for bone in data.stretches][:2] == ["r_thigh", "r_shin"]
    for bone in data.stretches:
        slide = data.joints[bone.slide]
        assert (slide.parent, slide.kind) == (data.joints[bone.part].name, "fixed")  # no part to be chosen
    sliders = {slider.name: slider for slider in data.parameters if slider.unit == "%"}
    assert sliders["r_arm_stretch"].joint == "r_upper_arm"
    assert sliders["r_arm_stretch"].limb == "Right arm"
    assert sliders["r_arm_stretch"].mirror == "l_arm_stretch"
    plain = figure_data(HUMAN)
    assert plain.stretches == ()
    assert data.shapes == tuple(
        replace(
            shape, joint=data.joints.index(next(j for j in data.joints if j.name == plain.joints[shape.joint].name))
        )
        for shape in plain.shapes
    )
