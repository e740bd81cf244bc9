"""Dataclasses and registered kinds as plain data and back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from manikin.errors import InputError, ManikinError, UnknownName
from manikin.goals import AnyOf, Distance, Position
from manikin.goals.goal import Goal
from manikin.handles import Combined, FixedPoint, Point
from manikin.plain_data import changed, from_data, to_data, to_json


@dataclass(frozen=True, kw_only=True)
class Inner:
    x: tuple[float, float]
    kind: Literal["a", "b"] = "a"


@dataclass(frozen=True, kw_only=True)
class Outer:
    inner: Inner
    many: tuple[Inner, ...] = ()
    by_name: dict[str, float] | None = None
    count: int = 0
    goal: Goal | None = None


OUTER = Outer(
    inner=Inner(x=(1.0, 2.5), kind="b"),
    many=(Inner(x=(0.0, 0.0)),),
    by_name={"é/%": 0.5},
    goal=Position(point=Point(part="hand", figure="human 2"), target=(1, 2, 3), weight=2.0),
)


def test_nested_dataclasses_and_goals_come_back_equal() -> None:
    assert from_data(Outer, json.loads(to_json(OUTER))) == OUTER


def test_equal_values_have_the_same_canonical_bytes() -> None:
    other = Outer(inner=OUTER.inner, many=OUTER.many, by_name=dict(OUTER.by_name or {}), goal=OUTER.goal)
    assert to_json(OUTER) == to_json(other)
    assert to_json({"b": 1, "a": [True, None, "é"]}) == '{"a":[true,null,"é"],"b":1}'.encode()


def test_a_goal_leaves_out_its_defaults_and_a_dataclass_writes_all_fields() -> None:
    assert to_data(OUTER)["goal"] == {
        "goal": "position",
        "point": {"handle": "point", "figure": "human 2", "part": "hand"},
        "target": {"handle": "fixed_point", "position": [1.0, 2.0, 3.0]},
        "weight": 2.0,
    }
    assert to_data(Inner(x=(1.0, 2.0))) == {"x": [1.0, 2.0], "kind": "a"}


def test_numbers_are_taken_where_a_goal_wants_a_handle() -> None:
    data = {"goal": "position", "point": {"handle": "point", "part": "hand"}, "target": [0, 1, 2]}
    assert from_data(Goal, data) == Position(point=Point(part="hand"), target=FixedPoint(position=(0, 1, 2)))


def test_goals_of_goals_and_handles_of_handles_come_back_equal() -> None:
    both = Combined(handles=(Point(part="a"), Point(part="b", figure="tube")))
    near = Distance(point=Point(part="a"), target=(0, 0, 0), hi=1.0)
    for value in (AnyOf(goals=(near, OUTER.goal)), both):
        assert from_data(type(value).__mro__[1], json.loads(to_json(value))) == value


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "inner is missing"),
        ({"inner": 3}, "inner: expected an object"),
        ({"inner": {"x": [1]}}, "inner: x must be 2 values, not 1"),
        ({"inner": {"x": [1, True]}}, "x must be a finite number"),
        ({"inner": {"x": [1, 1e300]}}, "x must be a finite number"),
        ({"inner": {"x": [1, 2], "kind": "c"}}, "kind must be one of a, b"),
        ({"inner": {"x": [1, 2], "y": 3}}, "no field of it: inner 'y'"),
        ({"inner": {"x": [1, 2]}, "count": 1.5}, "count must be a whole number"),
        ({"inner": {"x": [1, 2]}, "by_name": {"a": "b"}}, "by_name.a must be a finite number"),
        ({"inner": {"x": [1, 2]}, "goal": {"goal": "positon"}}, "did you mean"),
        ({"inner": {"x": [1, 2]}, "goal": {"kind": "position"}}, 'expected an object with its "goal"'),
        ({"inner": {"x": [1, 2]}, "goal": {"goal": "position"}}, "goal: point is missing"),
        ([], "expected an object"),
    ],
)
def test_an_error_says_which_field_is_wrong_and_how(data: Any, told: str) -> None:
    with pytest.raises(ManikinError, match=told):
        from_data(Outer, data, "it")


def test_only_the_allowed_fields_are_changed_and_each_is_checked() -> None:
    assert changed(OUTER, {"count": 3, "by_name": None}, ("count", "by_name"), "it") == Outer(
        inner=OUTER.inner, many=OUTER.many, count=3, goal=OUTER.goal
    )
    with pytest.raises(UnknownName, match="inner"):
        changed(OUTER, {"inner": {}}, ("count",), "it")
    with pytest.raises(InputError, match="it: count must be a whole number"):
        changed(OUTER, {"count": "x"}, ("count",), "it")


def test_what_json_cannot_say_is_refused() -> None:
    for value in (float("nan"), {"a": float("inf")}, object(), b"bytes"):
        with pytest.raises(InputError):
            to_data(value)
