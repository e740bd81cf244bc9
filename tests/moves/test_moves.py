"""The shipped clips: feet that stand do not slide, nothing is under the floor, nothing jumps, loops close."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from manikin import ManikinError, bodies, moves
from manikin.body.support import sole_points
from manikin.clips import Constrained, Looped
from manikin.clips.differences import difference
from manikin.clips.ground import ground_motion, moved_on_ground
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

HUMAN = bodies.load("human")
NAMES = ("bow", "jump", "reach", "run", "sit_down", "stand_up", "throw", "turn", "walk", "wave")
STANDING = {"bow": (0, 90), "reach": (0, 84), "wave": (0, 94), "sit_down": (0, 27), "stand_up": (26, 72)}
"""The frames at which a clip stands on both feet without support."""
CALM = {"bow": 15, "wave": 90, "reach": 60, "sit_down": 60, "stand_up": 90, "turn": 120, "walk": 200}
"""The largest acceleration of a joint [rad/s²]; of those that leave the ground see below."""
QUICK = {"jump": 320, "throw": 320, "run": 300}


@cache
def states(name: str, step: float = 0.5) -> tuple[Array, Array]:
    clip = moves.load(name)
    frames = clip.frames(step=step)
    return frames, clip.at(frames)


def test_the_shipped_clips_have_names_and_say_what_they_are() -> None:
    assert moves.names() == NAMES
    for name in NAMES:
        assert moves.describe(name).endswith(".")
        assert isinstance(moves.load(name), Constrained)
        assert 0.5 < moves.load(name).seconds < 5
    assert [prop.figure.name for prop in moves.things("sit_down")] == ["chair"]
    assert moves.things("wave") == []
    with pytest.raises(ManikinError, match="wave"):
        moves.load("wawe")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_held_does_not_slide(name: str) -> None:
    clip = moves.load(name)
    assert clip.goals
    audit = clip.audit(np.arange(clip.start, clip.end, 0.37))
    for goal in audit.goals.values():
        assert goal.worst.get("m", 0.0) < 1e-5, goal.name
        assert goal.worst.get("rad", 0.0) < 1e-4, goal.name


@pytest.mark.parametrize("name", NAMES)
def test_joints_stay_inside_their_limits(name: str) -> None:
    _, found = states(name)
    assert (found >= HUMAN.lo - 1e-9).all()
    assert (found <= HUMAN.hi + 1e-9).all()
    assert max(Problem(HUMAN).limit_violation(q) for q in found) <= 1e-9  # those over several parameters too


@pytest.mark.parametrize("name", NAMES)
def test_feet_are_not_under_the_floor(name: str) -> None:
    soles = [point for side in "lr" for point in sole_points(HUMAN, f"{side}_foot")]
    for q in states(name)[1]:
        pose = HUMAN.pose(q)
        assert min(point.value(pose)[1] for point in soles) > -0.003


@pytest.mark.parametrize("name", NAMES)
def test_a_foot_near_the_floor_stands_still(name: str) -> None:
    """Whatever the goals say: a foot whose heel and toes are down is not dragged."""
    frames, found = states(name)
    for side in "lr":
        parts = [np.array([HUMAN.pose(q).position(f"{side}_{part}") for q in found]) for part in ("heel", "toe tip")]
        down = (parts[0][:, 1] < 0.004) & (parts[1][:, 1] < 0.004)
        both = down[1:] & down[:-1]
        for places in parts:
            slide = np.linalg.norm(np.diff(places[:, [0, 2]], axis=0), axis=1) / np.diff(frames)
            assert slide[both].max(initial=0.0) < 0.004, side  # metres a frame


@pytest.mark.parametrize("name", NAMES)
def test_nothing_pops(name: str) -> None:
    clip = moves.load(name)
    frames = clip.frames()
    found = clip.at(frames)
    if moves.loops(name):
        found = Looped(source=clip, times=2, carry=True).at(np.arange(2 * clip.end + 1))
    acceleration = np.abs(np.diff(found, 2, axis=0)).max() * clip.rate**2
    assert acceleration < {**CALM, **QUICK}[name]
    for step in (1.0, 0.25):
        assert clip.audit(clip.frames(step=step)).pop < 1.25


@pytest.mark.parametrize("name", NAMES)
def test_nothing_jumps_where_a_goal_begins_or_ends(name: str) -> None:
    clip = moves.load(name)
    ends = {end for goal in clip.goals for span in goal.ordered for end in (span.start, span.end)}
    inside = np.array(sorted(end for end in ends if clip.start < end < clip.end))
    for shift in (0.0, 1.0):  # a goal that hands over holds until the next begins
        before, after = (clip.at(np.clip(inside + shift + side, clip.start, clip.end)) for side in (-0.001, 0.001))
        assert np.abs(after - before).max(initial=0.0) < 0.01


@pytest.mark.parametrize("name", STANDING)
def test_who_stands_keeps_balance(name: str) -> None:
    first, last = STANDING[name]
    for frame in np.arange(first, last + 0.5):
        pose = moves.load(name).pose(frame)
        x, _, z = pose.centre_of_mass()
        feet = np.array([pose.position(f"{side}_{part}") for side in "lr" for part in ("heel", "toe tip")])
        assert feet[:, 0].min() < x < feet[:, 0].max()
        assert feet[:, 2].min() < z < feet[:, 2].max(), frame


@pytest.mark.parametrize("name", [name for name in NAMES if name in ("walk", "run")])
def test_loops_close(name: str) -> None:
    assert moves.loops(name)
    clip = moves.load(name)
    first, last = clip.at([clip.start, clip.end])
    moved = moved_on_ground(HUMAN, first[None], ground_motion(HUMAN, first, last))
    np.testing.assert_allclose(difference(HUMAN, moved, last[None]), 0, atol=2e-4)
    rates = []
    for frame, inward in ((clip.start, 0.05), (clip.end, -0.05)):
        here, there = clip.at([frame, frame + inward])
        rates.append((there - here) / inward)
    np.testing.assert_allclose(*rates, atol=0.02)  # radians a frame


@pytest.mark.parametrize(("name", "frames"), [("jump", (27, 40)), ("run", (6.5, 9))])
def test_who_flies_falls_as_gravity_has_it(name: str, frames: tuple[float, float]) -> None:
    clip = moves.load(name)
    times = np.arange(frames[0], frames[1] + 0.1, 0.5)
    heights = np.array([clip.pose(frame).centre_of_mass()[1] for frame in times])
    fall = np.polyfit(times / clip.rate, heights, 2)[0] * 2
    assert fall == pytest.approx(-9.81, rel=0.05)


@pytest.mark.parametrize(("name", "frames"), [("sit_down", (37, 74)), ("stand_up", (0, 20))])
def test_who_sits_touches_the_seat_and_does_not_sink_in(name: str, frames: tuple[float, float]) -> None:
    """The buttocks lie on the seat at every frame; the thighs are near it, and not in it."""
    (chair,) = moves.things(name)
    middle = chair.world[0][:, 3]
    surface = np.concatenate([shape.triangles(24)[0] for shape in HUMAN.skeleton["pelvis"].shapes])
    world = HUMAN.forward(moves.load(name).at(np.arange(frames[0], frames[1], 0.5)), ["pelvis"])[:, 0]
    touching = (world[:, 1, :3] @ surface.T).min(axis=1) + world[:, 1, 3] - middle[1]
    assert np.abs(touching).max() < 0.0015
    lowest = []
    for q in moves.load(name).at(np.arange(*frames)):
        pose = HUMAN.pose(q)
        for side in "lr":
            for shape in HUMAN.skeleton[f"{side}_thigh"].shapes:
                for share in np.linspace(0, 1, 7):
                    at = (1 - share) * np.array(shape.start) + share * np.array(shape.end)  # type: ignore[attr-defined]
                    x, y, z = pose.convert_point(tuple(at), f"{side}_thigh")
                    radius = (1 - share) * shape.radius + share * shape.end_radius  # type: ignore[attr-defined]
                    if abs(x - middle[0]) < 0.21 and abs(z - middle[2]) < 0.21:
                        lowest.append(y - radius - middle[1])
    assert -0.001 < min(lowest) < 0.015
