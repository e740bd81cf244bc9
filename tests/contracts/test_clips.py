"""What every kind of clip keeps to, run over the registry."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from manikin import Figure, Position, bodies
from manikin.clips import (
    Blended,
    Constrained,
    Joined,
    Keyframes,
    Layered,
    Looped,
    Mirrored,
    Procedure,
    Retimed,
    Samples,
)
from manikin.clips.clip import Clip, clip_kinds
from manikin.clips.key import Key
from manikin.clips.mixed import Layer
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.clips.timing import TimeCurve
from manikin.errors import InputError

FIGURES = {"human": bodies.load("human"), "limb7": bodies.load("limb7"), "quadruped": bodies.load("quadruped")}


def keyed(figure: Figure, seed: int = 0) -> Keyframes:
    rng = np.random.default_rng(seed)
    q = np.clip(figure.rest + 0.3 * rng.normal(size=(4, figure.size)), figure.lo, figure.hi)
    return Keyframes(
        figure=figure, keys=tuple(Key(frame=f, q=tuple(r)) for f, r in zip((0, 9, 14.5, 30), q, strict=True))
    )


def waving(figure: Figure) -> Procedure:
    wave = np.arange(figure.size) + 1.0
    return Procedure(figure=figure, call=lambda frames: figure.rest + 0.1 * np.sin(0.05 * np.outer(frames, wave)))


def held(figure: Figure) -> TimedGoal:
    """The last part but one stays where it is at frame 12 for a while."""
    part = figure.skeleton.joints[-2].name
    place = keyed(figure).pose(12).position(part)
    goal = Position(point=figure.point(part), target=tuple(place))
    return TimedGoal(goal=goal, spans=(Span(start=10, end=16, ease_in=6, ease_out=6),))


MAKE: dict[str, Callable[[Figure], Clip]] = {
    "keyframes": keyed,
    "samples": lambda figure: keyed(figure).bake(),
    "procedure": waving,
    "retimed": lambda figure: Retimed(source=keyed(figure), time=TimeCurve(pairs=((5, 0), (20, 12), (50, 30)))),
    "looped": lambda figure: Looped(source=keyed(figure), times=3.5, carry=True),
    "mirrored": lambda figure: Mirrored(source=keyed(figure)),
    "blended": lambda figure: Blended(first=keyed(figure), second=waving(figure), weight=((0, 0), (30, 1))),
    "joined": lambda figure: Joined(clips=(keyed(figure), keyed(figure, 1), keyed(figure, 2)), overlap=6),
    "constrained": lambda figure: Constrained(source=keyed(figure), goals=(held(figure),)),
    "layered": lambda figure: Layered(
        base=keyed(figure),
        layers=(Layer(clip=waving(figure), mode="add", weight=0.5), Layer(clip=keyed(figure, 3), weight=0.2)),
    ),
}
CASES = [(kind, name) for kind in MAKE for name in FIGURES if (kind, name) != ("mirrored", "limb7")]
"""An arm alone has no mirror image."""


def test_every_kind_has_an_instance_here() -> None:
    assert set(MAKE) == set(clip_kinds)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_states_fit_the_figure_and_do_not_depend_on_the_order(kind: str, name: str) -> None:
    figure = FIGURES[name]
    clip = MAKE[kind](figure)
    frames = np.concatenate([np.linspace(-40, 140, 181), np.random.default_rng(2).uniform(-40, 140, 60)])
    states = clip.at(frames)
    assert states.shape == (len(frames), figure.size)
    assert np.isfinite(states).all()
    assert (states >= figure.lo - 1e-12).all()
    assert (states <= figure.hi + 1e-12).all()
    order = np.random.default_rng(3).permutation(len(frames))
    np.testing.assert_array_equal(clip.at(frames[order]), states[order])
    for i in order[:10]:
        np.testing.assert_array_equal(clip.state(frames[i]), states[i])


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_motion_is_continuous(kind: str, name: str) -> None:
    clip = MAKE[kind](FIGURES[name])
    first, last = (clip.start, clip.end) if np.isfinite(clip.start) else (0.0, 60.0)
    frames = np.linspace(first, last, 4000)
    steps = np.abs(np.diff(clip.at(frames), axis=0)).max(axis=1)
    loops = kind == "looped"  # a clip that does not end as it began jumps where it begins again
    assert np.sort(steps)[-(4 if loops else 1)] < 0.05


@pytest.mark.parametrize("kind", MAKE)
def test_asking_changes_nothing(kind: str) -> None:
    clip = MAKE[kind](FIGURES["human"])
    frames = np.array([3.0, 11.5])
    first = clip.at(frames)
    first[:] = 0.0
    assert clip.at(frames).any()
    assert frames.tolist() == [3.0, 11.5]


@pytest.mark.parametrize("kind", MAKE)
def test_baked_frames_are_the_same(kind: str) -> None:
    clip = MAKE[kind](FIGURES["human"])
    baked = clip.bake(0, 25)
    assert isinstance(baked, Samples)
    np.testing.assert_array_equal(baked.at(np.arange(26.0)), clip.at(np.arange(26.0)))
    slow = clip.bake(0, 24, 2)
    assert slow.rate == clip.rate / 2
    np.testing.assert_array_equal(slow.at(np.arange(13.0)), clip.at(2 * np.arange(13.0)))


@pytest.mark.parametrize("frames", [float("nan"), [1.0, float("inf")], [[1.0]], "abc"])
def test_wrong_frames_are_refused(frames: object) -> None:
    with pytest.raises((InputError, ValueError)):
        keyed(FIGURES["limb7"]).at(frames)  # type: ignore[arg-type]
