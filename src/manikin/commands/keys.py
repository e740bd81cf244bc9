"""Edits of keys: the poses of a clip on the timeline."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from manikin.clips import Keyframes
from manikin.clips.key import Key
from manikin.clips.tracks import tracks_of
from manikin.commands.command import Command, of_figure
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of
from manikin.document.motion import motion_of, with_key
from manikin.document.names import display_name
from manikin.document.timeline import check_frame
from manikin.errors import InputError
from manikin.plain_data import changed

__all__ = [
    "ChangeKeys",
    "DropPose",
    "KeyPose",
    "MoveKeys",
    "RemoveKeys",
    "copied_keys",
    "counted",
    "moving",
    "with_keys",
]

CHANGEABLE = ("curve", "tension", "continuity", "bias", "slow_in", "slow_out", "name", "tracks")
"""The fields of a key that ``ChangeKeys`` may change."""


@dataclass(frozen=True, kw_only=True)
class KeyPose(Command, kind="key_pose"):
    """Key a figure as it stands at a frame: the whole pose, or the limb of a part.

    The first key of a figure makes its clip.
    """

    frame: float
    figure: str | None = None
    part: str | None = None

    def label(self, document: Document) -> str:
        what = "" if self.part is None else f"{display_name(self.part)} "
        return f"Key {what}at {self.frame:g}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        check_frame(self.frame)
        actor = document.movable(self.figure)
        waits = document.timeline.unkeyed == self.frame
        motion = motion_of(document, actor.name)
        q = actor.q if motion is None or waits else tuple(motion.state(self.frame).tolist())
        timeline = replace(document.timeline, unkeyed=None) if waits else document.timeline
        if actor.clip is None:
            first = Key(frame=self.frame, q=q)
            clip = Keyframes(figure=actor.figure, rate=timeline.rate, keys=(first,))
            return replace(document.with_actor(replace(actor, clip=clip)), timeline=timeline)
        tracks = None if self.part is None else _tracks(actor, self.part)
        return replace(document.with_actor(with_key(actor, self.frame, q, tracks)), timeline=timeline)


@dataclass(frozen=True, kw_only=True)
class DropPose(Command, kind="drop_pose"):
    """Drop the pose that waits at a frame without a key."""

    def label(self, document: Document) -> str:
        return "Drop pose"

    def apply(self, document: Document) -> Document:
        frame = document.timeline.unkeyed
        if frame is None:
            raise InputError("no pose waits to be keyed")
        states = {}
        for actor in document.actors:
            motion = motion_of(document, actor.name)
            if motion is not None:
                states[actor.name] = motion.state(frame)
        return replace(document.at(states), timeline=replace(document.timeline, unkeyed=None))


@dataclass(frozen=True, kw_only=True)
class RemoveKeys(Command, kind="remove_keys"):
    """Remove keys; time stays as it is.  Without its last key a figure has no clip any more."""

    frames: tuple[float, ...]
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Delete {counted(self.frames)}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        actor, clip = moving(document, self.figure)
        gone = _frames(clip, self.frames)
        return document.with_actor(with_keys(actor, (key for key in clip.keys if key.frame not in gone)))


@dataclass(frozen=True, kw_only=True)
class ChangeKeys(Command, kind="change_keys"):
    """Change fields of keys: their curve, tension, continuity, bias, slow_in, slow_out, name, tracks."""

    frames: tuple[float, ...]
    changes: dict[str, Any] = field(metadata={"typescript": "Partial<KeyData>"})
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Change {counted(self.frames)}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        actor, clip = moving(document, self.figure)
        meant = _frames(clip, self.frames)
        keys = (changed(key, self.changes, CHANGEABLE, "a key") if key.frame in meant else key for key in clip.keys)
        return document.with_actor(with_keys(actor, keys))


@dataclass(frozen=True, kw_only=True)
class MoveKeys(Command, kind="move_keys"):
    """Move some keys in time, or with ``copy`` put copies of them there; keys that are met are replaced."""

    frames: tuple[float, ...]
    by: float
    copy: bool = False
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"{'Copy' if self.copy else 'Move'} {counted(self.frames)}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        actor, clip = moving(document, self.figure)
        meant = _frames(clip, self.frames)
        moved = {
            key.frame + self.by: replace(key, frame=key.frame + self.by) for key in clip.keys if key.frame in meant
        }
        kept = (key for key in clip.keys if key.frame not in moved and (self.copy or key.frame not in meant))
        return document.with_actor(with_keys(actor, (*kept, *moved.values())))


def copied_keys(document: Document, figure: str | None, frames: tuple[float, ...]) -> tuple[Key, ...]:
    """Some keys of a figure."""
    _, clip = moving(document, figure)
    meant = _frames(clip, frames)
    return tuple(key for key in clip.keys if key.frame in meant)


def moving(document: Document, figure: str | None) -> tuple[Actor, Keyframes]:
    """A figure and its keys."""
    actor = document.movable(figure)
    if actor.clip is None:
        raise InputError(f"{actor.name[:80]} has no keys: key its pose first")
    return actor, actor.clip


def with_keys(actor: Actor, keys: Iterable[Key]) -> Actor:
    """The actor with other keys; without any it has no clip."""
    assert actor.clip is not None
    found = tuple(keys)
    return replace(actor, clip=replace(actor.clip, keys=found) if found else None)


def counted(frames: tuple[float, ...]) -> str:
    """Keys in words."""
    return f"key at {frames[0]:g}" if len(frames) == 1 else f"{len(frames)} keys"


def _frames(clip: Keyframes, frames: tuple[float, ...]) -> frozenset[float]:
    """The frames of some keys, all of which must be there."""
    if not frames:
        raise InputError("name at least one key by its frame")
    known = {key.frame for key in clip.keys}
    for frame in frames:
        if frame not in known:
            raise InputError(f"there is no key at frame {frame:g}")
    return frozenset(frames)


def _tracks(actor: Actor, part: str) -> frozenset[str]:
    """The tracks of a part's limb."""
    columns = columns_of(actor.figure, chain_of(actor.figure, part))
    return frozenset(track.name for track in tracks_of(actor.figure) if not columns.isdisjoint(track.columns))
