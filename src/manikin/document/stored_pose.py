"""Poses that a document keeps: a state under a name, with the locks that held it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from manikin.document.lock import Lock
from manikin.document.names import display_name
from manikin.figure.figure import Figure
from manikin.skeleton.variables import NamedPose

__all__ = ["PoseLocks", "StoredPose", "mirrored_lock", "stored_pose"]

PoseLocks = Literal["own", "asleep", "hold"]
"""What becomes of locks when a pose is applied: those of the pose are taken up, and others that do not hold there
sleep; all that do not hold sleep; or all hold, and the pose is as near as they allow."""


@dataclass(frozen=True, kw_only=True)
class StoredPose(NamedPose):
    """A pose with its locks; None where it was stored without, as those of a skeleton are."""

    writes_defaults: ClassVar[bool] = False
    locks: tuple[Lock, ...] | None = None

    def renamed_figure(self, old: str, new: str) -> StoredPose:
        """The pose after its figure was renamed."""
        if not self.locks:
            return self
        return replace(self, locks=tuple(lock.renamed_figure(old, new) for lock in self.locks))


def stored_pose(figure: Figure, name: str, q: Any, locks: tuple[Lock, ...] | None = None) -> StoredPose:
    """A state of a figure as a pose with a name."""
    return StoredPose(name=name, values=tuple(zip(figure.parameter_names, map(float, q), strict=True)), locks=locks)


def mirrored_lock(figure: Figure, lock: Lock) -> Lock:
    """A lock on one figure as it is in its mirror: on the partner of its part, its target reflected."""
    from manikin.clips.editing.carried_goals import mirrored_goals  # it is not needed to start the editor
    from manikin.clips.timed_goal import TimedGoal

    partners = {joint.name: joint.mirror or joint.name for joint in figure.skeleton.joints}
    (timed,) = mirrored_goals(figure, (TimedGoal(goal=lock.goal, hard=lock.hard),))
    part = partners[lock.part]
    name = lock.name.replace(display_name(lock.part), display_name(part))
    if name == lock.name and part != lock.part:  # a name of the user's own
        name = _other_side(name)
    chain = None if lock.chain is None else tuple(partners[joint] for joint in lock.chain)
    return replace(lock, part=part, name=name, goal=timed.goal, chain=chain)


def _other_side(name: str) -> str:
    sides = {"left": "right", "right": "left", "Left": "Right", "Right": "Left"}
    return " ".join(sides.get(word, word) for word in name.split(" "))
