"""How the lines of a motion script are read: one small function for each word that a line begins with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any

from manikin.clips.carried import is_prop
from manikin.clips.timing import SPEEDS
from manikin.document.lock_kinds import LOCK_KINDS
from manikin.errors import ManikinError, UnknownName
from manikin.figure.pose import Pose
from manikin.gait.options import RUNNING, Gait
from manikin.goals.goal import Goal
from manikin.language.goals import goal_from_words
from manikin.language.motion.lines import STEPS, Line
from manikin.language.motion.statements import (
    Between,
    Condition,
    FigureIs,
    GoalOver,
    GroundIs,
    JumpTo,
    KeyOf,
    LockOver,
    MarkIs,
    Move,
    OneStep,
    Posing,
    RateIs,
    Release,
    Statement,
    Take,
    Throw,
    Title,
    WalkThrough,
)
from manikin.language.motion.words import ScriptWords
from manikin.language.tokens import NamedPart
from manikin.plain_data import from_data

__all__ = ["goal_in", "places_of", "read", "thrown_to"]

GAIT = tuple(one.name for one in fields(Gait))
"""The words of options of a walk."""


def read(line: Line, poses: Pose | Iterable[Pose]) -> Statement:
    """The statement of a line.  Parts are looked up in the figures of the poses."""
    words = ScriptWords(line, poses)
    words.step = (first := words.take("a step")).text
    if first.quoted or first.text not in STEPS:
        raise words.wrong(str(UnknownName("step", first.text, STEPS)), first)
    try:
        found = _READERS[first.text](words)
        words.finish()
        if words.who and not found.figure and first.text not in ("goal", "mark"):
            raise words.wrong(f"{first.text} is about no figure: leave {words.who} out", words.words[0])
    except ManikinError as error:
        raise error if hasattr(error, "column") else words.wrong(str(error), first) from None
    return found


# ---- settings ----------------------------------------------------------------------------------


def _figure(words: ScriptWords) -> Statement:
    shape = words.name("the name of a figure")
    given = words.take("a name for it") if words.skip("as") else None
    name = shape if given is None else given.text
    if given is not None and (name in STEPS or not name.isidentifier()):
        raise words.wrong("expected a name of letters, digits and _, and not the word of a step", given)
    place: tuple[float, ...] | None = None
    if words.skip("at"):
        place = words.two("the place")
        if words.is_number():
            place = (*place, words.number("z of the place"))
    heading = words.number("the heading") if words.skip("heading") else None
    return FigureIs(line=words.line, shape=shape, name=name, place=place, heading=heading)


def _rate(words: ScriptWords) -> Statement:
    word = words.next
    rate = words.number("the frames in a second")
    if not 0 < rate <= 100_000:
        raise words.wrong("expected the frames in a second, above 0", word)
    return RateIs(line=words.line, rate=rate)


def _title(words: ScriptWords) -> Statement:
    return Title(line=words.line, text=words.rest().strip())


def _take(words: ScriptWords) -> Statement:
    who = words.body().figure.name
    name = words.name("the motion that is taken")
    start = words.time("the first frame") if words.skip("from") else None
    end = words.time("the last frame") if words.skip("to") else None
    return Take(line=words.line, figure=who, name=name, start=start, end=end)


def _ground(words: ScriptWords) -> Statement:
    kind = words.take("level, stairs, heights, or a file")
    numbers: list[float] = []
    file = None
    if kind.quoted or kind.text not in ("level", "stairs", "heights"):
        file = kind.text
    elif kind.text != "level" or words.is_number():
        numbers.append(words.number({"level": "a height", "stairs": "how many steps"}.get(kind.text, "how many rows")))
        while kind.text == "heights" and words.is_number():
            numbers.append(words.number("a height"))
    counts = {"rise": 1, "tread": 1, "at": 2, "heading": 1} if kind.text == "stairs" and file is None else {}
    if file is not None or kind.text == "heights":
        counts = {"origin": 2, "spacing": 2}
    options: dict[str, tuple[float, ...]] = {}
    while option := words.skip(*counts):
        options[option] = tuple(words.number(f"the {option}") for _ in range(counts[option]))
    name = "file" if file is not None else kind.text
    return GroundIs(line=words.line, kind=name, numbers=tuple(numbers), file=file, options=options)


def _between(words: ScriptWords) -> Statement:
    curve = words.keyword("smooth", "linear", "hold", "squad")
    numbers = {}
    while option := words.skip("tension", "continuity", "bias", "slow_in", "slow_out"):
        numbers[option] = words.number(f"the {option}")
    return Between(line=words.line, curve=curve, numbers=numbers)


def _mark(words: ScriptWords) -> Statement:
    word = words.take("the name of a mark")
    if not word.text.isidentifier() or word.text == "end":
        raise words.wrong("expected the name of a mark: letters, digits and _, and not end", word)
    if not words.skip("when"):
        return MarkIs(line=words.line, name=word.text, at=words.time("a time, or when"), condition=None)
    point = words.point()
    test = words.keyword("above", "below", "slower", "faster", "within")
    number = words.number("a height, a speed or a distance")
    place = None
    if test == "within":
        words.keyword("of")
        place = words.target()
    after = words.time("a time") if words.skip("after") else None
    lasts = words.duration("how long") if words.skip("for") else None
    return MarkIs(
        line=words.line, name=word.text, at=None, condition=Condition(point, test, number, place, after, lasts)
    )


# ---- posing ------------------------------------------------------------------------------------


def _pose(words: ScriptWords) -> Statement:
    who = words.body().figure.name
    return Posing(line=words.line, figure=who, step={"pose": words.name("the name of a pose, or rest")})


def _set(words: ScriptWords) -> Statement:
    values: dict[str, float] = {}
    owners = []
    while not values or words.next is not None:
        parameter = words.parameter()
        owners.append(parameter.figure.name)
        values[parameter.name] = words.number(f"the value of {parameter.name}")
    return Posing(line=words.line, figure=words.whose(owners), step={"set": values})


def _state(words: ScriptWords) -> Statement:
    who = words.body().figure.name
    values: dict[str, float] = {}
    while words.next is not None:
        parameter = words.parameter()
        words.whose([who, parameter.figure.name])
        values[parameter.name] = words.number(f"the value of {parameter.name}")
    return Posing(line=words.line, figure=who, step={"state": values})


def _mirror(words: ScriptWords) -> Statement:
    return Posing(line=words.line, figure=words.body().figure.name, step={"mirror": True})


def _pull(words: ScriptWords) -> Statement:
    part = words.part()
    step: dict[str, Any] = {"pull": part.name}
    way = words.keyword("by", "to")
    step[way] = words.three("the way" if way == "by" else "the place")
    if words.skip("chain"):
        step["chain"] = words.keyword("part", "branch", "joint")
        if words.skip("base"):
            base = words.part()
            words.whose([part.figure.name, base.figure.name])
            step["base"] = base.name
    if words.skip("steps"):
        step["steps"] = round(words.number("how many steps"))
    return Posing(line=words.line, figure=part.figure.name, step=step)


def _key(words: ScriptWords) -> Statement:
    parts = []
    figure = words.body().figure
    while words.next is not None:
        known = words.next.text in figure.parameter_names
        part = words.parameter() if known else words.part()
        words.whose([figure.name, part.figure.name])
        parts.append(part.name)
    return KeyOf(line=words.line, figure=figure.name, parts=tuple(parts))


# ---- holding and moving ------------------------------------------------------------------------


def _held(words: ScriptWords) -> dict[str, Any]:
    return {**words.options(), **words.timing}


def _lock(words: ScriptWords) -> Statement:
    part = words.part()
    kind = words.keyword(*LOCK_KINDS) if words.skip("as") else "pose"
    other = words.part() if words.skip("to") else None
    place = words.three("a place") if words.skip("at") else None
    on_ground = words.skip("on") is not None and words.keyword("ground") == "ground"
    return LockOver(
        line=words.line,
        figure=part.figure.name,
        part=part.name,
        kind=kind,
        place=place,
        on_ground=on_ground,
        other=None if other is None else (other.figure.name, other.name),
        **_held(words),
    )


def goal_in(words: ScriptWords) -> Goal:
    """A goal in words; or, after "of", as quoted data, for what words cannot say."""
    if not words.skip("of"):
        return goal_from_words(words)
    word = words.take("a goal as data of JSON, in quotes")
    try:
        goal = from_data(Goal, json.loads(word.text))
    except (ValueError, RecursionError) as error:
        raise words.wrong(f"this is no goal as data of JSON: {error}", word) from None
    return replace(goal, **words.options())


def _goal(words: ScriptWords) -> Statement:
    goal = goal_in(words)
    given = {**words.timing, "weight": goal.weight, "chain": goal.chain, "name": goal.name}
    return GoalOver(line=words.line, **given)


def _release(words: ScriptWords) -> Statement:
    return Release(line=words.line, name=words.name("the name of a lock or goal"))


def _moving(words: ScriptWords) -> Statement:
    turns = words.step == "turn"
    given = words.next
    handle = words.frame() if turns else words.point()
    if not turns and not hasattr(handle, "part"):
        raise words.wrong("expected a point of a part", given)
    words.keyword("through")
    if not list(places_of(words, handle, turns)):
        raise words.wrong("expected where it goes", words.next)
    speed: Any = "even"
    if words.skip("slow"):
        side = words.skip("in", "out")
        speed = "slow" if side is None else f"slow {side}"
    elif words.skip("speeds"):
        numbers = []
        while words.is_number():
            numbers.append(words.number("a speed"))
        speed = tuple((float(i), number) for i, number in enumerate(numbers))
    else:
        words.skip("even")
    assert isinstance(speed, tuple) or speed in SPEEDS
    at = tuple(float(x) for x in handle.at)  # type: ignore[union-attr]
    who = str(handle.figure)
    return Move(line=words.line, figure=who, turns=turns, part=handle.part, at=at, speed=speed, **_held(words))  # type: ignore[union-attr,arg-type]


def places_of(words: ScriptWords, handle: Any, turns: bool) -> Iterable[Any]:
    """The places, or angles, that a point or a part goes through, one after the other."""
    while words.is_number() or (words.next is not None and words.next.text in ("@", "by") and not words.next.quoted):
        yield words.turn(handle.axes) if turns else words.target(handle)


def _throw(words: ScriptWords) -> Statement:
    given = words.next
    thrown, _ = thrown_to(words)
    if not is_prop(thrown.figure):
        raise words.wrong(f"{thrown.figure.name} cannot be thrown: only a prop can, of one part that is free", given)
    return Throw(line=words.line, figure=thrown.figure.name)


def thrown_to(words: ScriptWords) -> tuple[NamedPart, Any]:
    """The prop that is thrown, and where it goes: numbers, or a point of a part."""
    prop = words.part()
    words.keyword("to")
    return prop, words.target(prop.figure.point(prop.name))


# ---- walking -----------------------------------------------------------------------------------


def _step(words: ScriptWords) -> Statement:
    part = words.part()
    words.keyword("to")
    place = words.two("the place")
    heading = words.number("the heading") if words.skip("heading") else None
    lift = words.number("the height") if words.skip("over") else None
    who = part.figure.name
    return OneStep(line=words.line, figure=who, part=part.name, place=place, heading=heading, lift=lift)


def _jump(words: ScriptWords) -> Statement:
    who = words.body().figure.name
    words.keyword("to")
    place = words.two("the place")
    heading = words.number("the heading") if words.skip("heading") else None
    height = words.number("the height") if words.skip("height") else None
    return JumpTo(line=words.line, figure=who, place=place, heading=heading, height=height)


def _walk(words: ScriptWords) -> Statement:
    who = words.body().figure.name
    way = words.skip("forwards", "backwards", "sideways") or "forwards"
    places: list[tuple[float, float]] = []
    turn = None
    if words.keyword("through", "turning") == "turning":
        turn = words.number("the degrees of the turn")
    else:
        while not places or words.is_number():
            places.append(words.two("a place"))
    gait = {}
    while words.next is not None:
        option = words.keyword(*GAIT)
        gait[option] = words.number(f"the {option}")
    if words.step == "run":
        gait = {**RUNNING, **gait}
    Gait(**gait)
    return WalkThrough(line=words.line, figure=who, way=way, places=tuple(places), turn=turn, gait=gait)


_READERS: dict[str, Callable[[ScriptWords], Statement]] = {
    "figure": _figure,
    "rate": _rate,
    "title": _title,
    "take": _take,
    "ground": _ground,
    "between": _between,
    "mark": _mark,
    "pose": _pose,
    "set": _set,
    "state": _state,
    "mirror": _mirror,
    "pull": _pull,
    "key": _key,
    "goal": _goal,
    "lock": _lock,
    "release": _release,
    "move": _moving,
    "turn": _moving,
    "throw": _throw,
    "step": _step,
    "jump": _jump,
    "walk": _walk,
    "run": _walk,
}
