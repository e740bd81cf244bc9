"""The shipped figures are what they say: counts, measures, symmetry, limits that hold together."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import UnknownName
from manikin.figure.pose import Pose
from tests.support.linear_limits import within_linear_limits

NAMES = ("human", "limb7", "planar3", "quadruped", "snake", "stickman", "z_reach", "z_tube")
TWO_SIDED = ("human", "quadruped", "stickman", "z_reach", "z_tube")
STANDING = ("human", "quadruped", "snake", "stickman", "z_reach", "z_tube")
HUMANS = ("human", "stickman", "z_reach", "z_tube")
STATURE = 1.75


def rng() -> np.random.Generator:
    return np.random.default_rng(20240)


def part_points(pose: Pose, *parts: str) -> np.ndarray:
    """Corners of the shapes of some parts (all by default) in the world (k, 3)."""
    found = []
    for i, joint in enumerate(pose.figure.skeleton.joints):
        if parts and joint.name not in parts:
            continue
        for shape in joint.shapes:
            found.append(shape.triangles(16)[0] @ pose.world[i, :, :3].T + pose.world[i, :, 3])
    return np.concatenate(found)


# ---- files -------------------------------------------------------------------------------------


def test_the_names_are_the_figures_of_the_documentation() -> None:
    assert bodies.names() == NAMES


def test_the_committed_files_are_the_generated_ones() -> None:
    from tools.bodies.catalogue import generate

    generated = generate()
    assert tuple(sorted(generated)) == NAMES
    for name, content in generated.items():
        committed = (bodies.FOLDER / f"{name}.scr").read_bytes()
        assert committed == content, f"{name}.scr is stale: run python -m tools.bodies"


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_bears_its_name_and_is_read_only_once(name: str) -> None:
    figure = bodies.load(name)
    assert figure.name == name
    assert bodies.load(name) is figure


@pytest.mark.parametrize("name", NAMES)
def test_a_description_is_a_sentence_and_more(name: str) -> None:
    first, *rest = bodies.describe(name).split("\n")
    assert first.startswith("A ")
    assert first.endswith(".")
    assert len(first) <= 118
    assert all(len(line) <= 118 for line in rest)


@pytest.mark.parametrize("name", ["humn", "", "../human", "human.scr", None])
def test_an_unknown_figure_is_refused_with_the_known_names(name: str) -> None:
    with pytest.raises(UnknownName, match="known: human, limb7"):
        bodies.load(name)
    with pytest.raises(UnknownName):
        bodies.describe(name)


def test_a_misspelt_figure_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName, match='did you mean "stickman"'):
        bodies.load("stikman")


# ---- counts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "grouped", "ungrouped"),
    [
        ("human", 44 + 6, 128 + 6),
        ("limb7", 7, 7),
        ("planar3", 3, 3),
        ("quadruped", 42 + 6, 42 + 6),
        ("snake", 46 + 6, 46 + 6),
        ("stickman", 22 + 6, 22 + 6),
        ("z_reach", 34, 34),
        ("z_tube", 22, 74),
    ],
)
def test_the_degrees_of_freedom_are_counted(name: str, grouped: int, ungrouped: int) -> None:
    figure = bodies.load(name)
    assert figure.size == grouped
    assert figure.ungrouped().size == ungrouped


def test_the_tube_figure_has_70_degrees_of_freedom_when_only_its_spine_is_ungrouped() -> None:
    assert bodies.load("z_tube").ungrouped("spine").size == 22 - 3 + 17 * 3 == 70


def test_the_reaching_figure_has_22_degrees_of_freedom_from_the_waist_to_either_hand() -> None:
    skeleton = bodies.load("z_reach").skeleton
    for hand in ("r_hand", "l_hand"):
        dofs = [len(skeleton[part].dofs) for part in skeleton.path(hand)]
        assert sum(dofs) == 22
        assert dofs[:6] == [0, 3, 3, 3, 3, 3]


def test_the_stick_man_is_the_tree_of_the_thesis() -> None:
    skeleton = bodies.load("stickman").skeleton
    assert [(j.name, j.parent, j.limb) for j in skeleton] == [
        ("pelvis", None, None),
        ("torso", "pelvis", "Upper body"),
        ("right arm", "torso", "Right Arm"),
        ("right hand", "right arm", "Right Arm"),
        ("left arm", "torso", "Left arm"),
        ("left hand", "left arm", "Left arm"),
        ("head", "torso", "Upper body"),
        ("right leg", "pelvis", "Right leg"),
        ("right foot", "right leg", "Right leg"),
        ("left leg", "pelvis", "Left leg"),
        ("left foot", "left leg", "Left leg"),
    ]


def test_the_human_has_the_parts_and_places_of_the_naming_scheme() -> None:
    skeleton = bodies.load("human").skeleton
    spine = [f"l{k}" for k in range(5, 0, -1)] + [f"t{k}" for k in range(12, 0, -1)]
    assert skeleton.path("t1") == ("pelvis", *spine)
    middle = ["neck", "head", "eyes", "head top"]
    arm = ["clavicle", "upper_arm", "forearm", "hand", "palm", "hand tip", "thumb", "thumb_middle"]
    arm += [f"{finger}{bone}" for finger in ("index", "middle", "ring", "pinky") for bone in (1, 2, 3)]
    leg = ["thigh", "shin", "foot", "heel", "ball", "toes", "toe tip"]
    for part in [*middle, *(f"{side}_{part}" for side in "rl" for part in [*arm, *leg, "thumb_end", "thumb tip"])]:
        assert part in skeleton


def test_parameters_can_be_given_as_keywords() -> None:
    for name in ("human", "quadruped", "z_tube", "z_reach", "limb7"):
        assert all(parameter.isidentifier() for parameter in bodies.load(name).parameter_names)


# ---- measures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HUMANS)
def test_a_human_weighs_75_kg_and_is_175_cm_tall(name: str) -> None:
    figure = bodies.load(name)
    assert figure.skeleton.mass == pytest.approx(75.0, abs=1e-9)
    heights = part_points(figure.pose())[:, 1]
    assert heights.max() == pytest.approx(STATURE, abs=0.004)


def test_the_crown_of_the_head_is_at_the_stature() -> None:
    assert bodies.load("human").pose().position("head top") == pytest.approx([0, STATURE, 0], abs=1e-9)


@pytest.mark.parametrize("name", STANDING)
def test_a_standing_figure_touches_the_ground_and_no_more(name: str) -> None:
    lowest = part_points(bodies.load(name).pose())[:, 1].min()
    assert lowest == pytest.approx(0, abs=0.0015)


@pytest.mark.parametrize("name", HUMANS)
def test_the_centre_of_mass_is_as_high_as_peoples_and_over_the_feet(name: str) -> None:
    pose = bodies.load(name).pose()
    centre = pose.centre_of_mass()
    assert 0.55 < centre[1] / STATURE < 0.575
    assert centre[0] == pytest.approx(0, abs=1e-12)
    feet = part_points(pose, "l_foot", "l_toes", "left foot")[:, 2]
    assert feet.min() + 0.04 < centre[2] < feet.max() - 0.08


def test_segments_have_the_lengths_and_masses_of_the_tables() -> None:
    skeleton = bodies.load("human").skeleton
    lengths = {"l_forearm": 0.2817 / 1.741, "l_hand": 0.2689 / 1.741}  # de Leva: upper arm, forearm
    for part, share in lengths.items():
        assert np.linalg.norm(skeleton[part].offset) / STATURE == pytest.approx(share, abs=1e-5)
    pose = bodies.load("human").pose()
    for part, share in {"l_thigh": 0.530, "l_shin": 0.285, "l_foot": 0.039, "eyes": 0.936}.items():  # Winter
        assert pose.position(part)[1] / STATURE == pytest.approx(share, abs=1e-5)
    masses = {"l_thigh": 14.16, "l_shin": 4.33, "l_upper_arm": 2.71, "l_forearm": 1.62}
    for part, percent in masses.items():
        assert skeleton[part].mass / 75 * 100 == pytest.approx(percent, abs=1e-9)
    trunk = sum(skeleton[part].mass for part in skeleton.path("t1"))
    assert trunk / 75 * 100 == pytest.approx(43.46, abs=1e-6)


def test_every_moving_part_of_a_body_has_a_mass_and_its_centre_lies_within_it() -> None:
    for name in ("human", "quadruped", "stickman", "z_tube", "z_reach"):
        pose = bodies.load(name).pose()
        for joint in pose.figure.skeleton.joints:
            if not joint.dofs or joint.name.endswith("clavicle"):  # the trunk's mass includes the clavicles
                continue
            assert joint.mass > 0, joint.name
            points = part_points(pose, joint.name)
            centre = pose.convert_point(joint.centre, joint.name)
            assert (points.min(axis=0) - 0.005 <= centre).all(), joint.name
            assert (centre <= points.max(axis=0) + 0.005).all(), joint.name


@pytest.mark.parametrize("name", NAMES)
def test_every_shape_is_finite_and_has_a_volume(name: str) -> None:
    count = 0
    for joint in bodies.load(name).skeleton.joints:
        for shape in joint.shapes:
            points, faces = shape.triangles()
            count += 1
            assert np.isfinite(points).all()
            assert np.ptp(points, axis=0).min() > 1e-3
            a, b, c = (points[faces[:, k]] for k in range(3))
            assert np.einsum("ij,ij->", a, np.cross(b, c)) / 6 > 0, "turned inside out"
    assert count > 2


# ---- symmetry ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TWO_SIDED)
def test_left_and_right_parts_are_partners(name: str) -> None:
    skeleton = bodies.load(name).skeleton
    sided = [j for j in skeleton if j.name.startswith(("l_", "r_", "left ", "right "))]
    assert len(sided) >= 8
    for joint in sided:
        assert joint.mirror is not None
        assert joint.mirror != joint.name
        assert skeleton[joint.mirror].mirror == joint.name


@pytest.mark.parametrize("name", TWO_SIDED)
@pytest.mark.parametrize("grouped", [True, False])
def test_a_mirrored_pose_mirrors_every_place(name: str, grouped: bool) -> None:
    figure = bodies.load(name) if grouped else bodies.load(name).ungrouped()
    skeleton = figure.skeleton
    scene = {i for i, j in enumerate(skeleton.joints) if "box" in j.name}  # stands where it stands
    kept = [i for i in range(len(skeleton)) if i not in scene]
    partner = [skeleton.index(skeleton.joints[i].mirror or skeleton.joints[i].name) for i in kept]
    for q in figure.random_state(rng(), count=20, reach=1.0):
        pose = figure.pose(q)
        mirrored = pose.mirrored()
        assert not np.allclose(pose.world, mirrored.world)
        flipped = mirrored.world[partner][:, :, 3] * (-1, 1, 1)
        assert np.abs(flipped - pose.world[kept][:, :, 3]).max() < 1e-12
        assert np.abs(mirrored.mirrored().q - q).max() < 1e-12


@pytest.mark.parametrize("name", TWO_SIDED)
def test_the_two_sides_look_alike(name: str) -> None:
    pose = bodies.load(name).pose()
    for joint in pose.figure.skeleton.joints:
        if joint.mirror and joint.shapes:
            mine, other = part_points(pose, joint.name), part_points(pose, joint.mirror) * (-1, 1, 1)
            assert mine.min(axis=0) == pytest.approx(other.min(axis=0), abs=2e-3)
            assert mine.max(axis=0) == pytest.approx(other.max(axis=0), abs=2e-3)


def test_equal_values_of_partners_mean_equal_movements() -> None:
    for name in ("human", "quadruped", "stickman"):
        figure = bodies.load(name)
        q = figure.random_state(rng(), reach=0.0)
        for parameter in figure.parameter_names:
            if parameter.startswith(("l_", "left ")):
                q[figure.index(parameter.replace("l_", "r_", 1).replace("left", "right"))] = q[figure.index(parameter)]
            elif not parameter.startswith(("r_", "right ")):
                q[figure.index(parameter)] = 0
        pose = figure.pose(q)
        for joint in figure.skeleton.joints:
            if joint.mirror:
                assert pose.position(joint.name) * (-1, 1, 1) == pytest.approx(pose.position(joint.mirror), abs=1e-12)


# ---- limits and rest ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_rest_lies_within_all_limits(name: str) -> None:
    for figure in (bodies.load(name), bodies.load(name).ungrouped()):
        rest = np.array([variable.rest for variable in figure.parameters])
        assert (figure.lo <= rest).all()
        assert (rest <= figure.hi).all()
        assert within_linear_limits(figure, figure.rest)


@pytest.mark.parametrize("name", NAMES)
def test_taking_the_groups_off_moves_nothing(name: str) -> None:
    figure = bodies.load(name)
    assert np.abs(figure.pose().world - figure.ungrouped().pose().world).max() < 1e-12


@pytest.mark.parametrize("name", ["human", "z_tube"])
def test_driven_joints_stay_in_their_limits_over_the_whole_box_of_parameters(name: str) -> None:
    figure = bodies.load(name)
    groups = [i for i, n in enumerate(figure.parameter_names) if n.startswith("spine_") or "_shoulder_" in n]
    assert len(groups) == 9
    states = figure.random_state(rng(), count=4000, reach=0.0)
    states[:2000, groups] = np.where(rng().random((2000, 9)) < 0.5, figure.lo[groups], figure.hi[groups])  # corners
    values = figure.coupling.joint_values(states)
    dofs = figure.skeleton.dofs
    assert (values >= np.array([d.lo for d in dofs]) - 1e-12).all()
    assert (values <= np.array([d.hi for d in dofs]) + 1e-12).all()


def test_limits_of_groups_are_their_own_and_not_cut_by_a_joint() -> None:
    figure = bodies.load("human")
    for variable, lo, hi in zip(figure.parameters, figure.lo, figure.hi, strict=True):
        assert (lo, hi) == (variable.lo, variable.hi), variable.name


def test_the_human_keeps_poses_by_name_that_are_in_limits_and_on_the_ground() -> None:
    human = bodies.load("human")
    assert {"sit", "walk", "crouch"} <= set(human.pose_names)
    for name in human.pose_names:
        pose = human.pose(name)
        assert (pose.q >= human.lo).all(), name
        assert (pose.q <= human.hi).all(), name
        np.testing.assert_allclose(human.ungrouped().pose(name).world, pose.world, atol=1e-12)
