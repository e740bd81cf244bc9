"""Drags that take the body along: level, hanging, balanced, calm, and back; other locks hold whatever is asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from benchmarks.drag_feel import DRAGS, FULL_BODY, SIDE, Feel, Gesture, perform
from tools.ten_poses import POSES, Animator

from manikin import MatchValues, Position, bodies, commands as c
from manikin.commands.figures import first_document
from manikin.figure.pose import Pose
from manikin.posing.balance import BalanceMeter, shift_of_mass
from manikin.posing.gestures import Grab
from manikin.posing.lock_meter import reading_of
from manikin.posing.pace import FAST_STEP, LEAST_STEP, MOST_MOVE, MOST_TURN, Pace
from manikin.posing.support import carrying_parts
from manikin.posing.wrists import wrists_of
from manikin.problem.problem import Problem
from tests.support.workspaces import dragged

HUMAN = bodies.load("human")


@cache
def felt(what: str) -> Feel:
    return perform(next(gesture for gesture in DRAGS if gesture.what == what))


def end_of(what: str) -> Pose:
    return HUMAN.pose(felt(what).end)


@pytest.mark.parametrize(
    "what",
    [
        "bent arm, hand circle r 7 cm",
        "hand circle r 7 cm",
        "hand 0.5 m out of reach and back",
        "pelvis 0.4 m down and back",
        "foot up and forward, and back",
        "hand to the floor, full body",
        "hand to the floor aside, full body",
    ],
)
def test_a_drag_feels_calm_and_comes_back(what: str) -> None:
    feel, bars = felt(what), next(gesture.bars for gesture in DRAGS if gesture.what == what)
    assert feel.step[0] <= bars.step
    assert feel.pop[1] <= bars.pop
    assert feel.depth[1] <= bars.depth
    assert feel.back[0] <= bars.back


def test_a_hand_goes_to_the_floor_as_a_body_does() -> None:
    what = "hand to the floor, full body"
    pose = end_of(what)
    assert felt(what).off < 5
    assert BalanceMeter(first_document(HUMAN), "human").depth({"human": pose}) > 0
    for name, easy in (("spine_bend", 45.0), ("spine_side", 20.0), ("spine_twist", 22.5)):  # half the way to a limit
        assert abs(np.degrees(pose[name])) <= 1.03 * easy  # its edge is soft
    assert min(pose["r_knee"], pose["l_knee"]) > 0.4
    down = pose.position("l_forearm") - pose.position("l_upper_arm")
    assert down[1] / np.linalg.norm(down) < -0.9  # the free arm hangs


@pytest.mark.parametrize(("hand", "way"), [("r_hand", (0.0, -0.82, 0.37)), ("l_hand", (0.0, -0.78, 0.04))])
def test_a_hand_that_is_pulled_to_the_floor_lies_on_its_palm(hand: str, way: tuple[float, float, float]) -> None:
    """The floor bent the wrist to either side: hands lay on their backs."""
    feel = perform(Gesture(hand, hand, (way,), speed=0.013, view=SIDE, grab=FULL_BODY))
    lowest = min((HUMAN.pose(q) for q in feel.states), key=lambda pose: float(pose.position(hand)[1]))
    palm = lowest.orientation(hand) @ np.array(
        [1.0 if hand == "r_hand" else -1.0, 0.0, 0.0]
    )  # at rest it looks at the thigh
    assert palm[1] < -0.7
    assert feel.back[0] < 0.5


@pytest.mark.parametrize(
    ("hand", "way", "speed"),
    [
        ("r_hand", (0.0, -0.73, 0.5), 0.012),
        ("l_hand", (0.0, -0.74, 0.33), 0.01),
        ("r_hand", (0.0, -0.76, 0.27), 0.012),
    ],
)
def test_the_wrist_of_a_hand_that_goes_to_the_floor_turns_evenly(hand: str, way: Any, speed: float) -> None:
    """It turned by 45° in 12 refreshes and stood almost still among them: up to 5.4° a refresh and 311 rad/s²."""
    feel = perform(Gesture(hand, hand, (way,), speed=speed, view=SIDE, grab=FULL_BODY))
    wrist = feel.states[:, HUMAN.index(f"{hand[0]}_wrist_flexion")]
    assert 3600 * np.abs(np.diff(wrist, 2)).max() < 150
    assert np.degrees(np.abs(np.diff(wrist)).max()) < 4


def test_a_wrist_is_extended_only_near_the_floor() -> None:
    (left, right) = wrists_of(HUMAN.pose(), HUMAN.pose().position("r_hand"))
    assert (left.value.names, right.value.names) == (("l_wrist_flexion",), ("r_wrist_flexion",))
    targets = [Problem(HUMAN, [right.wish(height)]).constants[-1] for height in (0.7, 0.4, 0.1)]
    assert targets[0] == 0
    assert HUMAN.lo[HUMAN.index("r_wrist_flexion")] <= targets[2] < targets[1] < 0
    bent = HUMAN.pose().replace({"r_wrist_flexion": -1.1})
    assert wrists_of(bent, np.zeros(3))[1].extended == -1.1
    assert wrists_of(bodies.load("quadruped").pose(), np.zeros(3)) == []


def test_a_pelvis_that_is_pulled_down_stays_level_where_flat_feet_stop_it() -> None:
    pose = end_of("pelvis 0.4 m down and back")
    for name in ("root_turn", "root_tilt", "root_roll"):
        assert abs(np.degrees(pose[name])) < 4
    assert pose["l_knee"] == pytest.approx(pose["r_knee"], abs=0.01)
    assert np.degrees(pose["l_knee"]) > 45


@pytest.mark.parametrize("way", [(0.0, -0.07, -0.07), (0.0, -0.3, -0.2), (0.0, 0.0, 0.2), (0.0, 0.1, 0.0)])
def test_a_foot_that_stands_beside_a_locked_one_stays_on_the_ground_when_the_pelvis_is_pulled(
    way: tuple[float, float, float],
) -> None:
    """It counted as lifted by the pull: the weight came over the locked foot, and the leg flew up by 50 to 70 cm."""
    document = first_document(HUMAN)
    document = replace(document, locks=tuple(lock for lock in document.locks if lock.part == "r_foot"))
    document = replace(document, settings=replace(document.settings, balance=True, floor=True))
    pose = dragged(document, Grab(what="part", part="pelvis"), way).pose_of("human")
    moved = pose.position("l_foot") - HUMAN.pose().position("l_foot")
    assert abs(moved[1]) < 0.03
    assert np.linalg.norm(moved) < 0.07
    assert BalanceMeter(document, "human").depth({"human": pose}) > -1e-3


@pytest.mark.parametrize(("way", "heels"), [(0.05, 0.0), (0.3, 0.06), (0.55, 0.083)])
def test_heels_rise_where_ankles_stop_a_pelvis_that_goes_down_and_no_earlier(way: float, heels: float) -> None:
    """Feet without locks slid 21 cm forward instead, came 3 cm off the ground, and the body fell backward."""
    document = replace(first_document(HUMAN), locks=())
    document = replace(document, settings=replace(document.settings, balance=True, floor=True))
    pose = dragged(document, Grab(what="part", part="pelvis"), (0.0, -way, 0.0)).pose_of("human")
    assert HUMAN.pose().position("pelvis")[1] - pose.position("pelvis")[1] == pytest.approx(way, abs=2e-3)
    for side in "rl":
        toes = pose.position(f"{side}_toes") - HUMAN.pose().position(f"{side}_toes")
        assert abs(toes[1]) < 4e-3
        assert np.linalg.norm(toes) < 0.06
        heel = pose.position(f"{side}_heel") - HUMAN.pose().position(f"{side}_heel")
        assert heel[1] == pytest.approx(heels, abs=0.01)
        assert pose[f"{side}_toes"] > 0.2 or not heels  # they bend, and lie on the ground
    assert BalanceMeter(document, "human").depth({"human": pose}) > 0


def test_a_foot_that_is_lifted_takes_the_weight_off_it_on_the_way() -> None:
    feel = felt("foot up and forward, and back")
    document = replace(first_document(HUMAN), locks=tuple(k for k in first_document(HUMAN).locks if k.part == "l_foot"))
    document = replace(document, settings=replace(document.settings, floor=False))
    depths = [BalanceMeter(document, "human").depth({"human": HUMAN.pose(q)}) for q in (feel.states[0], feel.end)]
    assert depths[0] < 0 < depths[1]
    assert np.degrees(HUMAN.pose(feel.end)["r_knee"]) > 50


@pytest.mark.parametrize(("part", "way"), [("r_thigh", (0.0, 0.13, -0.2)), ("r_shin", (0.0, -0.38, -0.23))])
def test_a_leg_that_is_pulled_makes_nothing_jump_while_the_weight_comes_off_it(
    part: str, way: tuple[float, float, float]
) -> None:
    feel = perform(Gesture("leg", part, (way,), speed=0.015, view=SIDE, unlocked=("r_foot",)))
    assert feel.pop[1] <= 4.0


def test_a_spine_bends_no_faster_than_a_joint_may() -> None:
    ways = ((0.0, 0.083, 0.698), (0.0, 0.359, 0.021))
    posed = {"r_shoulder_elevation": 1.06, "r_elbow": 1.43, "l_shoulder_elevation": 0.84, "l_elbow": 1.58}
    feel = perform(Gesture("reach", "r_hand", ways, speed=0.015, view=SIDE, posed=posed, grab=FULL_BODY))
    assert feel.step[0] <= 8.0


def test_a_leg_that_goes_over_to_another_pose_loses_neither_locks_nor_floor() -> None:
    """Joints at their limits must not keep what is shown from holding the foot on the way."""
    gesture = Gesture("shin", "r_shin", ((-0.05, -0.16, 0.0), (-0.26, -0.18, 0.0)), speed=0.015, unlocked=("r_foot",))
    poses = [HUMAN.pose(q) for q in perform(gesture).states]
    locks = gesture.document().locks
    assert max(reading_of(lock, {"human": pose}).error for lock in locks for pose in poses) < 1e-3
    assert min(pose.world[:, 1, 3].min() for pose in poses) > -0.01


def test_an_arm_that_cannot_tip_the_body_leaves_it_alone() -> None:
    document = first_document(HUMAN)
    drag = dragged(document, Grab(what="part", part="r_hand"), (0.0, 0.3, 0.9))
    moved = np.flatnonzero(drag.states["human"] != np.array(document.actor("human").q))
    assert all(HUMAN.parameter_names[i].startswith("r_") for i in moved)
    assert shift_of_mass(HUMAN, "r_clavicle") < 0.05 < shift_of_mass(HUMAN, "r_thigh")


def test_who_stands_on_the_floor_without_locks_is_supported_but_not_in_mid_step() -> None:
    free = replace(first_document(HUMAN), locks=())
    assert set(carrying_parts(free, "human")) == {"r_foot", "l_foot"}
    assert carrying_parts(free, "human", "r_foot") == ("l_foot",)
    assert carrying_parts(free.at({"human": HUMAN.state("walk")}), "human") == ()


def test_a_lock_that_cannot_hold_breaks_no_other() -> None:
    document = c.AddLock(part="head", lock="look_at", target=(-1.5, 1.6, -2.0)).apply(first_document(HUMAN))
    assert not reading_of(document.locks[-1], document.poses).held
    drag = dragged(document, Grab(what="part", part="r_hand", mode="joint", base="pelvis"), (0.0, 0.3, 0.9))
    poses = {"human": drag.pose_of("human")}
    assert all(reading_of(lock, poses).held for lock in document.locks if lock.part != "head")


def test_a_lock_that_is_dragged_out_of_reach_breaks_no_other() -> None:
    document = first_document(HUMAN)
    drag = dragged(document, Grab(what="lock", lock=document.locks[0].id), (0.0, 0.3, 2.0))
    assert reading_of(document.locks[1], {"human": drag.pose_of("human")}).held


def test_the_pace_bounds_what_is_shown_and_keeps_locks_on_the_way() -> None:
    document = first_document(HUMAN)
    problem = Problem(HUMAN, [], hard=[lock.goal for lock in document.locks])
    start = np.array(document.actor("human").q)
    squat = dragged(document, Grab(what="part", part="pelvis"), (0.0, -0.15, 0.0)).states["human"]
    pace, before, refreshes = Pace(problem, start, len(problem.all_goals)), HUMAN.pose(start), 0
    while not np.array_equal(pace.q, squat) and refreshes < 100:
        after = HUMAN.pose(pace.toward(problem, squat, problem.constants))
        assert np.linalg.norm(after.world[:, :, 3] - before.world[:, :, 3], axis=1).max() < 1.1 * MOST_MOVE * LEAST_STEP
        assert np.abs(after.q - before.q).max() < 1.1 * MOST_TURN * LEAST_STEP / FAST_STEP
        assert np.abs(problem.residual(after.q)).max() < 1e-5
        before, refreshes = after, refreshes + 1
    assert 3 < refreshes < 30


def test_a_hand_stays_at_its_target_while_the_arm_goes_over_to_another_pose() -> None:
    place = HUMAN.pose().replace({"r_elbow": 1.5, "r_shoulder_elevation": 0.6}).position("r_palm")
    hand = Position(point=HUMAN.point("r_palm"), target=place)
    arm = {"frozen": [name for name in HUMAN.parameter_names if not name.startswith("r_")]}
    low = HUMAN.solve([hand], **arm).q
    raised = HUMAN.pose(low).replace({"r_shoulder_abduction": -0.9}).q
    high = HUMAN.solve([hand], start=raised, **arm).q
    problem = Problem(HUMAN, [hand, MatchValues(values=HUMAN.parameter_values(), target=HUMAN.rest, weight=1e-4)])
    pace, refreshes = Pace(problem, low, goals=1), 0
    assert np.abs(high - low).max() > 0.3
    while not np.array_equal(pace.q, high) and refreshes < 100:
        pose = HUMAN.pose(pace.toward(problem, high, problem.constants))
        assert np.linalg.norm(pose.position("r_palm") - place) < 2e-4
        refreshes += 1
    assert 3 < refreshes < 30


def test_rest_is_the_rest_pose_and_locks_that_it_breaks_sleep() -> None:
    document = c.AddLock(part="r_hand", target=(-0.4, 1.6, 0.3)).apply(first_document(HUMAN))
    document = c.AddLock(part="r_forearm", target=(-0.2, 1.0, -0.5)).apply(document)  # they disagree
    after = c.Reset().apply(document)
    np.testing.assert_array_equal(after.actor("human").q, HUMAN.rest)
    asleep = {lock.part for lock in after.locks if not lock.enabled}
    assert {"r_hand", "r_forearm"} <= asleep
    assert asleep.isdisjoint({"r_foot", "l_foot"})


@pytest.mark.parametrize("name", ["sit", "kneel", "hands_behind_head"])
def test_a_pose_takes_few_drags(name: str) -> None:
    me = Animator()
    POSES[name](me)
    pose = me.document.actor("human").pose
    assert len(me.done) <= 15
    assert all(reading_of(lock, me.document.poses).held for lock in me.document.locks if lock.active)
    if name == "sit":
        assert 0.4 < pose.position("pelvis")[1] < 0.6
        assert np.degrees(pose["r_knee"]) == pytest.approx(90, abs=20)
        hip, knee, hand = (pose.position(joint) for joint in ("r_thigh", "r_shin", "r_hand"))
        assert 0.4 < (hand - hip) @ (knee - hip) / ((knee - hip) @ (knee - hip)) < 1.1  # along the thigh
        assert 0.05 < hand[1] - max(hip[1], knee[1]) < 0.15  # and upon it
    elif name == "kneel":
        assert pose.position("r_shin")[1] < 0.15
        assert np.degrees(pose["l_knee"]) > 70
    else:
        for side in "rl":
            tip = pose.convert_point(pose.position(f"{side}_hand tip"), None, "head")
            assert np.linalg.norm(tip) < 0.25
            assert tip[2] < 0


def test_a_hand_in_reach_leaves_the_pelvis_where_it_is() -> None:
    """One hand on the floor, knees bent: the other arm has ample reach, so the body has no need to help."""
    me = Animator()
    me.step("l_foot", (0.0, 0.0, -0.30))
    me.pull("r_hand", (0.0, -0.70, 0.55), key="Ctrl")
    me.lock("r_hand")
    before = me.document.actor("human").pose
    me.pull("l_hand", (0.0, 0.15, 0.15))
    after = me.document.actor("human").pose
    assert np.linalg.norm(after.position("l_hand") - before.position("l_hand")) > 0.15
    assert np.linalg.norm(after.position("pelvis") - before.position("pelvis")) < 0.02
    # the locked point of the hand holds; the wrist turns a little about it, as the fingers settle on the floor
    assert all(reading_of(lock, me.document.poses).error < 1e-6 for lock in me.document.locks)
    assert np.linalg.norm(after.position("r_hand") - before.position("r_hand")) < 0.01
