"""Goals in words, as the command line has them: ``position r_hand 0.3 1.2 0.4``.

    position    POINT PLACE [axes X Y Z]                bring a point of a part to a place; axes weighs x, y, z
    orientation PART ANGLES                             turn a part
    pose        PART PLACE ANGLES                       both at once
    aim         DIRECTION PLACE                         let a direction of a part point at a place
    look_at     DIRECTION PLACE [up AXIS]               aim, and stay upright with that axis of the part
    align       DIRECTION HEADING [either_way]          turn a direction of a part to a heading
    line        POINT through PLACE along HEADING       keep a point on a line
    plane       POINT through PLACE normal HEADING      keep a point in a plane
    half_space  POINT through PLACE normal HEADING      keep a point on the side that the normal points to
    distance    POINT PLACE LO [HI]                     keep a point that far from a place [m]; LO alone: exactly
    pole        BASE MIDDLE TIP PLACE                   let the middle of a limb lean toward a place; three POINTs
    path        POINT PLACE PLACE … [closed]            keep a point on a polyline
    match       PARAMETER VALUE                         give a parameter a value [degrees, m]
    gaze        PLACE                                   let the eyes look at a place
    balance     PART PART … [margin M]                  keep the centre of mass over the soles of these parts
    comfort     [easy E]                                stay away from joint limits; E is the share that is easy
    bend_toward BASE MIDDLE TIP PLACE                   let a limb bend toward a place; three POINTs
    apart       PART … from PART … [margin M]           keep the solids of parts off those of other parts [m]
    outside     PART … box PLACE SIZE [margin M]        keep the solids of parts out of a box: its middle, its edges
    on_ground   POINT heights N H H … [origin X Z]      keep a point on uneven ground: N rows of heights along x,
                [spacing DX DZ] [lift L]                each along z [m], from the origin on, so far apart; L above
    above_ground  the same                              keep a point on it or above

    A part of one of several figures is named with its figure where another has it too, as in human:r_hand or
    'human 2:r_hand'.  A goal may begin with the figure that it is about: human:gaze @tube:tube, human:comfort.

    POINT       a part, r_hand; a point in its frame, r_hand[0 -0.1 0]; or centre_of_mass
    DIRECTION   an axis of a part, eyes[z], eyes[-x], eyes[0 1 1]; z where none is said
    PLACE       X Y Z [m]; another POINT, @l_hand; or, of the goal's own point, by X Y Z: that far from its start
    ANGLES      RX RY RZ [degrees] about the fixed x, then y, then z axis; @part; or by RX RY RZ, from its start
    HEADING     x, -y, …, X Y Z, or a DIRECTION of another part, @l_hand[y]

Every goal may end with ``weight W``, ``name NAME`` and ``chain JOINT JOINT …``, the joints that may serve it.  "to",
"at", "through", "along" and "normal" may be left out or put in.  Names with blanks are quoted: 'head top'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import manikin.goals  # noqa: F401  (registers the kinds)
from manikin.errors import InputError, ManikinError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal, goal_kinds
from manikin.handles.handle import Handle
from manikin.language.tokens import AXES, FILLING, Words, named_pose_of
from manikin.language.whole_body import BODY_WORDS
from manikin.math.rotations import from_euler_degrees
from manikin.plain_data import from_data

__all__ = ["LOCKS", "goal_from_text", "goals_from_data", "lock_from_text"]

LOCKS = ("pose", "position", "orientation")


def goal_from_text(text: str, start: Pose | Iterable[Pose]) -> Goal:
    """The goal that a text asks of figures; what is relative or left as it is, is read from their poses ``start``."""
    words = Words(text, start)
    kind = words.kind()
    first = words.next
    label = kind.text if first is None else f"{kind.text} {first.text}"
    if kind.text in BODY_WORDS:
        return BODY_WORDS[kind.text](words, label)
    if kind.text not in _KINDS:
        raise words.wrong(str(UnknownName("goal", kind.text, [*_KINDS, *BODY_WORDS])), kind)
    fields = _KINDS[kind.text](words)
    return words.made(goal_kinds[kind.text], {"name": label, **fields, **words.options()})


def lock_from_text(text: str, start: Pose | Iterable[Pose]) -> Goal:
    """A goal that keeps a part as it is in the poses ``start``: ``l_foot``, or one half of it, ``l_foot:position``.

    The part may be named with its figure: ``human:l_foot:position``.
    """
    poses = (start,) if isinstance(start, Pose) else tuple(start)

    def parts(figure: Figure) -> list[str]:
        return [joint.name for joint in figure.skeleton]

    name, colon, what = text.rpartition(":")
    if not colon or any(text in (own, f"{pose.figure.name}:{own}") for pose in poses for own in parts(pose.figure)):
        name, what = text, "pose"
    if what not in LOCKS:
        raise InputError(f"lock {shorten(text)}: {UnknownName('lock', what, LOCKS)}")
    try:
        pose, part = named_pose_of(name, poses, parts, "joint")
        figure = pose.figure
        if what == "position":
            handle: Handle = figure.point(part)
        else:
            handle = figure.frame(part) if what == "pose" else figure.orientation(part)
        target = handle.value(pose)
        field = {"position": "point", "pose": "frame"}.get(what, what)
        fields: dict[str, Any] = {field: handle, "target": target.reshape(3, 4) if what == "pose" else target}
        return goal_kinds[what](**fields, name=f"lock {text}")
    except ManikinError as error:
        raise InputError(f"lock {shorten(text)}: {error}") from None


def goals_from_data(data: Any, start: Pose | Iterable[Pose]) -> tuple[list[Goal], list[Goal]]:
    """Soft and hard goals from what a JSON file holds: a list, or {"goals": […], "hard": […]}.

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
        raise InputError(f"a goal is wanted, not {shorten(item)}")
    return goal


# ---- the kinds ---------------------------------------------------------------------------------


def _position(words: Words) -> dict[str, Any]:
    point = words.point()
    fields = {"point": point, "target": words.target(point)}
    return {**fields, "axes": words.three("the axes")} if words.skip("axes") else fields


def _orientation(words: Words) -> dict[str, Any]:
    part = words.part()
    turn = words.turn(part)
    return {
        "orientation": part.figure.orientation(part.name),
        "target": turn if isinstance(turn, Handle) else turn.reshape(9),
    }


def _pose(words: Words) -> dict[str, Any]:
    part = words.part()
    words.skip(*FILLING)
    frame = part.figure.frame(part.name)
    if words.skip("@"):
        other = words.part()
        return {"frame": frame, "target": other.figure.frame(other.name)}
    shift = part.pose.position(part.name) if words.skip("by") else None
    place: tuple[float, ...] = words.three("a place")
    if shift is None:
        turn = from_euler_degrees(*words.three("the angles"))
    else:
        place = tuple(shift + place)
        turn = part.pose.orientation(part.name)
        if words.is_number():
            turn = from_euler_degrees(*words.three("the angles to turn")) @ turn
    return {"frame": frame, "target": np.column_stack([turn, place])}


def _aim(words: Words) -> dict[str, Any]:
    point, direction = words.direction()
    return {"point": point, "direction": direction, "target": words.target()}


def _look_at(words: Words) -> dict[str, Any]:
    fields = _aim(words)
    up = words.axis() if words.skip("up") else AXES["y"]
    figure = words.pose_of(fields["point"]).figure
    return {**fields, "up": figure.direction(fields["point"].part, up), "sky": AXES[figure.skeleton.up]}


def _align(words: Words) -> dict[str, Any]:
    fields = {"direction": words.direction()[1], "target": words.heading()}
    return {**fields, "either_way": words.skip("either_way") is not None}


def _line(words: Words) -> dict[str, Any]:
    point = words.point()
    return {"point": point, "origin": words.target(point), "along": words.heading()}


def _plane(words: Words) -> dict[str, Any]:
    point = words.point()
    return {"point": point, "origin": words.target(point), "normal": words.heading()}


def _distance(words: Words) -> dict[str, Any]:
    fields = {"point": words.point(), "target": words.target(), "lo": words.number("the least distance")}
    if words.skip("inf"):
        return {**fields, "hi": None}
    return {**fields, "hi": words.number("the largest distance") if words.is_number() else fields["lo"]}


def _pole(words: Words) -> dict[str, Any]:
    return {"base": words.point(), "middle": words.point(), "tip": words.point(), "target": words.target()}


def _path(words: Words) -> dict[str, Any]:
    point = words.point()
    places: list[tuple[float, ...]] = []
    words.skip(*FILLING)
    while len(places) < 2 or words.is_number():
        places.append(words.three("a place"))
    return {"point": point, "points": tuple(places), "closed": words.skip("closed") is not None}


def _match(words: Words) -> dict[str, Any]:
    parameter = words.parameter()
    figure, index = parameter.figure, parameter.figure.index(parameter.name)
    words.skip(*FILLING)
    before = float(parameter.pose.q[index]) if words.skip("by") else 0.0
    value = words.number("the value")
    target = before + figure.values_from_degrees({parameter.name: value})[parameter.name]
    return {"values": figure.parameter_values(parameter.name), "target": (target,)}


_KINDS: dict[str, Callable[[Words], dict[str, Any]]] = {
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
}
