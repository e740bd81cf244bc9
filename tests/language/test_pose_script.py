"""Pose scripts: steps do what they say, locks are kept, mistakes name their step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from manikin import bodies
from manikin.document.document import Document
from manikin.errors import InputError
from manikin.goals import OnGround
from manikin.language.pose_script import StepResult, play
from tests.support.command_line import mistake, ran

HUMAN = bodies.load("human")
FEET: list[dict[str, Any]] = [{"lock": "l_foot"}, {"lock": "r_foot"}]


def played(*steps: Any) -> list[StepResult]:
    return list(play(Document.of(bodies.load("human")), list(steps)))


def test_the_pelvis_is_pulled_down_and_the_feet_stay() -> None:
    last = played(*FEET, {"pull": "pelvis", "by": [0, -0.3, -0.2], "title": "down"})[-1]
    rest, pose = bodies.load("human").pose(), last.document.poses["human"]
    assert last.title == "down"
    assert pose.position("pelvis")[1] < rest.position("pelvis")[1] - 0.25
    assert np.degrees(pose["l_knee"]) > 40
    for foot in ("l_foot", "r_foot"):
        np.testing.assert_allclose(pose.transform(foot), rest.transform(foot), atol=1e-6)
    assert [name for name, _ in last.locks] == [
        "left foot",
        "right foot",
    ]


def test_goals_in_words_are_brought_about_and_kept_to() -> None:
    reach, turned = played({"goal": "position r_hand -0.4 1.2 0.3"}, {"set": {"spine_twist": 15, "root_y": -0.02}})
    for outcome in (reach, turned):
        np.testing.assert_allclose(outcome.document.poses["human"].position("r_hand"), [-0.4, 1.2, 0.3], atol=1e-5)
    assert np.degrees(turned.document.poses["human"]["spine_twist"]) == pytest.approx(15)
    assert turned.conflict is None


def test_poses_releases_and_edits_of_the_editor() -> None:
    sat, locked, freed, ccd = played(
        {"pose": "sit"},
        {"lock": "l_hand", "as": "position", "name": "hand"},
        {"release": "hand"},
        {"kind": "change_settings", "changes": {"solver": "ccd"}},
    )
    np.testing.assert_allclose(sat.document.actor().q, bodies.load("human").state("sit"), atol=1e-12)
    assert len(locked.document.locks) == 1
    assert freed.document.locks == ()
    assert ccd.document.settings.solver == "ccd"


def test_a_pull_goes_to_a_place_by_its_chain() -> None:
    (outcome,) = played({"pull": "r_hand", "to": [-0.4, 1.1, 0.3], "chain": "joint", "base": "t12", "steps": 10})
    actor = outcome.document.actor()
    pairs = zip(actor.figure.parameter_names, actor.q, actor.figure.rest, strict=True)
    moved = {name for name, value, rest in pairs if value != rest}
    assert moved
    assert not any(name.startswith(("root", "l_", "r_hip")) for name in moved)


def test_what_cannot_be_is_told() -> None:
    last = played(*FEET, {"goal": "position r_hand 0 3 0"})[-1]
    conflict = last.conflict
    assert conflict is not None
    assert "r_hand" in conflict.sentence


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ([], "a list of 1 to"),
        ({"lock": "l_foot"}, "a list of 1 to"),
        ([3], "step 1: a step is an object"),
        ([{}], "step 1: there is no step"),
        ([{"lock": "l_foot", "pull": "r_hand"}], "step 1"),
        ([{"lock": "l_fot"}], 'step 1: .*did you mean "l_foot"'),
        ([{"lock": "l_foot", "as": "glue"}], "step 1: there is no kind of lock"),
        ([*FEET, {"pull": "pelvis"}], 'step 3: a pull needs either "by"'),
        ([{"pull": "pelvis", "by": [0, float("nan"), 0]}], "step 1"),
        ([{"pull": "pelvis", "by": [0, 1, 0], "steps": 0}], "step 1: a pull has 1 to"),
        ([{"pull": "pelvis", "by": [0, 1]}], "step 1"),
        ([{"goal": "position"}], "step 1"),
        ([{"goal": "position r_hand 0 1 0", "firm": True}], "step 1"),
        ([{"set": {"spine_bend": "much"}}], "step 1"),
        ([{"set": {"l_elbow": 500}}], "step 1: l_elbow = 500° is beyond its limits, 0° to 150°"),
        ([{"set": {"spin_bend": 3}}], 'step 1: .*did you mean "spine_bend"'),
        ([{"release": "the hounds"}], "step 1: there is no lock or goal"),
        ([{"pose": "fly"}], "step 1"),
        ([{"kind": "explode"}], "step 1"),
        ([{"pose": "sit", "title": 7}], "step 1: a title is text"),
    ],
)
def test_mistakes_name_their_step(script: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        list(play(Document.of(bodies.load("human")), script))


def test_the_command_plays_a_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.json").write_text(json.dumps([*FEET, {"pull": "pelvis", "by": [0, -0.3, -0.2]}]), "utf-8")
    text = ran("pose", "human", "s.json", "-o", "p.json", "--picture", "p.png")
    assert "pull pelvis" in text
    assert "all held" in text
    assert text.endswith("p.json\np.png\n")
    values = json.loads(Path("p.json").read_text("utf-8"))["values"]
    assert bodies.load("human").pose(values).position("pelvis")[1] < 0.8
    with Image.open("p.png") as image:
        assert image.size[0] > 600
    assert "s.json: step 1" in _wrong([{"lock": "nose"}])
    assert "not JSON" in _wrong("[")


def _wrong(script: Any) -> str:
    Path("s.json").write_text(script if isinstance(script, str) else json.dumps(script), "utf-8")
    return mistake("pose", "human", "s.json")


def test_feet_stand_on_a_hill_and_a_hand_stays_above_it(tmp_path: Path) -> None:
    heights = ((0.0, 0.0, 0.0), (0.02, 0.1, 0.05), (0.2, 0.25, 0.3), (0.3, 0.3, 0.3))
    hill = f"heights 4 {' '.join(str(h) for row in heights for h in row)} origin -0.6 -0.6 spacing 0.4 0.6"
    soles = [f"{side}_foot[0 -0.07 {z}]" for side in "lr" for z in (0.1, -0.05)]
    steps = [{"goal": f"on_ground {sole} {hill}", "hard": True} for sole in soles]
    steps += [{"goal": f"above_ground l_hand {hill} lift 0.05", "hard": True}]
    *_, before, last = played(*steps, {"pull": "l_hand", "to": [0.5, -0.5, 0.2], "chain": "joint", "base": "pelvis"})
    assert [max(error.values()) < 1e-6 for _, error in before.locks + last.locks] == [True] * 10
    ground, pose = (
        OnGround(point=(0, 0, 0), heights=heights, origin=(-0.6, -0.6), spacing=(0.4, 0.6)),
        last.document.poses["human"],
    )
    for place in (HUMAN.point(f"{side}_foot", (0, -0.07, z)).value(pose) for side in "lr" for z in (0.1, -0.05)):
        assert place[1] == pytest.approx(ground.ground(place[0], place[2])[0], abs=1e-6)
    hand = pose.position("l_hand")
    assert hand[1] < before.document.poses["human"].position("l_hand")[1] - 0.1  # it was pulled down
    assert hand[1] >= ground.ground(hand[0], hand[2])[0] + 0.05 - 1e-6
    script, picture = tmp_path / "hill.json", tmp_path / "hill.png"
    script.write_text(json.dumps(steps[:2]))
    ran("pose", "human", str(script), "--picture", str(picture))
    drawn = np.asarray(Image.open(picture).convert("RGB")).astype(int)
    plain = tmp_path / "plain.png"
    script.write_text(json.dumps([{"set": {"root_y": 0.0}}] * 2))
    ran("pose", "human", str(script), "--picture", str(plain))
    without = np.asarray(Image.open(plain).convert("RGB")).astype(int)
    blue = [float((image[..., 2] - image[..., 0] > 80).mean()) for image in (without, drawn)]
    assert blue[1] > blue[0] + 0.01  # the lines of the ground
