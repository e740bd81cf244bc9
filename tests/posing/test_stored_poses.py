"""Stored poses: as they were, with their locks, in part, mirrored, of some limbs only."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import bodies, commands as c
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.ik_chain import columns_of, limb_of
from manikin.document.parts import from_parts, to_parts
from manikin.errors import InputError
from manikin.figure.mirror import mirror_state
from manikin.posing.gestures import Cursor, Grab
from manikin.posing.lock_meter import LockMeter
from tests.support.workspaces import ME, workspace

HUMAN = bodies.load("human")


def standing() -> Document:
    """The human as the editor shows it first: both feet locked."""
    return first_document(HUMAN)


def state(document: Document) -> np.ndarray:
    return np.array(document.actor().q)


@pytest.mark.parametrize("name", HUMAN.pose_names)
def test_a_shipped_pose_comes_out_as_it_is_drawn_and_no_lock_is_violated(name: str) -> None:
    after = c.ApplyPose(name=name).apply(standing())
    assert np.abs(state(after) - HUMAN.state(name)).max() < 1e-12
    assert LockMeter(after).violated() == []
    assert len(after.locks) == 2, "a lock that does not hold sleeps, and is not gone"


def test_with_locks_that_hold_the_pose_is_as_near_as_they_allow() -> None:
    after = c.ApplyPose(name="walk", locks="hold").apply(standing())
    assert all(lock.enabled for lock in after.locks)
    assert LockMeter(after).violated() == []
    assert np.abs(state(after) - HUMAN.state("walk")).max() > 0.1


def test_a_pose_keeps_its_locks_and_brings_them_back() -> None:
    document = c.ApplyPose(name="reach", locks="hold").apply(standing())
    document = c.AddLock(part="r_hand").apply(document)
    document = c.StorePose(name="mine").apply(document)
    kept, at = {lock.id: lock for lock in document.locks}, state(document)
    document = c.RemoveLock(id=3).apply(document)
    document = c.ApplyPose(name="sit").apply(document)
    document = c.AddLock(part="l_hand").apply(document)
    back = c.ApplyPose(name="mine").apply(from_parts(to_parts(document)))
    assert np.array_equal(state(back), at)
    assert LockMeter(back).violated() == []
    enabled = [lock for lock in back.locks if lock.enabled]
    assert sorted(lock.part for lock in enabled) == ["l_foot", "r_foot", "r_hand"]
    assert all(lock.goal == kept[lock.id].goal for lock in enabled if lock.id in kept)
    assert len({lock.id for lock in back.locks}) == len(back.locks)
    asleep = c.ApplyPose(name="mine", locks="asleep").apply(document)
    assert not any(lock.enabled for lock in asleep.locks if lock.part in ("l_foot", "r_foot"))
    plain = c.ApplyPose(name="bare").apply(c.StorePose(name="bare", locks=False).apply(document))
    assert plain.locks == document.locks


def test_a_pose_is_mirrored_with_its_locks() -> None:
    document = c.AddLock(part="r_hand").apply(c.ApplyPose(name="walk").apply(standing()))
    document = c.StorePose(name="mine").apply(document)
    at = state(document)
    after = c.ApplyPose(name="mine", mirrored=True).apply(document)
    assert np.abs(state(after) - mirror_state(HUMAN, at)).max() < 1e-9
    hand = next(lock for lock in after.locks if lock.id == 3)
    assert (hand.part, hand.enabled, hand.name) == ("l_hand", True, "left hand position")
    assert LockMeter(after).violated() == []
    twice = c.Mirror().apply(c.Mirror().apply(document))
    assert np.abs(state(twice) - at).max() < 1e-9
    assert [lock.part for lock in twice.locks] == [lock.part for lock in document.locks]
    once = c.Mirror().apply(document)
    assert np.abs(state(once) - mirror_state(HUMAN, at)).max() < 1e-6, "its locks do not pull it back"


def test_only_the_limbs_of_the_chosen_parts_take_a_pose() -> None:
    free = replace(standing(), locks=())
    after = c.ApplyPose(name="cheer", parts=("r_hand", "l_shin")).apply(free)
    columns = columns_of(HUMAN, (*limb_of(HUMAN, "r_hand"), *limb_of(HUMAN, "l_shin")))
    others = sorted(set(range(HUMAN.size)) - columns)
    chosen = sorted(columns)
    assert np.array_equal(state(after)[others], HUMAN.rest[others])
    assert np.allclose(state(after)[chosen], HUMAN.state("cheer")[chosen])
    assert np.abs(HUMAN.state("cheer") - HUMAN.rest)[chosen].max() > 0.5
    assert "r_elbow" in {HUMAN.parameter_names[k] for k in chosen}


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0, 1.2])
def test_a_share_of_a_pose_is_that_share_of_the_way(share: float) -> None:
    free = replace(standing(), locks=())
    after = c.ApplyPose(name="bow", share=share).apply(free)
    wanted = np.clip(HUMAN.rest + share * (HUMAN.state("bow") - HUMAN.rest), HUMAN.lo, HUMAN.hi)
    assert np.allclose(state(after), wanted, atol=1e-12)


def test_shares_beyond_reason_and_unknown_names_are_refused() -> None:
    with pytest.raises(InputError, match="share"):
        c.ApplyPose(name="bow", share=7.0)
    with pytest.raises(InputError, match="share"):
        c.ApplyPose(name="bow", share=-0.1)
    for bad in (c.ApplyPose(name="nowhere"), c.ApplyPose(name="bow", parts=("nose",))):
        with pytest.raises(LookupError):
            bad.apply(standing())


def test_a_slider_blends_a_pose_in_as_one_step() -> None:
    space = workspace(standing())
    space.begin(ME, Grab(what="pose", pose="crouch"))
    for seq, share in enumerate((0.2, 0.9, 0.5), 1):
        space.follow(ME, Cursor(seq=seq, value=share))
        space.step()
    wanted = HUMAN.rest + 0.5 * (HUMAN.state("crouch") - HUMAN.rest)
    assert np.allclose(space.poses["human"].q, wanted, atol=1e-9)
    space.end(ME)
    assert np.allclose(state(space.document), wanted, atol=1e-9)
    assert space.history.data().undo == "50 % of pose 'crouch'"
    assert space.violated() == []
    space.undo()
    assert np.array_equal(state(space.document), HUMAN.rest)
    space.begin(ME, Grab(what="pose", pose="crouch", locks="hold"))
    space.follow(ME, Cursor(seq=1, value=1.0))
    space.step()
    space.end(ME)
    assert space.violated() == [] or all(lock.enabled for lock in space.document.locks)


def test_a_pose_follows_the_new_name_of_its_figure() -> None:
    document = c.StorePose(name="mine").apply(standing())
    renamed = c.RenameFigure(figure="human", name="Ada").apply(document)
    moved = c.ApplyPose(figure="Ada", name="sit").apply(renamed)
    back = c.ApplyPose(figure="Ada", name="mine").apply(moved)
    assert all(lock.enabled for lock in back.locks)
    assert {lock.figure for lock in back.locks} == {"Ada"}
