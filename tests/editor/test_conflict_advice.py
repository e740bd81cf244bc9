"""Conflicts told in words with buttons, and what a body minds besides its locks."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from manikin import bodies, commands as c
from manikin.body.capsules import body_capsules
from manikin.body.posture import comfort
from manikin.body.support import sole_points
from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.document.lock_mark import mark_of
from manikin.editor.conflict_advice import advise
from manikin.editor.messages import ConflictChanged
from manikin.goals.capsule_clearance import rod_distance
from manikin.plain_data import from_data
from manikin.posing.balance import BalanceMeter
from manikin.posing.lock_meter import LockMeter
from manikin.posing.support import carrying_parts
from tests.support.workspaces import begin, figure_of, lock_errors, point, pull, standing, workspace


def reaching() -> Document:
    """The right hand should be where only the spine could bring it."""
    document = c.AddLock(part="r_hand", target=(-0.19, 1.2, 0.7)).apply(standing())
    assert LockMeter(document).violated() == [3]
    return document


def advised(document: Document) -> ConflictChanged | None:
    return advise(document, [lock.id for lock in document.locks])


def test_where_all_locks_hold_there_is_nothing_to_say() -> None:
    assert advised(standing()) is None
    assert advised(Document.of(bodies.load("planar3"))) is None


def test_a_conflict_is_told_with_its_amount_and_every_button_does_what_it_says() -> None:
    document = reaching()
    told = advised(document)
    assert told is not None
    assert told.sentence.startswith("Right hand position is out of reach")
    assert [member.lock for member in told.members] == [3]
    error = LockMeter(document).readings(document.poses)[3].error
    assert told.members[0].error == pytest.approx(error, rel=0.02)
    labels = [way.label for way in told.remedies]
    assert "Let spine help right hand position" in labels
    assert any(label.startswith("Move right hand position by ") for label in labels)
    assert "Switch off right hand position" in labels
    for way in told.remedies:
        after = from_data(Command, way.command).apply(document)
        assert LockMeter(after).violated() == [], way.label
        assert advised(after) is None


def test_locks_that_clash_with_one_another_are_all_named() -> None:
    document = standing()
    document = c.AddLock(part="r_hand", lock="position", name="here").apply(document)
    document = c.AddLock(part="r_hand", lock="position", name="there", target=(-0.4, 1.3, 0.2)).apply(document)
    told = advised(document)
    assert told is not None
    assert {member.name for member in told.members} == {"here", "there"}
    assert "cannot both hold" in told.sentence
    assert {way.label for way in told.remedies} >= {"Switch off here", "Switch off there"}


def test_limits_are_told_by_the_names_of_their_sliders() -> None:
    told = advised(c.AddLock(part="pelvis", target=(0, 0.55, 0)).apply(standing()))  # lower than flat feet allow
    assert told is not None
    assert "within the limit" in told.sentence
    assert "_" not in told.sentence


@pytest.mark.parametrize("kind", ["position", "pose"])
def test_a_lock_is_moved_as_far_as_its_button_says_and_no_farther_than_the_locks_are_off(kind: str) -> None:
    feet_and_pelvis = c.AddLock(part="pelvis", lock=kind, target=(0.0, 1.25, 0.0)).apply(standing())
    out_of_reach = c.AddLock(part="r_hand", lock=kind, target=(-0.19, 1.2, 0.7)).apply(standing())
    for document in (feet_and_pelvis, out_of_reach):
        told = advised(document)
        assert told is not None
        off = sum(member.error for member in told.members if member.unit == "m")
        moves = [way for way in told.remedies if way.label.startswith("Move ")]
        assert moves
        for way in moves:
            command = from_data(Command, way.command)
            assert isinstance(command, c.MoveLock)
            assert command.target is not None
            place = mark_of(document.lock(command.id), document.poses, "pin").place
            far = float(np.linalg.norm(np.array(command.target) - place))
            said = re.fullmatch(r"Move .* by ([\d.]+) mm(, [\d.]+°)?", way.label)
            assert said is not None, f"{way.label}: next to nothing is not said"
            assert float(said[1]) == pytest.approx(1e3 * far, rel=0.01)
            assert far <= 1.05 * off


def test_where_the_pelvis_helps_a_gaze_the_spine_does_most_of_it() -> None:
    document = c.AddLock(part="head", lock="look_at", target=(-1.5, 1.6, -2.0)).apply(standing())
    told = advised(document)
    assert told is not None
    way = next(way for way in told.remedies if way.label == "Let pelvis help head gaze")
    after = from_data(Command, way.command).apply(document)
    assert LockMeter(after).violated() == []
    spine = document.actor("human").figure.skeleton.path("head")
    assert set(spine) <= set(after.locks[-1].chain or ())
    before, turned = document.actor("human").pose, after.actor("human").pose
    assert abs(turned["spine_twist"]) > abs(turned["root_turn"])
    assert np.linalg.norm(turned.position("pelvis") - before.position("pelvis")) < 0.05  # it does not topple


# ---- balance, comfort, collision -----------------------------------------------------------------


def test_balance_is_measured_over_the_locked_feet() -> None:
    document = standing()
    assert set(carrying_parts(document, "human")) == {"l_foot", "r_foot"}
    inside = BalanceMeter(document, "human").depth(document.poses)
    assert 0.02 < inside < 0.2
    rng = np.random.default_rng(3)
    figure = document.actor().figure
    for _ in range(20):
        pose = figure.pose(figure.random_state(rng))
        points = [
            p.value(pose)[[0, 2]] for part in carrying_parts(document, "human") for p in sole_points(figure, part)
        ]
        hull = ConvexHull(np.array(points))
        centre = pose.centre_of_mass()[[0, 2]]
        outside = float((hull.equations[:, :2] @ centre + hull.equations[:, 2]).max())
        told = BalanceMeter(document, "human").depth({"human": pose})
        assert (told < 0) == (outside > 0)
        if outside <= 0:
            assert told == pytest.approx(-outside, abs=1e-9)
    for other in (figure, bodies.load("planar3")):
        document = Document.of(other)
        assert math.isnan(BalanceMeter(document, other.name).depth(document.poses))


def test_a_balanced_figure_leans_back_when_it_reaches_far_forward() -> None:
    far = (-0.15, 1.1, 0.95)
    depths = {}
    for on in (False, True):
        space = workspace(c.ChangeSettings(changes={"balance": on}).apply(standing()))
        begin(space, part="r_hand", mode="joint", base="pelvis")
        pull(space, far, along=(-1.0, 0.0, 0.0), steps=80)
        assert np.linalg.norm((point(space, "r_hand") - np.array(far))[1:]) < 0.02
        depths[on] = BalanceMeter(space.document, "human").depth(space.poses)
        assert max(lock_errors(space)) < 1e-3
    assert depths[False] < 0  # it would fall
    assert depths[True] > -1e-3


def test_a_hand_that_minds_its_body_stays_outside_of_it() -> None:
    gaps = {}
    for on in (False, True):
        space = workspace(c.ChangeSettings(changes={"collision": on}).apply(standing()))
        begin(space, part="r_hand")
        pull(space, point(space, "l5"), steps=80)
        gaps[on] = _gap(figure_of(space), space.poses["human"])
    assert gaps[False] < -0.02
    assert gaps[True] > -0.005


def _gap(figure: object, pose: object) -> float:
    """The least distance of the right hand's capsule from the trunk's, by the capsules' own figures."""
    capsules = body_capsules(figure)  # type: ignore[arg-type]
    hand = [x for x in capsules if "r_hand" in x.covers]
    trunk = [x for x in capsules if {"pelvis", "l5", "l3", "t12"} & set(x.covers)]
    gaps = []
    for a in hand:
        for b in trunk:
            ends = [end.value(pose) for end in (*a.ends(figure), *b.ends(figure))]  # type: ignore[arg-type]
            gaps.append(rod_distance(*ends)[0] - a.radius - b.radius)
    return min(gaps)


def test_comfort_draws_joints_away_from_their_limits() -> None:
    scores = {}
    for on in (False, True):
        space = workspace(c.ChangeSettings(changes={"comfort": on}).apply(standing()))
        begin(space, part="r_hand", mode="joint", base="l5")
        pull(space, (-0.3, 0.75, 0.6), along=(-1.0, 0.0, 0.0), steps=200)
        scores[on] = comfort(space.poses["human"]).score
        assert np.linalg.norm((point(space, "r_hand") - np.array([0, 0.75, 0.6]))[1:]) < 0.01
    assert scores[True] > scores[False] + 0.005
