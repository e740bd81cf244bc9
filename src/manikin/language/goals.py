"""Goals from text: ``position r_hand 0.3 1.2 0.4``.

A goal is a word and its arguments, separated by blanks.  ``manikin.language.vocabulary`` has all words, with forms and
examples; they are also in docs/words.md, and ``manikin goals`` prints them.

If several figures have a part of the same name, write the figure before it: human:r_hand, 'human 2:r_hand'.  A goal for
the whole body begins with its figure: human:gaze @tube:tube, human:comfort.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import manikin.goals  # noqa: F401  (registers the kinds)
from manikin.arguments import explained
from manikin.body.swivel import limb_swivel, swivel_goal
from manikin.errors import InputError, ManikinError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal, goal_kinds
from manikin.handles.handle import Handle
from manikin.language.tokens import AXES, FILLERS, GoalWords, find_owner
from manikin.language.whole_body import BODY_WORDS
from manikin.math.rotations import Array, from_euler_degrees, orthonormal_frame
from manikin.plain_data import from_data

__all__ = ["LOCKS", "goal_from_text", "goal_from_words", "goals_from_data", "lock_from_text"]

LOCKS = ("pose", "position", "orientation")
"""Kinds of lock that a text may name."""


@explained
def goal_from_text(text: str, start: Pose | Iterable[Pose]) -> Goal:
    """The goal that a text describes.  Relative and missing values come from the poses ``start``."""
    return goal_from_words(GoalWords(text, start))


def goal_from_words(words: GoalWords) -> Goal:
    """The goal that the words describe, up to their end."""
    kind = words.kind()
    first = words.next
    label = kind.text if first is None else f"{kind.text} {first.text}"
    if kind.text in BODY_WORDS:
        return BODY_WORDS[kind.text](words, label)
    if kind.text not in _KINDS:
        raise words.wrong(str(UnknownName("goal", kind.text, [*_KINDS, *BODY_WORDS])), kind)
    fields = _KINDS[kind.text](words)
    return words.made(goal_kinds[kind.text], {"name": label, **fields, **words.options()})


@explained
def lock_from_text(
    text: str,
    start: Pose | Iterable[Pose],
    *,
    name: str | None = None,
    weight: float = 1.0,
    chain: Iterable[str] | None = None,
) -> Goal:
    """A goal that keeps a part where it is.

    Args:
        text: ``l_foot`` keeps position and orientation, ``l_foot:position`` and ``l_foot:orientation`` one of them.
            The part may be named with its figure: ``human:l_foot:position``.  With another part after an @,
            the part is kept where it is on that one: ``human:r_hand @tube:tube`` is a firm grip.
        start: The pose, or the poses of several figures, that have it where it is kept.
        name: Name of the goal; ``lock`` and the text by default.
        weight: Weight of the goal.
        chain: Names of the joints that may move for it; all that move the part by default.
    """
    poses = (start,) if isinstance(start, Pose) else tuple(start)
    known = {each for pose in poses for own in _parts(pose.figure) for each in (own, f"{pose.figure.name}:{own}")}
    own, at, carrier = (text, "", "") if text in known else (word.strip() for word in text.partition("@"))
    part_name, colon, what = own.rpartition(":")
    if not colon or own in known:
        part_name, what = own, "pose"
    if what not in LOCKS:
        raise InputError(f"lock {shorten(text)}: {UnknownName('lock', what, LOCKS)}")
    try:
        pose, part = find_owner(part_name, poses, _parts, "joint")
        figure = pose.figure
        if what == "position":
            handle: Handle = figure.point(part)
        else:
            handle = figure.frame(part) if what == "pose" else figure.orientation(part)
        target: Any = handle.value(pose).reshape(3, 4) if what == "pose" else handle.value(pose)
        if at:
            target = _carried(pose.transform(part), what, *find_owner(carrier, poses, _parts, "joint"))
        field = {"position": "point", "pose": "frame"}.get(what, what)
        fields: dict[str, Any] = {field: handle, "target": target}
        fields |= {"name": f"lock {text}" if name is None else name, "weight": weight, "chain": chain}
        return goal_kinds[what](**fields)
    except ManikinError as error:
        raise InputError(f"lock {shorten(text)}: {error}") from None


def _parts(figure: Figure) -> list[str]:
    return [joint.name for joint in figure.skeleton]


def _carried(held: Array, what: str, pose: Pose, part: str) -> Handle:
    """A handle on a part, whose value in the pose is that of another part with the world transform ``held`` (3, 4)."""
    at = pose.convert_point(held[:, 3], None, part)
    if what == "position":
        return pose.figure.point(part, at)
    rotation = pose.orientation(part).T @ orthonormal_frame(held[:, :3])
    return pose.figure.frame(part, at, rotation) if what == "pose" else pose.figure.orientation(part, rotation)


def goals_from_data(data: Any, start: Pose | Iterable[Pose]) -> tuple[list[Goal], list[Goal]]:
    """Soft and hard goals from the data of a JSON file: a list, or {"goals": […], "hard": […]}.

    Each goal is a text, or a dictionary as ``manikin.plain_data.to_data`` makes it.
    """
    start = (start,) if isinstance(start, Pose) else tuple(start)
    lists = data if isinstance(data, dict) and not {"goals", "hard"}.isdisjoint(data) else {"goals": data}
    for unknown in lists.keys() - {"goals", "hard"}:
        raise InputError(f'expected "goals" and "hard", not {shorten(unknown)}')
    soft, hard = (lists.get(key, []) for key in ("goals", "hard"))
    for given in (soft, hard):
        if not isinstance(given, list):
            raise InputError(f"expected a list of goals, not {shorten(given)}")
    return [_from_item(item, start) for item in soft], [_from_item(item, start) for item in hard]


def _from_item(item: Any, start: Iterable[Pose]) -> Goal:
    goal = goal_from_text(item, start) if isinstance(item, str) else from_data(Goal, item)
    if not isinstance(goal, Goal):
        raise InputError(f"expected a goal, not {shorten(item)}")
    return goal


# ---- the kinds ---------------------------------------------------------------------------------


def _position(words: GoalWords) -> dict[str, Any]:
    point = words.point()
    fields = {"point": point, "target": words.target(point)}
    return {**fields, "axes": words.three("the axes")} if words.skip("axes") else fields


def _orientation(words: GoalWords) -> dict[str, Any]:
    own = words.frame().axes
    turn = words.turn(own)
    return {"orientation": own, "target": turn if isinstance(turn, Handle) else turn.reshape(9)}


def _pose(words: GoalWords) -> dict[str, Any]:
    frame = words.frame()
    words.skip(*FILLERS)
    if words.skip("@"):
        return {"frame": frame, "target": words.frame()}
    start = frame.value(words.pose_of(frame)).reshape(3, 4) if words.skip("by") else None
    place: tuple[float, ...] = words.three("a place")
    if start is None:
        turn = from_euler_degrees(*words.three("the angles"))
    else:
        place = tuple(start[:, 3] + place)
        turn = start[:, :3]
        if words.is_number():
            turn = from_euler_degrees(*words.three("the angles to turn")) @ turn
    return {"frame": frame, "target": np.column_stack([turn, place])}


def _aim(words: GoalWords) -> dict[str, Any]:
    point, direction = words.direction()
    return {"point": point, "direction": direction, "target": words.target()}


def _look_at(words: GoalWords) -> dict[str, Any]:
    fields = _aim(words)
    up = words.axis() if words.skip("up") else AXES["y"]
    figure = words.pose_of(fields["point"]).figure
    return {**fields, "up": figure.direction(fields["point"].part, up), "sky": AXES[figure.skeleton.up]}


def _align(words: GoalWords) -> dict[str, Any]:
    fields = {"direction": words.direction()[1], "target": words.heading()}
    return {**fields, "either_way": words.skip("either_way") is not None}


def _line(words: GoalWords) -> dict[str, Any]:
    point = words.point()
    return {"point": point, "origin": words.target(point), "along": words.heading()}


def _plane(words: GoalWords) -> dict[str, Any]:
    point = words.point()
    return {"point": point, "origin": words.target(point), "normal": words.heading()}


def _distance(words: GoalWords) -> dict[str, Any]:
    fields = {"point": words.point(), "target": words.target(), "lo": words.number("the least distance")}
    if words.skip("inf"):
        return {**fields, "hi": None}
    return {**fields, "hi": words.number("the largest distance") if words.is_number() else fields["lo"]}


def _pole(words: GoalWords) -> dict[str, Any]:
    return {"base": words.point(), "middle": words.point(), "tip": words.point(), "target": words.target()}


def _swivel(words: GoalWords) -> dict[str, Any]:
    limb = words.part()
    words.skip(*FILLERS)
    before = float(limb_swivel(limb.figure, limb.name).value(limb.pose)[0]) if words.skip("by") else 0.0
    goal = swivel_goal(limb.figure, limb.name, before + math.radians(words.number("the angle")))
    return {field: getattr(goal, field) for field in goal.takes}


def _path(words: GoalWords) -> dict[str, Any]:
    point = words.point()
    places: list[tuple[float, ...]] = []
    words.skip(*FILLERS)
    while len(places) < 2 or words.is_number():
        places.append(words.three("a place"))
    return {"point": point, "points": tuple(places), "closed": words.skip("closed") is not None}


def _match(words: GoalWords) -> dict[str, Any]:
    parameter = words.parameter()
    figure, index = parameter.figure, parameter.figure.index(parameter.name)
    words.skip(*FILLERS)
    before = float(parameter.pose.q[index]) if words.skip("by") else 0.0
    value = words.number("the value")
    target = before + figure.values_from_degrees({parameter.name: value})[parameter.name]
    return {"values": figure.parameter_values(parameter.name), "target": (target,)}


_KINDS: dict[str, Callable[[GoalWords], dict[str, Any]]] = {
    "position": _position,
    "orientation": _orientation,
    "pose": _pose,
    "aim": _aim,
    "look_at": _look_at,
    "align": _align,
    "line": _line,
    "plane": _plane,
    "half_space": _plane,
    "distance": _distance,
    "pole": _pole,
    "path": _path,
    "match": _match,
    "bend_toward": _pole,
    "swivel": _swivel,
}
