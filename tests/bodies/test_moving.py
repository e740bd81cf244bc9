"""How the shipped figures move: spine, shoulder, signs, the tasks of Zhao & Badler, the linkages."""

from __future__ import annotations

import math

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import about_axis
from tests.support.linear_limits import within_linear_limits


def degrees_state(figure: Figure, **values: float) -> np.ndarray:
    return figure.state({name: math.radians(value) for name, value in values.items()})


# ---- the spine ---------------------------------------------------------------------------------


def test_the_spine_bends_as_a_whole_by_what_is_asked() -> None:
    figure = bodies.load("human")
    axes = {"spine_bend": (1, 0, 0), "spine_side": (0, 0, -1), "spine_twist": (0, 1, 0)}
    for name, axis in axes.items():
        pose = figure.pose({name: 0.6})
        assert pose.orientation("t1") == pytest.approx(about_axis(axis, 0.6), abs=1e-5)


def test_the_vertebrae_share_a_movement_in_the_ratio_of_their_published_ranges() -> None:
    figure = bodies.load("human")
    values = dict(zip(figure.skeleton.dof_index, figure.pose(spine_bend=1.0).joint_values, strict=True))
    assert values["l5_bend"] / values["l1_bend"] == pytest.approx(17 / 12, rel=1e-4)  # White & Panjabi 1990
    assert values["t11_bend"] / values["t3_bend"] == pytest.approx(12 / 4, rel=1e-4)
    values = dict(zip(figure.skeleton.dof_index, figure.pose(spine_twist=0.5).joint_values, strict=True))
    assert values["t1_twist"] / values["l5_twist"] == pytest.approx(9 / 1, rel=1e-4)


# ---- the shoulder ------------------------------------------------------------------------------


def upper_arm_direction(pose: Pose, side: str) -> np.ndarray:
    along = pose.position(f"{side}_forearm") - pose.position(f"{side}_upper_arm")
    return np.asarray(along / np.linalg.norm(along))


@pytest.mark.parametrize(
    ("elevation", "abduction", "direction"),
    [
        (0, 0, (0, -1, 0)),
        (90, -45, (0, 0, 1)),
        (90, 45, (1, 0, 0)),
        (90, 0, (math.sqrt(0.5), 0, math.sqrt(0.5))),
        (170, 0, (0, 1, 0)),
        (-40, 33, (0, -0.64, -0.77)),
    ],
)
def test_elevation_and_abduction_point_the_arm(elevation: float, abduction: float, direction: tuple) -> None:
    figure = bodies.load("human")
    for side, sign in (("l", 1), ("r", -1)):
        values = {f"{side}_shoulder_elevation": elevation, f"{side}_shoulder_abduction": abduction}
        q = degrees_state(figure, **values)
        assert within_linear_limits(figure, q)
        found = upper_arm_direction(figure.pose(q), side) * (sign, 1, 1)
        assert math.degrees(math.acos(min(1.0, float(found @ direction)))) < 12  # the protraction turns it a little


def test_the_clavicle_joins_in_one_part_in_three_after_a_setting_phase() -> None:
    figure = bodies.load("human")
    clavicle = figure.skeleton.dof_index["l_clavicle_elevation"]
    upper = figure.skeleton.dof_index["l_upper_arm_elevation"]

    def values(elevation: float) -> tuple[float, float]:
        q = degrees_state(figure, l_shoulder_elevation=elevation)
        found = np.degrees(figure.pose(q).joint_values)
        return float(found[clavicle]), float(found[upper])

    assert values(20) == pytest.approx((0, 20), abs=1e-9)
    (low, _), (high, _) = values(70), values(160)
    assert (high - low) / 90 == pytest.approx(1 / 3, abs=1e-9)
    assert sum(values(170)) == pytest.approx(170, abs=1e-9)


def test_the_linear_limits_are_the_edges_of_the_shoulders_polygon() -> None:
    from tools.bodies.anthropometry import SHOULDER_CORNERS

    figure = bodies.load("human")
    assert len(figure.linear_limits) == 2 * 6
    for elevation, abduction in SHOULDER_CORNERS:
        corner = degrees_state(figure, l_shoulder_elevation=elevation, l_shoulder_abduction=abduction)
        assert within_linear_limits(figure, corner, 1e-6)
        beyond = degrees_state(figure, l_shoulder_elevation=elevation, l_shoulder_abduction=abduction)
        for name, inside in (("l_shoulder_elevation", 60), ("l_shoulder_abduction", 0)):
            i = figure.index(name)
            beyond[i] += 0.05 * (beyond[i] - math.radians(inside))
        in_box = (figure.lo <= beyond).all() and (beyond <= figure.hi).all()
        assert not (in_box and within_linear_limits(figure, beyond))
    across_the_belly = degrees_state(figure, r_shoulder_elevation=0, r_shoulder_abduction=-80)
    assert not within_linear_limits(figure, across_the_belly)


def test_linear_limits_sleep_while_the_shoulders_are_ungrouped() -> None:
    assert bodies.load("human").ungrouped().linear_limits == ()
    assert len(bodies.load("z_reach").linear_limits) == 12


# ---- positive is the movement named ------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameter", "part", "direction"),
    [
        ("l_elbow", "l_hand", (0, 0, 1)),
        ("l_hip_flexion", "l_shin", (0, 0, 1)),
        ("l_hip_abduction", "l_shin", (1, 0, 0)),
        ("l_knee", "l_foot", (0, 0, -1)),
        ("l_ankle_flexion", "l_ball", (0, 1, 0)),
        ("l_toes", "l_toe tip", (0, 1, 0)),
        ("l_wrist_flexion", "l_hand tip", (-1, 0, 0)),
        ("l_wrist_deviation", "l_hand tip", (0, 0, 1)),
        ("l_finger_curl", "l_hand tip", (-1, 0, 0)),
        ("l_thumb_opposition", "l_thumb tip", (-1, 0, 0)),
        ("neck_bend", "eyes", (0, 0, 1)),
        ("head_turn", "eyes", (1, 0, 0)),
        ("spine_bend", "head", (0, 0, 1)),
        ("spine_side", "head", (1, 0, 0)),
        ("spine_twist", "eyes", (1, 0, 0)),
    ],
)
def test_a_positive_value_is_the_movement_named(parameter: str, part: str, direction: tuple) -> None:
    figure = bodies.load("human").ungrouped("right shoulder", "left shoulder")
    before = figure.pose(np.zeros(figure.size)).position(part)
    q = np.zeros(figure.size)
    q[figure.index(parameter)] = 0.3
    moved = figure.pose(q).position(part) - before
    assert moved @ direction > 0.6 * np.linalg.norm(moved) > 0


def test_the_palms_face_the_thighs_and_z_points_out_of_them() -> None:
    pose = bodies.load("human").pose()
    assert pose.orientation("l_palm")[:, 2] @ (-1, 0, 0) > 0.9
    assert pose.orientation("r_palm")[:, 2] @ (1, 0, 0) > 0.9
    assert pose.orientation("l_palm")[:, 1] @ (0, 1, 0) > 0.9
    assert pose.orientation("eyes") == pytest.approx(np.eye(3), abs=1e-12)


# ---- the figures of Zhao & Badler --------------------------------------------------------------


def test_the_tube_stands_upright_in_the_world_before_the_chest() -> None:
    figure = bodies.load("z_tube")
    moved = figure.pose(figure.random_state(np.random.default_rng(20240)))
    bottom, top = moved.position("tube bottom"), moved.position("tube top")
    assert top - bottom == pytest.approx([0, np.linalg.norm(top - bottom), 0], abs=1e-12)
    assert 0.3 < np.linalg.norm(top - bottom) < 0.6
    assert 0.2 < bottom[2] < 0.5
    assert moved.position("l_foot") == pytest.approx(figure.pose().position("l_foot"), abs=1e-12)


def test_the_tube_can_be_held_and_looked_through() -> None:
    """A posture for the six constraints of Z fig. 3, elbows in the planes 0.28 m to either side."""
    figure = bodies.load("z_tube")
    sides = {"shoulder_elevation": 56.9, "shoulder_abduction": -21.2, "shoulder_twist": 28.1, "elbow": 116.0,
             "forearm_twist": 4.95, "wrist_flexion": -53.4, "wrist_deviation": 17.5}  # fmt: skip
    values = {f"{side}_{name}": value for side in "lr" for name, value in sides.items()}
    q = degrees_state(figure, spine_bend=56.8, neck_bend=19.5, head_nod=13.7, **values)
    assert (figure.lo <= q).all()
    assert (q <= figure.hi).all()
    assert within_linear_limits(figure, q)
    pose = figure.pose(q)
    axis = pose.position("tube bottom")
    for side, sign in (("l", 1), ("r", -1)):
        palm = pose.transform(f"{side}_palm")
        assert palm[:, 3] == pytest.approx([0.045 * sign, 1.14, axis[2]], abs=0.004)
        assert palm[:, 2] @ (-sign, 0, 0) > 0.999
        assert pose.position(f"{side}_forearm")[0] == pytest.approx(0.28 * sign, abs=0.004)
    eyes = pose.transform("eyes")
    assert eyes[[0, 2], 3] == pytest.approx(axis[[0, 2]], abs=0.004)
    gaze = axis - eyes[:, 3]
    assert eyes[:, 2] @ gaze / np.linalg.norm(gaze) > 0.999


def test_the_box_is_beyond_the_arm_and_within_the_reach_of_the_waist() -> None:
    figure = bodies.load("z_reach")
    pose = figure.pose()
    face = pose.transform("box right face")
    assert face[:, 2] == pytest.approx([-1, 0, 0], abs=1e-12)
    skeleton = figure.skeleton
    arm = sum(float(np.linalg.norm(skeleton[part].offset)) for part in ("r_forearm", "r_hand", "r_palm"))
    assert np.linalg.norm(face[:, 3] - pose.position("r_upper_arm")) > arm + 0.2
    q = degrees_state(figure, **REACH)
    assert (figure.lo <= q).all()
    assert (q <= figure.hi).all()
    assert within_linear_limits(figure, q)
    palm = figure.pose(q).transform("r_palm")
    assert palm[:, 3] == pytest.approx(face[:, 3], abs=0.005)
    assert palm[:, 2] @ face[:, 2] < -0.999


REACH = {
    "torso1_bend": 17.9, "torso1_side": -1.4, "torso1_twist": 8.0, "torso2_bend": 17.9, "torso2_side": -1.4,
    "torso2_twist": 8.5, "torso3_bend": -3.8, "torso3_side": -2.2, "torso3_twist": 7.7, "torso4_bend": -7.7,
    "torso4_side": -1.3, "torso4_twist": 7.1, "torso5_bend": -7.7, "torso5_side": 1.2, "torso5_twist": 7.9,
    "r_shoulder_elevation": 86.3, "r_shoulder_abduction": -10.5, "r_shoulder_twist": -24.9, "r_elbow": 19.2,
    "r_forearm_twist": -7.4, "r_wrist_flexion": -6.3, "r_wrist_deviation": 0.3,
}  # fmt: skip


# ---- linkages ----------------------------------------------------------------------------------


def test_the_planar_arm_starts_as_in_the_examples_of_the_chapter() -> None:
    figure = bodies.load("planar3")
    assert figure.rest == pytest.approx([math.pi / 8, math.pi / 4, math.pi / 4], abs=1e-15)
    assert np.isinf(figure.lo).all()
    assert np.isinf(figure.hi).all()
    a = np.cumsum(figure.rest)
    tip = [15 * math.cos(a[0]) + 10 * math.cos(a[1]) + 5 * math.cos(a[2]),
           15 * math.sin(a[0]) + 10 * math.sin(a[1]) + 5 * math.sin(a[2]), 0]  # fmt: skip
    assert figure.pose().position("tip") == pytest.approx(tip, abs=1e-12)


def test_the_limb_is_a_ball_a_hinge_and_a_ball_without_limits() -> None:
    figure = bodies.load("limb7")
    assert [joint.kind for joint in figure.skeleton] == ["ball", "hinge", "ball", "fixed"]
    assert np.isinf(figure.lo).all()
    assert figure.pose(np.zeros(7)).position("hand tip") == pytest.approx([1, 0, 0], abs=1e-12)


@pytest.mark.parametrize("links", [2, 12, 300])
def test_a_snake_has_as_many_links_as_asked(links: int) -> None:
    figure = bodies.load(f"snake:{links}")
    assert len(figure.skeleton) == links + 1
    assert figure.size == 6 + 2 * (links - 1)
    assert bodies.describe(f"snake:{links}") == bodies.describe("snake")
    assert figure.pose().position("nose")[2] == pytest.approx(0.06 * (links + 0.5), abs=1e-9)


def test_the_shipped_snake_is_the_one_of_24_links() -> None:
    assert bodies.load("snake") == bodies.load("snake:24")


@pytest.mark.parametrize("number", ["", "1", "0", "-3", "1e3", "99999999999", "²", "12 "])
def test_a_snake_of_no_sensible_length_is_refused(number: str) -> None:
    with pytest.raises(InputError, match="snake"):
        bodies.load(f"snake:{number}")
