"""Clips at other rates, on other figures; targets along paths."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Figure, bodies, chain
from manikin.clips import Constrained, Keyframes, Mirrored
from manikin.clips.key import Key
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.errors import InputError
from manikin.figure.reroot import reroot
from tests.support.swaying import FEET, HUMAN, slip, swaying


def test_another_rate_keeps_the_seconds() -> None:
    clip = swaying()
    fast = clip.at_rate(60)
    assert (fast.rate, fast.end, fast.seconds) == (60, 180, clip.seconds)
    frames = np.linspace(0, 90, 200)
    np.testing.assert_allclose(fast.at(2 * frames), clip.at(frames), atol=1e-12)
    held = Constrained(source=clip, goals=(TimedGoal(goal=FEET[0], spans=(Span(start=20, end=40),)),))
    np.testing.assert_allclose(held.at_rate(120).at(4 * frames[20:40]), held.at(frames[20:40]), atol=5e-3)
    assert (
        slip(Constrained(source=clip, goals=tuple(TimedGoal(goal=f) for f in FEET)).at_rate(60).at(frames)).max() < 1e-6
    )
    sampled = Mirrored(source=clip).at_rate(15)
    np.testing.assert_allclose(
        sampled.at(np.arange(0.0, 46.0)), Mirrored(source=clip).at(np.arange(0.0, 91.0, 2)), atol=1e-12
    )
    with pytest.raises(InputError, match="above 0"):
        clip.at_rate(0)


def test_without_groups_the_poses_are_the_same() -> None:
    clip, other = swaying(), HUMAN.ungrouped()
    ungrouped = clip.on(other)
    for frame in (12.3, 45.0):  # joints that were driven are balls now, and turn as such
        np.testing.assert_allclose(ungrouped.pose(frame).world, clip.pose(frame).world, atol=0.1)
    for key in clip.keys:
        np.testing.assert_allclose(ungrouped.pose(key.frame).world, clip.pose(key.frame).world, atol=1e-12)
    again = ungrouped.on(HUMAN)
    assert isinstance(again, Keyframes)
    np.testing.assert_allclose([key.q for key in again.keys], [key.q for key in clip.keys], atol=1e-9)
    bent = [list(key.q) for key in ungrouped.keys]  # type: ignore[attr-defined]
    bent[1][other.index(next(n for n in other.parameter_names if n not in HUMAN.parameter_names))] += 0.05
    odd = Keyframes(figure=other, keys=tuple(Key(frame=10.0 * i, q=tuple(q)) for i, q in enumerate(bent)))
    with pytest.raises(InputError, match="none of human"):
        odd.on(HUMAN)


def test_with_another_root_keys_and_samples_are_the_same_poses() -> None:
    clip = swaying()
    other = reroot(HUMAN.pose(), "head").figure
    moved, baked = clip.on(other), clip.bake().on(other)
    for frame in (0.0, 30.0, 60.0):
        for name in ("head", "l_foot", "r_hand"):
            np.testing.assert_allclose(moved.pose(frame).transform(name), clip.pose(frame).transform(name), atol=1e-9)
    np.testing.assert_allclose(baked.pose(17.0).transform("r_hand"), clip.pose(17.0).transform("r_hand"), atol=1e-9)


def test_partial_keys_find_the_tracks_that_they_move() -> None:
    q = tuple(HUMAN.rest)
    bend = Key(frame=5, q=q, tracks=frozenset({"spine_bend"}))
    clip = Keyframes(figure=HUMAN, keys=(Key(frame=0, q=q), bend, Key(frame=10, q=q)))
    tracks = clip.on(HUMAN.ungrouped()).keys[1].tracks  # type: ignore[attr-defined]
    assert tracks
    assert not any(name.startswith(("l_", "r_", "root")) for name in tracks)


def test_other_figures_and_other_kinds_are_refused() -> None:
    with pytest.raises(InputError, match="has not the joints"):
        swaying().on(bodies.load("quadruped"))
    with pytest.raises(InputError, match="has not the joints"):
        swaying().on(Figure(chain([0.5])))
    with pytest.raises(InputError, match="bake it first"):
        Mirrored(source=swaying()).on(HUMAN.ungrouped())


@pytest.mark.parametrize(("speed", "share"), [("even", 0.5), ("slow", 0.5), ("slow in", 0.68), ("slow out", 0.32)])
def test_a_target_goes_along_a_path_by_its_length(speed: str, share: float) -> None:
    places = [(0, 0, 0), (1, 0, 0), (1, 0.2, 0), (0, 2, 1)]
    target = MovingTarget.along(places, 10, 50, speed)
    way = target.at(np.linspace(10, 50, 4001))
    lengths = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
    np.testing.assert_allclose(way[[0, -1]], [places[0], places[-1]], atol=1e-12)
    assert lengths[2000] / lengths[-1] == pytest.approx(share, abs=0.03)
    if speed == "even":
        steps = np.linalg.norm(np.diff(target.at(np.arange(10.0, 51.0)), axis=0), axis=1)
        assert steps.max() / np.median(steps) < 1.02  # chords of a bend are shorter
    for place in places:
        assert np.linalg.norm(way - place, axis=1).min() < 0.01


@pytest.mark.parametrize(
    ("places", "start", "end"), [([(0, 0, 0)], 0, 1), ([(0, 0), (1, 1)], 0, 1), ([(0, 0, 0), (1, 0, 0)], 5, 5)]
)
def test_wrong_paths_are_refused(places: list, start: float, end: float) -> None:
    with pytest.raises(InputError, match="a path goes"):
        MovingTarget.along(places, start, end)
