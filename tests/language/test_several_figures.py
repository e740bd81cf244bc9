"""Goals in words and pose scripts that speak of several figures, and the command line with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.commands.figures import with_figure
from manikin.document.document import Document
from manikin.errors import InputError
from manikin.goals import Aim, CapsuleClearance, Comfort, MatchValues, PoseGoal, Position
from manikin.handles import CentreOfMass, Frame, Parameters, Point
from manikin.language.goals import goal_from_text, lock_from_text
from manikin.language.pose_script import play
from tests.support.command_line import mistake, ran

HUMAN, TUBE = bodies.load("human"), bodies.load("tube")
SECOND = HUMAN.renamed("human 2")
TWO = (HUMAN.pose(), TUBE.pose(root_y=1.0))
THREE = (*TWO, SECOND.pose(root_x=1.0))


def test_a_part_that_one_figure_has_needs_no_figure() -> None:
    goal = goal_from_text("position r_hand @tube", TWO)
    assert isinstance(goal, Position)
    assert goal.point == Point(figure="human", part="r_hand")
    assert goal.target == Point(figure="tube", part="tube")


def test_parts_are_named_with_their_figures() -> None:
    goal = goal_from_text("position human:r_hand @'human 2:l_hand'[0 -0.1 0]", THREE)
    assert isinstance(goal, Position)
    assert goal.point == Point(figure="human", part="r_hand")
    assert goal.target == Point(figure="human 2", part="l_hand", at=(0, -0.1, 0))
    by = goal_from_text("position 'human 2:r_hand' by 0 0.1 0", THREE)
    assert isinstance(by, Position)
    wanted = np.add(SECOND.point("r_hand").value(THREE[2]), [0, 0.1, 0])
    np.testing.assert_allclose(by.target.constant, wanted)  # type: ignore[union-attr]
    frames = goal_from_text("pose human:r_hand @tube:tube", THREE)
    assert isinstance(frames, PoseGoal)
    assert frames.target == Frame(figure="tube", part="tube")


def test_a_goal_may_begin_with_the_figure_that_it_is_about() -> None:
    gaze = goal_from_text("human:gaze @'human 2:head'", THREE)
    assert isinstance(gaze, Aim)
    assert (gaze.point.figure, gaze.target.figure) == ("human", "human 2")  # type: ignore[union-attr]
    comfort = goal_from_text("'human 2:comfort'", THREE)
    assert isinstance(comfort, Comfort)
    assert comfort.values.figure == "human 2"
    own = goal_from_text("'human 2:position' r_hand 0 1 0", THREE)
    assert own.handles[0].figure == "human 2"
    match = goal_from_text("match human:r_elbow 30", THREE)
    assert isinstance(match, MatchValues)
    assert match.values == Parameters(figure="human", names=("r_elbow",))
    centre = goal_from_text("position 'human 2:centre_of_mass' 0 1 0", THREE)
    assert centre.handles[0] == CentreOfMass(figure="human 2")
    apart = goal_from_text("apart human:r_hand from 'human 2:pelvis' margin 0.1", THREE)
    assert isinstance(apart, CapsuleClearance)
    assert {handle.figure for handle in apart.handles} == {"human", "human 2"}


def test_a_lock_may_name_its_figure() -> None:
    goal = lock_from_text("human 2:l_foot:position", THREE)
    assert isinstance(goal, Position)
    assert goal.point == Point(figure="human 2", part="l_foot")
    assert lock_from_text("tube", THREE).handles[0].figure == "tube"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("position r_hand 0 1 0", "'r_hand' is in several figures: write human:r_hand, human 2:r_hand"),
        ("gaze 0 1 0", "which figure\\? Begin the goal with human:"),
        ("comfort", "which figure"),
        ("position human:r_hnd 0 1 0", "no part of 'human' 'r_hnd'; did you mean \"r_hand\""),
        ("position humn:r_hand 0 1 0", "no part 'humn:r_hand'"),
        ("position centre_of_mass 0 1 0", "which figure"),
        ("balance human:l_foot 'human 2:r_foot'", "parts belong to several figures"),
    ],
)
def test_what_is_not_clear_is_asked_for(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        goal_from_text(text, THREE)


# ---- scripts -------------------------------------------------------------------------------------


def scene() -> Document:
    return with_figure(with_figure(Document.of(HUMAN), TUBE, at=(-0.3, 1.1, 0.3)), HUMAN)


def played(*steps: Any) -> list[Any]:
    return list(play(scene(), list(steps)))


def test_a_script_puts_a_tube_into_a_hand_and_pulls_it() -> None:
    grip, pulled = played(
        {"goal": "position human:r_hand @tube", "hard": True},
        {"pull": "tube", "figure": "tube", "by": [0, 0.2, 0]},
    )[-2:]
    for outcome in (grip, pulled):
        poses = outcome.document.poses
        np.testing.assert_allclose(poses["human"].position("r_hand"), poses["tube"].position("tube"), atol=1e-5)
    before, after = (outcome.document.poses["tube"].position("tube") for outcome in (grip, pulled))
    assert after[1] - before[1] == pytest.approx(0.2, abs=0.02)
    assert pulled.document.actor("human 2") == scene().actor("human 2")


def test_steps_say_which_figure_they_are_about() -> None:
    last = played(
        {"pose": "sit", "figure": "human 2"},
        {"set": {"r_elbow": 30}, "figure": "human"},
        {"lock": "r_hand", "figure": "human", "as": "attach", "other": "l_hand", "other_figure": "human 2"},
        {"kind": "add_figure", "name": "ball", "as_name": "sun"},
        {"goal": "human:gaze @sun:ball"},
    )[-1].document
    assert last.poses["human"]["r_elbow"] == pytest.approx(np.radians(30))
    assert [lock.figures for lock in last.locks] == [{"human", "human 2"}, {"human", "sun"}]
    for wrong, message in (
        ({"pose": "sit"}, "which figure: human, tube, human 2"),
        ({"set": {"r_elbow": 1}, "figure": "humn"}, 'did you mean "human"'),
        ({"pull": "pelvis", "by": [0, 0.1, 0]}, "which figure"),
        ({"lock": "r_hand", "figure": "human", "as": "attach", "other": "tube"}, "there is no joint 'tube'"),
    ):
        with pytest.raises(InputError, match=message):
            played(wrong)


# ---- the command line ----------------------------------------------------------------------------


def test_solve_brings_a_hand_to_a_tube_and_writes_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    place = ["--pose", "tube:root_x=-0.3", "--pose", "tube:root_y=1.1", "--pose", "root_z=0.3", "--frozen", "tube:tube"]
    assert "is in several figures" in mistake("solve", "human", "tube", *place, "--goal", "position r_hand @tube")
    place[5] = "tube:root_z=0.3"
    goals = ["--goal", "position r_hand @tube", "--goal", "human:gaze @tube"]
    ran("solve", "human", "tube", *place, *goals, "-o", "both.json", "--picture", "both.png")
    written = json.loads(Path("both.json").read_text("utf-8"))["poses"]
    values = {pose["name"]: pose["values"] for pose in written}
    assert set(values) == {"human", "tube"}
    tube, human = TUBE.pose(values["tube"]), HUMAN.pose(values["human"])
    np.testing.assert_allclose(tube.position("tube"), [-0.3, 1.1, 0.3], atol=1e-12)
    np.testing.assert_allclose(human.position("r_hand"), [-0.3, 1.1, 0.3], atol=1e-5)
    again = json.loads(ran("solve", "human", "tube", "--pose", "both.json", *goals, "--json"))
    assert again["iterations"] <= 1
    assert [pose["name"] for pose in again["poses"]] == ["human", "tube"]


def test_two_of_one_kind_get_names_of_their_own_and_stand_side_by_side() -> None:
    found = json.loads(ran("solve", "human", "human", "--goal", "position human:r_hand @'human 2:r_hand'", "--json"))
    assert found["status"] == "reached"
    assert [pose["name"] for pose in found["poses"]] == ["human", "human 2"]
    assert abs(found["poses"][1]["values"]["root_x"]) > 0.3


def test_the_pose_command_plays_a_script_with_several_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.json").write_text(json.dumps([{"goal": "human:gaze @tube"}]), "utf-8")
    text = ran("pose", "human", "tube", "s.json", "-o", "p.json", "--picture", "p.png")
    assert text.endswith("p.json\np.png\n")
    assert len(json.loads(Path("p.json").read_text("utf-8"))["poses"]) == 2
    assert "name the figures" in mistake("pose", "s.json")
