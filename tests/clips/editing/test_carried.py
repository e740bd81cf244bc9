"""Goals go with the motion: to the other side of the mirror, and over the ground."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from manikin import (
    AboveGround,
    Align,
    AnyOf,
    Balance,
    Distance,
    Figure,
    LookAt,
    MatchValues,
    OnPath,
    OrientationAxes,
    OrientationGoal,
    Plane,
    Pole,
    PoseGoal,
    Position,
    bodies,
)
from manikin.clips import Constrained, Keyframes, Looped, Samples, editing
from manikin.clips.clip import Clip
from manikin.clips.editing.carried_goals import mirrored_goals, moved_goals
from manikin.clips.ground import GroundMotion, ground_motion, moved_on_ground
from manikin.clips.key import Key
from manikin.clips.mark import Mark
from manikin.clips.mixed import Layer
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.clips.timing import TimeCurve
from manikin.errors import InputError
from manikin.figure.mirror import mirror_state
from manikin.goals.goal import Goal
from manikin.problem.problem import Problem
from tests.clips.editing.made import HUMAN, clips, plain, same_goals

DOG = bodies.load("quadruped")


def goals_of(figure: Figure) -> list[Goal]:
    hand, foot, head = "r_hand", "l_foot", "head"
    return [
        Position(point=figure.point(hand, at=(0.02, 0.03, 0.01)), target=(0.3, 1.1, 0.4)),
        PoseGoal(frame=figure.frame(foot), target=np.eye(3, 4) + 0.1 * np.eye(3, 4, 3)),
        OrientationGoal(orientation=figure.orientation(hand), target=(0.1, 0.5, 0.2, 0.8)),
        OrientationAxes(orientation=figure.orientation(hand), target=(0.1, 0.5, 0.2, 0.8)),
        LookAt(
            point=figure.point(head),
            direction=figure.direction(head, (0, 0, 1)),
            up=figure.direction(head, (0, 1, 0)),
            target=(1, 1.5, 3),
            sky=(0, 1, 0),
        ),
        Align(direction=figure.direction(hand, (1, 0.3, 0)), target=(0.2, 1, 0.1)),
        Distance(point=figure.point(hand), target=figure.point("l_hand"), lo=0.2, hi=0.3),
        Pole(
            base=figure.point("r_upper_arm"),
            middle=figure.point("r_forearm"),
            tip=figure.point(hand),
            target=(1, 1, 1),
        ),
        Plane(point=figure.point(foot), origin=(0.2, 0.1, 0.1), normal=(0.1, 1, 0.2)),
        OnPath(point=figure.point(hand), points=((0, 1, 0), (1, 1, 0.2), (1, 1.5, 0.3))),
        AboveGround(point=figure.point(foot), heights=((0.0, 0.0), (0.0, 0.0)), origin=(-5, -5), spacing=(10, 10)),
        Balance(point=figure.centre_of_mass(), support=[figure.point(foot), (0.1, 0, 0.1), (0.3, 0, 0)]),
        MatchValues(values=figure.parameter_values("r_elbow", "root_turn"), target=(0.5, 0.2)),
        AnyOf(goals=tuple(Position(point=figure.point(part), target=(0, 1, 0)) for part in (hand, foot))),
    ]  # fmt: skip


GOALS = {f"{i} {goal.kind}": goal for i, goal in enumerate(goals_of(HUMAN))}


def errors(goal: Goal, q: np.ndarray) -> dict[str, float]:
    return Problem(HUMAN, hard=[goal]).errors(q)[0]


@pytest.mark.parametrize("name", GOALS)
def test_a_mirrored_pose_is_as_far_from_mirrored_goals(name: str) -> None:
    rng = np.random.default_rng(5)
    goal = TimedGoal(goal=GOALS[name])
    (flipped,) = mirrored_goals(HUMAN, (goal,))
    (twice,) = mirrored_goals(HUMAN, (flipped,))
    for _ in range(5):
        q = np.clip(HUMAN.rest + 0.3 * rng.normal(size=HUMAN.size), HUMAN.lo, HUMAN.hi)
        here, there = errors(goal.goal, q), errors(flipped.goal, mirror_state(HUMAN, q))
        again = errors(twice.goal, q)
        for unit, error in here.items():
            assert there[unit] == pytest.approx(error, abs=2e-3)  # as far as the body is its own mirror image
            assert again[unit] == pytest.approx(error, abs=1e-12)


@pytest.mark.parametrize("name", GOALS)
def test_a_moved_pose_is_as_far_from_moved_goals(name: str) -> None:
    rng = np.random.default_rng(6)
    motion = GroundMotion(0.7, (0.4, -0.3))
    goal = TimedGoal(goal=GOALS[name])
    (moved,) = moved_goals(HUMAN, (goal,), motion)
    for _ in range(5):
        q = np.clip(HUMAN.rest + 0.3 * rng.normal(size=HUMAN.size), HUMAN.lo, HUMAN.hi)
        there = moved_on_ground(HUMAN, q[None], motion)[0]
        if isinstance(goal.goal, MatchValues):
            continue  # values of parameters are not places
        for unit, error in errors(goal.goal, q).items():
            assert errors(moved.goal, there)[unit] == pytest.approx(error, abs=1e-7)


def test_names_and_chains_change_sides() -> None:
    goal = Position(
        point=HUMAN.point("r_hand"), target=(0, 1, 0), name="step 3 r_hand", chain=("r_forearm", "r_upper_arm")
    )
    (flipped,) = mirrored_goals(HUMAN, (TimedGoal(goal=goal),))
    assert flipped.goal.name == "step 3 l_hand"
    assert flipped.goal.chain == ("l_forearm", "l_upper_arm")
    (shown,) = mirrored_goals(HUMAN, (TimedGoal(goal=replace(goal, name="step 3 right hand")),))
    assert shown.goal.name == "step 3 left hand"


def test_axes_of_the_world_cannot_turn() -> None:
    goal = TimedGoal(goal=Position(point=HUMAN.point("r_hand"), target=(0, 1, 0), axes=(1, 0, 0)))
    with pytest.raises(InputError, match="cannot turn"):
        moved_goals(HUMAN, (goal,), GroundMotion(0.5, (0.0, 0.0)))
    assert moved_goals(HUMAN, (goal,), GroundMotion(0.0, (0.0, 1.0)))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(clip=clips(figure=HUMAN))
def test_mirrored_twice_is_the_clip(clip: Clip) -> None:
    once = editing.mirror(clip)
    back = editing.mirror(once)
    frames = np.linspace(clip.start, clip.end, 40)
    np.testing.assert_allclose(plain(once).at(frames), mirror_state(HUMAN, plain(clip).at(frames)), atol=1e-6)
    np.testing.assert_allclose(plain(back).at(frames), plain(clip).at(frames), atol=1e-12)
    assert [key.tracks for key in plain(back).keys] == [key.tracks for key in plain(clip).keys]
    assert back.marks == clip.marks


@settings(max_examples=15, deadline=None, derandomize=True)
@given(clip=clips(figure=HUMAN, awkward=False), data=st.data())
def test_a_relative_paste_goes_on_from_where_the_clip_is(clip: Clip, data: st.DataObject) -> None:
    piece = editing.copy(clip, 0, min(4.0, clip.end))
    frame = float(data.draw(st.integers(0, int(clip.end))))
    pasted = editing.paste(clip, piece, frame, relative=True)
    motion = ground_motion(HUMAN, plain(piece).state(0), plain(pasted).state(frame))
    here = ground_motion(HUMAN, plain(pasted).state(frame), plain(clip).state(frame))
    assert here.angle == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(here.across, 0, atol=1e-9)
    frames = np.array([key.frame for key in plain(piece).keys if key.tracks is None])
    moved = moved_on_ground(HUMAN, plain(piece).at(frames), motion)
    np.testing.assert_allclose(HUMAN.forward(plain(pasted).at(frames + frame)), HUMAN.forward(moved), atol=1e-9)


def held_walk() -> Constrained:
    """A step forward with a turn; a foot is held in the middle."""
    rng = np.random.default_rng(8)
    keys = []
    for i in range(4):
        q = np.clip(HUMAN.rest + 0.08 * rng.normal(size=HUMAN.size), HUMAN.lo, HUMAN.hi)
        q[HUMAN.index("root_z")], q[HUMAN.index("root_turn")] = 0.15 * i, 0.2 * i
        keys.append(Key(frame=10.0 * i, q=tuple(q)))
    source = Keyframes(figure=HUMAN, keys=tuple(keys))
    place = source.pose(15).position("l_foot")
    goal = Position(point=HUMAN.point("l_foot"), target=tuple(place), name="l_foot")
    return Constrained(source=source, goals=(TimedGoal(goal=goal, spans=(Span(start=10, end=20),)),))


@pytest.mark.parametrize("make", [
    lambda clip: editing.loop(clip, 3, carry=True),
    lambda clip: editing.join(clip, clip, overlap=6),
    lambda clip: editing.join(clip, clip),
    lambda clip: editing.paste(clip, clip, 30, relative=True),
    lambda clip: editing.mirror(clip),
    lambda clip: editing.blend(clip, editing.shift(clip, 5), ((20, 0.0), (30, 1.0))),
    lambda clip: editing.retime(clip, [(0, 0), (20, 10), (50, 30)]),
    lambda clip: editing.retime(clip, [(0, 0), (20, 10), (50, 30)], exact=True),
    lambda clip: editing.layer(clip, Layer(clip=editing.shift(clip, 2), weight=0.3)),
], ids=["loop", "overlap", "join", "paste", "mirror", "blend", "retime", "retime exactly", "layer"])  # fmt: skip
def test_goals_hold_after_the_clip_was_changed(make: object) -> None:
    new = make(held_walk())  # type: ignore[operator]
    assert isinstance(new, Constrained)
    assert len(new.goals) >= 1
    found = new.audit()
    assert found.held, found.message


def test_a_carried_loop_keeps_every_foothold_where_the_turn_takes_it() -> None:
    new = editing.loop(held_walk(), 3, carry=True)
    assert isinstance(new, Constrained)
    places = [np.array(goal.goal.target.position) for goal in new.goals]
    assert len(places) == 3
    assert min(np.linalg.norm(a - b) for a, b in pairwise(places)) > 0.2
    assert [(s.start, s.end) for goal in new.goals for s in goal.ordered] == [(10, 20), (40, 50), (70, 80)]


def test_looped_keys_meet_the_wrapped_loop() -> None:
    source = plain(held_walk())
    keys = editing.loop(source, 3, carry=True)
    assert isinstance(keys, Keyframes)
    whole = np.array([key.frame for key in keys.keys if key.frame % 30])
    np.testing.assert_allclose(keys.at(whole), Looped(source=source, times=3, carry=True).at(whole), atol=1e-9)


def test_samples_stay_samples_where_frames_allow() -> None:
    source = plain(held_walk()).bake()
    assert isinstance(editing.delete(source, 5, 9), Samples)
    assert isinstance(editing.insert(source, editing.copy(source, 3, 8), 10), Samples)
    assert isinstance(editing.reverse(source), Samples)
    assert isinstance(editing.mirror(source), Samples)
    assert isinstance(editing.clear(source, 5, 9), Keyframes)
    np.testing.assert_array_equal(editing.copy(source, 3, 8).at(np.arange(6.0)), source.at(np.arange(3.0, 9.0)))


def test_moving_targets_move_with_the_goals() -> None:
    moving = MovingTarget(field="target", frames=(0, 10), values=((0, 1, 0), (0.2, 1, 0.3)))
    goal = TimedGoal(goal=Position(point=HUMAN.point("r_hand"), target=(0, 1, 0)), moving=moving)
    (moved,) = moved_goals(HUMAN, (goal,), GroundMotion(0.0, (1.0, 2.0)))
    assert moved.moving is not None
    np.testing.assert_allclose(moved.moving.values[1], (2.2, 1, 1.3))
    (flipped,) = mirrored_goals(HUMAN, (goal,))
    assert flipped.moving is not None
    np.testing.assert_allclose(flipped.moving.values[1], (-0.2, 1, 0.3), atol=1e-12)


def test_blends_hand_goals_over_half_way() -> None:
    clip = held_walk()
    other = replace(clip, goals=tuple(replace(g, goal=replace(g.goal, name="other")) for g in clip.goals))
    new = editing.blend(clip, other, ((10, 0.0), (20, 1.0)))
    assert isinstance(new, Constrained)
    found = {goal.name: [(s.start, s.end) for s in goal.ordered] for goal in new.goals}
    assert found == {"l_foot": [(10, 14)], "other": [(15, 20)]}
    assert new.goals[0].ordered[0].ease_out == 5


def test_a_blend_there_and_back_hands_goals_over_twice() -> None:
    clip = held_walk()
    other = replace(clip, goals=tuple(replace(g, goal=replace(g.goal, name="other")) for g in clip.goals))
    new = editing.blend(clip, other, ((10, 0.0), (14, 1.0), (16, 1.0), (20, 0.0)))
    assert isinstance(new, Constrained)
    found = {goal.name: [(s.start, s.end) for s in goal.ordered] for goal in new.goals}
    assert found == {"l_foot": [(10, 11), (18, 20)], "other": [(12, 17)]}
    assert new.goals[0].ordered[1].ease_in == 2
    frames = np.linspace(0, 30, 61)
    outside = (frames <= 8) | (frames >= 22)
    np.testing.assert_allclose(new.at(frames[outside]), clip.at(frames[outside]), atol=1e-12)
    never = editing.blend(clip, other, ((10, 0.0), (15, 0.4), (20, 0.0)))
    assert [goal.name for goal in never.goals] == ["l_foot"]  # type: ignore[attr-defined]


def test_a_motion_is_retimed_as_its_map_says() -> None:
    """With keys of its own, slow ends and wild turns: the poses are those of the map, within a millimetre or two."""
    rng = np.random.default_rng(4)
    pairs = ((0.0, 0.0), (5.0, 9.0), (20.0, 15.0), (28.0, 30.0), (40.0, 32.0))
    frames = np.linspace(0, 40, 401)
    source = TimeCurve(pairs=pairs).source(frames)
    for slow, spread in ((0.0, 0.3), (0.6, 0.3), (0.0, 1.5)):
        poses = np.clip(HUMAN.rest + spread * rng.normal(size=(5, HUMAN.size)), HUMAN.lo, HUMAN.hi)
        keys = [Key(frame=8.0 * i, q=tuple(q), slow_in=slow, slow_out=slow) for i, q in enumerate(poses.tolist())]
        before = Keyframes(figure=HUMAN, keys=tuple(keys))
        after = editing.retime(before, pairs)
        places = [
            HUMAN.tree.forward_batch(states).reshape(len(frames), -1, 3, 4)[..., 3]
            for states in (after.at(frames), before.at(source))
        ]
        assert np.linalg.norm(places[0] - places[1], axis=-1).max() < 0.003
        twice = editing.retime(before, ((0.0, 0.0), (64.0, 32.0)))  # evenly: no key more, and exactly
        assert [key.frame for key in twice.keys] == [0, 16, 32, 48, 64]  # type: ignore[attr-defined]
        np.testing.assert_allclose(twice.at(2 * frames), before.at(frames), atol=1e-12)


def test_one_map_moves_keys_spans_windows_targets_and_marks() -> None:
    place = tuple(HUMAN.pose().position("l_foot"))
    goal = TimedGoal(
        goal=Position(point=HUMAN.point("l_foot"), target=place, name="foot"),
        spans=(Span(start=4, end=10, ease_in=2, ease_out=3), Span(start=20, end=24)),
        moving=MovingTarget(field="target", frames=(4.0, 24.0), values=(place, place)),
    )
    keys = tuple(Key(frame=10.0 * i, q=tuple(HUMAN.rest)) for i in range(4))
    clip = Constrained(
        source=Keyframes(figure=HUMAN, keys=keys, marks=(Mark(name="strike", frame=4.0),)), goals=(goal,)
    )
    new = clip.mapped(lambda frame: frame + frame**2 / 10)
    assert isinstance(new, Constrained)
    assert [key.frame for key in new.source.keys] == [0, 20, 60, 120]  # type: ignore[attr-defined]
    (moved,) = new.goals
    first, second = moved.ordered
    assert (first.start, first.end) == (5.6, 20.0)
    assert (first.start - (first.ease_in or 0), first.end + (first.ease_out or 0)) == pytest.approx((2.4, 29.9))
    assert (second.start, second.end, second.ease_in) == pytest.approx((60.0, 81.6, None))
    assert moved.moving is not None
    assert moved.moving.frames == pytest.approx((5.6, 81.6))
    assert new.mark("strike") == 5.6
    for wrong, message in (
        (lambda frame: -frame, "keeps the order"),
        (lambda frame: min(frame, 15.0), "keeps the order"),
        (lambda frame: math.nan, "finite frame"),
        (lambda frame: 1 / frame, "a frame for every frame"),
    ):
        with pytest.raises(InputError, match=message):
            clip.mapped(wrong)


def test_wrong_requests_are_explained() -> None:
    clip = held_walk()
    with pytest.raises(InputError, match="outside the clip"):
        editing.copy(clip, 40, 50)
    with pytest.raises(InputError, match="finite"):
        editing.delete(clip, 3, float("nan"))
    with pytest.raises(InputError, match="later"):
        editing.crop(clip, 9, 3)
    with pytest.raises(InputError, match="no key"):
        editing.clear(clip, 0, 30)
    with pytest.raises(InputError, match="in the way"):
        editing.stretch(clip, 0, 10, 25, ripple=False)
    with pytest.raises(InputError, match="bake"):
        editing.crop(Looped(source=clip, times=2), 0, 10)
    with pytest.raises(InputError, match="forwards"):
        editing.retime(clip, [(0, 30), (10, 0)])
    with pytest.raises(InputError, match="one of"):
        editing.paste(clip, clip, 0, "over")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no key at"):
        editing.remove_keys(clip, [3.0])
    with pytest.raises(InputError, match="different figures"):
        editing.insert(clip, Keyframes(figure=DOG, keys=(Key(frame=0, q=tuple(DOG.rest)),)), 3)


def test_merging_touches_only_the_tracks_that_are_keyed() -> None:
    clip = plain(held_walk())
    arm = frozenset({"r_elbow"})
    over = editing.mirror(editing.copy(clip, 0, 20))
    merged = editing.paste(clip, over, 5, "merge", tracks=arm)
    elbow = HUMAN.index("r_elbow")
    rest = np.delete(np.arange(HUMAN.size), elbow)
    frames = np.linspace(0, 30, 61)
    np.testing.assert_allclose(merged.at(frames)[:, rest], clip.at(frames)[:, rest], atol=1e-12)
    for frame in (0.0, 10.0, 20.0):
        assert merged.state(frame + 5)[elbow] == pytest.approx(over.state(frame)[elbow])


def test_keys_and_marks_are_put_and_taken() -> None:
    clip = held_walk()
    between = editing.breakdown(clip, 14.0, 0.25)
    assert isinstance(between, Constrained)
    near = plain(clip)
    gaps = [np.abs(plain(between).state(14) - near.state(f))[HUMAN.index("root_z")] for f in (10.0, 20.0)]
    assert gaps[0] < gaps[1]
    assert same_goals(clip, editing.remove_keys(between, [14.0]))
    marked = editing.add_mark(editing.add_mark(clip, "a", 3), "a", 5)
    assert marked.mark("a") == 5
    assert editing.remove_mark(marked, "a").marks == ()
