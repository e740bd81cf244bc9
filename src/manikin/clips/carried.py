"""Props that are carried: where a part has hold of one, and the states at which a free root is somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from manikin.clips import balls
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.clips.tracks import ground_tracks, slide_axes
from manikin.figure.figure import Figure
from manikin.goals import PoseGoal
from manikin.goals.goal import Goal
from manikin.handles import Frame
from manikin.math.rotations import Array, to_quaternion

__all__ = ["carry", "grip_ends", "is_grip", "is_prop", "root_at"]


def is_prop(figure: Figure) -> bool:
    """Whether a figure has one part, which can be anywhere."""
    return len(figure.skeleton) == 1 and figure.size == 6 and ground_tracks(figure) is not None


def grip_ends(goal: Goal) -> tuple[Frame, Frame] | None:
    """The frame of a prop and the frame of the part of another figure that has hold of it; None for other goals."""
    if not (isinstance(goal, PoseGoal) and isinstance(goal.frame, Frame) and isinstance(goal.target, Frame)):
        return None
    return None if goal.frame.figure == goal.target.figure else (goal.frame, goal.target)


def is_grip(timed: TimedGoal, figures: Mapping[str, Figure]) -> bool:
    """Whether a goal is a prop in the hand of another figure: only the prop serves it, and it is hard."""
    ends = grip_ends(timed.goal)
    if ends is None or not timed.hard or timed.serving is None:
        return False
    prop = ends[0].figure or ""
    return set(timed.serving) == {prop} and is_prop(figures[prop])


def carry(
    states: Array,
    frames: Array,
    goal: Goal,
    spans: Iterable[Span],
    figures: Mapping[str, Figure],
    columns: Mapping[str, slice],
) -> None:
    """Put a prop where the part that holds it has it, in those rows of states (n, size) whose frames are in the spans.

    ``columns`` says where the states of each figure are.
    """
    ends = grip_ends(goal)
    assert ends is not None
    own, there = ends
    holding = np.zeros(len(frames), bool)
    for span in spans:
        holding |= (frames >= span.start) & (frames <= span.end)
    rows = np.flatnonzero(holding)
    if not len(rows):
        return
    holder, prop = figures[there.figure or ""], figures[own.figure or ""]
    poses = np.ascontiguousarray(states[rows, columns[holder.name]])
    part = np.asarray(holder.forward(poses))[:, holder.skeleton.index(there.part)]
    # the frame in the part is the frame in the prop: part · there = prop · own
    turn = part[:, :, :3] @ _turn(there) @ _turn(own).T
    place = part[:, :, :3] @ np.array(there.at) + part[:, :, 3] - turn @ np.array(own.at)
    states[rows, columns[prop.name]] = root_at(prop, turn, place, states[rows, columns[prop.name]])


def root_at(figure: Figure, turn: Array, place: Array, near: Array) -> Array:
    """The states (n, size) at which a free root has some orientations (n, 3, 3) and places (n, 3), near others."""
    tracks = ground_tracks(figure)
    assert tracks is not None
    slides, hinges = (list(track.columns) for track in tracks)
    zero = np.asarray(figure.forward(np.zeros((1, figure.size))))[0, 0]
    own = turn @ zero[:, :3].T
    found = np.array(near)
    axes = np.broadcast_to(tracks[1].axis_rows, (len(turn), 3, 3))
    found[:, hinges] = balls.angles(axes, to_quaternion(own), near[:, hinges])
    found[:, slides] = (place - own @ zero[:, 3]) @ np.linalg.inv(slide_axes(figure))
    return np.asarray(np.clip(found, figure.lo, figure.hi))


def _turn(frame: Frame) -> Array:
    return np.reshape(np.array(frame.rotation, float), (3, 3))
