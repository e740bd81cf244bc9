"""Soft reach: how a limb near the end of its reach gives way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from manikin import Figure, Follower, Position
from manikin.skeleton.build import chain
from manikin.solvers.edge import SOFT_REACH, WIDER, Edge, widened

LEVER = 1.0


def edge(slope: float = 0.0, curvature: float = 0.25) -> Edge:
    begin = (np.sqrt(slope**2 + 2 * curvature * SOFT_REACH * LEVER) - slope) / curvature
    return Edge(np.array([1.0]), 1.0, slope, curvature, begin, 0, begin, 1.0)


@pytest.mark.parametrize("slope", [0.0, 0.01, 0.05])
def test_the_bend_falls_smoothly_and_never_ends(slope: float) -> None:
    limb = edge(slope)
    targets = np.linspace(0.03, -0.2, 40_001)
    bends = np.array([limb.share(target) for target in targets])
    speed = np.diff(bends) / np.diff(targets)
    assert (np.diff(bends) < 0).all()
    assert bends.min() > 0  # a limb that was bent knows which way it bends
    assert np.abs(np.diff(speed)).max() < 0.005 * speed.max()  # no kink, for the speed is continuous
    begin = limb.gap(limb.begin)
    exact = (np.sqrt(slope**2 + 2 * limb.curvature * targets[targets > begin]) - slope) / limb.curvature / limb.begin
    assert np.allclose(bends[targets > begin], exact, rtol=1e-12)  # further in the target is met


def test_the_target_is_missed_by_three_millimetres_for_each_metre_of_reach() -> None:
    limb = edge()
    for target in np.linspace(0.001, 0.02, 50):
        limb.meet((target - limb.gap(limb.state)) * limb.out, 0.0)
        assert limb.target == pytest.approx(target)
        assert abs(limb.given) <= 3e-3 * LEVER


def test_an_edge_goes_on_while_the_limb_would_be_straight_at_the_same_place() -> None:
    before = edge()
    assert before.goes_on(edge(curvature=0.1))  # near the end other joints take part
    assert before.goes_on(replace(before, end=0.01))
    assert not before.goes_on(replace(before, end=0.2))
    assert not before.goes_on(replace(before, fastest=1))
    assert not before.goes_on(replace(before, rows=np.array([0.5])))


def through_the_reach(
    softness: float, frames: int = 120, lengths: Sequence[float] = (0.5, 0.5), farthest: float = 1.05
) -> tuple[np.ndarray, np.ndarray]:
    """What a limb of two links misses its target by beyond what it must, and how fast its knee turns [rad/s].

    The target goes ``farthest`` and back in so many frames, along the line to where it starts.
    """
    figure = Figure(chain(lengths))
    start = figure.pose(dict(zip(figure.parameter_names, (-0.7, 1.4), strict=False)))
    target = Position(point=figure.point("tip"), target=start.position("tip"), name="hand")
    follower = Follower(figure, [target], start=start, posture=start, softness=softness)
    first = float(np.linalg.norm(start.position("tip")))
    line = start.position("tip") / first
    reach = first + (farthest - first) * np.sin(np.linspace(0.0, np.pi, frames + 1)) ** 2
    states, misses = [], []
    for distance in reach:
        follower.move("hand", distance * line)
        pose = follower.step().pose
        states.append(pose.q)
        misses.append(np.linalg.norm(pose.position("tip") - distance * line) - max(distance - 1.0, 0.0))
    return np.array(misses), np.diff(np.array(states), axis=0) * 60


def test_less_softness_is_more_exact_and_faster() -> None:
    soft, soft_speed = through_the_reach(1.0)
    exact, exact_speed = through_the_reach(0.3)
    assert 1e-3 < soft.max() < 5e-3
    assert exact.max() < 0.6 * soft.max()
    assert np.abs(soft_speed).max() < 0.8 * np.abs(exact_speed).max()


def test_a_limb_that_comes_to_its_end_fast_gives_way_by_more() -> None:
    assert widened(0.012, 0.0) == 0.012
    assert widened(0.012, 0.001) == pytest.approx(0.012, rel=2e-3)  # who slows down sees no change
    assert widened(0.012, 0.012) == widened(0.012, 1.0) == 0.012 * (1 + WIDER)


@pytest.mark.parametrize("frames", [56, 62, 68])
def test_a_limb_that_comes_back_into_its_reach_fast_does_not_have_to_catch_up(frames: int) -> None:
    misses, speed = through_the_reach(1.0, frames, [0.4, 0.6], 1.10)
    assert (misses > 1e-3).sum() <= 2  # a frame on the way out, and one on the way back
    assert np.abs(speed).max() < 12


def test_bending_is_how_the_speed_of_the_bend_changes_whatever_the_edge_was_before() -> None:
    limb = edge()
    limb.meet(0.0, 0.0)
    bends = [limb.begin * limb.share(limb.target - way) for way in (0.0, 0.002, 0.003)]
    assert limb.bending(0.002, 0.001) == pytest.approx(abs(bends[0] - 2 * bends[1] + bends[2]), rel=1e-12)
