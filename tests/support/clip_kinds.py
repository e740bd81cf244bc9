"""A clip of every kind, for several figures."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

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
)
from manikin.clips.clip import Clip
from manikin.clips.key import Key
from manikin.clips.mixed import Layer
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.clips.timing import TimeCurve

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
