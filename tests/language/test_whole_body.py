"""Goals on whole bodies in words, and what the command line makes of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from manikin import bodies
from manikin.cli import app
from manikin.errors import InputError
from manikin.goals import AboveGround, Aim, Balance, BendToward, CapsuleClearance, Comfort, OnGround, SolidClearance
from manikin.goals.goal import Goal
from manikin.language.goals import goal_from_text
from manikin.problem.problem import Problem

HUMAN = bodies.load("human")
REST = HUMAN.pose()
EVERY_PART = " ".join(part.name for part in HUMAN.skeleton if part.shapes)


def read(text: str) -> Goal:
    return goal_from_text(text, REST)


@pytest.mark.parametrize(
    ("text", "kind", "facts"),
    [
        ("gaze 0 1 2", Aim, {"weight": 1.0, "name": "gaze"}),
        ("gaze at @r_hand weight 3", Aim, {"weight": 3.0}),
        ("balance l_foot r_foot", Balance, {"margin": 0.2, "name": "balance l_foot"}),
        ("balance l_foot margin 0.5 name steady", Balance, {"margin": 0.5, "name": "steady"}),
        ("comfort", Comfort, {"weight": 0.001}),
        ("comfort easy 0.8 weight 0.1", Comfort, {"weight": 0.1}),
        ("bend_toward l_thigh l_shin l_foot 0 0 1", BendToward, {"name": "bend_toward l_thigh"}),
        ("apart r_hand r_forearm from head l1 margin 0.03", CapsuleClearance, {"margin": 0.03, "name": "apart r_hand"}),
        (
            "outside r_hand box 0 1 0.5 0.2 0.3 0.4 margin 0.01",
            SolidClearance,
            {"margin": 0.01, "name": "outside r_hand"},
        ),
        ("on_ground l_foot heights 2 0 0.1 0.2 0 0.1 0.1", OnGround, {"heights": ((0.0, 0.1, 0.2), (0.0, 0.1, 0.1))}),
        (
            "above_ground l_foot[0 -0.1 0] heights 3 0 0 0.1 0.1 -0.1 0 origin -1 -2 spacing 0.5 1 lift 0.05 weight 2",
            AboveGround,
            {"origin": (-1.0, -2.0), "spacing": (0.5, 1.0), "lift": 0.05, "weight": 2.0},
        ),
    ],
)
def test_body_goals_are_read_from_words_and_can_be_solved(text: str, kind: type, facts: dict) -> None:
    goal = read(text)
    assert type(goal) is kind
    for field, value in facts.items():
        assert getattr(goal, field) == value
    assert Problem(HUMAN, [goal]).program is not None
    assert np.isfinite(HUMAN.solve([goal]).cost)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gaze", "at its end: expected x of a place"),
        ("balance", "expected the name of a part"),
        ("balance l_fot", "l_foot"),
        ("balance l_foot margin 2", "between 0 and 1"),
        ("comfort easy 1", "easy must be from 0"),
        ("apart r_hand", 'expected "from"'),
        ("apart t5 from t6", "share one capsule"),
        (f"outside {EVERY_PART} box 0 1 0 1 1 1", "too many for one goal"),
        ("apart eyes from head", "with a shape"),
        ("outside r_hand 0 0 0", "part"),
        ("outside r_hand", 'expected "box"'),
        ("outside r_hand box 0 1 0 1 1 0", "four corners"),
        ("outside r_hand box 0 1 0 1 1 -1", "0 or above"),
        ("on_ground l_foot", 'expected "heights"'),
        ("on_ground l_foot heights 2 0 0 0", "3 heights do not make a table of 2 rows"),
        ("on_ground l_foot heights 1.5 0 0 0", "do not make a table"),
        ("on_ground l_foot heights 2 0 0 0 0 spacing 0 1", "spacing must be above 0"),
        ("on_ground l_foot heights 2 0 0 0 0 origin 1", "expected the origin"),
        ("balanse l_foot", 'did you mean "balance"'),
    ],
)
def test_wrong_words_are_told_where_they_stand(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(text)


def solved(folder: Path, *arguments: str) -> dict:
    done = CliRunner().invoke(app, ["solve", "human", *arguments, "--json", "--picture", str(folder / "x.png")])
    assert done.exit_code == 0, done.output
    assert (folder / "x.png").stat().st_size > 10_000
    return json.loads(done.stdout)


def test_the_command_line_lets_knees_move_apart_unless_a_pose_is_given(tmp_path: Path) -> None:
    crouch = ["--lock", "l_toes:position", "--lock", "r_toes:position", "--goal", "position pelvis by 0 -0.35 0"]
    bent = [word for knee in ("l_knee=35", "r_knee=35", "l_hip_flexion=18") for word in ("--pose", knee)]
    spread = []
    for words in ([], bent, [*bent, "--no-bends"]):
        facts = solved(tmp_path, *crouch, *words, "--option", "restarts=0")
        assert facts["status"] == "reached"
        pose = HUMAN.pose(facts["values"])
        spread.append(pose.position("l_shin")[0] - pose.position("r_shin")[0])
    assert spread[0] > spread[1] + 0.05
    assert spread[1] == spread[2], "a pose that is given is not led away from"


def test_the_command_line_keeps_a_figure_off_itself_and_in_balance(tmp_path: Path) -> None:
    goals = ["--goal", "position r_hand 0 1.2 0 weight 0.01", "--goal", "balance l_foot r_foot", "--lock", "l_foot"]
    names = [goal["name"] for goal in solved(tmp_path, *goals, "--avoid-self", "--goal", "gaze 0 1 1")["goals"]]
    assert {"balance l_foot", "gaze", "Right arm off the body", "Left leg off the body"} <= set(names)
