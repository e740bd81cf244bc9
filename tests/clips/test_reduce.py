"""Samples reduced to keys."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Position, bodies
from manikin.clips import Constrained, Keyframes, Samples
from manikin.clips.key import Key
from manikin.clips.mark import Mark
from manikin.clips.reduce import reduce
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.errors import InputError

HUMAN = bodies.load("human")


def swinging(count: int = 90) -> Samples:
    """Arms and trunk that swing at several paces."""
    frames = np.arange(count)
    pace = np.random.default_rng(2).uniform(0.02, 0.12, size=HUMAN.size)
    q = HUMAN.rest + 0.15 * np.sin(np.outer(frames, pace))
    return Samples(figure=HUMAN, data=np.clip(q, HUMAN.lo, HUMAN.hi), first=5.0, marks=(Mark(name="here", frame=33),))


def worst(clip: Keyframes, samples: Samples) -> float:
    frames = samples.frames()
    off = HUMAN.forward(clip.at(frames)) - HUMAN.forward(samples.at(frames))
    return float(np.linalg.norm(off[..., 3], axis=-1).max())


@pytest.mark.parametrize("tolerance", [0.002, 0.01, 0.05])
def test_every_part_stays_within_the_tolerance(tolerance: float) -> None:
    samples = swinging()
    clip = reduce(samples, tolerance)
    assert isinstance(clip, Keyframes)
    assert worst(clip, samples) <= tolerance
    assert (clip.start, clip.end, clip.marks) == (samples.start, samples.end, samples.marks)
    assert len(clip.keys) < len(samples.data) / 3
    assert 33.0 in {key.frame for key in clip.keys}


def test_no_key_can_be_left_out() -> None:
    samples = swinging()
    clip = reduce(samples, 0.01)
    assert isinstance(clip, Keyframes)
    for gone in clip.keys[1:-1]:
        if gone.frame != 33:
            kept = tuple(key for key in clip.keys if key != gone)
            assert worst(Keyframes(figure=HUMAN, keys=kept), samples) > 0.01


def test_a_larger_tolerance_needs_fewer_keys() -> None:
    counts = [len(reduce(swinging(), t).keys) for t in (0.002, 0.01, 0.05)]  # type: ignore[attr-defined]
    assert counts == sorted(counts, reverse=True)


def test_keys_that_were_sampled_are_found_again_in_number() -> None:
    rng = np.random.default_rng(1)
    q = np.clip(HUMAN.rest + 0.2 * rng.normal(size=(5, HUMAN.size)), HUMAN.lo, HUMAN.hi)
    keys = Keyframes(figure=HUMAN, keys=tuple(Key(frame=20.0 * i, q=tuple(r)) for i, r in enumerate(q)))
    found = reduce(keys.bake(), 0.01)
    assert isinstance(found, Keyframes)
    assert len(found.keys) <= 12


def test_ends_of_spans_are_keys_and_goals_stay() -> None:
    goal = TimedGoal(goal=Position(point=HUMAN.point("r_hand"), target=(0, 1, 0)), spans=(Span(start=21, end=47),))
    clip = reduce(Constrained(source=swinging(), goals=(goal,)), 0.02)
    assert isinstance(clip, Constrained)
    assert clip.goals == (goal,)
    assert {21.0, 47.0} <= {key.frame for key in clip.source.keys}  # type: ignore[attr-defined]


def test_a_single_sample_is_a_single_key() -> None:
    clip = reduce(Samples(figure=HUMAN, data=HUMAN.rest[None]))
    assert isinstance(clip, Keyframes)
    assert len(clip.keys) == 1


@pytest.mark.parametrize("tolerance", [0, -1, float("nan"), "much"])
def test_wrong_tolerances_are_refused(tolerance: object) -> None:
    with pytest.raises(InputError, match="above 0"):
        reduce(swinging(), tolerance)  # type: ignore[arg-type]
