"""Pasting: a clip put into another one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.editing.goal_times import cropped_goals, handed_over, merged_goals, shifted_goals
from manikin.clips.editing.opened import Opened, check_frame, opened, plain_part
from manikin.clips.editing.placing import mirror, moved
from manikin.clips.editing.ranges import check_same, insert
from manikin.clips.ground import ground_motion
from manikin.clips.key import Key
from manikin.clips.timed_goal import TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure

__all__ = ["PasteMode", "paste"]

PasteMode = Literal["replace", "insert", "merge"]


@explained
def paste(
    clip: Clip,
    other: Clip,
    frame: float,
    mode: PasteMode = "replace",
    *,
    relative: bool = False,
    mirrored: bool = False,
    tracks: frozenset[str] | None = None,
) -> Clip:
    """Another clip put into this one, its start at a frame.

    Args:
        clip: What is pasted into.
        other: What is pasted.
        frame: Where its start comes to stand.
        mode: "replace" puts it in place of what is there, keys, goals and marks; "insert" makes room for it; "merge"
            replaces only the tracks that it keys, and adds its goals and marks.
        relative: Whether it is first moved on the ground to the pose that the clip has at the frame.
        mirrored: Whether left and right are first exchanged.
        tracks: For "merge": only these tracks of it.
    """
    if mode not in get_args(PasteMode):
        raise InputError(f"a clip is pasted by one of {', '.join(get_args(PasteMode))}, not {shorten(mode)}")
    check_same(clip, other)
    check_frame(frame)
    if tracks is not None and mode != "merge":
        raise InputError('only some tracks can be pasted with mode="merge"')
    given = mirror(other) if mirrored else other
    if relative:
        here, start = plain_part(clip)[0].state(frame), plain_part(given)[0].state(given.start)
        given = moved(given, ground_motion(clip.figure, start, here))
    if mode == "insert":
        return insert(clip, given, frame)
    own, new = opened(clip), opened(given)
    by = frame - given.start
    last = given.end + by
    placed = [replace(key, frame=key.frame + by) for key in new.keys]
    marks = [replace(mark, frame=mark.frame + by) for mark in new.marks]
    goals = shifted_goals(cropped_goals(new.goals, given.start, given.end), by)
    if mode == "merge":
        keys = _merged(own, placed, frame, last, _chosen(clip.figure, placed, tracks))
        return own.closed(keys, merged_goals([*own.goals, *goals]), [*own.marks, *marks])
    kept = [key for key in own.keys if not frame <= key.frame <= last]
    marks += [mark for mark in own.marks if not frame <= mark.frame <= last]
    return own.closed([*kept, *placed], _replaced(own, goals, frame, last), marks)


def _replaced(own: Opened, goals: tuple[TimedGoal, ...], start: float, end: float) -> tuple[TimedGoal, ...]:
    around = [*cropped_goals(own.goals, -np.inf, start), *cropped_goals(own.goals, end, np.inf)]
    merged = merged_goals([*around, *goals])
    if len(merged) == len(own.goals) and all(goal in own.goals for goal in merged):
        return merged  # what was cut out came back
    return handed_over(handed_over(merged, start, to_later=True), end, to_later=False)


def _chosen(figure: Figure, keys: Iterable[Key], tracks: frozenset[str] | None) -> frozenset[str]:
    names = frozenset(track.name for track in tracks_of(figure))
    for unknown in (tracks or frozenset()) - names:
        raise UnknownName("track", unknown, sorted(names))
    keyed: frozenset[str] = frozenset().union(*(names if key.tracks is None else key.tracks for key in keys))
    return keyed if tracks is None else keyed & tracks


def _merged(own: Opened, placed: list[Key], start: float, end: float, chosen: frozenset[str]) -> list[Key]:
    """The clip's keys without some tracks in a range, and the other's keys of these tracks."""
    names = frozenset(track.name for track in tracks_of(own.figure))
    columns = {track.name: list(track.columns) for track in tracks_of(own.figure)}
    kept: dict[float, Key] = {}
    for key in own.keys:
        left = names if key.tracks is None else key.tracks
        if start <= key.frame <= end:
            left = left - chosen
        if left:
            kept[key.frame] = replace(key, tracks=None if left == names else left)
    for key in placed:
        mine = (names if key.tracks is None else key.tracks) & chosen
        below = kept.get(key.frame)
        if not mine:
            continue
        q = np.array(key.q)
        if below is not None and below.tracks is not None:
            stay = [column for name in below.tracks for column in columns[name]]
            q[stay] = np.array(below.q)[stay]
            mine = mine | below.tracks
        elif mine != names:
            q = np.array(own.keyed.state(key.frame))
            new = [column for name in mine for column in columns[name]]
            q[new] = np.array(key.q)[new]
        kept[key.frame] = replace(key, q=tuple(q.tolist()), tracks=None if mine == names else mine)
    return list(kept.values())
