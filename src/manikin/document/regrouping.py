"""Figures of a document with other joint groups in use: state, keys, stored poses and stiffness go along."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.clips.converted import moved_tracks, on_figure, state_on
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.document.actor import Actor
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.skeleton.variables import Coupling

__all__ = ["with_group", "without_group"]


def without_group(actor: Actor, group: str) -> Actor:
    """The actor with the joints of a group moved one by one; all poses stay as they are."""
    coupling = _group(actor.figure, group)
    own = {variable.name: coupling.driven_by(variable.name) for variable in coupling.parameters}
    stiffness = {name: value for key, value in actor.stiffness.items() for name in own.get(key, (key,))}
    return _moved(actor, actor.figure.ungrouped(group), stiffness)


def with_group(actor: Actor, group: str) -> Actor:
    """The actor with the joints of a group moved together again: each takes the mean of what they had."""
    figure, coupling = actor.figure, _group(actor.figure, group)
    grouped = Figure(figure.skeleton, active_couplings=figure.active_couplings | {group}, name=figure.name)
    even = replace(
        actor,
        q=tuple(_together(figure, coupling, actor.q).tolist()),
        poses=tuple(
            replace(pose, values=_named(figure, _together(figure, coupling, figure.state(dict(pose.values)))))
            for pose in actor.poses
        ),
        clip=None,
    )
    known = set(grouped.parameter_names)
    moved = _moved(even, grouped, {name: value for name, value in actor.stiffness.items() if name in known})
    return moved if actor.clip is None else replace(moved, clip=_even_clip(actor.clip, grouped, coupling))


def _group(figure: Figure, name: str) -> Coupling:
    return next(coupling for coupling in figure.skeleton.couplings if coupling.name == name)


def _moved(actor: Actor, figure: Figure, stiffness: dict[str, float]) -> Actor:
    """The actor on another figure of its skeleton that has the same poses."""
    own = actor.figure
    poses = tuple(
        replace(pose, values=_named(figure, state_on(own, figure, own.state(dict(pose.values)))))
        for pose in actor.poses
    )
    clip = None if actor.clip is None else on_figure(actor.clip, figure)
    q = np.clip(state_on(own, figure, np.array(actor.q)), figure.lo, figure.hi)
    return replace(actor, figure=figure, q=tuple(q.tolist()), poses=poses, clip=clip, stiffness=stiffness)  # type: ignore[arg-type]


def _named(figure: Figure, q: Array) -> tuple[tuple[str, float], ...]:
    return tuple(zip(figure.parameter_names, np.clip(q, figure.lo, figure.hi).tolist(), strict=True))


def _even_clip(clip: Keyframes, grouped: Figure, coupling: Coupling) -> Keyframes:
    whole = [replace(_even_key(clip.figure, coupling, key), tracks=None) for key in clip.keys]
    made = on_figure(replace(clip, keys=tuple(whole)), grouped)
    assert isinstance(made, Keyframes)
    parts = moved_tracks(grouped, clip.figure)
    keys = []
    for key, old in zip(made.keys, clip.keys, strict=True):
        own = old.tracks
        counted = None if own is None else frozenset(name for name, tracks in parts.items() if own & tracks)
        keys.append(replace(key, tracks=counted))
    return replace(made, keys=tuple(keys))


def _even_key(figure: Figure, coupling: Coupling, key: Key) -> Key:
    def even(rates: tuple[float, ...] | None) -> tuple[float, ...] | None:
        return None if rates is None else tuple(_together(figure, coupling, rates, moves=True).tolist())

    q = tuple(_together(figure, coupling, key.q).tolist())
    return replace(key, q=q, rates=even(key.rates), rates_out=even(key.rates_out))


def _together(figure: Figure, coupling: Coupling, q: tuple[float, ...] | Array, *, moves: bool = False) -> Array:
    """A state, or rates if it ``moves``, in which the joints of a group that is not in use have values that it gives.

    The group is linear; each of its parameters is the mean of what its joints ask for.
    """
    values = dict(zip(figure.parameter_names, np.asarray(q, float).tolist(), strict=True))
    offsets = {} if moves else dict(coupling.offsets)
    given = dict(values)
    for variable in coupling.parameters:
        asked = [
            (values[term.dof] - offsets.get(term.dof, 0.0)) / term.factor
            for term in coupling.terms
            if term.parameter == variable.name and term.dof in values
        ]
        given[variable.name] = float(np.mean(asked)) if asked else variable.rest
    for dof in coupling.driven:
        if dof in values:
            parts = (term.factor * given[term.parameter] for term in coupling.terms if term.dof == dof)
            values[dof] = offsets.get(dof, 0.0) + sum(parts)
    return np.array([values[name] for name in figure.parameter_names])
