"""Edits of keys: the poses of a clip on the timeline."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from manikin.clips import Keyframes
from manikin.clips.key import Key
from manikin.clips.tracks import tracks_of
from manikin.commands.command import Command, of_figure
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of
from manikin.document.motion import motion_of, states_at, with_key
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
        return replace(document.at(states_at(document, frame)), timeline=replace(document.timeline, unkeyed=None))


@dataclass(frozen=True, kw_only=True)
class KeyCommand(Command):
    """Base of edits of some ``keys``: their frames by the name of their figure."""

    keys: dict[str, tuple[float, ...]]

    verb: ClassVar[str]

    def label(self, document: Document) -> str:
        return f"{self.verb} {counted(self.keys)}"

    def apply(self, document: Document) -> Document:
        if not any(self.keys.values()):
            raise InputError("name at least one key by its figure and its frame")
        for figure, frames in self.keys.items():
            actor, clip = moving(document, figure)
            keys = tuple(self.edited(clip, _known(clip, frames)))
            document = document.with_actor(replace(actor, clip=replace(clip, keys=keys) if keys else None))
        return document

    def edited(self, clip: Keyframes, frames: frozenset[float]) -> Iterable[Key]:
        """The keys of a figure after the edit of those at some frames."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class RemoveKeys(KeyCommand, kind="remove_keys"):
    """Remove keys; time stays as it is.  Without its last key a figure has no clip any more."""

    verb: ClassVar[str] = "Delete"

    def edited(self, clip: Keyframes, frames: frozenset[float]) -> Iterable[Key]:
        return (key for key in clip.keys if key.frame not in frames)


@dataclass(frozen=True, kw_only=True)
class ChangeKeys(KeyCommand, kind="change_keys"):
    """Change fields of keys: their curve, tension, continuity, bias, slow_in, slow_out, name, tracks.

    Another tension, continuity or bias takes the place of rates that were set by hand.
    """

    changes: dict[str, Any] = field(metadata={"typescript": "Partial<KeyData>"})
    verb: ClassVar[str] = "Change"

    def edited(self, clip: Keyframes, frames: frozenset[float]) -> Iterable[Key]:
        shaped = not {"tension", "continuity", "bias"}.isdisjoint(self.changes)
        for key in clip.keys:
            if key.frame in frames:
                own = replace(key, rates=None, rates_out=None) if shaped else key
                yield changed(own, self.changes, CHANGEABLE, "a key")
            else:
                yield key


@dataclass(frozen=True, kw_only=True)
class MoveKeys(KeyCommand, kind="move_keys"):
    """Move some keys in time, or with ``copy`` put copies of them there; keys that are met are replaced."""

    by: float
    copy: bool = False
    verb: ClassVar[str] = "Move"

    def label(self, document: Document) -> str:
        return f"{'Copy' if self.copy else 'Move'} {counted(self.keys)}"

    def edited(self, clip: Keyframes, frames: frozenset[float]) -> Iterable[Key]:
        moved = {key.frame + self.by: key for key in clip.keys if key.frame in frames}
        kept = (key for key in clip.keys if key.frame not in moved and (self.copy or key.frame not in frames))
        return (*kept, *(replace(key, frame=frame) for frame, key in moved.items()))


def copied_keys(document: Document, keys: dict[str, tuple[float, ...]]) -> dict[str, tuple[Key, ...]]:
    """Some keys, by the name of their figure."""
    found = {}
    for figure, frames in keys.items():
        clip = moving(document, figure)[1]
        meant = _known(clip, frames)
        found[figure] = tuple(key for key in clip.keys if key.frame in meant)
    return found


def moving(document: Document, figure: str | None) -> tuple[Actor, Keyframes]:
    """A figure and its keys."""
    actor = document.movable(figure)
    if actor.clip is None:
        raise InputError(f"{actor.name[:80]} has no keys: key its pose first")
    return actor, actor.clip


def counted(keys: dict[str, tuple[float, ...]]) -> str:
    """Keys in words."""
    frames = [frame for own in keys.values() for frame in own]
    return f"key at {frames[0]:g}" if len(frames) == 1 else f"{len(frames)} keys"


def _known(clip: Keyframes, frames: tuple[float, ...]) -> frozenset[float]:
    """The frames of some keys, all of which must be there."""
    known = {key.frame for key in clip.keys}
    for frame in frames:
        if frame not in known:
            raise InputError(f"there is no key at frame {frame:g}")
    return frozenset(frames)


def _tracks(actor: Actor, part: str) -> frozenset[str]:
    """The tracks of a part's limb."""
    columns = columns_of(actor.figure, chain_of(actor.figure, part))
    return frozenset(track.name for track in tracks_of(actor.figure) if not columns.isdisjoint(track.columns))
