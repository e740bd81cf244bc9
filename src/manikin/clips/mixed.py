"""Clips made from several: joined one after the other, blended, layered."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Literal

import numpy as np

from manikin.arguments import ExplainedType
from manikin.clips import balls
from manikin.clips.clip import Clip, ClipOfClips
from manikin.clips.ground import GroundMotion, ground_motion, moved_on_ground
from manikin.clips.mark import Mark, unique_marks
from manikin.clips.tracks import tracks_of
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.math import quaternions as quat
from manikin.math.rotations import Array

__all__ = ["Blended", "Joined", "Layer", "Layered", "blend_states"]


def blend_states(figure: Figure, a: Array, b: Array, weight: Array, tracks: frozenset[str] | None = None) -> Array:
    """From states a to states b (n, size) by weights (n,): numbers along lines, balls by slerp.

    Tracks that are not named stay those of a.  Linear limits hold as lines between states do.
    """
    result = a.copy()
    for columns, axes in _blend_groups(figure, tracks):
        share = weight[:, None]
        if axes is None:
            result[:, columns] = (1 - share) * a[:, columns] + share * b[:, columns]  # exact at both ends
            continue
        everywhere = np.broadcast_to(axes, (*columns.shape[:1], 3, 3))[None].repeat(len(a), axis=0)
        start, end = a[:, columns], b[:, columns]
        first = balls.rotation(everywhere, start)
        way = quat.log(quat.multiply(quat.conjugate(first), balls.rotation(everywhere, end)))
        turn = quat.multiply(first, quat.exp(share[..., None] * way))
        numbers = start + share[..., None] * (end - start)
        found = balls.angles(everywhere, turn, numbers)
        result[:, columns] = np.where(share[..., None] == 1, end, np.where(share[..., None] == 0, start, found))
    return np.asarray(np.clip(result, figure.lo, figure.hi))


@lru_cache(maxsize=64)
def _blend_groups(figure: Figure, tracks: frozenset[str] | None) -> list[tuple[np.ndarray, Array | None]]:
    known = tracks_of(figure)
    for name in (tracks or frozenset()) - {track.name for track in known}:
        raise UnknownName("track", name, [track.name for track in known])
    chosen = [track for track in known if tracks is None or track.name in tracks]
    numbers = [column for track in chosen if not track.is_ball for column in track.columns]
    ball_tracks = [track for track in chosen if track.is_ball]
    groups: list[tuple[np.ndarray, Array | None]] = [(np.array(numbers, np.int64), None)]
    if ball_tracks:
        axes = np.array([track.axes for track in ball_tracks], float)
        groups.append((np.array([track.columns for track in ball_tracks], np.int64), axes))
    return groups


def _same_figure(*clips: Clip) -> None:
    for clip in clips[1:]:
        if clip.figure != clips[0].figure:
            raise InputError(f"clips of different figures cannot be mixed: {clips[0].figure.name}, {clip.figure.name}")
        if clip.rate != clips[0].rate:
            raise InputError(
                f"clips of {clips[0].rate:g} and {clip.rate:g} frames/s cannot be mixed: bring them to one rate"
            )


@dataclass(frozen=True, kw_only=True)
class Blended(ClipOfClips, kind="blended"):
    """From one clip to another: weight 0 is ``first``, weight 1 is ``second``.

    Attributes:
        first: The clip at weight 0.
        second: The clip at weight 1.
        weight: A number, or pairs (frame, weight) with straight lines between them.
        tracks: The tracks that are blended; None is all, the others stay those of ``first``.
    """

    first: Clip
    second: Clip
    weight: float | tuple[tuple[float, float], ...] = 0.5
    tracks: frozenset[str] | None = None

    def __post_init__(self) -> None:
        _same_figure(self.first, self.second)
        pairs = self._pairs
        if not (np.isfinite(pairs).all() and ((pairs[:, 1] >= 0) & (pairs[:, 1] <= 1)).all()):
            raise InputError(f"a weight is 0 … 1, or pairs of frames and such weights, not {shorten(self.weight)}")
        _blend_groups(self.figure, self.tracks)

    @property
    def _pairs(self) -> Array:
        given = ((0.0, self.weight),) if isinstance(self.weight, (int, float)) else self.weight
        return np.array(given, float).reshape(-1, 2)

    @property
    def source_clip(self) -> Clip:
        return self.first

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of both clips."""
        return unique_marks([*self.first.marks, *self.second.marks])

    @property
    def start(self) -> float:
        return min(self.first.start, self.second.start)

    @property
    def end(self) -> float:
        return max(self.first.end, self.second.end)

    @property
    def key_frames(self) -> Array:
        """Those of each clip where it has a share."""
        one, other = self.first.key_frames, self.second.key_frames
        partly = self.tracks is not None
        return np.union1d(one[partly | (self._weights(one) < 1)], other[self._weights(other) > 0])

    def states(self, frames: Array) -> Array:
        first, second = self.first.states(frames), self.second.states(frames)
        return blend_states(self.figure, first, second, self._weights(frames), self.tracks)

    def _weights(self, frames: Array) -> Array:
        """The share of the second clip at frames (n,)."""
        return np.interp(frames, *self._pairs.T)


@dataclass(frozen=True, kw_only=True)
class Joined(ClipOfClips, kind="joined"):
    """Clips one after the other, each moved on the ground to where the one before ends, blended where they overlap.

    Attributes:
        clips: Two or more clips with start and end.
        overlap: Frames over which one clip fades into the next.
        on_ground: Whether clips are moved on the ground to meet.
    """

    clips: tuple[Clip, ...]
    overlap: float = 0.0
    on_ground: bool = True

    def __post_init__(self) -> None:
        if not self.clips:
            raise InputError("there are no clips to join")
        _same_figure(*self.clips)
        shortest = min(clip.end - clip.start for clip in self.clips)
        if not math.isfinite(max(clip.end - clip.start for clip in self.clips)):
            raise InputError("only clips with a start and an end can be joined")
        if not 0 <= self.overlap <= shortest:
            raise InputError(f"the overlap must lie between 0 and the shortest clip's {shortest:g} frames")

    @property
    def source_clip(self) -> Clip:
        return self.clips[0]

    @property
    def end(self) -> float:
        return self._starts[-1] + self.clips[-1].end - self.clips[-1].start

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of all clips, where they come to stand."""
        parts = zip(self.clips, self._starts, strict=True)
        moved = (replace(mark, frame=mark.frame + start - clip.start) for clip, start in parts for mark in clip.marks)
        return unique_marks(moved)

    @property
    def key_frames(self) -> Array:
        """Those of all clips, where they come to stand."""
        parts = zip(self.clips, self._starts, strict=True)
        return np.unique(np.concatenate([clip.key_frames + start - clip.start for clip, start in parts]))

    @cached_property
    def _starts(self) -> list[float]:
        """The frame at which each clip begins."""
        starts = [self.start]
        for clip in self.clips[:-1]:
            starts.append(starts[-1] + clip.end - clip.start - self.overlap)
        return starts

    @cached_property
    def _moves(self) -> list[GroundMotion]:
        """Where each clip is moved on the ground: its start to where the one before is when it begins."""
        still = GroundMotion(0.0, (0.0, 0.0))
        moves = [still]
        for before, clip in zip(self.clips[:-1], self.clips[1:], strict=True):
            if not self.on_ground:
                moves.append(still)
                continue
            there = moved_on_ground(self.figure, before.at(before.end - self.overlap), moves[-1])[0]
            moves.append(ground_motion(self.figure, clip.state(clip.start), there))
        return moves

    def placement(self, i: int) -> tuple[float, GroundMotion]:
        """The frame at which a clip begins, and how it is moved on the ground."""
        return self._starts[i], self._moves[i]

    def states(self, frames: Array) -> Array:
        result = self._part(0, frames)
        for i in range(1, len(self.clips)):
            begin = self._starts[i]
            late = np.flatnonzero(frames >= begin)
            if not len(late):
                break
            share = np.ones(len(late)) if self.overlap == 0 else np.clip((frames[late] - begin) / self.overlap, 0, 1)
            weight = share * share * (3 - 2 * share)
            result[late] = blend_states(self.figure, result[late], self._part(i, frames[late]), weight)
        return result

    def _part(self, i: int, frames: Array) -> Array:
        clip = self.clips[i]
        inside = np.clip(frames - self._starts[i] + clip.start, clip.start, clip.end)
        return moved_on_ground(self.figure, clip.states(inside), self._moves[i])


@dataclass(frozen=True, kw_only=True)
class Layer(metaclass=ExplainedType):
    """A clip put over others.

    Attributes:
        clip: What is added or put in place.
        mode: "add" adds how the clip differs from its ``reference``; "replace" puts the clip in place.
        weight: 0 … 1.
        tracks: The tracks that count; None is all.
        reference: For "add": the frame of the clip that changes nothing.
    """

    writes_defaults: ClassVar[bool] = False
    clip: Clip
    mode: Literal["add", "replace"] = "replace"
    weight: float = 1.0
    tracks: frozenset[str] | None = None
    reference: float = 0.0

    def __post_init__(self) -> None:
        if self.mode not in ("add", "replace"):
            raise InputError(f'a layer is of the mode "add" or "replace", not {shorten(self.mode)}')
        if not 0 <= self.weight <= 1:
            raise InputError(f"the weight of a layer must lie between 0 and 1, not {shorten(self.weight)}")


@dataclass(frozen=True, kw_only=True)
class Layered(ClipOfClips, kind="layered"):
    """A clip with layers over it, the first one lowest.

    Attributes:
        base: The clip below all layers.
        layers: What lies over it.
    """

    base: Clip
    layers: tuple[Layer, ...]

    def __post_init__(self) -> None:
        _same_figure(self.base, *(layer.clip for layer in self.layers))
        for layer in self.layers:
            _blend_groups(self.figure, layer.tracks)

    @property
    def source_clip(self) -> Clip:
        return self.base

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the base and of its layers."""
        return unique_marks([*self.base.marks, *(mark for layer in self.layers for mark in layer.clip.marks)])

    @property
    def key_frames(self) -> Array:
        """Those of the base and of its layers."""
        return np.unique(np.concatenate([self.base.key_frames, *(layer.clip.key_frames for layer in self.layers)]))

    def states(self, frames: Array) -> Array:
        result = self.base.states(frames)
        for layer in self.layers:
            over = layer.clip.states(frames)
            if layer.mode == "add":
                over = _added(self.figure, result, over, layer.clip.state(layer.reference))
            result = blend_states(self.figure, result, over, np.full(len(frames), layer.weight), layer.tracks)
        return result


def _added(figure: Figure, base: Array, over: Array, reference: Array) -> Array:
    """base ⊕ (over ⊖ reference): numbers by differences, balls by turns in their own frame."""
    result = base.copy()
    for columns, axes in _blend_groups(figure, None):
        if axes is None:
            result[:, columns] = base[:, columns] + over[:, columns] - reference[columns]
            continue
        everywhere = np.broadcast_to(axes, (len(base), *axes.shape))
        still = balls.rotation(axes, reference[columns])
        turn = quat.multiply(
            quat.conjugate(np.broadcast_to(still, (len(base), *still.shape))),
            balls.rotation(everywhere, over[:, columns]),
        )
        near = base[:, columns] + over[:, columns] - reference[columns]
        result[:, columns] = balls.angles(
            everywhere, quat.multiply(balls.rotation(everywhere, base[:, columns]), turn), near
        )
    return np.asarray(np.clip(result, figure.lo, figure.hi))
