"""Short clips for pictures."""

from __future__ import annotations

from functools import cache

import numpy as np

from manikin import bodies
from manikin.clips import Keyframes, Samples
from manikin.clips.key import Key
from manikin.figure.figure import Figure
from manikin.skeleton.build import joint, slide
from manikin.skeleton.shapes import Ellipsoid
from manikin.skeleton.skeleton import Skeleton

HUMAN = bodies.load("human")


@cache
def bowing() -> Keyframes:
    bend = HUMAN.index("spine_bend")
    keys = []
    for frame, value in ((0.0, 0.0), (10.0, 0.6), (30.0, 0.0)):
        q = HUMAN.rest.copy()
        q[bend] = value
        keys.append(Key(frame=frame, q=tuple(q)))
    return Keyframes(figure=HUMAN, keys=tuple(keys))


def sliding(distance: float) -> Samples:
    """A ball that moves to the right in a front view, 11 frames."""
    ball = joint("ball", dofs=slide((1, 0, 0), name="x", lo=-50, hi=50), shapes=(Ellipsoid(radii=(0.2, 0.2, 0.2)),))
    figure = Figure(Skeleton(name="ball", joints=(ball,)))
    return Samples(figure=figure, data=np.linspace(0, distance, 11)[:, None])
