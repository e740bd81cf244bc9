"""Maps of joints: roles and joints of the target in one file, and what is wrong in them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from manikin import Joint, Skeleton, retarget, save_clip, save_skeleton
from tests.support.command_line import mistake, ran
from tests.support.rigs import names_in, rig
from tests.support.skating import clean_walk


def test_a_map_names_roles_and_joints_of_the_target_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    clip = retarget(clean_walk(), rig("nameless")).clip
    own, other = names_in("nameless"), names_in("unreal")
    target = rig("unreal")
    roles = {own[role]: role for role in own if role[0] == "l"}
    both = roles | {own[role]: other[role] for role in own if role[0] != "l"}
    wanted = retarget(clip, target, roles={joint: role for role, joint in own.items()})
    found = retarget(clip, target, roles=both)
    assert found.source_roles.joints == wanted.source_roles.joints
    assert np.array_equal(found.clip.data, wanted.clip.data)
    save_clip(clip, "walk.npz", name="walk")
    save_skeleton(target.skeleton, "target.scr")
    Path("map.json").write_text(json.dumps(both))
    text = ran("retarget", "walk.npz", "--to", "target.scr", "--map", "map.json", "--map-out", "out.json")
    assert "contacts of feet are held" in text
    assert json.loads(Path("out.json").read_text())[own["r_thigh"]] == "r_thigh"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"b0": "pelviss"},
            "map.json: there is no role, or joint of 'unreal rig', 'pelviss'; did you mean \"pelvis\"?",
        ),
        ({"b7p": "upperam_l"}, 'did you mean "upperarm_l"?'),
        ({"b77p": "l_upper_arm"}, "map.json: there is no joint 'b77p'; did you mean \"b7p\"?"),
        ({"b0": "tail"}, "map.json: the joint 'tail' of 'unreal rig' has no role"),
        ({"b10p": "l_thigh", "b10q": "thigh_l"}, "map.json: two joints have the role l_thigh: 'b10p' and 'b10q'"),
    ],
)
def test_names_in_a_map_that_are_neither_are_refused(
    wrong: dict[str, str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_clip(retarget(clean_walk(), rig("nameless")).clip, "walk.npz", name="walk")
    target = rig("unreal").skeleton
    save_skeleton(target.attach("pelvis", Skeleton(name="t", joints=(Joint(name="tail"),))), "target.scr")
    Path("map.json").write_text(json.dumps(wrong))
    assert message in mistake("retarget", "walk.npz", "--to", "target.scr", "--map", "map.json", "-o", "x.npz")
