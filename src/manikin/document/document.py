"""The document: figures, each at a state, and the locks that they keep.  Immutable; an edit makes another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from manikin.document.actor import Actor
from manikin.document.backdrop import Backdrop
from manikin.document.ground import GroundShape
from manikin.document.ik_chain import columns_of
from manikin.document.lock import Lock
from manikin.document.names import check_unique, unique_name
from manikin.document.settings import Settings
from manikin.document.shelves import ShelfClip, ordered_shelves
from manikin.document.timeline import Timeline, extent
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.skeleton.variables import check_name

__all__ = ["Columns", "Document"]

MAX_JOINTS = 5000
"""Largest number of joints of all figures together; this many can still be drawn and pulled interactively."""
MAX_JOINT_FRAMES = 2_000_000
"""Largest sum over all clips of joints times frames: some hundred megabytes in a page."""
Columns = dict[str, frozenset[int]]
"""Parameters by the name of their figure, as positions in its state vector."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """Figures, the locks on them, and the settings.

    Attributes:
        name: The project's name.
        actors: At least one; their names differ.
        locks: In the order in which they were made.
        settings: How figures are solved and pulled.
        made: Number of locks ever made, so that ids are not used twice.
        timeline: How time is counted where figures move.
        shelves: Clips that are kept for later, by shelf and name.
        ground: What figures stand and walk on.
        backdrops: Pictures behind views, at most one behind each.
        falling: Figures that their motion has out of balance at the frame at which the document is posed, as in a
            step; edits there leave that so.  It is not stored: see ``posing.balance.posed_for_edits``.
    """

    name: str
    actors: tuple[Actor, ...]
    locks: tuple[Lock, ...] = ()
    settings: Settings = field(default_factory=Settings)
    made: int = 0
    timeline: Timeline = field(default_factory=Timeline)
    shelves: tuple[ShelfClip, ...] = ()
    ground: GroundShape = field(default_factory=GroundShape)
    backdrops: tuple[Backdrop, ...] = ()
    falling: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        check_name(self.name, "document")
        if not self.actors:
            raise InputError("a document has at least one figure")
        joints = sum(len(actor.figure.skeleton) for actor in self.actors)
        if joints > MAX_JOINTS:
            raise InputError(f"{joints:,} joints are more than the {MAX_JOINTS:,} that a document may have")
        check_unique((actor.name for actor in self.actors), "figure")
        for actor in self.actors:
            if actor.figure.skeleton.up != self.up:
                raise InputError(f"up is {self.up} here, but {actor.figure.skeleton.up} for {shorten(actor.name)}")
        if self.up != "y" and self.ground.kind != "level":
            raise InputError("stairs and height fields are for figures whose y axis is up")
        check_unique((str(lock.id) for lock in self.locks), "lock")
        for lock in self.locks:
            self._check_lock(lock)
        self._check_clips()
        check_unique((backdrop.sight for backdrop in self.backdrops), "picture behind the view")
        object.__setattr__(self, "shelves", ordered_shelves(self.shelves))
        base = self.settings.drag_base
        if base is not None and not any(base in actor.figure.skeleton for actor in self.actors):
            known = [joint.name for actor in self.actors for joint in actor.figure.skeleton]
            raise UnknownName("joint", base, known)

    def _check_clips(self) -> None:
        moving = [(actor, actor.clip) for actor in self.actors if actor.clip is not None]
        for actor, clip in moving:
            if clip.rate != self.timeline.rate:
                raise InputError(
                    f"the clip of {shorten(actor.name)} has {clip.rate:g} frames per second, the timeline has "
                    f"{self.timeline.rate:g}"
                )
        total = sum(len(actor.figure.skeleton) * extent(clip.keys) for actor, clip in moving)
        if total > MAX_JOINT_FRAMES:
            raise InputError(f"{total:,} joints times frames are more than the {MAX_JOINT_FRAMES:,} of a document")

    def _check_lock(self, lock: Lock) -> None:
        """Raise if a figure, a part or a joint of the lock does not exist."""
        skeleton = self.actor(lock.figure).figure.skeleton
        for name in (lock.part, *(lock.chain or ())):
            skeleton.index(name)
        for handle in lock.goal.handles:
            if handle.figure is not None:
                handle.check(self.actor(handle.figure).figure)

    @classmethod
    def of(cls, *figures: Figure, name: str | None = None) -> Document:
        """A new document of figures at rest; a second human is named "human 2"."""
        actors: list[Actor] = []
        for figure in figures:
            own = unique_name(figure.name, (actor.name for actor in actors))
            actors.append(Actor.of(figure if own == figure.name else figure.renamed(own)))
        return cls(name=name or (figures[0].name if figures else "empty"), actors=tuple(actors))

    # -- reading -------------------------------------------------------------------------------

    @cached_property
    def _by_name(self) -> dict[str, Actor]:
        return {actor.name: actor for actor in self.actors}

    def actor(self, name: str | None = None) -> Actor:
        """The actor with a name, which may be left out if there is only one."""
        if name is None:
            if len(self.actors) > 1:
                raise InputError(f"say which figure: {', '.join(actor.name for actor in self.actors)}")
            return self.actors[0]
        if name not in self._by_name:
            raise UnknownName("figure", name, list(self._by_name))
        return self._by_name[name]

    def movable(self, name: str | None = None) -> Actor:
        """The actor with a name, which must not be frozen."""
        actor = self.actor(name)
        if actor.frozen:
            raise InputError(f"{shorten(actor.name)} is frozen: unfreeze it to move it")
        return actor

    @property
    def up(self) -> Literal["y", "z"]:
        """The axis that points up, the same for all figures."""
        return self.actors[0].figure.skeleton.up

    def lock(self, id: int) -> Lock:
        """The lock with an id."""
        for lock in self.locks:
            if lock.id == id:
                return lock
        raise UnknownName("lock", id, [str(lock.id) for lock in self.locks])

    @cached_property
    def poses(self) -> dict[str, Pose]:
        """The poses of the figures by name."""
        return {actor.name: actor.pose for actor in self.actors}

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures by name."""
        return {actor.name: actor.figure for actor in self.actors}

    def held_joints(self, figure: str) -> set[str]:
        """The joints of a figure in the chains of its enabled locks."""
        chains = (lock.chains(self.figures).get(figure, ()) for lock in self.locks if lock.active)
        return {joint for chain in chains for joint in chain}

    def columns(self, lock: Lock) -> Columns:
        """The parameters that may move for a lock; those of frozen figures may not."""
        chains = lock.chains(self.figures).items()
        return {
            name: frozenset(columns_of(self.figures[name], joints))
            for name, joints in chains
            if not self._by_name[name].frozen
        }

    # -- other documents -----------------------------------------------------------------------

    def at(self, states: Mapping[str, Any]) -> Document:
        """The document with some figures at other states."""
        for name in states:
            self.actor(name)
        return replace(self, actors=tuple(a.at(states[a.name]) if a.name in states else a for a in self.actors))

    def with_actor(self, actor: Actor) -> Document:
        """The document with this actor; it replaces the one of its name or is the last one."""
        if actor.name not in self._by_name:
            return replace(self, actors=(*self.actors, actor))
        return replace(self, actors=tuple(actor if own.name == actor.name else own for own in self.actors))

    def without_actor(self, name: str) -> Document:
        """The document without an actor, and without the locks that refer to it."""
        gone = self.actor(name)
        if len(self.actors) == 1:
            raise InputError(f"{shorten(name)} is the only figure, and a document has at least one")
        left = tuple(actor for actor in self.actors if actor is not gone)
        settings = self.settings
        if settings.drag_base is not None and not any(settings.drag_base in a.figure.skeleton for a in left):
            settings = settings.without_base()
        locks = tuple(lock for lock in self.locks if name not in lock.figures)
        return replace(self, actors=left, locks=locks, settings=settings)

    def with_lock(self, lock: Lock) -> Document:
        """The document with this lock; it replaces the one of its id or is the last one."""
        if any(own.id == lock.id for own in self.locks):
            return replace(self, locks=tuple(lock if own.id == lock.id else own for own in self.locks))
        return replace(self, locks=(*self.locks, lock), made=max(self.made, lock.id))

    def without_lock(self, id: int) -> Document:
        """The document without a lock."""
        gone = self.lock(id)
        return replace(self, locks=tuple(lock for lock in self.locks if lock is not gone))
