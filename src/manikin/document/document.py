"""The document: a figure, its pose, what it should keep to.  Immutable; an edit makes another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from manikin.document.ik_chain import ChainMode
from manikin.document.lock import Lock
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.formats.format import read_skeleton, write_skeleton
from manikin.plain_data import plain, read_as
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import check_name
from manikin.solvers.solver import Solver, as_solver

__all__ = ["Document", "KeptPose", "Settings", "figure_from_data", "figure_to_data"]

MOST_JOINTS = 5000
"""What can still be drawn and pulled as one goes."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the figure is solved and pulled; part of the document, so that it is undone with it.

    ``iterations_per_refresh`` of the solver are made between two pictures (W 6.3).  Without ``continuous`` locks are
    kept only when a drag ends.  ``drag_mode`` and ``drag_base`` choose the chain that follows a pulled part (W 6.2).
    ``balance``, ``comfort`` and ``collision`` add goals on the whole body (see
    ``manikin.posing.body_goals``).
    """

    solver: str = "lm"
    options: dict[str, Any] = field(default_factory=dict)
    iterations_per_refresh: int = 20
    continuous: bool = True
    drag_mode: ChainMode = "branch"
    drag_base: str | None = None
    balance: bool = False
    comfort: bool = False
    collision: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.iterations_per_refresh <= 10_000:
            raise InputError(
                f"iterations_per_refresh must lie between 1 and 10,000, not {shorten(self.iterations_per_refresh)}"
            )
        self.make_solver()

    def make_solver(self) -> Solver:
        """The chosen solver with its options.  Unless they are asked for, it tries no other starts: they would jump."""
        solver = as_solver(self.solver, **self.options)
        if hasattr(solver, "restarts") and "restarts" not in self.options:
            return as_solver(self.solver, **self.options, restarts=0)
        return solver


@dataclass(frozen=True, kw_only=True)
class KeptPose:
    """A state kept under a name."""

    name: str
    q: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Document:
    """A figure at a state ``q`` [rad, m], poses kept by name, locks, stiffness by parameter, settings.

    ``made`` counts the locks ever made, so that none gets the id of another.
    """

    name: str
    figure: Figure
    q: tuple[float, ...]
    poses: tuple[KeptPose, ...] = ()
    locks: tuple[Lock, ...] = ()
    stiffness: dict[str, float] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    made: int = 0

    def __post_init__(self) -> None:
        check_name(self.name, "document")
        if len(self.figure.skeleton) > MOST_JOINTS:
            count = len(self.figure.skeleton)
            raise InputError(f"{count:,} joints are more than the {MOST_JOINTS:,} that a document may have")
        object.__setattr__(self, "q", tuple(self.figure.check_state(self.q).tolist()))
        _once((pose.name for pose in self.poses), "pose")
        _once((str(lock.id) for lock in self.locks), "lock")
        for pose in self.poses:
            check_name(pose.name, "pose")
            self.figure.check_state(pose.q)
        for lock in self.locks:
            lock.check(self.figure)
        for name, value in self.stiffness.items():
            self.figure.index(name)
            if not 0 <= value <= 1:
                raise InputError(f"stiffness of {shorten(name)} must lie between 0 and 1, not {shorten(value)}")
        base = self.settings.drag_base
        if base is not None:
            self.figure.skeleton.index(base)

    @classmethod
    def of(cls, figure: Figure, name: str | None = None) -> Document:
        """A new document of a figure at rest, with the poses that the figure comes with."""
        kept = tuple(KeptPose(name=pose, q=tuple(figure.state(pose).tolist())) for pose in figure.pose_names)
        return cls(name=name or figure.name, figure=figure, q=tuple(figure.rest.tolist()), poses=kept)

    @cached_property
    def pose(self) -> Pose:
        """The figure as it stands."""
        return Pose(self.figure, self.q)

    def lock(self, id: int) -> Lock:
        """The lock of an id."""
        for lock in self.locks:
            if lock.id == id:
                return lock
        raise UnknownName("lock", id, [str(lock.id) for lock in self.locks])

    def kept(self, name: str) -> KeptPose:
        """The pose of a name."""
        for pose in self.poses:
            if pose.name == name:
                return pose
        raise UnknownName("kept pose", name, [pose.name for pose in self.poses])

    def at(self, q: Any) -> Document:
        """The document with its figure at another state."""
        return replace(self, q=tuple(self.figure.check_state(q).tolist()))

    # -- plain data ----------------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """Everything as plain data, as JSON has it; the skeleton as the text of an ``.scr`` file."""
        return {**self.state_data(), "figure": figure_to_data(self.figure)}

    def state_data(self) -> dict[str, Any]:
        """Everything but the figure."""
        return {
            "name": self.name, "q": list(self.q), "poses": plain(self.poses),
            "locks": [lock.to_data() for lock in self.locks], "stiffness": dict(self.stiffness),
            "settings": plain(self.settings), "made": self.made,
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: Any, *, figure: Figure | None = None) -> Document:
        """The inverse of ``to_data``, or of ``state_data`` where the figure is given."""
        if not isinstance(data, dict):
            raise InputError(f"a document is an object, not {shorten(data)}")
        given = dict(data)
        own = given.pop("figure", None)
        state = read_as(_State, given, "a document")
        if figure is None:
            figure = figure_from_data(own)
        return cls(**{**vars(state), "figure": figure, "locks": tuple(Lock.from_data(item) for item in state.locks)})


@dataclass(frozen=True, kw_only=True)
class _State:
    name: str
    q: tuple[float, ...]
    poses: tuple[KeptPose, ...] = ()
    locks: tuple[Any, ...] = ()
    stiffness: dict[str, float] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    made: int = 0


@dataclass(frozen=True, kw_only=True)
class _FigureData:
    scr: str
    active: tuple[str, ...]
    name: str


def figure_to_data(figure: Figure) -> dict[str, Any]:
    """A figure as plain data: the text of an ``.scr`` file, the groups in use, its name."""
    return {"scr": _scr_of(figure.skeleton), "active": sorted(figure.active_couplings), "name": figure.name}


def figure_from_data(data: Any) -> Figure:
    """The inverse of ``figure_to_data``."""
    given = read_as(_FigureData, data, "a figure")
    return Figure(read_skeleton(given.scr.encode(), "figure.scr"), active_couplings=given.active, name=given.name)


@lru_cache(maxsize=8)
def _scr_of(skeleton: Skeleton) -> str:
    return write_skeleton(skeleton, "figure.scr").decode()


def _once(names: Iterable[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError(f"there are two of the {what} {shorten(name)}")
        seen.add(name)
