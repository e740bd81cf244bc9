"""The command line solves, compares and lists; files it writes can be read again; mistakes are one line."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import manikin.solvers
from manikin import bodies
from manikin.figure.figure import Figure
from manikin.formats.files import save_skeleton
from manikin.language.goals import goal_from_text
from manikin.picture.strip import Panel, strip
from manikin.plain_data import to_data
from manikin.skeleton.build import chain, hinge, joint, slide
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers.solver import FEATURES, solver_kinds
from tests.support.command_line import mistake, ran


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


REACH = ("--goal", "position tip 10 12 0")


def solved(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran("solve", *arguments, "--json"))
    return found


# ---- solve -------------------------------------------------------------------------------------


def test_solve_shows_goals_errors_status_and_writes_pose_and_picture() -> None:
    text = ran("solve", "planar3", *REACH, "-o", "pose.json", "--picture", "x.png")
    assert "position tip" in text
    assert "mm" in text
    assert "reached: all goals reached in" in text
    assert text.endswith("pose.json\nx.png\n")
    values = json.loads(Path("pose.json").read_text("utf-8"))["values"]
    tip = bodies.load("planar3").pose(values).position("tip")
    np.testing.assert_allclose(tip, [10, 12, 0], atol=1e-5)
    with Image.open("x.png") as image:
        assert image.size == (1280, 960)


def test_a_pose_that_was_written_is_shown_and_is_a_start() -> None:
    ran("solve", "planar3", *REACH, "-o", "pose.json")
    ran("show", "planar3", "--pose", "pose.json", "--size", "64", "--views", "front", "-o", "a.png")
    again = solved("planar3", *REACH, "--pose", "pose.json")
    assert again["iterations"] == 0
    assert again["values"] == json.loads(Path("pose.json").read_text("utf-8"))["values"]
    changed = solved("planar3", "--goal", "match rod2 by 0", "--pose", "pose.json", "--pose", "rod1=90")
    assert changed["values"]["rod1"] == pytest.approx(math.pi / 2)


def test_locks_hold_and_are_hard() -> None:
    facts = solved("human", "--goal", "position r_hand by 0.1 0.3 0.3", "--lock", "l_foot", "--lock", "r_foot:position")
    assert facts["status"] == "reached"
    assert [(g["name"], g["hard"]) for g in facts["goals"]] == [
        ("lock l_foot", True),
        ("lock r_foot:position", True),
        ("position r_hand", False),
    ]
    human = bodies.load("human")
    pose = human.pose(facts["values"])
    np.testing.assert_allclose(pose.transform("l_foot"), human.pose().transform("l_foot"), atol=1e-6)
    np.testing.assert_allclose(pose.position("r_foot"), human.pose().position("r_foot"), atol=1e-6)
    assert facts["violation"] < 1e-6


def test_a_goal_out_of_reach_is_a_status_and_no_failure() -> None:
    text = ran("solve", "planar3", "--goal", "position tip 50 0 0", "--option", "restarts=0")
    assert "minimum: as close as it gets" in text or "stalled" in text
    facts = solved("planar3", "--goal", "position tip 50 0 0", "--option", "restarts=0")
    assert facts["status"] != "reached"
    assert facts["goals"][0]["error"]["m"] == pytest.approx(20, rel=1e-3)


def test_frozen_stiff_unlimited_and_ungrouped_say_what_may_move() -> None:
    frozen = solved("planar3", *REACH, "--frozen", "rod2")
    assert frozen["values"]["rod2"] == bodies.load("planar3").pose()["rod2"]
    rest = bodies.load("planar3").pose()
    free = solved("planar3", *REACH)["values"]
    stiff = solved("planar3", *REACH, "--stiffness", "rod1=0.9")["values"]
    assert abs(stiff["rod1"] - rest["rod1"]) < abs(free["rod1"] - rest["rod1"])
    save_skeleton(chain([1.0, 1.0], limits=(-0.1, 0.1)), "stiff.scr")
    goal = ("--goal", "position tip 0 1.5 0")
    assert solved("stiff.scr", *goal)["status"] != "reached"
    assert solved("stiff.scr", *goal, "--no-limits")["status"] == "reached"
    assert (
        len(solved("human", "--goal", "position r_hand by 0 0 0", "--ungrouped")["values"])
        == bodies.load("human").ungrouped().size
    )


def test_the_solver_its_options_and_its_budget_are_chosen() -> None:
    assert solved("planar3", *REACH, "--solver", "ccd", "--tolerance", "0.01")["solver"] == "ccd"
    assert solved("planar3", *REACH, "--max-iterations", "1", "--option", "restarts=0")["iterations"] == 1
    assert solved("planar3", *REACH, "--seconds", "0")["status"] == "timeout"
    gains = solved(
        "planar3", *REACH, "--solver", "control", "--option", "gains=0.1,0.5,0.1", "--option", "criterion=range"
    )
    assert gains["status"] == "reached"
    free = solved("planar3", *REACH, "--solver", "pseudoinverse", "--option", "max_step=none", "--option", "via=lu")
    assert free["status"] == "reached"


def test_goals_come_from_files_too() -> None:
    start = bodies.load("planar3").pose()
    data = to_data(goal_from_text("position tip 10 12 0", start))
    Path("goals.json").write_text(json.dumps({"goals": [data], "hard": ["match rod2 by 0"]}), "utf-8")
    facts = solved("planar3", "--goal", "goals.json", "--goal", "match rod1 0 weight 0")
    assert [(goal["goal"], goal["hard"]) for goal in facts["goals"]] == [
        ("match", True),
        ("position", False),
        ("match", False),
    ]
    Path("hard.json").write_text(json.dumps([data]), "utf-8")
    assert solved("planar3", "--hard", "hard.json")["goals"][0]["hard"]


def test_every_kind_of_goal_is_solved_and_drawn() -> None:
    goals = [
        "position l_hand @r_hand[0 0.1 0]",
        "orientation r_foot by 0 10 0",
        "pose l_foot by 0 0 0",
        "aim eyes 0.3 1 2",
        "look_at eyes 0.3 1 2",
        "align r_palm[z] @l_palm[-z]",
        "line pelvis through 0 0 0 along y",
        "plane r_hand through 0 1 0.3 normal z",
        "half_space centre_of_mass through 0 1 0 normal z",
        "distance r_foot @l_foot 0.1 0.4",
        "pole r_upper_arm r_forearm r_hand -1 0 -1",
        "path l_hand 0 1 0.3, 0.2 1.2 0.3, 0 1.4 0.3 closed",
        "match r_knee 20",
    ]
    arguments = [word for goal in goals for word in ("--goal", goal)]
    facts = solved("human", *arguments, "--option", "restarts=0", "--max-iterations", "20", "--picture", "x.png")
    assert len(facts["goals"]) == len(goals)
    assert Path("x.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["planar3"], "at least one goal"),
        (["planar3", "--goal", "position tp 1 2 3"], "at 'tp' (character 10)"),
        (["planar3", "--lock", "tp"], "no joint 'tp'"),
        (["planar3", "--goal", "nothing.json"], "nothing.json: there is no such file"),
        (["planar3", *REACH, "--solver", "ml"], "no solver 'ml'"),
        (["planar3", *REACH, "--option", "restart=3"], 'did you mean "restarts"'),
        (["planar3", *REACH, "--option", "restarts"], "name=value"),
        (["planar3", *REACH, "--option", "restarts=many"], "whole number"),
        (["planar3", *REACH, "--tolerance", "-1"], "tolerance"),
        (["planar3", *REACH, "--tolerance", "nan"], "tolerance"),
        (["planar3", *REACH, "--max-iterations", "-1"], "max_iterations"),
        (["planar3", *REACH, "--seconds", "-1"], "--seconds"),
        (["planar3", *REACH, "--seconds", "nan"], "--seconds"),
        (["planar3", *REACH, "--frozen", "rod9"], "rod9"),
        (["planar3", *REACH, "--stiffness", "rod1"], "name=value"),
        (["planar3", *REACH, "--stiffness", "rod1=2"], "between 0 and 1"),
        (["planar3", *REACH, "--pose", "rod1=x"], "not a number"),
        (["planar3", *REACH, "-o", "pose.txt"], ".json"),
        (["planar3", *REACH, "--picture", "x.jpg"], ".png"),
        (["planar3", *REACH, "-o", "no/such/pose.json"], "cannot be written"),
        (["planar4", *REACH], 'did you mean "planar3"'),
    ],
)
def test_mistakes_of_solve_are_told_in_one_line(arguments: list[str], message: str) -> None:
    assert message in mistake("solve", *arguments)
    assert os.listdir() == []


@pytest.mark.parametrize(
    "content",
    ["[", "3", '{"goals": 3}', '[{"goal": "nowhere"}]', '["position"]', '[{"handle": "point", "part": "tip"}]'],
)
def test_a_wrong_file_of_goals_is_told_with_its_name(content: str) -> None:
    Path("goals.json").write_text(content, "utf-8")
    assert "goals.json" in mistake("solve", "planar3", "--goal", "goals.json")


@pytest.mark.parametrize(
    "content", ['{"values": {"rod1": "x"}}', '{"values": {"rod9": 1}}', '{"values": 3}', '{"values": {"rod1": 1e999}}']
)
def test_a_wrong_start_is_told(content: str) -> None:
    Path("pose.json").write_text(content, "utf-8")
    mistake("solve", "planar3", *REACH, "--pose", "pose.json")


def test_slides_keep_their_metres_on_the_way_through_a_file() -> None:
    lift, arm = joint("lift", dofs=[slide("y")]), joint("arm", "lift", dofs=[hinge("z")])
    save_skeleton(Skeleton(name="crane", joints=(lift, arm, joint("tip", "arm", offset=(1, 0, 0)))), "crane.scr")
    ran("solve", "crane.scr", "--goal", "position tip 0.6 2.8 0", "-o", "pose.json")
    values = json.loads(Path("pose.json").read_text("utf-8"))["values"]
    assert solved("crane.scr", "--goal", "position tip by 0 0 0", "--pose", "pose.json")["values"] == values


# ---- solvers and compare -----------------------------------------------------------------------


def test_solvers_lists_every_solver_with_what_it_honours() -> None:
    text = ran("solvers")
    rows = {row["name"]: row for row in json.loads(ran("solvers", "--json"))}
    assert set(rows) == set(solver_kinds)
    for kind, cls in solver_kinds.items():
        assert kind in text
        assert set(rows[kind]["honours"]) == cls.honours & set(FEATURES)
        assert rows[kind]["description"]
        assert {"tolerance", "max_iterations"} <= set(rows[kind]["options"])


def test_compare_runs_solvers_side_by_side_and_tells_who_refuses() -> None:
    problem = ("limb7", "--goal", "position 'hand tip' 0.35 0.45 0.25", "--solvers", "lm,ccd,inverse")
    text = ran("compare", *problem, "-o", "c.png")
    assert "lm" in text
    assert "reached" in text
    assert "not run: inverse: needs a square Jacobian" in " ".join(text.split())
    with Image.open("c.png") as image:
        assert image.size == (3 * 320 + 2 * 3, 360)  # the start and two solvers
    facts = json.loads(ran("compare", *problem, "--json"))
    assert [fact["solver"] for fact in facts["results"]] == ["lm", "ccd"]
    assert set(facts["refused"]) == {"inverse"}
    for fact in facts["results"]:
        tip = bodies.load("limb7").pose(fact["values"]).position("hand tip")
        error = np.linalg.norm(tip - [0.35, 0.45, 0.25])
        assert fact["goals"][0]["error"]["m"] == pytest.approx(error, abs=1e-12)


def test_compare_takes_every_solver_by_default() -> None:
    facts = json.loads(ran("compare", "limb7", "--goal", "position 'hand tip' 0.35 0.45 0.25", "--json"))
    assert {fact["solver"] for fact in facts["results"]} | set(facts["refused"]) == set(solver_kinds)
    assert sum(fact["status"] == "reached" for fact in facts["results"]) >= 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["planar3", *REACH, "--solvers", "lm,transpos"], 'did you mean "transpose"'),
        (["planar3", *REACH, "--solvers", ","], "names"),
        (["planar3", *REACH, "-o", "x.gif"], ".png"),
        (["planar3"], "at least one goal"),
    ],
)
def test_mistakes_of_compare_are_told_in_one_line(arguments: list[str], message: str) -> None:
    assert message in mistake("compare", *arguments)


def test_a_strip_shows_its_panels_through_one_camera() -> None:
    arm = Figure(chain([1.0, 1.0]))
    image = strip([Panel(arm.pose()), Panel(arm.pose(rod1=1.0)), Panel(arm.pose())], size=(80, 60), columns=2)
    assert image.shape == (60 + 3 + 60, 80 + 3 + 80, 3)
    np.testing.assert_array_equal(image[:60, :80], image[63:, :80])  # the same pose, the same picture
    assert (image[:60, :80] != image[:60, 83:]).any()


# ---- the process -------------------------------------------------------------------------------


def test_help_of_the_new_commands_loads_nothing_heavy() -> None:
    code = (
        "import sys; from manikin.cli import app\n"
        "for name in ('solve', 'compare', 'solvers', 'experiment'): app([name, '--help'], standalone_mode=False)\n"
        "print([m for m in ('numpy', 'scipy', 'PIL', 'matplotlib', 'manikin.figure.figure') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"
    for option in ("--goal", "--lock", "--solver", "--stiffness", "--solvers", "--output"):
        assert option in done.stdout


def test_figures_and_poses_solve() -> None:
    arm = bodies.load("planar3")
    goal = goal_from_text("position tip 10 12 0", arm.pose())
    first = arm.solve([goal])
    assert first.reached
    again = first.pose.solve([goal], solver="ccd")
    assert again.iterations == 0
    assert arm.solve([goal], start=first.pose, hard=[goal], frozen=["rod1"], restarts=0).q[0] == first.q[0]
    with pytest.raises(manikin.InputError, match="pose of"):
        arm.solve([goal], start=bodies.load("limb7").pose())
    with pytest.raises(manikin.InputError, match="restart"):
        arm.solve([goal], restart=3)
