"""Marks: named frames, and what becomes of them in clips made from clips."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.clips import Blended, Constrained, Joined, Keyframes, Looped, Retimed
from manikin.clips.key import Key
from manikin.clips.mark import Mark
from manikin.clips.timing import TimeCurve
from manikin.errors import InputError, UnknownName

LIMB = bodies.load("limb7")


def clip(*marks: tuple[str, float]) -> Keyframes:
    keys = tuple(Key(frame=f, q=tuple(LIMB.rest)) for f in (0.0, 10.0, 30.0))
    return Keyframes(figure=LIMB, keys=keys, marks=tuple(Mark(name=n, frame=f) for n, f in marks))


def shown(marks: tuple[Mark, ...]) -> list[tuple[str, float]]:
    return [(mark.name, round(mark.frame, 9)) for mark in marks]


def test_marks_are_kept_in_order_and_found_by_name() -> None:
    marked = clip(("b", 20), ("a", 5))
    assert shown(marked.marks) == [("a", 5), ("b", 20)]
    assert marked.mark("b") == 20
    with pytest.raises(UnknownName, match="did you mean"):
        clip(("strike", 2)).mark("strik")


def test_clips_made_from_clips_know_where_marks_come_to_stand() -> None:
    marked = clip(("a", 5), ("end", 30))
    assert shown(Looped(source=marked, times=2).marks) == [("a", 5), ("end", 30), ("a 2", 35), ("end 2", 60)]
    slow = Retimed(source=marked, time=TimeCurve(pairs=((100, 0), (160, 30))))
    assert shown(slow.marks) == [("a", 110), ("end", 160)]
    back = Retimed(source=marked, time=TimeCurve(pairs=((0, 30), (30, 0))))
    assert shown(back.marks) == [("end", 0), ("a", 25)]
    assert shown(Joined(clips=(marked, clip(("a", 1))), overlap=4).marks) == [("a", 5), ("a 2", 27), ("end", 30)]
    assert shown(Blended(first=marked, second=clip(("c", 7))).marks) == [("a", 5), ("c", 7), ("end", 30)]
    assert shown(Constrained(source=marked, goals=()).marks) == [("a", 5), ("end", 30)]
    assert shown(marked.bake(0, 30, 2).marks) == [("a", 2.5), ("end", 15)]


def test_marks_can_be_set_on_clips_with_one_source() -> None:
    slow = Retimed(source=clip(), time=TimeCurve(pairs=((0, 0), (60, 30))))
    assert shown(slow.with_marks([Mark(name="x", frame=20)]).marks) == [("x", 20)]
    with pytest.raises(InputError, match="bake"):
        Looped(source=clip(), times=2).with_marks([Mark(name="x", frame=20)])


@pytest.mark.parametrize("frame", [np.nan, np.inf, "5", True])
def test_frames_of_marks_are_finite_numbers(frame: object) -> None:
    with pytest.raises(InputError, match="finite"):
        Mark(name="x", frame=frame)  # type: ignore[arg-type]


def test_names_of_marks_are_texts_and_unique() -> None:
    with pytest.raises(InputError, match="two marks"):
        clip(("a", 1), ("a", 2))
    with pytest.raises(InputError, match="name of a mark"):
        Mark(name=" ", frame=1)
