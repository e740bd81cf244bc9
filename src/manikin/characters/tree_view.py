"""A figure seen as a tree of places: what the search for roles asks."""

from __future__ import annotations

import numpy as np

from manikin.characters.words import read_name
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["TreeView", "zero_state"]

SAME_PLACE = 1e-3
"""Joints nearer than this share of the figure's size are in one place."""


def zero_state(figure: Figure) -> Array:
    """The state with all angles 0, as far as limits allow it; slides are at rest."""
    hinges = np.array([parameter.kind == "hinge" for parameter in figure.parameters], bool)
    return np.clip(np.where(hinges, 0.0, figure.rest), figure.lo, figure.hi)


class TreeView:
    """The joints of a figure in its zero pose."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.skeleton = figure.skeleton
        self.world = np.asarray(figure.forward(zero_state(figure)))
        self.places = self.world[:, :, 3]
        self.size = float(np.ptp(self.places, axis=0).max()) or 1.0
        self.up = np.array(self.skeleton.up_axis)
        self._moves = np.array([bool(joint.dofs) for joint in self.skeleton.joints])

    def place(self, name: str) -> Array:
        """Where a joint is (3,)."""
        return np.asarray(self.places[self.skeleton.index(name)])

    def moves(self, name: str) -> bool:
        """Whether a joint has degrees of freedom."""
        return bool(self._moves[self.skeleton.index(name)])

    def below(self, name: str) -> list[str]:
        """The joints that hang from one, depth first."""
        i = self.skeleton.index(name)
        return [joint.name for joint in self.skeleton.joints[i + 1 : int(self.skeleton.ends[i])]]

    def leaves(self) -> list[str]:
        """The joints from which nothing hangs."""
        return [joint.name for i, joint in enumerate(self.skeleton.joints) if int(self.skeleton.ends[i]) == i + 1]

    def meeting(self, *names: str) -> str:
        """The last joint that all of these hang from, each from its own branch."""
        paths = [self.skeleton.path(name)[:-1] for name in names]
        shared = [group[0] for group in zip(*paths, strict=False) if len(set(group)) == 1]
        return shared[-1] if shared else self.skeleton.root.name

    def between(self, low: str, high: str) -> list[str]:
        """The joints behind ``low`` up to ``high``, which is included; none if ``high`` does not hang from it."""
        path = self.skeleton.path(high)
        found = list(path[path.index(low) + 1 :]) if low in path else []
        return [name for name in found if self.moves(name)]

    def last_in_place(self, name: str) -> str:
        """The last of several joints in one place, such as the three hinges of a robot's hip.

        Joints whose names say something, and places from which several branches leave, end the search.
        """
        while True:
            children = self.skeleton.children(name)
            if len(children) != 1 or (not read_name(children[0]).silent and not _series(name, children[0])):
                return name
            if np.linalg.norm(self.place(children[0]) - self.place(name)) > SAME_PLACE * self.size:
                return name
            name = children[0]

    def topmost(self, kind: str, chest: str, barred: set[str]) -> str | None:
        """The joint above the chest whose name speaks for a kind of part; the first of several in a row."""
        found = [
            name
            for name in (chest, *self.below(chest))
            if kind in read_name(name).scores and not read_name(name).side and name not in barred
        ]
        return found[0] if found else None

    def neck_below(self, head: str | None, chest: str, barred: set[str]) -> str | None:
        """The first joint with the name of a neck above the chest, or the joint between chest and head."""
        named = self.topmost("neck", chest, barred)
        if named is not None or head is None:
            return named
        way = [name for name in self.between(chest, head)[:-1] if name not in barred]
        return way[-1] if way else None

    def above(self, chest: str, limbs: set[str]) -> list[str]:
        """The joints that hang from the chest, are no part of a limb, and lie higher."""
        height = float(self.place(chest) @ self.up)
        return [
            name
            for name in self.below(chest)
            if name not in limbs and self.moves(name) and float(self.place(name) @ self.up) > height
        ]

    def last_above(self, neck: str, barred: set[str]) -> str | None:
        """The highest joint that moves above a neck and has no name of its own."""
        found = [n for n in self.below(neck) if self.moves(n) and not read_name(n).helper and n not in barred]
        return max(found, key=lambda name: float(self.place(name) @ self.up), default=None)


def _series(a: str, b: str) -> bool:
    """Whether two names count on, as RLEG_LINK1 and RLEG_LINK2 do."""
    return a.rstrip("0123456789") == b.rstrip("0123456789") != a
