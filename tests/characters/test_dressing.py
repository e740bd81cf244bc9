"""Dressed figures: a bare rig gets limits, masses, groups, bends and solids, and then everything works on it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from manikin import (
    Position,
    balance,
    bend_goals,
    bodies,
    comfort,
    comfort_goal,
    dress,
    load_skeleton,
    lock_from_text,
    save_skeleton,
)
from manikin.gait.walk import walk
from tests.support.command_line import mistake, ran
from tests.support.rigs import DIALECTS, rest_places, rig

HUMAN = bodies.load("human")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_dressed_figure_has_the_parameters_of_the_human(dialect: str) -> None:
    made = dress(rig(dialect)).figure
    own = set(made.parameter_names)
    missing = set(HUMAN.parameter_names) - own
    assert not {name for name in missing if "thumb" not in name and "knuckles" not in name and "finger" not in name}
    assert own <= set(HUMAN.parameter_names)
    assert np.allclose(made.lo[made.index("l_knee")], HUMAN.lo[HUMAN.index("l_knee")])


@pytest.mark.parametrize(("arms", "legs"), [(0, 0), (45, 10), (90, 0)])
def test_its_segments_are_as_long_as_those_of_the_rig(arms: float, legs: float) -> None:
    figure = rig(arms=arms, legs=legs, scale=1.1)
    made, places = dress(figure).figure.pose(), rest_places(scale=1.1)
    for a, b in (("l_thigh", "l_shin"), ("l_shin", "l_foot"), ("r_forearm", "r_hand"), ("spine2", "spine3")):
        wanted = np.linalg.norm(places[a] - places[b])
        assert np.linalg.norm(made.position(a) - made.position(b)) == pytest.approx(wanted, rel=1e-9)


def test_the_rest_pose_of_the_rig_does_not_matter() -> None:
    one, other = (dress(rig(arms=arms)).figure.pose() for arms in (0.0, 70.0))
    for part in ("l_hand", "r_forearm", "head", "l_toes"):
        assert np.allclose(one.position(part), other.position(part), atol=1e-9)


def test_it_stands_on_the_ground_with_level_soles() -> None:
    for up in "yz":
        made = dress(rig("unreal", up=up)).figure
        low, high = made.pose().bounding_box()
        assert made.skeleton.up == "y"
        assert abs(low[1]) < 0.012
        assert 1.6 < high[1] - low[1] < 1.9


def test_its_mass_is_that_of_a_human_of_its_size() -> None:
    masses = [dress(rig(scale=scale)).figure.skeleton.mass for scale in (0.5, 1.0, 1.5)]
    assert 50 < masses[1] < 100
    assert masses[0] == pytest.approx(masses[1] / 8, rel=0.05)
    made = dress(rig()).figure
    left, right = (made.skeleton[f"{side}_thigh"].mass for side in "lr")
    assert left == pytest.approx(right)
    share = left / made.skeleton.mass
    assert share == pytest.approx(HUMAN.skeleton["l_thigh"].mass / HUMAN.skeleton.mass, rel=0.3)


def test_locks_balance_bends_and_comfort_work_on_it() -> None:
    made = dress(rig("biped", arms=30)).figure
    feet = [lock_from_text(foot, made.pose()) for foot in ("l_foot", "r_foot")]
    target = made.pose().position("l_hand") + np.array([0.0, 0.3, 0.35])
    wanted = [Position(point=made.point("l_hand"), target=tuple(target)), comfort_goal(made)]
    wanted += [balance(made, "l_foot", "r_foot"), *bend_goals(made)]
    result = made.solve(wanted, hard=feet)
    assert np.allclose(result.pose.position("l_hand"), target, atol=2e-3)
    assert np.allclose(result.pose.transform("r_foot"), made.pose().transform("r_foot"), atol=1e-8)
    assert comfort(result.pose).score > 0.7
    assert len(made.skeleton.bends) == 4


@pytest.mark.parametrize("scale", [0.4, 1.0, 1.6])
def test_it_walks(scale: float) -> None:
    made = dress(rig("rigify", arms=45, scale=scale)).figure
    clip = walk(made, [(0, 0), (0, 2.5 * scale)]).clip()
    found = clip.audit()
    assert found.held, found.message
    ends = [clip.pose(frame).position("pelvis")[2] for frame in (clip.start, clip.end)]
    assert ends[1] - ends[0] == pytest.approx(2.5 * scale, abs=0.3 * scale)


def test_it_is_written_and_read_as_an_scr_file(tmp_path: Path) -> None:
    made = dress(rig("vrm")).figure
    save_skeleton(made.skeleton, tmp_path / "body.scr")
    assert load_skeleton(tmp_path / "body.scr") == made.skeleton


def test_without_clavicles_the_upper_arm_has_the_whole_range_of_the_shoulder() -> None:
    figure = rig()
    bare = dress(figure, {"mixamorig:LeftShoulder": None, "mixamorig:RightShoulder": None}).figure
    assert [c.name for c in bare.skeleton.couplings] == ["spine"]
    i, j = bare.index("l_shoulder_elevation"), HUMAN.index("l_shoulder_elevation")
    assert (bare.lo[i], bare.hi[i]) == (HUMAN.lo[j], HUMAN.hi[j])
    assert bare.linear_limits


def test_the_command_prints_what_was_guessed_and_writes_map_and_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_skeleton(rig("smpl").skeleton, "rig.scr")
    text = ran("dress", "rig.scr", "-o", "body.scr", "--map-out", "map.json")
    assert "l_upper_arm  L_Shoulder  by" in text
    assert "joint groups: spine, right shoulder, left shoulder" in text
    roles = json.loads(Path("map.json").read_text())
    assert roles["L_Hip"] == "l_thigh"
    roles["Spine3"] = None
    Path("map.json").write_text(json.dumps(roles))
    assert "spine3" not in ran("dress", "rig.scr", "--map", "map.json")
    Path("map.json").write_text("[1]")
    assert "a map is an object" in mistake("dress", "rig.scr", "--map", "map.json")
    assert "human body" in mistake("dress", "limb7")
