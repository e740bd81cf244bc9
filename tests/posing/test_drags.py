"""Drags: under the cursor exactly, at their depth where they can be, calm, and back again."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.commands import SetGround
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.ground import GroundShape
from manikin.document.ik_chain import ray_at_depth
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Drag, Grab, Ray, Turn
from manikin.posing.pace import MOST_TURN
from tests.support.workspaces import minding_nothing

FRONT, SIDE = (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0)
VIEWS = (FRONT, SIDE, (-0.4, -0.3, -0.8))
TWO_SECONDS = 120
"""Refreshes."""


@cache
def standing(**settings: Any) -> Document:
    document = minding_nothing(first_document(bodies.load("human")))
    return replace(document, settings=replace(document.settings, **settings))


def drag(document: Document, part: str, ways: list[Any], view: Any, frames: int = 40, **grab: Any) -> Any:
    """Take a part along some ways from its start, each in some refreshes: the drag, its states, how far it is off.

    The last is across the line of sight [m], at every refresh.
    """
    made = begin_drag(document, Grab(what="part", part=part, **grab))
    start, along = made.effector(document.poses).copy(), np.array(view) / np.linalg.norm(view)
    states, off, at, seq = [made.states["human"].copy()], [], start, 0
    for way in ways:
        end = start + np.array(way)
        for k in range(1, frames + 1):
            s, seq = k / frames, seq + 1
            place = at + s * s * (3 - 2 * s) * (end - at)
            made.follow(Cursor(seq=seq, ray=Ray(origin=tuple(place - 3 * along), direction=tuple(along))))
            made.step()
            states.append(made.states["human"].copy())
            away = effector(made) - place
            off.append(float(np.linalg.norm(away - (away @ along) * along)))
        at = end
        for _ in range(20):
            made.step()
            states.append(made.states["human"].copy())
    return made, np.array(states), np.array(off)


def effector(made: Drag) -> Array:
    return made.effector({"human": made.pose_of("human")})


def most_turn(figure: Figure, states: Array) -> float:
    """The most that a joint turns from its parent in a refresh [rad]."""
    turns = figure.forward(states)[..., :3]
    local = np.swapaxes(turns[:, np.maximum(figure.skeleton.parents, 0)], -1, -2) @ turns
    step = np.swapaxes(local[:-1], -1, -2) @ local[1:]
    cosine = (np.trace(step[:, 1:], axis1=-2, axis2=-1) - 1) / 2
    return float(np.arccos(np.clip(cosine, -1.0, 1.0)).max())


@pytest.mark.parametrize("view", VIEWS)
def test_a_hand_that_is_taken_away_and_back_has_the_same_pose(view: Any) -> None:
    way = np.array([-0.1, 0.25, 0.15])
    way -= (way @ np.array(view)) * np.array(view) / (np.array(view) @ np.array(view))
    made, states, off = drag(standing(), "r_hand", [way, (0, 0, 0)], view)
    assert off.max() < 2e-3
    assert np.degrees(np.abs(states[-1] - states[0]).max()) < 0.01
    depth = (effector(made) - made.effector(standing().poses)) @ np.array(view)
    assert abs(depth) < 1e-4


def test_out_of_reach_and_back() -> None:
    _, states, _ = drag(standing(), "r_hand", [(-0.7, 0.5, 0.0), (0, 0, 0)], FRONT)
    assert np.degrees(np.abs(states[-1] - states[0]).max()) < 0.01


@pytest.mark.parametrize(("way", "bound"), [((-0.1, 0.25, 0.0), 0.5), ((-0.7, 0.5, 0.0), 1.0)])
def test_a_hand_comes_back_though_balance_and_floor_are_minded(way: Any, bound: float) -> None:
    """As a new project begins: not to the last digit, for the body gives way a little."""
    _, states, _ = drag(first_document(bodies.load("human")), "r_hand", [way, (0, 0, 0)], FRONT)
    assert np.degrees(np.abs(states[-1] - states[0]).max()) < bound


@pytest.mark.parametrize(
    ("part", "ways", "view"),
    [
        ("r_hand", [(0.45, 0.4, 0.0)], FRONT),  # across the body
        ("r_hand", [(0.35, 0.05, 0.0)], FRONT),  # across the thighs
        ("l_hand", [(-0.4, 0.25, 0.0)], (-0.5, -0.3, -0.8)),  # round the belly
        ("r_hand", [(0.35, 0.3, 0.0), (0.0, 0.6, 0.0), (-0.3, 0.2, 0.0)], FRONT),
    ],
)
def test_a_hand_that_slid_round_the_body_comes_back(part: str, ways: list[Any], view: Any) -> None:
    """On the way something was touched, and the pose gave way; what is shown moves at a bounded pace all the time."""
    document = first_document(bodies.load("human"))
    along = np.array(view) / np.linalg.norm(view)
    seen = [np.array(way) - (np.array(way) @ along) * along for way in ways]
    _, states, _ = drag(document, part, [*seen, np.zeros(3)], view)
    _, free, _ = drag(replace(document, settings=replace(document.settings, collision=False)), part, seen, view)
    assert np.degrees(np.abs(states[: len(free)] - free).max()) > 5
    assert np.degrees(np.abs(states[-1] - states[0]).max()) < 0.5
    assert np.abs(np.diff(states, axis=0)).max() < 1.1 * MOST_TURN * 1.5


@pytest.mark.parametrize(("place", "view"), [((-1.0, 1.1, 0.2), FRONT), ((-0.2, 0.35, 0.55), (1.0, 0.0, 0.0))])
def test_a_far_reach_in_balance_is_as_calm_as_its_cursor(place: Any, view: Any) -> None:
    """Far aside and down to the knee: once, parameters ran at 30 to 50 a second along the edge of the support."""
    document = standing(balance=True)
    start = begin_drag(document, Grab(what="part", part="r_hand")).effector(document.poses)
    way = np.array(place) - start
    _, states, off = drag(document, "r_hand", [way, (0, 0, 0)], view, frames=120, mode="joint", base="pelvis")
    assert off.max() < 1e-3
    assert 60 * np.abs(np.diff(states, axis=0)).max() < 5
    assert np.degrees(np.abs(states[-1] - states[0]).max()) < 0.1


def test_an_arm_does_not_jam() -> None:
    document = standing()
    at = begin_drag(document, Grab(what="part", part="r_hand")).effector(document.poses)
    ways = [np.array([x, y, at[2]]) - at for x, y in ((-0.55, 1.55), (0.1, 1.3), (-0.6, 1.0))]
    made, _, _ = drag(document, "r_hand", ways, FRONT)
    assert np.linalg.norm(effector(made) - at - ways[-1]) < 1e-3  # it has come to rest there, at its depth


@pytest.mark.parametrize(
    ("part", "ways", "view"),
    [
        ("l_hand", [(0.0, 0.793, -0.255)], SIDE),  # behind the head: the arm is wound up when it comes back
        ("r_hand", [(0.0, 0.664, -0.195), (0.0, 0.15, 0.256)], SIDE),
        ("r_hand", [(0.495, 0.531, 0.0)], FRONT),  # through the chest: the body is in the way back
    ],
)
def test_an_arm_that_is_wound_up_or_shut_out_comes_free(part: str, ways: list[Any], view: Any) -> None:
    """Joints at their limits, or the body, keep it from a place that it reached before: it is tried from the start."""
    document = first_document(bodies.load("human"))
    _, states, _ = drag(document, part, [*(np.array(way) for way in ways), np.zeros(3)], view, frames=70)
    assert np.degrees(np.abs(states - states[0]).max()) > 60
    assert np.degrees(np.abs(states[-1] - states[0]).max()) < 1.0
    assert most_turn(document.figures["human"], states) < 1.1 * MOST_TURN * 1.5


def test_a_straight_knee_bends_forward() -> None:
    document = standing()
    free = replace(document, locks=tuple(lock for lock in document.locks if lock.part != "r_foot"))
    made, _, off = drag(free, "r_foot", [(0.0, 0.35, 0.3)], SIDE, frames=60)
    pose = made.pose_of("human")
    assert off[-1] < 1e-3
    assert np.degrees(pose["r_knee"]) > 60
    assert abs(np.degrees(pose["r_hip_abduction"])) < 15


def test_a_pelvis_that_is_pressed_on_its_flank_goes_down_and_not_aside() -> None:
    """It was pulled by the flank: it went 9 cm aside and rolled by 4°, unseen from that side."""
    document = first_document(bodies.load("human"))
    flank = (0.14, 0.0, 0.0)
    made, states, _ = drag(document, "pelvis", [(0.0, -0.4, 0.0), (0.0, 0.0, 0.0)], SIDE, at=flank)
    poses = [document.figures["human"].pose(q) for q in states]
    places = np.array([pose.position("pelvis") for pose in poses])
    assert places[:, 1].min() < places[0, 1] - 0.1
    assert np.abs(places[:, 0] - places[0, 0]).max() < 0.01
    assert max(abs(pose["root_roll"]) for pose in poses) < np.radians(1)
    assert np.degrees(np.abs(states[-1] - states[0]).max()) < 1.0
    assert made.label == "Drag pelvis"


@pytest.mark.parametrize("comfort", [False, True])
def test_a_pelvis_sinks_between_its_feet(comfort: bool) -> None:
    """Flat feet let it sink only where it goes back, unseen, so it lags a little behind the cursor."""
    made, _, off = drag(standing(comfort=comfort), "pelvis", [(0.0, -0.2, 0.0)], FRONT)
    pose = made.pose_of("human")
    assert off[-1] < 0.02
    assert abs(pose["root_tilt"]) < 0.05
    assert min(pose["l_knee"], pose["r_knee"]) > 0.7
    assert pose["l_knee"] == pytest.approx(pose["r_knee"], abs=1e-3)


@pytest.mark.parametrize("part", ["r_hand", "l_hand", "r_forearm", "head", "pelvis", "r_upper_arm"])
def test_comfort_takes_no_part_off_its_cursor_and_soon_rests(part: str) -> None:
    made, _, off = drag(standing(comfort=True), part, [(-0.05, 0.06, 0.0)], FRONT)
    plain = drag(standing(), part, [(-0.05, 0.06, 0.0)], FRONT)[2]
    assert off[-1] < plain[-1] + 2e-3
    for _ in range(TWO_SECONDS):
        if made.waiting:
            made.step()
    assert not made.waiting


def test_a_robot_whose_root_is_its_shoulder_follows_the_cursor() -> None:
    limb = Document.of(bodies.load("limb7"))
    made = begin_drag(limb, Grab(what="part", part="hand"))
    start = made.effector(limb.poses).copy()
    for k in range(1, 61):
        place = start + k / 60 * np.array([-0.1, 0.15, 0.0])
        made.follow(Cursor(seq=k, ray=Ray(origin=tuple(place + np.array([0.0, 0.0, 3.0])), direction=FRONT)))
        made.step()
    assert np.linalg.norm((made.effector({"limb7": made.pose_of("limb7")}) - place)[:2]) < 1e-3


def test_a_ray_meets_the_plane_of_the_drag_or_comes_near_it() -> None:
    origin, point = np.array([0.0, 0.0, 5.0]), np.array([0.3, 0.2, 1.0])
    ahead, normal = np.array([0.1, 0.0, -1.0]), np.array([0.0, 0.0, -1.0])
    met = ray_at_depth(origin, ahead, point, normal)
    assert met[2] == pytest.approx(1.0)
    edge_on = ray_at_depth(origin, np.array([1.0, 0.0, 0.0]), point, normal)
    np.testing.assert_allclose(edge_on, [0.3, 0.0, 5.0])
    behind = ray_at_depth(origin, -ahead, point, normal)
    np.testing.assert_allclose(behind, origin)


@pytest.mark.parametrize("ground", [GroundShape(), GroundShape(kind="stairs", count=3)])
@pytest.mark.parametrize("floor", [True, False])
def test_a_lock_is_dragged_by_a_figure_that_minds_itself(ground: GroundShape, floor: bool) -> None:
    """What keeps clear of itself wishes the same as what does not: arms hang, the head stays upright."""
    document = SetGround(ground=ground).apply(first_document(bodies.load("human")))
    document = replace(document, settings=replace(document.settings, floor=floor, collision=True))
    lock = next(lock for lock in document.locks if lock.part == "l_foot")
    made = begin_drag(document, Grab(what="lock", lock=lock.id))
    goal = np.asarray(made.effector(document.poses)) + np.array([0.0, 0.06, 0.1])
    for seq in range(1, 60):
        made.follow(Cursor(seq=seq, place=tuple(goal.tolist())))
        made.step()
    assert np.linalg.norm(made.effector({"human": document.figures["human"].pose(made.states["human"])}) - goal) < 2e-3


@pytest.mark.parametrize(
    ("axis", "shares"),
    [((0.0, 0.0, 1.0), {"neck_side": -1.0}), ((0.0, 1.0, 0.0), {"neck_twist": 0.5, "head_turn": 0.5})],
)
def test_a_head_that_is_rotated_takes_its_neck_along_and_does_not_wring_it(
    axis: tuple[float, float, float], shares: dict[str, float]
) -> None:
    drag = begin_drag(standing(), Grab(what="rotate", part="head"))
    for k in range(1, 31):
        drag.follow(Cursor(seq=k, turn=Turn(axis=axis, angle=math.radians(k))))
        drag.step()
    drag.settle()
    pose = drag.pose_of("human")
    for name in ("neck_bend", "neck_side", "neck_twist", "head_nod", "head_turn"):
        assert math.degrees(pose[name]) == pytest.approx(30 * shares.get(name, 0.0), abs=3), name


def test_a_hand_that_is_rotated_stays_where_it_is() -> None:
    scene = standing()
    bent = scene.at({"human": scene.figures["human"].pose(r_elbow=1.2, r_shoulder_elevation=0.5).q})
    drag = begin_drag(bent, Grab(what="rotate", part="r_hand"))
    x, y, z = drag.pose_of("human").orientation("r_hand")[:, 1].tolist()
    before = drag.pose_of("human").position("r_hand")
    for k in range(1, 31):
        drag.follow(Cursor(seq=k, turn=Turn(axis=(x, y, z), angle=math.radians(k))))
        drag.step()
    drag.settle()
    assert drag.pose_of("human").position("r_hand") == pytest.approx(before, abs=2e-3)
