"""Workspaces to pull figures about in, without a server."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from manikin import bodies
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.ik_chain import effector_of
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Drag, Grab, Ray
from manikin.project.history import History
from manikin.project.workspace import Workspace

ME, YOU = object(), object()
FRONT, SIDE = (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0)


def minding_nothing(document: Document) -> Document:
    """A document whose figures mind neither balance nor themselves nor the floor."""
    plain = {"balance": False, "collision": False, "floor": False, "iterations_per_refresh": 20}
    return replace(document, settings=replace(document.settings, **plain))


@cache
def standing() -> Document:
    """The human with both feet locked; it minds neither balance nor itself nor the floor."""
    return minding_nothing(first_document(bodies.load("human")))


def workspace(document: Document | None = None) -> Workspace:
    """A workspace of a document, a standing human by default."""
    return Workspace(History.of(standing() if document is None else document))


def begin(space: Workspace, what: str = "part", **fields: Any) -> Drag:
    """Take hold of something."""
    return space.begin(ME, Grab(what=what, **fields))  # type: ignore[arg-type]


def follow(space: Workspace, place: Any, *, seq: int = 1, along: Any = FRONT) -> None:
    """Move the cursor so that its ray passes through a place."""
    origin = np.array(place) - 3 * np.array(along)
    space.follow(ME, Cursor(seq=seq, ray=Ray(origin=tuple(origin), direction=along)))


def dragged(
    document: Document, grab: Grab, way: tuple[float, float, float], *, frames: int = 60, settles: bool = True
) -> Drag:
    """A drag led evenly along a way [m], as it is seen from the side, until it rests; no step of the document yet.

    One that does not settle is as its last refresh shows it.
    """
    drag = begin_drag(document, grab)
    start = drag.effector(document.poses).copy()
    for k in range(1, frames + 1):
        place = start + np.array(way) * k / frames - 5 * np.array(SIDE)
        drag.follow(Cursor(seq=k, ray=Ray(origin=tuple(place), direction=SIDE)))
        drag.step()
    if settles:
        drag.settle()
    return drag


def pull(space: Workspace, place: Any, *, along: Any = FRONT, steps: int = 40) -> None:
    """Move the cursor so that its ray passes through a place, in some refreshes on the way, and let it settle."""
    effector = space.activity.effector(space.poses)  # type: ignore[union-attr]
    for k in range(1, steps + 1):
        follow(space, effector + (np.array(place) - effector) * min(1.0, 2 * k / steps), seq=k, along=along)
        space.step()


def figure_of(space: Workspace, name: str | None = None) -> Figure:
    """A figure of the document, the only one by default."""
    return space.document.actor(name).figure


def state(space: Workspace, name: str | None = None) -> Array:
    """The live state of a figure."""
    return space.poses[space.document.actor(name).name].q


def point(space: Workspace, part: str, name: str | None = None) -> Array:
    """Where the point is that a part is pulled by."""
    figure = figure_of(space, name)
    return figure.point(part, effector_of(figure.skeleton, part)).value(space.poses[figure.name])


def lock_errors(space: Workspace) -> list[float]:
    """How far each lock is from being kept in the live poses."""
    return [reading.error for reading in space.readings().values()]
