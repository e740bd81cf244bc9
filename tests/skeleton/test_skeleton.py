"""Skeletons: what makes one, what is refused, how things are found in it."""

from __future__ import annotations

import gc
import math
import pickle
import time
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from manikin.errors import InputError, ManikinError, SkeletonError, UnknownName
from manikin.skeleton.build import free_dofs, hinge, joint, slide
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, LinearLimit, Term, Variable


def tree(*pairs: tuple[str, str | None]) -> Skeleton:
    return Skeleton(name="tree", joints=tuple(Joint(name=name, parent=parent) for name, parent in pairs))


def test_joints_are_kept_depth_first_and_brothers_in_their_order() -> None:
    s = tree(("c", "a"), ("b1", "b"), ("a", None), ("b", "a"), ("c1", "c"), ("b2", "b"))
    assert [j.name for j in s] == ["a", "c", "c1", "b", "b1", "b2"]
    assert s.parents.tolist() == [-1, 0, 1, 0, 3, 3]
    assert s.ends.tolist() == [6, 3, 3, 6, 5, 6]
    assert s.children("a") == ("c", "b")
    assert s.path("b2") == ("a", "b", "b2")
    assert s.root.name == "a"


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ((), "at least one joint"),
        ((("a", None), ("a", "a")), "two of the name 'a'"),
        ((("a", None), ("b", "x")), "its parent 'x' does not exist"),
        ((("pelvis", None), ("leg", "pelvsi")), 'did you mean "pelvis"'),
        ((("a", None), ("b", None)), "one root"),
        ((("a", "b"), ("b", "a")), "its own ancestor"),
        ((("r", None), ("a", "c"), ("b", "a"), ("c", "b")), "'a' → 'c' → 'b' → 'a'"),
        ((("a", "a"),), "its own ancestor"),
    ],
)
def test_what_is_no_tree_is_refused_with_a_reason(pairs: tuple, words: str) -> None:
    with pytest.raises(SkeletonError, match=words):
        tree(*pairs)


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "a\x00", "x" * 1001, None, 7])
def test_names_must_be_short_printable_text(name: object) -> None:
    with pytest.raises(InputError, match="name"):
        Joint(name=name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ['the "left" hand', "Ellenbogen (rechts)", "左手", "a:b#c", "\\", "🦾"])
def test_quotes_and_all_scripts_are_welcome_in_names(name: str) -> None:
    assert tree((name, None))[name].name == name


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"lo": 1.0, "hi": 0.0}, "lies above"),
        ({"lo": math.nan}, "must be a number"),
        ({"rest": math.inf}, "must be finite"),
        ({"stiffness": 1.5}, "between 0"),
        ({"speed": 0.0}, "speed"),
        ({"spring": -1.0}, "spring"),
        ({"kind": "twist"}, '"hinge" or "slide"'),
    ],
)
def test_impossible_variables_are_refused(data: dict, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Variable(name="elbow", **data)


@pytest.mark.parametrize("axis", [(0, 0, 0), (math.nan, 0, 1), (math.inf, 0, 0), (1, 0), "w"])
def test_impossible_axes_are_refused(axis: object) -> None:
    with pytest.raises(InputError, match="axis"):
        hinge(axis)  # type: ignore[arg-type]


def test_axes_are_made_unit_and_units_keep_their_digits() -> None:
    assert hinge((0, 3, 4)).axis == (0.0, 0.6, 0.8)
    odd = tuple((np.array([1.0, 2, 3]) / np.linalg.norm([1.0, 2, 3])).tolist())
    assert hinge(odd).axis == odd


@pytest.mark.parametrize(
    "data",
    [
        {"mass": -1.0},
        {"mass": math.nan},
        {"centre": (0.0, math.inf, 0.0)},
        {"before": (math.nan,) * 12},
        {"after": (0.0,) * 12},
        {"before": (1.0,) * 3},
    ],
)
def test_impossible_joints_are_refused(data: dict) -> None:
    with pytest.raises(SkeletonError):
        Joint(name="a", **data)


def test_a_mirror_partner_must_exist() -> None:
    with pytest.raises(SkeletonError, match='did you mean "left"'):
        Skeleton(name="s", joints=(Joint(name="left"), Joint(name="right", parent="left", mirror="lefd")))


def coupled(**changes: object) -> Skeleton:
    made = {"name": "c", "parameters": (Variable(name="p"),), "terms": (Term(dof="a", parameter="p"),), **changes}
    joints = (joint("a", dofs=[hinge("x")]), joint("b", "a", dofs=[hinge("x")]))
    return Skeleton(name="s", joints=joints, couplings=(Coupling(**made),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"parameters": (Variable(name="a"),)}, "is taken"),
        ({"terms": (Term(dof="x", parameter="p"),)}, "no degree of freedom 'x'"),
        ({"terms": (Term(dof="a", parameter="q"),)}, "no parameter 'q'"),
        ({"terms": (Term(dof="a", parameter="p", factor=math.nan),)}, "finite"),
        ({"terms": (Term(dof="a", parameter="a"),)}, "in a circle: 'a' → 'a'"),
    ],
)
def test_impossible_couplings_are_refused(changes: dict, words: str) -> None:
    with pytest.raises(SkeletonError, match=words):
        coupled(**changes)


def test_no_joint_is_driven_twice() -> None:
    s = coupled()
    twice = Coupling(name="d", terms=(Term(dof="a", parameter="b"),))
    with pytest.raises(SkeletonError, match="is driven by 'c' already"):
        Skeleton(name="s", joints=s.joints, couplings=(*s.couplings, twice))


def test_impossible_linear_limits_are_refused() -> None:
    for terms, lo, hi in [((), 0, 1), ((("a", math.nan),), 0, 1), ((("a", 1.0),), 2, 1), ((("a", 1.0),), math.nan, 1)]:
        with pytest.raises(InputError):
            LinearLimit(name="l", terms=terms, lo=lo, hi=hi)
    with pytest.raises(SkeletonError, match="no variable 'z'"):
        Skeleton(name="s", joints=(joint("a"),), limits=(LinearLimit(name="l", terms=(("z", 1.0),), hi=1.0),))


@pytest.mark.parametrize(
    ("dofs", "kind"),
    [
        ((), "fixed"),
        ([hinge("y")], "hinge"),
        ([slide("z")], "slide"),
        ([hinge("x"), hinge("y")], "universal"),
        ([hinge("z"), hinge("x"), hinge("y")], "ball"),
        ([hinge("z"), hinge("x"), hinge("z")], "ball"),
        ([slide("x"), slide("z"), hinge("y")], "planar"),
        (free_dofs(), "free"),
        ([hinge("x"), slide("x")], "compound"),
        ([hinge("x"), hinge("x")], "compound"),
    ],
)
def test_the_kind_of_a_joint_follows_from_its_motions(dofs: list, kind: str) -> None:
    assert joint("a", dofs=dofs).kind == kind


def test_unknown_names_say_which_are_known() -> None:
    s = tree(("pelvis", None), ("left leg", "pelvis"))
    with pytest.raises(UnknownName, match=r'did you mean "left leg".*known: pelvis, left leg') as caught:
        s.index("left lge")
    assert isinstance(caught.value, ManikinError)


def test_skeletons_cannot_be_changed() -> None:
    s = tree(("a", None))
    with pytest.raises(FrozenInstanceError):
        s.name = "b"  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        s.parents[0] = 3


def deep(count: int) -> Skeleton:
    return tree(*[(f"j{i}", f"j{i - 1}" if i else None) for i in range(count)])


def bush(count: int) -> Skeleton:
    return tree(*[(f"j{i}", "j0" if i else None) for i in range(count)])


@pytest.mark.timing
@pytest.mark.parametrize("make", [deep, bush])
def test_building_a_skeleton_of_ten_times_as_many_joints_takes_about_ten_times_as_long(
    make: Callable[[int], Skeleton],
) -> None:
    def once(count: int) -> float:
        gc.collect()
        gc.disable()  # what other tests have left in memory is not to be looked through meanwhile
        try:
            begin = time.process_time()
            assert make(count).ends[0] == count
            return time.process_time() - begin
        finally:
            gc.enable()

    few, many = (min(once(count) for _ in range(3)) for count in (10_000, 100_000))
    assert many < 20 * few


@pytest.mark.slow
def test_a_joint_may_have_a_hundred_thousand_children_and_no_skeleton_more_than_two_hundred_thousand_joints() -> None:
    assert len(bush(100_000).children("j0")) == 99_999
    with pytest.raises(SkeletonError, match="more than"):
        tree(*[(f"j{i}", None) for i in range(200_001)])


def test_skeletons_are_equal_by_content_which_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(length: float) -> Skeleton:
        return Skeleton(name="two", joints=(joint("a", dofs=[hinge("z")]), joint("b", "a", offset=(length, 0, 0))))

    one, same, other = made(1.0), made(1.0), made(2.0)
    assert one == same == pickle.loads(pickle.dumps(one))
    assert one != other
    assert one != "two"
    assert hash(one) == hash(same)
    compared = []
    monkeypatch.setattr(Joint, "__eq__", lambda self, _: compared.append(self.name) or True)
    assert one == same
    assert same == one
    assert not compared  # it is known
    assert one == made(1.0)
    assert compared
