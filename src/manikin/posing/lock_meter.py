"""Measures the error of each lock of a document."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from manikin.document.document import Document
from manikin.document.ik_chain import PointSet
from manikin.document.lock import Lock, Poses, value_of
from manikin.document.lock_mark import anchor_handle, anchor_of
from manikin.handles import Point
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["HELD_TOLERANCE", "LockMeter", "LockReading", "reading_of"]

HELD_TOLERANCE = {"m": 1e-3, "rad": 0.01, "": 1e-3}
"""Largest error of a lock that counts as held: a millimetre, half a degree."""


class LockReading(NamedTuple):
    """The largest error of a lock relative to its tolerance, its unit ("m", "rad" or ""), and its point (3,) [m]."""

    error: float
    unit: str
    anchor: Array

    @property
    def held(self) -> bool:
        """Whether the lock holds."""
        return self.error <= HELD_TOLERANCE[self.unit]


class _Group:
    """Locks on the same figures, measured together; ``seen`` are the poses of the last readings."""

    def __init__(self, document: Document, names: tuple[str, ...]) -> None:
        self.names = names
        self.figures = [document.figures[name] for name in names]
        self.locks: list[Lock] = []
        self.seen: tuple[object, ...] = ()
        self.readings: tuple[LockReading, ...] = ()

    @cached_property
    def problem(self) -> Problem:
        return Problem(self.figures, [lock.goal for lock in self.locks])

    @cached_property
    def points(self) -> dict[str, tuple[list[int], PointSet]]:
        """The locks, by their places, whose anchors are points of a figure, and these points, by figure."""
        found: dict[str, list[tuple[int, Point]]] = {}
        for place, lock in enumerate(self.locks):
            handle = anchor_handle(lock)
            if isinstance(handle, Point):
                found.setdefault(handle.figure or "", []).append((place, handle))
        skeletons = {figure.name: figure.skeleton for figure in self.figures}
        return {
            name: ([place for place, _ in own], PointSet(skeletons[name], [(p.part, p.at) for _, p in own]))
            for name, own in found.items()
        }

    def read(self, poses: Poses) -> tuple[LockReading, ...]:
        """The readings in some poses."""
        q = np.concatenate([poses[name].q for name in self.names])
        anchors: list[Array | None] = [None] * len(self.locks)
        for name, (places, points) in self.points.items():
            for place, at in zip(places, points.places(poses[name].world), strict=True):
                anchors[place] = at
        errors = self.problem.errors(q)
        return tuple(
            LockReading(*_worst(error), anchor_of(lock, poses) if at is None else at)
            for lock, error, at in zip(self.locks, errors, anchors, strict=True)
        )


class LockMeter:
    """Measures the locks of a document in given poses; only those on figures that moved are computed."""

    def __init__(self, document: Document) -> None:
        self.document = document
        groups: dict[tuple[str, ...], _Group] = {}
        for lock in document.locks:
            names = tuple(name for name in document.figures if name in lock.figures)
            groups.setdefault(names, _Group(document, names)).locks.append(lock)
        self._groups = tuple(groups.values())

    def readings(self, poses: Poses, *, instead: Iterable[Lock] = ()) -> dict[int, LockReading]:
        """Readings by lock id; each of ``instead`` replaces the lock of its id."""
        found: dict[int, LockReading] = {}
        for group in self._groups:
            seen = tuple(poses[name] for name in group.names)
            if len(group.seen) != len(seen) or any(a is not b for a, b in zip(group.seen, seen, strict=True)):
                group.readings = group.read(poses)
                group.seen = seen
            found.update({lock.id: reading for lock, reading in zip(group.locks, group.readings, strict=True)})
        found.update({lock.id: reading_of(lock, poses) for lock in instead})
        return {lock.id: found[lock.id] for lock in self.document.locks}

    def violated(self, poses: Poses | None = None) -> list[int]:
        """The ids of the enabled locks that do not hold, by default in the document's poses."""
        readings = self.readings(self.document.poses if poses is None else poses)
        return [lock.id for lock in self.document.locks if lock.active and not readings[lock.id].held]

    def largest_error(self, poses: Poses) -> float:
        """The largest error of an enabled lock [m, rad]."""
        readings = self.readings(poses)
        return max((readings[lock.id].error for lock in self.document.locks if lock.active), default=0.0)


def reading_of(lock: Lock, poses: Poses) -> LockReading:
    """The reading of one lock in given poses."""
    values = [value_of(handle, poses) for handle in lock.goal.handles]
    return LockReading(*_worst(lock.goal.error(lock.goal.residual(*values))), anchor_of(lock, poses))


def _worst(errors: dict[str, float]) -> tuple[float, str]:
    unit, error = max(errors.items(), key=lambda item: item[1] / HELD_TOLERANCE[item[0]], default=("m", 0.0))
    return error, unit
