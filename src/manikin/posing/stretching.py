"""How much longer limbs are that stretch, while a part is pulled.

A limb is as long as it is until the place that its end is pulled to is about as far as it reaches; from there on it is
longer by what is missing.  So in reach nothing differs, and beyond it the limb follows as it does in reach, until it
cannot get longer.  How long it is depends on where it is pulled to, not on the way there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.document.document import Document
from manikin.document.ik_chain import columns_of
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import MatchValues
from manikin.goals.goal import Goal
from manikin.math.rotations import Array, VectorLike
from manikin.posing.keep_locks import SLIDER_WEIGHT
from manikin.skeleton.stretching import Stretch, stretches_of

__all__ = ["PulledLimb", "PulledLimbs"]

GAP, WIDTH = 0.005, 0.025
"""How far before the end of its reach a limb is as it gets longer, and half of the way on which it begins to, over the
reach: from where a limb would be slowed down before its end."""
ROOM = 0.01
"""A limb is longer than it needs to be by no more than this share of its reach, and by ``AHEAD`` times what the place
moves: joints at their limits, or balance, may keep the part from where it is pulled to."""
AHEAD = 1.0
FADES, BY_HAND = 3.0, 0.05
"""A limb that began longer or shorter than it would be gets as long after so many gaps; one that began longer by more
than the second was made so on purpose, and stays longer by so much."""
STRAIGHT = 1e-3
"""A limb that is straight at the start gets longer only beyond this share of its length."""
SWEEPS, ZOOMS, SAMPLES = 3, 4, 13
"""How the reach of a limb is found: for each parameter in turn so many values, and again about the best one."""
BELOW, NOTHING = 1e-5, 1e-5
"""A limb that is to be as long as at rest is held at its limit, by the first share beyond it, so that the search knows
it as one that does not stretch; one that is longer by no more than the second is exactly as long."""


@dataclass(frozen=True)
class Reach:
    """How far the end of a limb is from its base at most [m], and how much farther where bones are twice as long."""

    far: float
    gain: float

    def longer(self, distance: float) -> float:
        """By which share bones are longer where the end of the limb is pulled to this distance [m]."""
        width = WIDTH * self.far
        beyond = max(distance - (1 - GAP) * self.far, -width)
        return (beyond if beyond >= width else (beyond + width) ** 2 / (4 * width)) / self.gain


class PulledLimb:
    """A limb whose end is pulled from its base, or whose base is pulled from its end that is held."""

    def __init__(self, pose: Pose, stretch: Stretch, part: str, at: VectorLike) -> None:
        self.stretch = stretch
        self._end = pose.figure.point(part, at)
        self._base = pose.figure.point(stretch.bones[0].part)
        self._column = pose.figure.index(stretch.parameter)
        self._reach = reach_of(pose, stretch, part, at)
        self._first = float(pose.q[self._column])
        self._offset, self._begun = 0.0, 0.0
        self._hi = float(pose.figure.hi[self._column])

    def begin(self, distance: float) -> None:
        """Be as long as at the start for where the limb is pulled to then."""
        self._begun = self._reach.longer(distance)
        self._offset = self._first - self._begun
        if self._offset < 0:
            self._offset -= STRAIGHT

    @property
    def farthest(self) -> float:
        """How far the end comes at most [m]."""
        return (1 - GAP) * (self._reach.far + self._hi * self._reach.gain)

    def ends(self, pose: Pose) -> tuple[Array, Array]:
        """Where the base and the end are."""
        return self._base.value(pose), self._end.value(pose)

    def longer(self, distance: float, now: float, step: float) -> float:
        """By which share bones are longer, for the distance to come and the present one; the place moved by a step."""
        reach = self._reach
        wanted = reach.longer(distance)
        offset = self._offset
        if self._begun > 0 and offset < BY_HAND:
            beyond = max(0.0, wanted - self._begun) * reach.gain / (GAP * reach.far)  # where it began, in gaps
            offset *= min(1.0, wanted / self._begun) * max(0.0, 1 - beyond / FADES)
        room = max(now - (1 - GAP) * reach.far + ROOM * reach.far + AHEAD * step, 0.0) / reach.gain
        return min(max(min(wanted + offset, room + max(offset, 0.0)), 0.0), self._hi)


def reach_of(pose: Pose, stretch: Stretch, part: str, at: VectorLike) -> Reach:
    """How far a point of a part may be from the base of its limb, within the limits of the joints between."""
    figure, base = pose.figure, stretch.bones[0].part
    column = figure.index(stretch.parameter)
    path = figure.skeleton.path(part)
    free = sorted(columns_of(figure, path[path.index(stretch.bones[0].child) :]) - {column})
    far = []
    for share in (0.0, float(figure.hi[column])):
        q = np.array(pose.q)
        q[column] = share
        straight = q.copy()
        straight[free] = np.clip(0.0, figure.lo[free], figure.hi[free])
        far.append(max(_farthest(figure, start, free, base, part, at) for start in (q, straight)))
    return Reach(far[0], max((far[1] - far[0]) / float(figure.hi[column]), 1e-3))


def _farthest(figure: Figure, q: Array, free: list[int], base: str, part: str, at: VectorLike) -> float:
    """The largest distance between a point of a part and a joint above it, over some parameters, one after another."""
    first, last = figure.skeleton.index(base), figure.skeleton.index(part)
    place, q = np.append(np.asarray(at, float), 1.0), np.array(q)
    far = 0.0
    for column in free * SWEEPS or [0]:
        lo, hi = max(figure.lo[column], q[column] - np.pi), min(figure.hi[column], q[column] + np.pi)
        for _ in range(ZOOMS if free else 1):
            tried = np.linspace(lo, hi, SAMPLES) if free else q[[column]]
            states = np.tile(q, (len(tried), 1))
            states[:, column] = tried
            world = figure.forward(states)
            ways = np.linalg.norm(world[:, last] @ place - world[:, first, :, 3], axis=1)
            best = int(ways.argmax())
            far, q[column] = float(ways[best]), tried[best]
            lo, hi = tried[max(best - 1, 0)], tried[min(best + 1, len(tried) - 1)]
    return far


class PulledLimbs:
    """The limbs of a figure that stretch, while a part of it is pulled: some follow the place, all others stay.

    Attributes:
        names: The parameters of the limbs that follow.
    """

    def __init__(self, document: Document, figure: str, part: str, at: VectorLike, chain: tuple[str, ...]) -> None:
        actor = document.actor(figure)
        self._figure: Figure = actor.figure
        skeleton = actor.figure.skeleton
        found = stretches_of(skeleton)
        known = set(actor.figure.parameter_names)
        follows = document.settings.solver == "lm"  # others know no levels, and may know no slides
        found = tuple(stretch for stretch in found if follows and stretch.parameter in known)
        self._last: Array | None = None
        self._ends: list[PulledLimb] = []
        self._bases: list[PulledLimb] = []
        root = skeleton.root.name
        for stretch in found:
            base, tip = stretch.bones[0], stretch.bones[-1].child
            if base.child in skeleton.path(part):
                if base.part in chain and root not in chain:
                    self._ends.append(PulledLimb(actor.pose, stretch, part, at))
            elif part == root and self._hangs_from_root(base.part) and self._is_held(document, base.child):
                self._bases.append(PulledLimb(actor.pose, stretch, tip, (0.0, 0.0, 0.0)))
        for limb in (*self._ends, *self._bases):
            base_at, end = limb.ends(actor.pose)
            limb.begin(float(np.linalg.norm(end - base_at)))
        self.names = tuple(limb.stretch.parameter for limb in (*self._ends, *self._bases))
        # all of them, for a goal of more than three rows counts little where the follower asks how far levers reach
        self._values = {stretch.parameter: actor.pose[stretch.parameter] for stretch in found if self.names}

    def _hangs_from_root(self, name: str) -> bool:
        path = self._figure.skeleton.path(name)
        return not any(self._figure.skeleton[joint].dofs for joint in path[1:-1])

    def _is_held(self, document: Document, first: str) -> bool:
        skeleton = self._figure.skeleton
        i = skeleton.index(first)
        below = {joint.name for joint in skeleton.joints[i : int(skeleton.ends[i])]}
        return any(
            lock.active and lock.hard and lock.figure == self._figure.name and lock.part in below
            for lock in document.locks
        )

    def farthest(self, pose: Pose) -> tuple[Array, float] | None:
        """The base of the limb whose end is pulled, and how far that comes where it is as long as it may get [m].

        So far it stays at its depth: it gets longer instead.
        """
        for limb in self._ends:
            return limb.ends(pose)[0], limb.farthest
        return None

    def goals(self) -> list[Goal]:
        """That the limbs are as long as they are."""
        if not self.names:
            return []
        handle = self._figure.parameter_values(*self._values)
        target = tuple(value or -BELOW for value in self._values.values())
        return [MatchValues(values=handle, target=target, weight=SLIDER_WEIGHT)]

    def exactly(self, q: Array) -> Array:
        """A state in which limbs that are not to be longer are exactly as long as at rest."""
        found = np.array(q)
        for name, value in self._values.items():
            column = self._figure.index(name)
            if value == 0 and found[column] <= NOTHING:
                found[column] = 0.0
        return found

    def pull(self, pose: Pose, held: Array, place: Array) -> None:
        """The point of the part that is pulled is ``held`` now, and goes to a place."""
        step = 0.0 if self._last is None else float(np.linalg.norm(place - self._last))
        self._last = np.array(place)
        for limb in self._ends:
            base, end = limb.ends(pose)
            self._set(limb, place - base, end - base, step)
        for limb in self._bases:
            base, end = limb.ends(pose)
            self._set(limb, base + (place - held) - end, base - end, step)

    def _set(self, limb: PulledLimb, way: Array, now: Array, step: float) -> None:
        longer = limb.longer(float(np.linalg.norm(way)), float(np.linalg.norm(now)), step)
        self._values[limb.stretch.parameter] = max(longer, 0.0)
