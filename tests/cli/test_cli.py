"""The command line does what it is asked, in degrees and metres, and tells mistakes in one line."""

from __future__ import annotations

import io
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import manikin
from manikin import bodies
from manikin.cli.sources import named_numbers, parse_size
from manikin.commands.figures import first_document
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.formats.files import save_skeleton
from manikin.language.goals import _KINDS
from manikin.language.whole_body import BODY_WORDS
from manikin.picture import four_views, render
from manikin.project.documents import open_store
from manikin.skeleton.build import chain, hinge, joint, slide
from manikin.skeleton.skeleton import LinearLimit, Skeleton
from tests.support.bvh_files import SMALL
from tests.support.command_line import mistake, ran, run


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def pixels(path: str) -> np.ndarray:
    with Image.open(path) as image:
        return np.array(image)


# ---- show --------------------------------------------------------------------------------------


def test_show_writes_four_views_and_says_where() -> None:
    assert ran("show", "stickman", "--size", "303x200", "-o", "out.png") == "out.png\n"
    assert (pixels("out.png") == four_views(bodies.load("stickman"), size=(303, 200))).all()
    assert os.listdir() == ["out.png"]


def test_show_draws_several_views_and_none_behind_them() -> None:
    ran("show", "stickman", "--views", "front,side,top", "--size", "60x50", "--transparent", "-o", "a.png")
    found = pixels("a.png")
    assert found.shape == (50, 180, 4)
    assert {0, 255} <= set(found[:, :, 3].flat)
    assert not np.array_equal(found[:, :60], found[:, 60:120])
    for wrong in (["--views", "frnt"], ["--transparent"], ["--fit"], ["--views", "front,,top"]):
        assert run("show", "stickman", *wrong).exit_code == 2


def test_show_draws_a_project_as_its_views_show_it() -> None:
    store = open_store(Path("p.manikin"), lambda: first_document(bodies.load("stickman")))
    camera = {"target": [0.0, 0.0, 0.0], "yaw": 0.0, "pitch": 0.0, "height": 50.0}
    store.keep_view({"cameras": {"front": camera, "side": {"target": "nowhere"}}})
    store.close()

    def share(*options: str) -> float:
        ran("show", "p.manikin", "--size", "100", "--transparent", "-o", "a.png", *options)
        return float((pixels("a.png")[:, :, 3] > 0).mean())

    whole = share("--views", "front", "--fit")
    assert share("--views", "front") < 0.05 * whole, "it is far away"
    assert share("--views", "side") == share("--views", "side", "--fit"), "a view without a camera shows everything"
    assert run("show", "p.manikin", "human").exit_code == 2


def test_show_names_the_picture_after_the_figure() -> None:
    assert ran("show", "snake:5", "--size", "90x60", "--views", "top") == "snake-5.png\n"
    save_skeleton(chain([1.0, 1.0]), "My arm.scr")
    assert ran("show", "My arm.scr", "--size", "60") == "My-arm.png\n"


@pytest.mark.parametrize("view", ["perspective", "front", "side", "top"])
def test_show_draws_a_single_view(view: str) -> None:
    ran("show", "planar3", "--views", view, "--size", "80x70", "--theme", "dark", "-o", "x.PNG")
    assert (pixels("x.PNG") == render(bodies.load("planar3"), view=view, size=(80, 70), theme="dark")).all()


def test_poses_are_given_in_degrees_and_metres_on_the_line_and_in_files() -> None:
    lift, arm = joint("lift", dofs=[slide("y")]), joint("arm", "lift", dofs=[hinge("z")])
    crane = Skeleton(name="crane", joints=(lift, arm, joint("tip", "arm", offset=(1, 0, 0))))
    save_skeleton(crane, "crane.scr")
    Path("pose.json").write_text('{"arm": 90, "lift": 0.1}', "utf-8")
    posed = ["--pose", "pose.json", "--pose", "lift=0.5"]
    ran("show", "crane.scr", *posed, "--views", "front", "--size", "64", "-o", "a.png")
    wanted = render(Figure(crane).pose(arm=math.pi / 2, lift=0.5), view="front", size=(64, 64))
    assert (pixels("a.png") == wanted).all()


def test_values_beyond_their_limits_are_drawn_and_told() -> None:
    result = run("show", "human", "--pose", "r_elbow=500", "--views", "front", "--size", "40", "-o", "a.png")
    assert result.exit_code == 0
    assert result.stderr == "manikin: note: r_elbow = 500° is beyond its limits, 0° to 150°\n"


def test_joints_of_a_group_have_values_of_their_own_once_ungrouped() -> None:
    human = bodies.load("human")
    driven = next(name for name in human.ungrouped().parameter_names if name not in human.parameter_names)
    posed = ["--pose", f"{driven}=3", "--views", "front", "--size", "40", "-o", "a.png"]
    assert "there is no parameter" in mistake("show", "human", *posed)
    ran("show", "human", "--ungrouped", *posed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "humam"], 'did you mean "human"'),
        (["show", "nothing.scr"], "no such file"),
        (["show", "planar3", "-o", "x.jpg"], ".png"),
        (["show", "planar3", "-o", "x"], ".png"),
        (["show", "planar3", "-o", "no/such/folder/x.png"], "cannot be written"),
        (["show", "planar3", "--pose", "rodd1=3"], 'did you mean "rod1"'),
        (["show", "planar3", "--pose", "rod1=much"], "not a number"),
        (["show", "planar3", "--pose", "rod1=nan"], "finite"),
        (["show", "planar3", "--pose", "rod1"], "name=value or a .json file"),
        (["show", "planar3", "--pose", "absent.json"], "absent.json: there is no such file"),
        (["show", "planar3", "--size", "big"], "WIDTHxHEIGHT"),
        (["show", "planar3", "--size", "0x9"], "pixels"),
        (["show", "planar3", "--size", "999999x999999"], "pixels"),
        (["show", "planar3", "--views", "back"], "perspective"),
        (["show", "planar3", "--theme", "pink"], "dark"),
        (["show", "planar3", "--colour", "red"], "--colour"),
        (["show"], "Missing argument"),
        (["show", "human", "b"], "no figure or file 'b'"),
        (["info", "a", "b"], "unexpected extra argument"),
        (["sho", "planar3"], "show"),
        (["info", "snake:one"], "snake:12"),
        (["info", ""], "no figure"),
        (["figures", "all"], "unexpected extra argument"),
    ],
)
def test_mistakes_are_told_in_one_line(arguments: list[str], message: str) -> None:
    assert message in mistake(*arguments)
    assert os.listdir() == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"rod1": 3', "not JSON"),
        (b"[1, 2]", "expected an object"),
        (b'{"rod1": "x"}', "must be a number"),
        (b'{"rod1": true}', "must be a number"),
        (b'{"rod9": 1}', "no parameter"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"rod1": NaN}', "finite"),
        (b'{"rod1": 1e999}', "finite"),
    ],
)
def test_a_wrong_pose_file_is_told_with_its_name(content: bytes, message: str) -> None:
    Path("pose.json").write_bytes(content)
    assert message in mistake("show", "planar3", "--pose", "pose.json")


def test_a_broken_skeleton_file_is_told_with_its_place() -> None:
    Path("bad.scr").write_text("this is { not a skeleton", "utf-8")
    assert "bad.scr:1" in mistake("show", "bad.scr")


def test_a_file_of_an_unknown_kind_is_told_with_the_known_kinds() -> None:
    Path("x.docx").write_bytes(b"")
    assert ".scr" in mistake("info", "x.docx")


def test_a_failure_leaves_the_old_picture_alone() -> None:
    ran("show", "planar3", "--size", "50", "-o", "a.png")
    before = Path("a.png").read_bytes()
    mistake("show", "planar3", "--pose", "rod1=inf", "-o", "a.png")
    assert Path("a.png").read_bytes() == before
    assert os.listdir() == ["a.png"]


def test_sizes_and_values_are_read_from_text() -> None:
    assert parse_size("640x480") == parse_size("640X480") == parse_size("640×480") == (640, 480)
    assert parse_size("32") == (32, 32)
    assert named_numbers(["a=1", "b = x=-2.5", "a=3e1"], "--pose") == {"a": 30.0, "b = x": -2.5}
    for wrong in ("", "x", "3x", "3x4x5", "3.5x4"):
        with pytest.raises(InputError):
            parse_size(wrong)


# ---- info --------------------------------------------------------------------------------------


def grouped_figure() -> Skeleton:
    names = ("a", "b")
    turns = [hinge("x", -0.5, math.radians(30), name=n) for n in names]
    return Skeleton(
        name="small",
        joints=(
            joint("base [root]", dofs=[slide("x", -0.25, math.inf, name="run")], mass=1.5),
            joint("arm", "base [root]", offset=(0, 1, 0), dofs=turns, mass=2.0),
            joint("tip", "arm", offset=(0, 1, 0)),
        ),
        couplings=(
            manikin.Coupling(
                name="both",
                parameters=(manikin.Variable(name="p", lo=-0.5, hi=0.5),),
                terms=tuple(manikin.Term(dof=n, parameter="p") for n in names),
            ),
        ),
        limits=(LinearLimit(name="together", terms=(("run", 1.0), ("p", -2.0)), hi=1.0),),
    )


def test_info_draws_the_tree_with_limits_in_degrees_groups_and_totals() -> None:
    save_skeleton(grouped_figure(), "small.scr")
    text = ran("info", "small.scr")
    assert "base [root]  slide  run −0.25…∞ m  1.5 kg" in text
    assert "└── arm  universal" in text or "└── arm  compound" in text
    assert "a −28.65…30°" in text
    assert "└── tip  fixed" in text
    assert "both" in text
    assert "run − 2·p ≤ 1 (rad, m)" in text
    assert "3 joints, 3 degrees of freedom, 2 parameters (3 ungrouped), 3.5 kg" in text
    assert "not in use" in ran("info", "small.scr", "--ungrouped")


def test_info_for_programs_is_json_in_degrees_with_null_for_no_limit() -> None:
    save_skeleton(grouped_figure(), "small.scr")
    found = json.loads(ran("info", "small.scr", "--json"))
    assert found["totals"]["mass"] == 3.5
    assert found["totals"]["ungrouped"] == 3
    assert [j["name"] for j in found["joints"]] == ["base [root]", "arm", "tip"]
    run_dof, turn = found["joints"][0]["dofs"][0], found["joints"][1]["dofs"][0]
    assert (run_dof["unit"], run_dof["lo"], run_dof["hi"]) == ("metres", -0.25, None)
    assert (turn["unit"], turn["hi"]) == ("degrees", pytest.approx(30))
    assert [p["name"] for p in found["parameters"]] == ["run", "p"]
    assert found["parameters"][1]["hi"] == pytest.approx(math.degrees(0.5))
    assert found["couplings"][0]["driven"] == ["a", "b"]
    assert found["linear_limits"][0]["terms"] == {"run": 1.0, "p": -2.0}


@pytest.mark.parametrize("name", bodies.names())
def test_info_tells_of_every_shipped_figure(name: str) -> None:
    text = ran("info", name)
    for part in bodies.load(name).skeleton:
        assert part.name in text
    assert json.loads(ran("info", name, "--json"))["totals"]["joints"] == len(bodies.load(name).skeleton)


def test_info_cuts_very_long_trees() -> None:
    text = ran("info", "snake:3000")
    assert "more joints" in text
    assert text.count("\n") < 1100


# ---- figures, help, the process ----------------------------------------------------------------


def test_figures_lists_all_that_is_shipped() -> None:
    text = ran("figures")
    shipped = {*bodies.names(), *bodies.prop_names()}
    assert all(name in text for name in shipped)
    rows = {row["name"]: row for row in json.loads(ran("figures", "--json"))}
    assert set(rows) == shipped
    human = rows["human"]
    assert human["parameters"] < human["ungrouped"]
    assert human["height"] == pytest.approx(1.75, abs=0.02)
    assert human["description"]


def test_a_picture_of_a_size_has_the_size_in_its_name() -> None:
    assert ran("show", "box:0.5x0.25x0.1", "ball", "--size", "40x40") == "box-0.5x0.25x0.1-ball.png\n"


def test_help_and_version_are_at_hand() -> None:
    for arguments in ([], ["--help"]):
        text = ran(*arguments)
        assert all(command in text for command in ("show", "info", "figures"))
    assert "--views" in ran("show", "--help")
    assert ran("--version") == f"manikin {manikin.__version__}\n"


def process(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "manikin", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)


def test_the_module_runs_as_a_program() -> None:
    done = process("show", "planar3", "--size", "70x50", "--views", "top", "-o", "t.png")
    assert (done.returncode, done.stdout, done.stderr) == (0, "t.png\n", "")
    assert Image.open(io.BytesIO(Path("t.png").read_bytes())).size == (70, 50)
    wrong = process("show", "planar4")
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.count("\n") == 1
    assert 'did you mean "planar3"' in wrong.stderr


def test_a_reader_that_leaves_early_and_a_plain_terminal_are_no_errors() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert process("info", "human", env=environment).returncode == 0
    with subprocess.Popen(
        [sys.executable, "-m", "manikin", "info", "human", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as early:
        assert early.stdout is not None
        assert early.stderr is not None
        early.stdout.close()
        assert early.stderr.read() == b""


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from manikin.cli import app; app(['--help'], standalone_mode=False); "
        "print([m for m in ('numpy', 'scipy', 'PIL', 'manikin.figure.figure', 'manikin.picture') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"


def test_info_says_what_is_lost_when_a_file_is_read() -> None:
    Path("robot.urdf").write_text('<robot name="robot"><link name="base"/></robot>', "utf-8")
    assert "robot.urdf: format urdf; lost in reading: visual shapes" in ran("info", "robot.urdf")
    found = json.loads(ran("info", "robot.urdf", "--json"))["file"]
    assert found["format"] == "urdf"
    assert "inertia tensors" in found["losses"]
    assert json.loads(ran("info", "planar3", "--json"))["file"] is None


def test_what_is_odd_in_a_file_is_told_once_on_the_error_output() -> None:
    Path("arm.urdf").write_text('<robot><link name="base"/></robot>', "utf-8")
    done = process("info", "arm.urdf")
    assert done.returncode == 0
    assert done.stderr == "manikin: warning: arm.urdf:1:1: the robot has no name; it is called 'arm'\n"


@pytest.mark.slow
def test_a_robot_that_cannot_move_is_shown_but_not_solved() -> None:
    leg = '<link name="leg"/><joint name="j" type="fixed"><parent link="top"/><child link="leg"/></joint>'
    Path("table.urdf").write_text(f'<robot name="t"><link name="top"/>{leg}</robot>', "utf-8")
    assert "0 degrees of freedom" in ran("info", "table.urdf")
    assert ran("show", "table.urdf").strip() == "table.png"
    for command in ("solve", "diagnose", "compare"):
        done = process(command, "table.urdf", "--goal", "position leg 0 0 1")
        assert done.returncode == 2
        assert done.stderr == "manikin: nothing of 't' can move: there is no degree of freedom to solve for\n"


def test_info_shows_the_poses_of_a_file_with_their_units() -> None:
    Path("pose.json").write_text('{"arm": 90, "lift": 0.1}', "utf-8")
    text = ran("info", "pose.json")
    assert "in deg and m" in text
    assert "arm 90" in text
    assert json.loads(ran("info", "pose.json", "--json"))[0]["units"] == {"angle": "deg", "length": "m"}


def test_switches_are_listed_without_a_type() -> None:
    for command in (["solve"], ["show"], ["solvers"], ["compare"], []):
        told = ran(*command, "--help")
        assert "bool" not in told.lower()


def test_the_help_of_solve_names_the_words_of_all_goals() -> None:
    told = ran("solve", "--help")
    missing = [word for word in (*_KINDS, *BODY_WORDS) if word not in told]
    assert missing == []


def test_the_solvers_are_listed_with_their_classes_and_options() -> None:
    told = " ".join(ran("solvers").split())
    for words in ("LevenbergMarquardt", "restarts=20", "CyclicCoordinateDescent", "order=tip_to_base"):
        assert words in told
    assert "eq." not in told, "no citations"
    rows = json.loads(ran("solvers", "--json"))
    assert all(getattr(manikin.solvers, row["class"]).kind == row["name"] for row in rows)


def test_goals_are_listed_with_their_words() -> None:
    listed = ran("goals")
    for word in ("position", "bend_toward", "above_ground", "POINT", "weight", "[m]", "pose_axes"):
        assert word in listed
    facts = json.loads(ran("goals", "--json"))
    assert {"word": "match", "form": "PARAMETER VALUE"}.items() <= facts["words"][12].items()
    kinds = {kind["kind"]: kind for kind in facts["kinds"]}
    assert kinds["pose"]["class"] == "PoseGoal"
    assert kinds["pose"]["fields"] == ["frame", "target", "position_weight", "degrees_per_metre"]


def test_info_lists_the_clips_of_a_motion_file(tmp_path: Path) -> None:
    (tmp_path / "walk.bvh").write_text(SMALL)
    assert "clip walk: 3 frames at 30 per second, 0.06667 s\n" in ran("info", str(tmp_path / "walk.bvh"))
