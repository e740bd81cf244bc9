"""Legs brought to planned feet that stretch where knees would pop: solved with rigid bones first, then once more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin.characters.contacts import intervals
from manikin.characters.foot_plan import Plan, leg_lengths, longest_leg
from manikin.characters.foot_points import FootPoints
from manikin.characters.leg_solve import HELD, leg_parameters, solve_legs
from manikin.characters.stretching import BoneSlides, knee_angles, leg_stretch, lengthened
from manikin.math.rotations import Array, orthonormal_frame

__all__ = ["solve_stretched_legs"]


def solve_stretched_legs(points: FootPoints, states: Array, plan: Plan, slides: BoneSlides) -> tuple[Array, Array]:
    """The states with their feet where the plan has them, and how far the balls are off (frames, 2) [m].

    Feet and pelvis are as with rigid legs, but for feet that those miss.  A stretch by which a knee gets no calmer is
    left out, as where an ankle is at a limit.
    """
    rigid, off = solve_legs(points, states, plan)
    before, now = _world(points, states), _world(points, rigid)
    feet, longer = {}, {}
    for k, side in enumerate("lr"):
        foot, missed = plan.feet[side], off[:, k, None] > HELD
        hip, length, _ = leg_lengths(points, now, side)
        was = leg_lengths(points, before, side)[2]
        ankle = now[:, points.figure.skeleton.index(points.roles[f"{side}_foot"])]
        ankles = np.where(missed, foot.ankles, ankle[..., 3])
        turns = np.where(missed[..., None], foot.turns, orthonormal_frame(ankle[..., :3]))
        feet[side] = replace(foot, ankles=ankles, turns=turns)
        way, longest = np.linalg.norm(ankles - hip, axis=1), longest_leg(length, was)
        longer[side] = leg_stretch(
            _bones(points, now, side), was, way, longest, points.rate, slides.share, plan.changed
        )
    stretched = Plan(feet, np.zeros(len(states)), (longer["l"] != 0) | (longer["r"] != 0))
    made, left = solve_legs(points, lengthened(rigid, slides, longer), stretched)
    after = _world(points, made)
    for k, side in enumerate("lr"):
        names = leg_parameters(points, side)
        columns = [*slides.columns[side], *(points.figure.index(name) for name in names)]
        for start, end in intervals(longer[side] != 0):
            part = slice(start, end + 1)
            if (off[part, k] <= HELD).all() and not _is_calmer(points, now, after, side, start, end):
                made[part, columns] = rigid[part, columns]
            else:
                off[part, k] = left[part, k]
    return made, off


def _world(points: FootPoints, states: Array) -> Array:
    return np.asarray(points.figure.forward(np.ascontiguousarray(states)))


def _bones(points: FootPoints, world: Array, side: str) -> Array:
    """The lengths of thigh and shin (frames, 2) [m]."""
    hip, length, _ = leg_lengths(points, world, side)
    knee = world[:, points.figure.skeleton.index(points.roles[f"{side}_shin"]), :, 3]
    upper = np.linalg.norm(knee - hip, axis=1)
    return np.stack([upper, length - upper], axis=1)


def _is_calmer(points: FootPoints, one: Array, other: Array, side: str, start: int, end: int) -> bool:
    """Whether a knee bends less over time in the other motion, in some frames and those beside them."""
    part = slice(max(0, start - 2), end + 3)
    bends = [
        np.abs(np.diff(knee_angles(_bones(points, world, side), leg_lengths(points, world, side)[2])[part], 2))
        for world in (one, other)
    ]
    return bool(bends[1].max(initial=0.0) < bends[0].max(initial=0.0))
