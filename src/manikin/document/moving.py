"""Which figures of a document move, and which of them as one because locks join them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from manikin.clips import Constrained, Ensemble, Keyframes
from manikin.clips.clip import Clip
from manikin.clips.key import Key
from manikin.clips.timed_goal import TimedGoal
from manikin.document.carried import Carrying, is_grip
from manikin.document.document import Document
from manikin.document.identity import Identity
from manikin.document.lock import ONE_SIDED_GOALS, Lock
from manikin.figure.figure import Figure
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Motion", "clip_locks", "motions_of", "timed_goal"]


@dataclass(frozen=True, eq=False)
class Motion:
    """Figures that move as one: a figure by itself, or all that locks join.

    Attributes:
        plain: The keys of each figure; one that has none has its own state as its only key.
        locks: The locks that hold them.
        smooth: Whether whole intervals are solved at once.
        held: Keys and locks as one: the clip of a single figure, or an ensemble, with props that are carried.
        moving: The names of the figures that do not stand still throughout.
        start: The first key of all.
        end: The last one.
    """

    plain: tuple[Keyframes, ...]
    locks: tuple[Lock, ...]
    smooth: bool
    held: Clip | Ensemble | Carrying
    moving: tuple[str, ...]
    start: float
    end: float

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures, in the document's order."""
        return tuple(clip.figure for clip in self.plain)

    @property
    def rate(self) -> float:
        """Frames per second."""
        return self.plain[0].rate

    def states(self, frames: Array) -> Array:
        """The states (n, size) of all figures, one after another."""
        return self.held.states(frames)

    def plain_states(self, frames: Array) -> Array:
        """The same by the keys, before locks are held: led to where locks begin and end between them."""
        states = np.concatenate([clip.at(frames) for clip in self.plain], axis=1)
        return self.held.led(frames, states) if isinstance(self.held, (Constrained, Ensemble, Carrying)) else states

    def carried(self, name: str, frames: Array) -> np.ndarray:
        """At which frames (n,) a figure is a prop in another's hand."""
        own = [lock for lock in self.held.grips if lock.figure == name] if isinstance(self.held, Carrying) else []
        return np.array([any(lock.covers(frame) for lock in own) for frame in frames.tolist()], bool)

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Do what takes long at first; ``tell`` hears the share that is done, and may stop it by an exception."""
        if isinstance(self.held, (Constrained, Ensemble, Carrying)):
            self.held.prepare(tell)

    def clip(self, name: str) -> Clip:
        """The motion of one of the figures."""
        return self.held.clip(name) if isinstance(self.held, (Ensemble, Carrying)) else self.held


def timed_goal(lock: Lock) -> TimedGoal:
    """A lock as a goal of a clip; without spans it holds at all frames."""
    goal = replace(lock.goal, name=lock.name, chain=lock.chain)
    return TimedGoal(goal=goal, spans=lock.spans, hard=lock.hard, moving=lock.moving)


def clip_locks(document: Document, name: str) -> tuple[Lock, ...]:
    """The locks that are switched on and are about one figure alone: they can be kept with its clip."""
    return tuple(lock for lock in document.locks if lock.enabled and lock.figures == {name})


def motions_of(document: Document, *, quick: bool = False) -> tuple[Motion, ...]:
    """How the figures of a document move; those that have no keys, and are joined to none that has, are left out.

    With ``quick`` each frame is solved by itself, also for figures whose intervals are to be solved at once.
    """
    keyed = {actor.name for actor in document.actors if actor.clip is not None}
    if not keyed:
        return ()
    locks = [lock for lock in document.locks if lock.enabled]
    found = []
    for names in _joined(document, locks):
        if not keyed.isdisjoint(names):
            own = tuple(Identity(lock) for lock in locks if lock.figure in names)
            actors = [actor for actor in document.actors if actor.name in names]
            still = frozenset(actor.name for actor in actors if actor.frozen)
            clips = [actor.clip or _still(Identity(actor.figure), actor.q, document.timeline.rate) for actor in actors]
            members = tuple(Identity(clip) for clip in clips)
            smooth = not quick and any(actor.smooth for actor in actors)
            found.append(_motion(members, own, smooth, still, frozenset(keyed & names)))
    return tuple(found)


def _joined(document: Document, locks: list[Lock]) -> list[set[str]]:
    """The names of the figures, those together that locks join."""
    groups = {actor.name: {actor.name} for actor in document.actors}
    for lock in locks:
        whole = set().union(*(groups[name] for name in lock.figures))
        groups.update((name, whole) for name in whole)
    return list({id(group): group for group in groups.values()}.values())


@lru_cache(maxsize=64)
def _still(figure: Identity[Figure], q: tuple[float, ...], rate: float) -> Keyframes:
    """A figure that stands as it is."""
    return Keyframes(figure=figure.value, rate=rate, keys=(Key(frame=0.0, q=q),))


@lru_cache(maxsize=32)
def _motion(
    clips: tuple[Identity[Keyframes], ...],
    locks: tuple[Identity[Lock], ...],
    smooth: bool,
    still: frozenset[str],
    keyed: frozenset[str],
) -> Motion:
    """Made once, with all that it finds out about itself, for documents that share keys and locks."""
    plain = tuple(clip.value for clip in clips)
    names = tuple(clip.figure.name for clip in plain)
    figures = {clip.figure.name: clip.figure for clip in plain}
    grips = tuple(lock.value for lock in locks if lock.value.figure not in still and is_grip(lock.value, figures))
    if len(plain) == 1:
        goals = () if still else tuple(_goal(lock) for lock in locks)
        served = keyed
    else:
        members = tuple(Identity(clip.figure) for clip in plain)
        goals = tuple(_served_goal(lock, members, still) for lock in locks if lock.value not in grips)
        served = keyed.union(*((goal.serving or {}).keys() for goal in goals), (lock.figure for lock in grips))
    smooth = smooth and _can_smooth(plain, goals)
    method = "smooth" if smooth else "live"
    if len(plain) > 1:
        held: Clip | Ensemble | Carrying = Ensemble(clips=plain, goals=goals, method=method)  # type: ignore[arg-type]
        held = Carrying(held, tuple(figures.values()), grips) if grips else held  # type: ignore[arg-type]
    else:
        held = Constrained(source=plain[0], goals=goals, method=method) if goals else plain[0]  # type: ignore[arg-type]
    own = [clip for clip, name in zip(plain, names, strict=True) if name in keyed]
    start, end = min(clip.start for clip in own), max(clip.end for clip in own)
    moving = tuple(name for name in names if name in served)
    return Motion(plain, tuple(lock.value for lock in locks), smooth, held, moving, start, end)


def _can_smooth(plain: tuple[Keyframes, ...], goals: tuple[TimedGoal, ...]) -> bool:
    """Whether whole intervals can be solved at once: by the compiled kernels only, and for goals that they know."""
    if library() is None or not goals:
        return False
    return Problem(tuple(clip.figure for clip in plain), hard=[goal.goal for goal in goals]).program is not None


@lru_cache(maxsize=1024)
def _goal(lock: Identity[Lock]) -> TimedGoal:
    return timed_goal(lock.value)


@lru_cache(maxsize=1024)
def _served_goal(lock: Identity[Lock], figures: tuple[Identity[Figure], ...], still: frozenset[str]) -> TimedGoal:
    """A lock that may name several figures: what is frozen stays, and so does what is only looked at."""
    own = lock.value
    serving = {}
    for figure in (each.value for each in figures):
        joined = figure.name in own.figures and own.goal.kind not in ONE_SIDED_GOALS
        if figure.name not in still and (joined or figure.name == own.figure):
            chained = own.chain is not None and figure.name == own.figure
            serving[figure.name] = own.chain or () if chained else figure.parameter_names
    goal = replace(own.goal, name=own.name, chain=None)
    return TimedGoal(goal=goal, spans=own.spans, hard=own.hard, moving=own.moving, serving=serving)
