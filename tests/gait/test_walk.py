"""Walks: feet that hold, knees that stay calm, nothing under the ground."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import ManikinError
from manikin.gait.ground import HeightField, Level, Stairs
from manikin.gait.options import Gait
from manikin.gait.walk import turn_on_spot, walk
from manikin.goals import OnGround

HUMAN = bodies.load("human")


def test_a_walk_ends_where_it_should_with_its_feet_held() -> None:
    made = walk(HUMAN, [(0, 0), (0, 3)])
    clip = made.clip()
    end = clip.pose(clip.end).position("pelvis")
    assert np.allclose(end[[0, 2]], (0.0, 3.0), atol=2e-3)
    audit = clip.audit(np.arange(clip.start, clip.end, 0.5))
    assert audit.held
    assert max(goal.worst.get("m", 0.0) for goal in audit.goals.values()) < 1e-5


def test_a_human_without_groups_walks_as_one_with_them() -> None:
    """Spine, shoulders and arms swing alike, though their joints are parameters of their own."""
    other = HUMAN.ungrouped()
    frames = np.arange(0.0, 90.0, 7.0)
    parts = ["head", "l_hand", "r_hand", "t6", "l_foot", "r_foot"]
    ours, theirs = (
        figure.forward(walk(figure, [(0, 0), (0, 3)]).clip().at(frames), parts)[:, :, :, 3] for figure in (HUMAN, other)
    )
    assert np.abs(ours - theirs).max() < 2e-3
    assert np.ptp((theirs - theirs[:, :1])[:, 1, 2]) > 0.3  # the hand swings


def test_no_foothold_is_missed() -> None:
    made = walk(HUMAN, [(0, 0), (0.5, 1.5), (1.5, 2.0)])
    frames = np.arange(made.plan.begin, made.plan.end)
    world = HUMAN.forward(made.motion.states(frames), ["l_foot", "r_foot"])
    for column, side in enumerate("lr"):
        wanted = made.motion.feet[side].at(frames).frame
        assert np.abs(world[:, column] - wanted).max() < 1e-6


@pytest.mark.parametrize(
    "places",
    [
        [(0.21, 1.69), (0.32, -0.08)],
        [(-1.67, -0.17), (-0.65, -0.04)],  # it turns back within a centimetre
        [(-1.52, 0.58), (-0.74, 0.4), (0.22, -0.67), (0.44, 0.09)],
        [(0.01, 1.61), (0.43, 0.62), (2.34, -0.35), (3.23, -0.75)],
    ],
)
def test_feet_hold_round_sharp_turns(places: list[tuple[float, float]]) -> None:
    """No foot turns far against the other: steps are shorter where the way turns back."""
    made = walk(HUMAN, places, start=HUMAN.rest)
    clip = made.clip()
    assert clip.audit(np.arange(clip.start, clip.end, 2.0)).held
    assert np.allclose(clip.pose(clip.end).position("pelvis")[[0, 2]], places[-1], atol=5e-3)


def test_steps_of_a_gentle_way_are_equal() -> None:
    contacts = walk(HUMAN, [(0, 0), (0.5, 2.0), (1.5, 4.0)]).plan.contacts
    places = [contact.foothold.place for contact in contacts if contact.side == "l"][1:-1]
    lengths = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert len(lengths) >= 2
    assert np.ptp(lengths) < 0.05 * lengths.mean()


@pytest.mark.parametrize("way", ["forwards", "backwards", "sideways"])
def test_all_ways_lead_to_the_last_place(way: str) -> None:
    clip = walk(HUMAN, [(0, 0), (1.0, 0.5)], way=way).clip()  # type: ignore[arg-type]
    assert np.allclose(clip.pose(clip.end).position("pelvis")[[0, 2]], (1.0, 0.5), atol=5e-3)


def test_turning_on_the_spot_turns_by_the_angle() -> None:
    clip = turn_on_spot(HUMAN, 90).clip()
    ahead = clip.pose(clip.end).orientation("pelvis") @ (0.0, 0.0, 1.0)
    assert np.allclose(ahead, (1.0, 0.0, 0.0), atol=1e-3)


def test_a_walk_goes_on_from_a_pose() -> None:
    first = walk(HUMAN, [(0, 0), (0, 1.5)]).clip()
    q = first.state(first.end)
    second = walk(HUMAN, [(1.5, 1.5)], start=q, begin=first.end).clip()
    assert np.allclose(second.state(second.start), q, atol=1e-6)
    assert np.allclose(second.pose(second.end).position("pelvis")[[0, 2]], (1.5, 1.5), atol=5e-3)


def test_a_height_field_is_the_surface_of_the_goal() -> None:
    rng = np.random.default_rng(3)
    heights = tuple(map(tuple, rng.normal(size=(5, 7)).tolist()))
    field = HeightField(heights=heights, origin=(-1.0, 2.0), spacing=(0.3, 0.4))
    goal = OnGround(point=HUMAN.point("l_foot"), heights=heights, origin=(-1.0, 2.0), spacing=(0.3, 0.4))
    places = rng.uniform((-1.5, 1.5), (1.0, 5.0), (200, 2))
    assert np.allclose(field.height(places), [goal.ground(x, z)[0] for x, z in places.tolist()], atol=1e-12)


def test_stairs_rise_by_a_step_at_every_edge() -> None:
    stairs = Stairs(count=3, rise=0.2, tread=0.3, start=(0.0, 1.0))
    places = np.array([[0.0, z] for z in (0.99, 1.01, 1.31, 1.61, 5.0)])
    assert np.allclose(stairs.height(places), (0.0, 0.2, 0.4, 0.6, 0.6))


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: walk(HUMAN, [(0, 0)]), "two or more places"),
        (lambda: walk(HUMAN, [(0, 0), (0, float("nan"))]), "pairs of finite numbers"),
        (lambda: walk(HUMAN, [(0, 0), (0, 1)], way="up"), "no way to walk"),  # type: ignore[arg-type]
        (lambda: walk(bodies.load("snake"), [(0, 0), (0, 1)]), "cannot walk"),
        (lambda: walk(HUMAN, [(0, 0), (0, 1e5)]), "km long"),
        (lambda: Gait(step=0), "step must lie"),
        (lambda: Gait(flat=0.2, heel_off=0.1), "flat < heel_off"),
        (lambda: turn_on_spot(HUMAN, 0), "a turn is"),
        (lambda: Level(at=float("inf")), "finite"),
        (lambda: Stairs(count=0), "stairs have"),
    ],
)
def test_what_cannot_be_walked_is_refused(made: object, message: str) -> None:
    with pytest.raises(ManikinError, match=message):
        made()  # type: ignore[operator]
