"""Clips at another rate, and on another figure of the same skeleton: without groups, or with another root."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.mark import Mark
from manikin.clips.samples import Samples
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.figure.reroot import reroot
from manikin.math.rotations import Array
from manikin.skeleton.stretching import stretches_of

__all__ = ["at_rate", "goal_at", "moved_tracks", "on_figure", "state_on"]

SAME = 1e-9
"""How far joint values of two figures may differ and count as the same [rad, m]."""


def at_rate(clip: Clip, rate: float) -> Clip:
    """The clip with another number of frames per second; it takes the same seconds.

    Keys, spans, windows, targets' keys and marks move to the frames of the same moments; what is neither keyed nor
    constrained is sampled.
    """
    if not (isinstance(rate, (int, float)) and 0 < rate < math.inf):
        raise InputError(f"the rate of a clip must be above 0 frames per second, not {shorten(rate)}")
    factor = rate / clip.rate
    if factor == 1:
        return clip
    if isinstance(clip, Keyframes):
        keys = tuple(
            replace(
                key,
                frame=key.frame * factor,
                rates=_scaled(key.rates, 1 / factor),
                rates_out=_scaled(key.rates_out, 1 / factor),
            )
            for key in clip.keys
        )
        marks = tuple(Mark(name=mark.name, frame=mark.frame * factor) for mark in clip.marks)
        return replace(clip, rate=float(rate), keys=keys, marks=marks)
    if isinstance(clip, Constrained):
        goals = tuple(goal_at(goal, factor) for goal in clip.goals)
        return replace(clip, source=at_rate(clip.source, rate), goals=goals)
    return clip.bake(step=1 / factor)


def _scaled(numbers: tuple[float, ...] | None, factor: float) -> tuple[float, ...] | None:
    return None if numbers is None else tuple(factor * x for x in numbers)


def goal_at(goal: TimedGoal, factor: float) -> TimedGoal:
    """The goal with all its frames multiplied."""

    def moved(span: Span) -> Span:
        return replace(
            span,
            start=span.start * factor,
            end=span.end * factor,
            ease_in=None if span.ease_in is None else span.ease_in * factor,
            ease_out=None if span.ease_out is None else span.ease_out * factor,
        )

    moving = goal.moving
    if moving is not None:
        moving = replace(moving, frames=tuple(frame * factor for frame in moving.frames))
    spans = None if goal.spans is None else tuple(moved(span) for span in goal.spans)
    return replace(goal, spans=spans, moving=moving)


def on_figure(clip: Clip, figure: Figure) -> Clip:
    """The clip on another figure of the same skeleton: with other groups in use, or with another joint as the root.

    Keys and samples are the same poses.  Between keys the curves are those of the other figure's parameters; ungrouped
    joints keep theirs where groups are linear.  Bake the clip first where in-betweens must stay.
    """
    if isinstance(clip, Keyframes):
        return replace(clip, figure=figure, keys=tuple(_key_on(clip.figure, figure, key) for key in clip.keys))
    if isinstance(clip, Samples):
        data = np.array([state_on(clip.figure, figure, q) for q in clip.data])
        return replace(clip, figure=figure, data=data)
    if isinstance(clip, Constrained):
        return replace(clip, source=on_figure(clip.source, figure))
    raise InputError(f"a {clip.kind} clip cannot be put on another figure: bake it first")


def _key_on(figure: Figure, other: Figure, key: Key) -> Key:
    def converted(rates: tuple[float, ...] | None) -> tuple[float, ...] | None:
        if rates is None:
            return None
        step = 1e-5 * np.array(rates)
        ends = [state_on(figure, other, np.array(key.q) + sign * step) for sign in (1, -1)]
        return tuple(((ends[0] - ends[1]) / 2e-5).tolist())

    tracks = None
    if key.tracks is not None:
        moved = moved_tracks(figure, other)
        tracks = frozenset(name for track in key.tracks for name in moved[track])
    q = tuple(state_on(figure, other, np.array(key.q)).tolist())
    return replace(key, q=q, tracks=tracks, rates=converted(key.rates), rates_out=converted(key.rates_out))


@lru_cache(maxsize=16)
def moved_tracks(figure: Figure, other: Figure) -> dict[str, frozenset[str]]:
    """For each track of a figure, those of the other that change with it."""
    rest = state_on(figure, other, figure.rest)
    found = {}
    for track in tracks_of(figure):
        q = figure.rest.copy()
        q[list(track.columns)] += 1e-4
        changed = np.abs(state_on(figure, other, q) - rest) > 1e-9
        found[track.name] = frozenset(t.name for t in tracks_of(other) if changed[list(t.columns)].any())
    return found


def state_on(figure: Figure, other: Figure, q: Array) -> Array:
    """The state of another figure of the same skeleton that has the same pose; raises where there is none.

    The limbs of the other one may stretch.
    """
    pose = Pose(figure, q)
    own = [dof.name for joint in other.skeleton.joints for dof in joint.dofs]
    longer = {bone.slide for stretch in stretches_of(other.skeleton) for bone in stretch.bones}
    known = {dof.name for joint in figure.skeleton.joints for dof in joint.dofs}
    if known - set(own) or set(own) - known - longer:
        raise InputError(f"{other.name} has not the joints of {figure.name}: no pose of one is a pose of the other")
    if other.skeleton.root.name != figure.skeleton.root.name:
        pose = reroot(pose, other.skeleton.root.name)
    names = [dof.name for joint in pose.figure.skeleton.joints for dof in joint.dofs]
    values = dict(zip(names, pose.joint_values.tolist(), strict=True))
    values |= dict(zip(pose.figure.parameter_names, pose.q.tolist(), strict=True))
    values = {**dict.fromkeys(longer, 0.0), **values}  # limbs that stretch only there are as long as they were
    state = np.array([values.get(name, other.rest[i]) for i, name in enumerate(other.parameter_names)])
    groups = [i for i, name in enumerate(other.parameter_names) if name not in values]
    wanted = np.array([values[name] for name in own])
    for _ in range(8 if groups else 0):  # Newton: groups may drive joints along curves
        off = wanted - Pose(other, state).joint_values
        columns = []
        for i in groups:
            ahead = state.copy()
            ahead[i] += 1e-6
            columns.append((Pose(other, ahead).joint_values - Pose(other, state).joint_values) / 1e-6)
        step = np.linalg.lstsq(np.array(columns).T, off, rcond=None)[0]
        state[groups] += step
        if np.abs(step).max() < 1e-14:
            break
    left = float(np.abs(wanted - Pose(other, state).joint_values).max(initial=0.0))
    if left > SAME:
        raise InputError(f"the pose is none of {other.name}: its groups cannot bring the joints there ({left:.2g} off)")
    return state
