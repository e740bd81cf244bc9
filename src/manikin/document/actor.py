"""An actor: a figure in a document, with its state and how it is shown and moved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from manikin.clips import Keyframes
from manikin.document.names import check_unique
from manikin.document.stored_pose import StoredPose, stored_pose
from manikin.document.timeline import MOST_FRAMES, check_frame, extent
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Vec3

__all__ = ["Actor", "ActorOptions"]

MOST_POSES = 2000
"""Poses that a figure may have stored."""


@dataclass(frozen=True, kw_only=True)
class ActorOptions:
    """The options of an actor, besides its figure and its state.

    Attributes:
        stiffness: 0 (free) … 1 (rigid) by parameter, if it differs from the figure's own.
        tint: Color of its body: red, green and blue (0 … 1).
        hidden: Not drawn; it still takes part in everything else.
        hidden_parts: Parts that are not drawn, by name.
        frozen: Not moved by any pull or lock.
        smooth: Its locks are held between keys by the smoothest change of whole intervals, not frame by frame.
        script: The motion script that its keys were made from, if they were.
    """

    stiffness: dict[str, float] = field(default_factory=dict)
    tint: Vec3 | None = None
    hidden: bool = False
    hidden_parts: tuple[str, ...] = ()
    frozen: bool = False
    smooth: bool = False
    script: str = ""

    def __post_init__(self) -> None:
        for name, value in self.stiffness.items():
            if not 0 <= value <= 1:
                raise InputError(f"stiffness of {shorten(name)} must lie between 0 and 1, not {shorten(value)}")
        if self.tint is not None and not all(0 <= value <= 1 for value in self.tint):
            raise InputError(f"a tint is three numbers between 0 and 1, not {shorten(self.tint)}")


@dataclass(frozen=True, kw_only=True)
class Actor(ActorOptions):
    """A figure at a state ``q`` [rad, m], with its stored poses, and the keys of its clip if it moves."""

    figure: Figure
    q: tuple[float, ...]
    poses: tuple[StoredPose, ...] = ()
    clip: Keyframes | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "q", tuple(self.figure.check_state(self.q).tolist()))
        if len(self.poses) > MOST_POSES:
            raise InputError(f"a figure has at most {MOST_POSES:,} stored poses, not {len(self.poses):,}")
        check_unique((pose.name for pose in self.poses), "pose")
        for pose in self.poses:
            for name, _ in pose.values:
                self.figure.index(name)
        for name in self.stiffness:
            self.figure.index(name)
        for name in self.hidden_parts:
            self.figure.skeleton.index(name)
        if self.clip is not None:
            if self.clip.figure is not self.figure and self.clip.figure != self.figure:
                raise InputError(f"the clip of {shorten(self.name)} moves another figure, {self.clip.figure.name}")
            for frame in (self.clip.start, self.clip.end):
                check_frame(frame)
            if extent(self.clip.keys) > MOST_FRAMES:
                raise InputError(f"a clip of {extent(self.clip.keys):,} frames is longer than {MOST_FRAMES:,}")

    @classmethod
    def of(cls, figure: Figure) -> Actor:
        """A figure at rest, with the named poses of its skeleton."""
        poses = tuple(stored_pose(figure, name, figure.state(name)) for name in figure.pose_names)
        return cls(figure=figure, q=tuple(figure.rest.tolist()), poses=poses)

    @property
    def name(self) -> str:
        """The name in the document, which is that of the figure."""
        return self.figure.name

    @cached_property
    def pose(self) -> Pose:
        """The pose at the present state."""
        return Pose(self.figure, self.q)

    def at(self, q: Any) -> Actor:
        """The actor at another state."""
        return replace(self, q=tuple(self.figure.check_state(q).tolist()))

    def stored_pose(self, name: str) -> StoredPose:
        """The stored pose of a name."""
        for pose in self.poses:
            if pose.name == name:
                return pose
        raise UnknownName("stored pose", name, [pose.name for pose in self.poses])

    def renamed(self, name: str) -> Actor:
        """The same actor under another name."""
        figure = self.figure.renamed(name)
        clip = None if self.clip is None else replace(self.clip, figure=figure)
        poses = tuple(pose.renamed_figure(self.name, name) for pose in self.poses)
        return replace(self, figure=figure, clip=clip, poses=poses)
