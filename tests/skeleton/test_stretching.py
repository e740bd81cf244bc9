"""Limbs that stretch, in the skeleton: bones that get longer, and back to what they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from manikin import Figure, Pose, bodies, chain, load_skeleton, save_skeleton
from manikin.errors import InputError
from manikin.figure.mirror import mirror_state
from manikin.math.rotations import inverse
from manikin.picture.body import solids_of
from manikin.picture.theme import THEMES
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.skin import Skin, SkinMesh
from manikin.skeleton.stretching import (
    as_drawn,
    end_part,
    parents_drawn,
    stretches_of,
    with_stretch,
    without_stretch,
)

HUMAN = bodies.load("human")
LIMBS = (("r_upper_arm", "r_hand"), ("l_upper_arm", "l_hand"), ("r_thigh", "r_foot"), ("l_thigh", "l_foot"))


def long_limbs(most: float = 0.5) -> Figure:
    return HUMAN.with_skeleton(with_stretch(HUMAN.skeleton, LIMBS, most))


def random_pose(figure: Figure, seed: int) -> Pose:
    return figure.pose(figure.random_state(np.random.default_rng(seed)))


def test_a_figure_gets_one_parameter_for_each_limb_and_is_the_same_without_them_again() -> None:
    figure = long_limbs()
    added = [name for name in figure.parameter_names if name not in HUMAN.parameter_names]
    assert added == ["r_arm_stretch", "l_arm_stretch", "r_leg_stretch", "l_leg_stretch"]
    assert all(figure.lo[figure.index(name)] == 0 == figure.rest[figure.index(name)] for name in added)
    assert [stretch.most for stretch in stretches_of(figure.skeleton)] == [0.5] * 4
    assert without_stretch(figure.skeleton) == HUMAN.skeleton
    assert without_stretch(HUMAN.skeleton) is HUMAN.skeleton
    assert stretches_of(HUMAN.skeleton) == ()


@pytest.mark.parametrize("seed", range(4))
def test_nothing_differs_where_no_limb_is_longer_and_bones_keep_their_share_where_one_is(seed: int) -> None:
    figure, pose = long_limbs(), random_pose(HUMAN, seed)
    same = figure.pose({name: pose[name] for name in HUMAN.parameter_names})
    for joint in HUMAN.skeleton:
        np.testing.assert_allclose(same.transform(joint.name), pose.transform(joint.name), atol=1e-12)
    longer = same.replace({"r_arm_stretch": 0.3, "l_leg_stretch": 0.2})
    for first, second, share in (
        ("r_upper_arm", "r_forearm", 0.3), ("r_forearm", "r_hand", 0.3), ("l_thigh", "l_shin", 0.2),
        ("l_shin", "l_foot", 0.2), ("l_upper_arm", "l_forearm", 0.0), ("r_hand", "r_palm", 0.0),
    ):  # fmt: skip
        before, after = (own.position(second) - own.position(first) for own in (pose, longer))
        np.testing.assert_allclose(after, (1 + share) * before, atol=1e-12)  # as long, and in the same direction
    np.testing.assert_allclose(longer.orientation("r_hand"), pose.orientation("r_hand"), atol=1e-12)


def test_a_file_brings_it_back(tmp_path: Path) -> None:
    figure = long_limbs(0.4)
    save_skeleton(figure.skeleton, tmp_path / "long.scr")
    again = load_skeleton(tmp_path / "long.scr")
    assert again == figure.skeleton
    assert stretches_of(again) == stretches_of(figure.skeleton)
    assert without_stretch(again) == HUMAN.skeleton


def test_a_mirrored_pose_has_the_stretch_on_the_other_side() -> None:
    figure = long_limbs()
    pose = random_pose(figure, 7).replace({"r_arm_stretch": 0.3, "l_arm_stretch": 0.1})
    mirrored = figure.pose(mirror_state(figure, pose.q))
    assert mirrored["l_arm_stretch"] == pytest.approx(0.3)
    assert mirrored["r_arm_stretch"] == pytest.approx(0.1)


def test_a_scaled_figure_stretches_as_far_over_its_own_length() -> None:
    wanted = HUMAN.scaled(stature=1.3, lengths={"forearm": 0.3})
    wanted = wanted.with_skeleton(with_stretch(wanted.skeleton, LIMBS, 0.4))
    assert long_limbs(0.4).scaled(stature=1.3, lengths={"forearm": 0.3}) == wanted


def test_bodies_are_drawn_as_far_as_the_next_joint() -> None:
    figure = long_limbs()
    pose = random_pose(figure, 3).replace({"r_arm_stretch": 0.45})
    drawn = as_drawn(figure.skeleton, pose.world)
    for part, child in (("r_upper_arm", "r_forearm"), ("r_forearm", "r_hand"), ("l_thigh", "l_shin")):
        frame, end = drawn[figure.skeleton.index(part)], HUMAN.skeleton[child].offset
        np.testing.assert_allclose(frame @ np.array([*end, 1.0]), pose.position(child), atol=1e-12)
        across = np.cross(end, [0.3, 0.2, 0.9])
        np.testing.assert_allclose(  # as thick as before
            np.linalg.norm(frame[:, :3] @ across), np.linalg.norm(across), atol=1e-12
        )
    assert as_drawn(HUMAN.skeleton, pose.world) is pose.world
    solids, plain = solids_of(pose, THEMES["dark"]), solids_of(HUMAN.pose(), THEMES["dark"])
    assert len(solids) == len(plain)  # no marks of joints without bodies
    assert end_part(figure.skeleton, "r_forearm", (0.0, -0.2, 0.0)) == "r_forearm slide"
    assert end_part(figure.skeleton, "r_forearm", (0.0, -0.1, 0.0)) == "r_forearm"
    assert end_part(figure.skeleton, "r_hand", (0.0, -0.2, 0.0)) == "r_hand"


def test_a_skin_is_drawn_along_longer_bones() -> None:
    figure, world = long_limbs(), HUMAN.pose().world[HUMAN.skeleton.index("r_forearm")]
    end = np.array(HUMAN.skeleton["r_hand"].offset)
    points = np.array([share * end + (0.03, 0.0, 0.0) for share in (0.0, 0.5, 1.0)]) @ world[:, :3].T + world[:, 3]
    bind = inverse(world[None])
    none = np.zeros((3, 4))
    mesh = SkinMesh(
        name="sleeve", points=points, normals=np.tile([0.0, 0.0, 1.0], (3, 1)), triangles=np.array([[0, 1, 2]]),
        bones=none, weights=np.tile([1.0, 0.0, 0.0, 0.0], (3, 1)), joints=("r_forearm",), binds=bind,
    )  # fmt: skip
    dressed = figure.with_skeleton(replace(figure.skeleton, skin=Skin(meshes=(mesh,))))
    pose = dressed.pose({"r_elbow": 0.7, "r_arm_stretch": 0.4})
    placed, _ = mesh.placed(as_drawn(dressed.skeleton, pose.world), [dressed.skeleton.index("r_forearm")])
    elbow, wrist = pose.position("r_forearm"), pose.position("r_hand")
    aside = pose.orientation("r_forearm") @ np.array([0.03, 0.0, 0.0])
    for point, share in zip(placed, (0.0, 0.5, 1.0), strict=True):
        np.testing.assert_allclose(point, elbow + share * (wrist - elbow) + aside, atol=1e-6)
    assert len(solids_of(pose, THEMES["dark"])) == 1
    assert without_stretch(dressed.skeleton).skin == dressed.skeleton.skin


def test_a_stick_figure_is_drawn_without_the_joints_that_slide() -> None:
    rope = chain([0.3, 0.25, 0.1])
    long = Figure(with_stretch(rope, [("rod1", "rod3")]))
    pose = long.pose({"rod1": 0.4, "rod2": 0.5, "rod1_stretch": 0.5})
    assert len(solids_of(pose, THEMES["dark"])) == len(solids_of(Figure(rope).pose(), THEMES["dark"]))
    parents, sliding = parents_drawn(long.skeleton)
    assert [long.skeleton.joints[i].name for i in np.flatnonzero(sliding)] == ["rod1 slide", "rod2 slide"]
    assert long.skeleton.joints[parents[long.skeleton.index("rod3")]].name == "rod2"


def test_what_cannot_stretch_is_refused() -> None:
    skeleton: Skeleton = HUMAN.skeleton
    with pytest.raises(InputError, match="no limb leads from"):
        with_stretch(skeleton, [("r_hand", "r_upper_arm")])
    with pytest.raises(InputError, match="no limb leads from"):
        with_stretch(skeleton, [("r_upper_arm", "l_hand")])
    for most in (0.0, -0.1, 6.0, float("nan")):
        with pytest.raises(InputError, match="share of the length"):
            with_stretch(skeleton, LIMBS, most)
    with pytest.raises(ValueError, match="stretches already"):
        with_stretch(with_stretch(skeleton, LIMBS), LIMBS)
    flat = chain([0.3, 0.2]).attach("tip", chain([0.1]), prefix="own ")
    with pytest.raises(InputError, match="no length"):
        with_stretch(flat, [("tip", flat.children("tip")[0])])
