"""Tracks: what is interpolated as one.  A ball or a free root's orientation is one track, any other parameter another.

A ball joint is three hinges a₁, a₂, a₃ in a row; its track is interpolated as a rotation where neighbouring axes are
orthogonal, so that the rotation can be given back as three angles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from manikin.figure.figure import Figure
from manikin.math.rotations import Array, Vec3
from manikin.skeleton.skeleton import Joint

__all__ = ["ROOT_ORIENTATION", "ROOT_POSITION", "Track", "ground_tracks", "slide_axes", "tracks_of"]

ROOT_POSITION, ROOT_ORIENTATION = "root position", "root orientation"
ORTHOGONAL = 1e-9
"""Largest cosine between axes that count as orthogonal."""


@dataclass(frozen=True)
class Track:
    """A name, the parameters it moves by their places in the state, and the axes (3, 3) of a ball, row by row."""

    name: str
    columns: tuple[int, ...]
    axes: tuple[Vec3, ...] | None = None

    @property
    def is_ball(self) -> bool:
        """Whether the track is a rotation, given by three angles."""
        return self.axes is not None

    @property
    def axis_rows(self) -> Array:
        """The axes of a ball (3, 3), row by row."""
        return np.array(self.axes, float)


@lru_cache(maxsize=32)
def tracks_of(figure: Figure) -> tuple[Track, ...]:
    """All tracks of a figure; together they cover every parameter once."""
    index = {name: i for i, name in enumerate(figure.parameter_names)}
    taken: set[int] = set()
    found: list[Track] = []
    for number, joint in enumerate(figure.skeleton.joints):
        places = [index.get(dof.name) for dof in joint.dofs]
        if joint.kind == "free" and number == 0 and None not in places[:3]:
            columns = tuple(place for place in places[:3] if place is not None)
            found.append(Track(ROOT_POSITION, columns))
            taken.update(columns)
        ball = _ball(joint, places, ROOT_ORIENTATION if number == 0 and joint.kind == "free" else joint.name)
        if ball is not None:
            found.append(ball)
            taken.update(ball.columns)
    single = [Track(name, (i,)) for name, i in index.items() if i not in taken]
    return tuple(sorted([*found, *single], key=lambda track: track.columns[0]))


def ground_tracks(figure: Figure) -> tuple[Track, Track] | None:
    """Position and orientation of a free root, or None where the figure has none that can be moved on the ground."""
    by_name = {track.name: track for track in tracks_of(figure)}
    if ROOT_POSITION in by_name and ROOT_ORIENTATION in by_name:
        return by_name[ROOT_POSITION], by_name[ROOT_ORIENTATION]
    return None


def slide_axes(figure: Figure) -> Array:
    """The directions (3, 3) in which the track of a free root's position slides it, row by row."""
    return np.array([dof.axis for dof in figure.skeleton.root.dofs[:3]], float)


def _ball(joint: Joint, places: list[int | None], name: str) -> Track | None:
    kinds = [dof.kind for dof in joint.dofs]
    if kinds[-3:] != ["hinge"] * 3 or "hinge" in kinds[:-3] or None in places[-3:]:
        return None
    a, b, c = (np.array(dof.axis) for dof in joint.dofs[-3:])
    if abs(a @ b) > ORTHOGONAL or abs(b @ c) > ORTHOGONAL:
        return None
    columns = tuple(place for place in places[-3:] if place is not None)
    return Track(name, columns, tuple(dof.axis for dof in joint.dofs[-3:]))
