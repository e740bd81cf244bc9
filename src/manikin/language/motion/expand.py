"""A motion script written out: every key and everything that is held as a line of its own, to be edited by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from manikin.arguments import explained
from manikin.clips.clip import Clip
from manikin.clips.ensemble import Ensemble
from manikin.clips.key import Key
from manikin.clips.timed_goal import TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.errors import Unsupported
from manikin.figure.figure import Figure
from manikin.goals import OrientationGoal, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.handles import Frame, Orientation, Point
from manikin.handles.fixed import Fixed
from manikin.language.motion.grips import Flight
from manikin.language.motion.holds import served
from manikin.language.motion.player import Player
from manikin.language.motion.role import Role
from manikin.language.motion.script import played
from manikin.math.rotations import Array
from manikin.plain_data import to_data

__all__ = ["expand", "written_out"]


@explained
def expand(
    script: Any,
    figure: Figure | None = None,
    *,
    file: str | None = None,
    open_clip: Callable[[str], Clip] | None = None,
    read_file: Callable[[str], bytes] | None = None,
) -> str:
    """The lines of a script with its walks, moves, marks and poses as numbers; see ``play`` for the arguments."""
    given = {} if figure is None else {figure.name: figure}
    return written_out(*played(script, given, file=file, open_clip=open_clip, read_file=read_file))


def written_out(clip: Clip | Ensemble, player: Player) -> str:
    """The lines of a motion and the player that made it."""
    settings = player.settings
    several = isinstance(clip, Ensemble)
    lines = [line.text for line in settings.lines]
    if not any(line.startswith("rate") for line in lines):
        lines.insert(0, f"rate {_number(settings.frames_a_second)}")
    lines += [f"mark {name} {_number(frame)}" for name, frame in settings.marks.items()]
    known = set(settings.marks)
    marks = clip.clips[0].marks if isinstance(clip, Ensemble) else clip.marks
    lines += [f"{_number(mark.frame)}: title {mark.name}" for mark in marks if mark.name not in known]
    ordered = sorted(player.goals, key=lambda goal: (goal.ordered[0].start, goal.name))
    lines += [_goal_line(goal, settings.figures) for goal in ordered]
    lines += [_throw_line(flight, player.roles[flight.prop]) for flight in player.grips.flights]
    before, follows = "smooth", player.grips.keys(player.goals)
    for role in player.roles.values():
        whose = f"{role.figure.name} " if several else ""
        for key in (role.keys[frame] for frame in sorted(role.keys)):
            if (role.figure.name, key.frame) in follows:
                continue
            between = _between(key)
            lines += [f"between {between}"] if between != before else []
            lines += _key_lines(role.figure, key, whose)
            before = between
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    """A number as short as it can be without loss."""
    return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def _numbers(values: Any) -> str:
    return " ".join(_number(float(value)) for value in values)


def _between(key: Key) -> str:
    if key.rates is not None:
        raise Unsupported(f"the key at frame {key.frame:g} has rates of its own, which no line can say")
    words: list[str] = [key.curve]
    for field in ("tension", "continuity", "bias", "slow_in", "slow_out"):
        if getattr(key, field):
            words.append(f"{field} {_number(getattr(key, field))}")
    return " ".join(words)


def _key_lines(figure: Figure, key: Key, whose: str) -> list[str]:
    q, rest = np.array(key.q), figure.rest
    words = []
    for i in np.flatnonzero(q != rest).tolist():
        turns = figure.values_from_degrees({figure.parameter_names[i]: 1.0})[figure.parameter_names[i]] != 1.0
        words.append(f"{_quoted(figure.parameter_names[i])} {_number(_degrees(q[i]) if turns else q[i])}")
    found = [f"{_number(key.frame)}: {whose}state {' '.join(words)}".rstrip()]
    if key.tracks is not None:
        columns = [track.columns[0] for track in tracks_of(figure) if track.name in key.tracks]
        found.append(f"    {whose}key " + " ".join(_quoted(figure.parameter_names[column]) for column in columns))
    return found


def _throw_line(flight: Flight, role: Role) -> str:
    """A throw with the place where it ends in numbers."""
    place = role.figure.pose(role.keys[flight.end].q).position(role.figure.skeleton.root.name)
    when = f"{_number(flight.start)}..{_number(flight.end)}"
    return f"{when}: throw {_quoted(flight.prop)} to {_numbers(place)}"


def _quoted(text: str) -> str:
    if re.fullmatch(r"[^\s,\"'@\[\]#]+", text):
        return text
    return f"'{text}'" if "'" not in text else f'"{text}"'


# ---- goals -------------------------------------------------------------------------------------


def _goal_line(timed: TimedGoal, figures: dict[str, Figure]) -> str:
    if len(timed.ordered) != 1:
        raise Unsupported(f"{timed.name} holds several times, which no line can say")
    (span,) = timed.ordered
    words = [f"{_number(span.start)}..{_number(span.end)}: goal {_goal(timed.goal, len(figures) > 1)}"]
    if timed.serving is not None and timed.serving != served(timed.goal, figures)[1]:
        joints = [f"{figure}:{joint}" for figure, own in timed.serving.items() for joint in own]
        words.append("chain " + " ".join(map(_quoted, joints)))
    words += [] if timed.hard else ["soft"]
    if span.ease_in is not None and span.ease_out is not None:
        words.append(f"ease {_number(span.ease_in)} {_number(span.ease_out)}")
    if timed.moving is not None:
        rows = zip(timed.moving.frames, timed.moving.values, strict=True)
        words.append("moving " + ", ".join(f"{_number(frame)} {_numbers(row)}" for frame, row in rows))
    return " ".join(words)


def _goal(goal: Goal, several: bool) -> str:
    """A goal in words, or, where they cannot say it or several figures have such parts, as data."""
    said = None if several else _in_words(goal)
    if said is None:
        data = json.dumps(to_data(goal), separators=(",", ":")).replace("'", "\\u0027")
        return f"of '{data}'"
    words = [said, f"name {_quoted(goal.name)}"] if goal.name else [said]
    words += [f"weight {_number(goal.weight)}"] if goal.weight != 1 else []
    words += ["chain " + " ".join(_quoted(str(joint)) for joint in goal.chain)] if goal.chain else []
    return " ".join(words)


def _in_words(goal: Goal) -> str | None:
    target = getattr(goal, "target", None)
    if not isinstance(target, Fixed):
        return None
    numbers = np.array(target.constant, float)
    if type(goal) is Position and isinstance(goal.point, Point) and tuple(goal.axes) == (1.0, 1.0, 1.0):
        return f"position {_point(goal.point.part, goal.point.at)} {_numbers(numbers)}"
    if type(goal) is PoseGoal and isinstance(goal.frame, Frame) and _usual(goal, goal.frame):
        frame = numbers.reshape(3, 4)
        return f"pose {_point(goal.frame.part, goal.frame.at)} {_numbers(frame[:, 3])} {_angles(frame[:, :3])}"
    if type(goal) is OrientationGoal and isinstance(goal.orientation, Orientation) and _usual(goal, goal.orientation):
        return f"orientation {_quoted(goal.orientation.part)} {_angles(numbers.reshape(3, 3))}"
    return None


def _usual(goal: Goal, handle: Frame | Orientation) -> bool:
    """Whether a goal has the usual weights of its rows, and its handle the axes of its part."""
    given = vars(goal)
    if not np.array_equal(np.array(handle.rotation, float).reshape(3, 3), np.eye(3)):
        return False
    return given.get("position_weight", 0.5) == 0.5 and given.get("degrees_per_metre") is None


def _point(part: str, at: Any) -> str:
    return _quoted(part) + ("" if not np.any(at) else f"[{_numbers(at)}]")


def _angles(turn: Array) -> str:
    """Degrees about the fixed x, then y, then z axis."""
    first = np.arctan2(turn[2, 1], turn[2, 2])
    second = np.arctan2(-turn[2, 0], np.hypot(turn[0, 0], turn[1, 0]))
    return _numbers(_degrees(angle) for angle in (first, second, np.arctan2(turn[1, 0], turn[0, 0])))


def _degrees(angle: float) -> float:
    """An angle in degrees, to thirteen digits, so that a script written out twice is the same."""
    return float(f"{np.degrees(angle):.13g}")
