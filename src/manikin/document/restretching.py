"""Figures of a document with limbs that stretch, or no longer: state, keys, stored poses and locks go along."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.tracks import tracks_of
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.skeleton.stretching import stretches_of

__all__ = ["on_figure_of_names", "stretched_poses"]


def on_figure_of_names(document: Document, actor: Actor, figure: Figure) -> Document:
    """The document with an actor on another figure whose parameters and parts have the same names, but for some.

    What is new rests, what is gone is dropped.
    """
    known, own = set(figure.parameter_names), actor.figure
    poses = tuple(
        replace(
            pose,
            values=tuple((name, _within(figure, name, value)) for name, value in pose.values if name in known),
            locks=None if pose.locks is None else tuple(_kept_lock(lock, figure) for lock in pose.locks),
        )
        for pose in actor.poses
    )
    moved = replace(
        actor,
        figure=figure,
        q=tuple(_moved(own, figure, actor.q).tolist()),
        poses=poses,
        clip=None if actor.clip is None else _moved_clip(actor.clip, figure),
        stiffness={name: value for name, value in actor.stiffness.items() if name in known},
        hidden_parts=tuple(name for name in actor.hidden_parts if name in figure.skeleton),
    )
    locks = tuple(_kept_lock(lock, figure) if lock.figure == actor.name else lock for lock in document.locks)
    return replace(document, actors=tuple(moved if one is actor else one for one in document.actors), locks=locks)


def stretched_poses(actor: Actor) -> int:
    """How many of the poses of an actor have limbs that are longer: its own, its keys, its stored ones."""
    names = {stretch.parameter for stretch in stretches_of(actor.figure.skeleton)} & set(actor.figure.parameter_names)
    columns = [actor.figure.index(name) for name in names]
    states = [actor.q, *(key.q for key in (actor.clip.keys if actor.clip is not None else ()))]
    stored = sum(any(name in names and value for name, value in pose.values) for pose in actor.poses)
    return stored + sum(any(q[column] for column in columns) for q in states)


def _moved(own: Figure, figure: Figure, q: tuple[float, ...] | Array, *, rates: bool = False) -> Array:
    """A state by the names of its parameters, or rates."""
    values = dict(zip(own.parameter_names, q, strict=True))
    start = np.zeros(figure.size) if rates else figure.rest
    found = np.array([values.get(name, start[i]) for i, name in enumerate(figure.parameter_names)])
    if not rates:
        found = np.array([_within(figure, *one) for one in zip(figure.parameter_names, found.tolist(), strict=True)])
    return found


def _within(figure: Figure, name: str, value: float) -> float:
    """A value, at most as large as the limb may stretch now; others may be beyond their limits as before."""
    longer = {stretch.parameter: stretch.most for stretch in stretches_of(figure.skeleton)}
    return float(min(value, longer.get(name, value)))


def _moved_clip(clip: Keyframes, figure: Figure) -> Keyframes:
    tracks = {track.name for track in tracks_of(figure)}
    return replace(clip, figure=figure, keys=tuple(_moved_key(clip.figure, figure, tracks, key) for key in clip.keys))


def _moved_key(own: Figure, figure: Figure, tracks: set[str], key: Key) -> Key:
    def moved(rates: tuple[float, ...] | None) -> tuple[float, ...] | None:
        return None if rates is None else tuple(_moved(own, figure, rates, rates=True).tolist())

    return replace(
        key,
        q=tuple(_moved(own, figure, key.q).tolist()),
        tracks=None if key.tracks is None else key.tracks & tracks,
        rates=moved(key.rates),
        rates_out=moved(key.rates_out),
    )


def _kept_lock(lock: Lock, figure: Figure) -> Lock:
    """A lock whose IK chain has only parts that there are, and the slides of the bones in it."""
    if lock.chain is None:
        return lock
    slides = {
        bone.child: bone.slide
        for stretch in stretches_of(figure.skeleton)
        for bone in stretch.bones
        if bone.part in lock.chain and bone.slide not in lock.chain
    }
    chain: list[str] = []
    for name in lock.chain:
        chain += [slides[name], name] if name in slides else [name] if name in figure.skeleton else []
    return lock if tuple(chain) == lock.chain else replace(lock, chain=tuple(chain))
