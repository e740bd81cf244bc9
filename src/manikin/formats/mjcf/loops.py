"""Loops of MJCF, ``connect`` and ``weld``, as goals that keep them closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
        model.warn(element, f"the loop {shorten(name)} is not in the skeleton; load_content(…).goals keep it closed")
        (first, here), (second, there) = _ends(element, attributes, tree, world)
        if element.tag == "connect":
            point, target = Point(part=first, at=_place(here)), Point(part=second, at=_place(there))
            yield Position(point=point, target=target, name=name)
        else:
            yield CloseLoop(frame=_frame(second, there), target=_frame(first, here), name=name)


def _ends(
    element: Element, attributes: dict[str, str], tree: Tree, world: dict[str, Array]
) -> tuple[tuple[str, Array], tuple[str, Array]]:
    """Both bodies, and the frames in them that a loop keeps together: those of sites, or those of the reference."""
    if "site1" in attributes or "site2" in attributes:
        first, second = (_known(element, "site", attributes.get(f"site{i}", ""), tree.sites) for i in (1, 2))
        return tree.sites[first], tree.sites[second]
    first = _known(element, "body", attributes.get("body1", ""), world)
    second = _known(element, "body", attributes.get("body2", "world"), world)
    beside, same = compose(inverse(world[first]), world[second]), np.eye(3, 4)  # the second body in the first
    if element.tag == "connect":
        anchor = np.column_stack([np.eye(3), numbers(element, attributes, "anchor", 3)])
        return (first, anchor), (second, compose(inverse(beside), anchor))
    x, y, z, w, *turn = numbers(element, attributes, "relpose", 7, "0 1 0 0 0 0 0")
    if np.hypot.reduce([w, *turn]) > LEAST_TURN:
        beside = np.column_stack([from_quaternion([*turn, w]), [x, y, z]])
    return (first, beside), (second, same)


def _known(element: Element, what: str, name: str, names: Mapping[str, object]) -> str:
    if name not in names:
        raise element.error(f"there is no {what} {shorten(name)}{suggestion(name, names)}")
    return name


def _place(frame: Array) -> tuple[float, ...]:
    return tuple(frame[:, 3].tolist())


def _frame(part: str, frame: Array) -> Frame:
    return Frame(part=part, at=_place(frame), rotation=tuple(frame[:, :3].reshape(9).tolist()))
