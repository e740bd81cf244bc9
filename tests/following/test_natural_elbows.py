"""Elbows of arms that reach lie where flexing them brings the hand to the head; arms that hang are left alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from manikin import Follower, Position, bodies
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.following.wishes import own_wishes
from manikin.goals import BendToward
from manikin.problem.problem import Problem


@cache
def human(grouped: bool = True) -> Figure:
    whole = bodies.load("human")
    return whole if grouped else whole.ungrouped()


def follower(figure: Figure, start: Pose | None = None) -> Follower:
    """The right arm alone."""
    path = figure.skeleton.path("r_palm")
    arm = set(path[path.index("r_clavicle") :])
    columns = {c for name in arm for c in figure.columns_moving([name]).tolist()}
    trunk = set(figure.columns_moving(["t4"]).tolist())
    frozen = [name for i, name in enumerate(figure.parameter_names) if i not in columns - trunk]
    pose = figure.pose() if start is None else start
    hand = Position(point=figure.point("r_palm"), target=pose.position("r_palm"), name="hand")
    return Follower(figure, [hand], start=pose, posture=figure.rest if start is None else None, frozen=frozen)


def across(line: np.ndarray, way: np.ndarray) -> np.ndarray:
    out = way - (way @ line) * line
    return np.asarray(out / np.linalg.norm(out))


def swivel(pose: Pose) -> float:
    """The angle [°] from the elbow to where flexing it brings the hand to the head (Kim et al. 2011)."""
    shoulder, elbow, wrist, eyes = (pose.position(part) for part in ("r_upper_arm", "r_forearm", "r_hand", "eyes"))
    line = (wrist - shoulder) / np.linalg.norm(wrist - shoulder)
    return float(np.degrees(np.arccos(np.clip(-across(line, elbow - shoulder) @ across(line, eyes - shoulder), -1, 1))))


def places(count: int) -> Iterator[np.ndarray]:
    """In front of the right shoulder and beside it, neither straight nor folded arms."""
    rng, shoulder = np.random.default_rng(11), human().pose().position("r_upper_arm")
    while count:
        way = rng.standard_normal(3)
        place = shoulder + rng.uniform(0.3, 0.52) * way / np.linalg.norm(way)
        if place[2] > 0.15 and place[0] < 0.0:
            count -= 1
            yield place


@pytest.mark.parametrize("grouped", [False, True])
def test_elbows_of_arms_that_reach_lie_as_people_s_do(grouped: bool) -> None:
    figure, off = human(grouped), []
    for place in places(24):
        arm = follower(figure)
        arm.move("hand", place)
        pose = arm.jump().pose
        if np.linalg.norm(pose.position("r_palm") - place) < 1e-3:
            off.append(swivel(pose))
    assert len(off) >= 20
    assert np.median(off) < 18
    assert np.mean(np.array(off) > 45) <= 0.1


@pytest.mark.parametrize("grouped", [False, True])
def test_an_arm_that_swings_beside_the_body_keeps_its_elbow_behind(grouped: bool) -> None:
    figure = human(grouped)
    arm, rest = follower(figure), figure.pose()
    for turn in np.linspace(-0.35, 0.35, 8):
        shoulder = rest.position("r_upper_arm")
        down = rest.position("r_palm") - shoulder
        length = np.linalg.norm(down[1:])
        arm.move("hand", shoulder + np.array([down[0], -0.95 * length * np.cos(turn), 0.95 * length * np.sin(turn)]))
        pose = arm.step().pose
        base, elbow, wrist = (pose.position(part) for part in ("r_upper_arm", "r_forearm", "r_hand"))
        line = (wrist - base) / np.linalg.norm(wrist - base)
        behind = across(line, elbow - base) @ across(line, np.array([0.0, 0.0, -1.0]))
        assert np.degrees(np.arccos(behind)) < 25


def test_a_hand_that_passes_the_head_turns_no_elbow_over() -> None:
    """On the line from shoulder to head the rule tells no direction, and beside it opposite ones."""
    figure = human(grouped=False)
    rest = figure.pose()
    shoulder, eyes = rest.position("r_upper_arm"), rest.position("eyes")
    ahead = (eyes - shoulder) / np.linalg.norm(eyes - shoulder)
    side = across(ahead, np.array([0.0, 0.0, 1.0]))
    arm, states = follower(figure), []
    for share in np.linspace(0, 1, 121):
        arm.move("hand", shoulder + 0.42 * ahead + (0.16 - 0.2 * (3 * share**2 - 2 * share**3)) * side)
        states.append(arm.step().q)
    steps = np.degrees(np.abs(np.diff(states, axis=0))).max()
    assert steps < 4


def test_a_bend_that_was_posed_stays_and_that_of_rest_does_not() -> None:
    figure = human(grouped=False)
    rest = figure.pose()
    bent = rest.replace(r_elbow=1.2, r_upper_arm_elevation=0.6)
    raised = bent.replace(r_upper_arm_twist=-1.2)

    def has_wish(pose: Pose) -> bool:
        hand = Position(point=figure.point("r_palm"), target=pose.position("r_palm"), name="hand")
        wishes = own_wishes(Problem(figure, [hand]), 1, pose.q, free_limbs=False, preferred_bends=True)
        return any(isinstance(wish, BendToward) for wish in wishes)

    assert has_wish(rest)
    assert has_wish(bent)
    assert not has_wish(raised)
