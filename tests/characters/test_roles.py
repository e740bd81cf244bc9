"""Roles: which joint is which part of a body, whatever a program calls it."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest

from manikin import Figure, InputError, UnknownName, bodies, find_roles, load_skeleton
from manikin.characters.words import read_name
from manikin.errors import FormatWarning
from manikin.skeleton.editing import without
from tests.support.paths import REAL_FILES
from tests.support.rigs import DIALECTS, names_in, rig

NAMED = [dialect for dialect in DIALECTS if dialect != "nameless"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_role_is_found_in_every_dialect(dialect: str) -> None:
    wanted = names_in(dialect)
    found = find_roles(rig(dialect))
    assert dict(found.joints) == {role: wanted[role] for role in found.joints}
    assert set(found.joints) == set(wanted)


@pytest.mark.parametrize("arms", [0.0, 45.0, 90.0])
@pytest.mark.parametrize("up", ["y", "z"])
def test_the_rest_pose_and_the_axis_do_not_matter(arms: float, up: str) -> None:
    for dialect in ("unreal", "nameless"):
        wanted = names_in(dialect)
        assert dict(find_roles(rig(dialect, arms=arms, legs=8, up=up)).joints) == {
            role: wanted[role] for role in find_roles(rig(dialect)).joints
        }


def test_a_shoulder_is_a_clavicle_or_an_upper_arm_as_the_tree_says() -> None:
    assert find_roles(rig("mixamo"))["l_clavicle"] == "mixamorig:LeftShoulder"
    assert find_roles(rig("xsens"))["l_upper_arm"] == "LeftShoulder"


def test_the_human_has_all_its_roles() -> None:
    found = find_roles(bodies.load("human"))
    assert all(found[role] == role for role in ("pelvis", "l_thigh", "r_toes", "l_upper_arm", "head"))
    assert len(found.spine) == 17


@pytest.mark.parametrize(
    ("name", "side", "part"),
    [
        ("mixamorig:LeftUpLeg", "l", "thigh"),
        ("Bip001 R Calf", "r", "shin"),
        ("upper_arm.L", "l", "upper_arm"),
        ("lfemur", "l", "thigh"),
        ("RLEG_LINK3", "r", "shin"),
        ("ValveBiped.Bip01_R_Hand", "r", "hand"),
        ("CC_Base_L_Thigh", "l", "thigh"),
        ("b_LeftForeArm_010", "l", "forearm"),
        ("rig:right_knee_jnt", "r", "shin"),
        ("LowerArm_R", "r", "forearm"),
    ],
)
def test_names_are_read(name: str, side: str, part: str) -> None:
    words = read_name(name)
    assert words.side == side
    assert max(words.scores, key=words.scores.__getitem__) == part


@pytest.mark.parametrize("name", ["upperarm_twist_01_l", "LeftToeBase end", "Hand_IK.L", "LeftEye", "head top"])
def test_helpers_are_no_parts(name: str) -> None:
    assert read_name(name).scores == {}


def test_a_map_overrides_the_guess_and_null_bars_a_joint() -> None:
    figure = rig("mixamo")
    found = find_roles(figure, {"mixamorig:Spine2": None, "mixamorig:LeftShoulder": None})
    assert found.spine == ("spine1", "spine2")
    assert "l_clavicle" not in found
    assert found["r_clavicle"] == "mixamorig:RightShoulder"
    given = find_roles(rig("nameless"), {"b10p": "l_thigh", "b11p": "l_shin", "b12p": "l_foot"})
    assert given.why["l_shin"] == "map"


def test_a_wrong_map_is_refused() -> None:
    figure = rig("mixamo")
    with pytest.raises(UnknownName, match="joint"):
        find_roles(figure, {"Hip": "pelvis"})
    with pytest.raises(UnknownName, match="role"):
        find_roles(figure, {"mixamorig:Hips": "bottom"})
    with pytest.raises(InputError, match="two joints have the role"):
        find_roles(figure, {"mixamorig:Hips": "pelvis", "mixamorig:Spine": "pelvis"})


def test_sides_that_are_named_the_wrong_way_round_are_swapped_and_told() -> None:
    figure = rig("mixamo")
    other = {"Left": "Right", "Right": "Left"}
    swap = {
        joint.name: joint.name.replace(side, other[side])
        for joint in figure.skeleton
        for side in other
        if side in joint.name
    }
    joints = tuple(
        replace(
            j,
            name=swap.get(j.name, j.name),
            parent=None if j.parent is None else swap.get(j.parent, j.parent),
            dofs=tuple(replace(d, name=f"{swap.get(j.name, j.name)} {i}") for i, d in enumerate(j.dofs)),
        )
        for j in figure.skeleton
    )
    found = find_roles(Figure(replace(figure.skeleton, joints=joints)))
    assert found["l_thigh"] == "mixamorig:RightUpLeg"
    assert any("swapped" in odd for odd in found.warnings)


def test_a_rig_without_legs_or_with_too_few_roles_is_refused_with_what_is_missing() -> None:
    bare = without(rig("mixamo").skeleton, "mixamorig:LeftUpLeg")
    with pytest.raises(InputError, match=r"not taken for a human body.*l_thigh"):
        find_roles(Figure(bare))
    with pytest.raises(InputError, match="not taken for a human body"):
        find_roles(bodies.load("limb7"))


@pytest.mark.skipif(not REAL_FILES.is_dir(), reason="the files of others are not here")
def test_real_rigs_are_recognised_and_animals_refused() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        for file, thigh, hand in (
            ("bvh/cmu_02_01_walk.bvh", "LeftUpLeg", "LeftHand"),
            ("bvh/animateddrawings_cmu1_jumping_jacks.bvh", "LeftHip", "LeftWrist"),
            ("bvh/bvhio_example_blank_lines.bvh", "LeftUpLeg", "LeftHand"),
            ("asf_amc/physx_stickman.asf", "lfemur", "lwrist"),
            ("gltf/khronos_RiggedFigure.glb", "leg_joint_L_1", "arm_joint_L_3"),
            ("urdf/simple_humanoid.urdf", "LLEG_LINK2", "l_wrist"),
        ):
            found = find_roles(Figure(load_skeleton(REAL_FILES / file)))
            assert (found["l_thigh"], found["l_hand"]) == (thigh, hand), file
        with pytest.raises(InputError, match="no biped: its trunk lies"):
            find_roles(Figure(load_skeleton(REAL_FILES / "gltf/khronos_Fox.glb")))
        with pytest.raises(InputError, match="not taken for a human body"):
            find_roles(Figure(load_skeleton(REAL_FILES / "bvh/babylon_alien_blender.bvh")))
