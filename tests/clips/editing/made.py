"""Clips at random for the tests of editing, and what is compared of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from manikin import Figure, PoseGoal, Position, bodies
from manikin.clips import Constrained, Keyframes
from manikin.clips.clip import Clip
from manikin.clips.editing.opened import opened
from manikin.clips.key import Key
from manikin.clips.mark import Mark
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.clips.tracks import tracks_of

HUMAN = bodies.load("human")
PLAIN = bodies.load("stickman")


def key(rng: np.random.Generator, figure: Figure, frame: float, *, partial: bool = False, awkward: bool = True) -> Key:
    q = np.clip(figure.rest + 0.25 * rng.normal(size=figure.size), figure.lo, figure.hi)
    names = [track.name for track in tracks_of(figure)]
    tracks = frozenset(rng.choice(names, size=len(names) // 2, replace=False).tolist()) if partial else None
    if not awkward:
        return Key(frame=frame, q=tuple(q.tolist()), tracks=tracks)
    tension, continuity, bias = rng.choice([0.0, 0.0, 0.5, -0.4], size=3)
    curve = str(rng.choice(["smooth", "smooth", "smooth", "linear"]))
    return Key(
        frame=frame,
        q=tuple(q.tolist()),
        tracks=tracks,
        tension=tension,
        continuity=continuity,
        bias=bias,
        curve=curve,  # type: ignore[arg-type]
    )


def goal(rng: np.random.Generator, figure: Figure, end: float) -> TimedGoal:
    part = str(rng.choice([joint.name for joint in figure.skeleton.joints[1:]]))
    pose = figure.pose(figure.rest)
    frames = np.sort(rng.choice(np.arange(int(end) + 1), size=4, replace=False)).tolist()
    spans = tuple(
        Span(start=frames[i], end=frames[i + 1], ease_in=float(rng.integers(0, 4)), ease_out=None) for i in (0, 2)
    )
    place = tuple(pose.position(part) + 0.05 * rng.normal(size=3))
    name = f"{part} {rng.integers(1000)}"
    if rng.random() < 0.5:
        frame = np.column_stack([pose.orientation(part), place])
        return TimedGoal(goal=PoseGoal(frame=figure.frame(part), target=frame, name=name), spans=spans)
    moving = None
    if rng.random() < 0.5:
        moving = MovingTarget(field="target", frames=(0.0, end), values=(place, tuple(np.array(place) + 0.1)))
    made = Position(point=figure.point(part, at=(0.01, 0.02, 0.03)), target=place, name=name)
    return TimedGoal(goal=made, spans=None if rng.random() < 0.2 else spans, moving=moving)


@st.composite
def clips(draw: st.DrawFn, *, figure: Figure = PLAIN, partial: bool = True, awkward: bool = True) -> Clip:
    """Keys on whole frames, some goals with spans inside the clip, some marks."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    count = draw(st.integers(4, 8))
    frames = np.concatenate([[0], np.cumsum(rng.integers(1, 9, size=count - 1))]).astype(float)
    keys = tuple(
        key(rng, figure, frame, partial=partial and 0 < i < count - 1 and rng.random() < 0.25, awkward=awkward)
        for i, frame in enumerate(frames.tolist())
    )
    marks = tuple(Mark(name=f"mark {i}", frame=float(rng.integers(0, frames[-1] + 1))) for i in range(3))
    plain = Keyframes(figure=figure, keys=keys, marks=marks)
    goals = tuple(goal(rng, figure, float(frames[-1])) for _ in range(draw(st.integers(0, 3))))
    return Constrained(source=plain, goals=goals) if goals and frames[-1] >= 4 else plain


def plain(clip: Clip) -> Keyframes:
    own = opened(clip).source
    assert isinstance(own, Keyframes)
    return own


def spans(clip: Clip) -> list[tuple[object, tuple[Span, ...]]]:
    return [(replace(goal, spans=None), goal.ordered) for goal in opened(clip).goals]


def same_goals(one: Clip, other: Clip) -> bool:
    """Whether the same goals hold over the same spans, in any order."""
    mine, theirs = spans(one), spans(other)
    return len(mine) == len(theirs) and all(entry in theirs for entry in mine)


def scalars(figure: Figure) -> list[int]:
    """The parameters that move as numbers, not as balls."""
    return [column for track in tracks_of(figure) if not track.is_ball for column in track.columns]


def key_poses(clip: Clip) -> dict[float, tuple[float, ...]]:
    return {key.frame: key.q for key in opened(clip).keys}
