"""A clip on the other side of the mirror, or elsewhere on the ground: keys, timed goals, and what clips are made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.clips.derived import Looped, Mirrored, Retimed
from manikin.clips.editing.carried_goals import mirrored_goals, moved_goals
from manikin.clips.editing.opened import plain_part, with_goals
from manikin.clips.ground import GroundMotion, moved_on_ground
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.samples import Samples
from manikin.clips.tracks import Track, tracks_of
from manikin.figure.figure import Figure
from manikin.figure.mirror import mirror_partners, mirror_signs, mirror_state
from manikin.math.rotations import Array

__all__ = ["mirror", "moved"]


@explained
def mirror(clip: Clip) -> Clip:
    """The clip with left and right exchanged: poses, tracks, parts and targets of timed goals.

    Keys and samples are mirrored; any other motion becomes a ``Mirrored`` clip.
    """
    source, goals = plain_part(clip)
    figure = clip.figure
    flipped: Clip
    if isinstance(source, Keyframes):
        flipped = replace(source, keys=tuple(_mirrored_key(figure, key) for key in source.keys))
    elif isinstance(source, Samples):
        flipped = replace(source, data=mirror_state(figure, source.data))
    else:
        flipped = source.source if isinstance(source, Mirrored) else Mirrored(source=source)
    return with_goals(clip, flipped, mirrored_goals(figure, goals))


def _mirrored_key(figure: Figure, key: Key) -> Key:
    q = mirror_state(figure, np.array(key.q, float))
    tracks = None if key.tracks is None else frozenset(_partner(figure, name) for name in key.tracks)
    into, out = (_mirrored_rates(figure, rates) for rates in (key.rates, key.rates_out))
    return replace(key, q=tuple(q.tolist()), tracks=tracks, rates=into, rates_out=out)


def _mirrored_rates(figure: Figure, rates: tuple[float, ...] | None) -> tuple[float, ...] | None:
    if rates is None:
        return None
    own = np.array(rates)[list(mirror_partners(figure))]
    return tuple((mirror_signs(figure) * own).tolist())


def _partner(figure: Figure, name: str) -> str:
    tracks = tracks_of(figure)
    own: Track = next(track for track in tracks if track.name == name)
    column = mirror_partners(figure)[own.columns[0]]
    return next(track.name for track in tracks if column in track.columns)


@explained
def moved(clip: Clip, motion: GroundMotion) -> Clip:
    """The clip elsewhere on the ground, turned about the vertical and shifted; places of timed goals move with it.

    A motion that is neither keys nor samples, nor made of one such clip, is baked.
    """
    figure = clip.figure
    if isinstance(clip, Constrained):
        return replace(clip, source=moved(clip.source, motion), goals=moved_goals(figure, clip.goals, motion))
    if isinstance(clip, Keyframes):
        states = moved_on_ground(figure, np.array([key.q for key in clip.keys], float), motion)
        turned = (_turned_key(clip, key, motion) for key in clip.keys)
        keys = (replace(key, q=tuple(q)) for key, q in zip(turned, states.tolist(), strict=True))
        return replace(clip, keys=tuple(keys))
    if isinstance(clip, Samples):
        return replace(clip, data=moved_on_ground(figure, clip.data, motion))
    if isinstance(clip, (Retimed, Looped)):
        return replace(clip, source=moved(clip.source, motion))
    return moved(clip.bake(), motion)


def _turned_key(clip: Keyframes, key: Key, motion: GroundMotion) -> Key:
    """The key with the rates of its root turned, by differences along them."""
    if key.rates is None:
        return key
    new = [None if rates is None else _turned_rates(clip, key, rates, motion) for rates in (key.rates, key.rates_out)]
    return replace(key, rates=new[0], rates_out=new[1])


def _turned_rates(clip: Keyframes, key: Key, rates: tuple[float, ...], motion: GroundMotion) -> tuple[float, ...]:
    way = np.array([-1e-4, 1e-4])[:, None] * np.array(rates)
    ends: Array = moved_on_ground(clip.figure, np.array(key.q) + way, motion)
    return tuple(((ends[1] - ends[0]) / 2e-4).tolist())
