"""Loops of MJCF, ``connect`` and ``weld``, as goals that keep them closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from manikin.errors import shorten, suggestion
from manikin.figure.figure import Figure
from manikin.formats.mjcf.bodies import Tree
from manikin.formats.mjcf.model import Model, numbers
from manikin.formats.mjcf.relations import inside
from manikin.formats.urdf.xml import Element
from manikin.goals import CloseLoop, Position
from manikin.goals.goal import Goal
from manikin.handles import Frame, Point
from manikin.math.rotations import Array, compose, from_quaternion, inverse
from manikin.skeleton.skeleton import Skeleton

__all__ = ["loops"]

LEAST_TURN = 1e-14
"""A quaternion that is shorter stands for the orientation at the reference."""


def loops(model: Model, tree: Tree, skeleton: Skeleton) -> Iterator[Goal]:
    """The goals; places that a file gives once are those of the reference, where all joints have their ``ref``."""
    found = [one for one in inside(model, "equality") if one.tag in ("connect", "weld")]
    if not found:
        return
    figure = Figure(replace(skeleton, couplings=(), limits=(), poses=()))
    q = np.array(figure.rest)
    for one in tree.coordinates:
        if one.kind in ("hinge", "slide"):
            q[figure.index(one.names[0])] = one.ref
    world = dict(zip((joint.name for joint in figure.skeleton), figure.forward(q), strict=True))
    for number, element in enumerate(found, 1):
        attributes = model.attributes(element, "equality", "main")
        if attributes.get("active") == "false":
            continue
        name = attributes.get("name") or f"{element.tag} {number}"
        ends = [_end(element, attributes, tree, world, place) for place in (1, 2)]
        model.warn(element, f"the loop {shorten(name)} is not in the skeleton; load_content(…).goals keep it closed")
        made = _connect if element.tag == "connect" else _weld
        yield made(element, attributes, name, ends, world)


def _end(
    element: Element, attributes: dict[str, str], tree: Tree, world: dict[str, Array], place: int
) -> tuple[str, Array | None]:
    """The body of one end, and the frame of its site in it if it is a site."""
    site, body = attributes.get(f"site{place}"), attributes.get(f"body{place}", "world" if place == 2 else "")
    if site is not None:
        if site not in tree.sites:
            raise element.error(f"there is no site {shorten(site)}{suggestion(site, tree.sites)}")
        return tree.sites[site]
    if body not in world:
        raise element.error(f"there is no body {shorten(body)}{suggestion(body, world)}")
    return body, None


def _connect(
    element: Element,
    attributes: dict[str, str],
    name: str,
    ends: list[tuple[str, Array | None]],
    world: dict[str, Array],
) -> Position:
    """A point of the first body stays at a point of the second."""
    (first, here), (second, there) = ends
    if here is not None and there is not None:
        at, to = here[:, 3], there[:, 3]
    else:
        at = np.array(numbers(element, attributes, "anchor", 3))
        place = compose(world[first], np.column_stack([np.eye(3), at]))
        to = compose(inverse(world[second]), place)[:, 3]
    return Position(
        point=Point(part=first, at=tuple(at.tolist())), target=Point(part=second, at=tuple(to.tolist())), name=name
    )


def _weld(
    element: Element,
    attributes: dict[str, str],
    name: str,
    ends: list[tuple[str, Array | None]],
    world: dict[str, Array],
) -> CloseLoop:
    """The second body stays where it is beside the first."""
    (first, here), (second, there) = ends
    if here is not None and there is not None:
        return CloseLoop(frame=_frame(second, there), target=_frame(first, here), name=name)
    x, y, z, w, *turn = numbers(element, attributes, "relpose", 7, "0 1 0 0 0 0 0")
    beside = compose(inverse(world[first]), world[second])
    if np.hypot.reduce([w, *turn]) > LEAST_TURN:
        beside = np.column_stack([from_quaternion([*turn, w]), [x, y, z]])
    return CloseLoop(frame=Frame(part=second), target=_frame(first, beside), name=name)


def _frame(part: str, place: Array) -> Frame:
    return Frame(part=part, at=tuple(place[:, 3].tolist()), rotation=tuple(place[:, :3].reshape(9).tolist()))
