"""Awkward clips: each gives a clear error or a motion that holds what it can and names the rest; never a crash."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin import Figure, Position, Skeleton, bodies, hinge, joint, slide
from manikin.clips import Constrained, Keyframes, Looped, Samples
from manikin.clips.key import Key
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.errors import InputError, UnknownName
from manikin.kernels import library
from tests.support.swaying import FEET, HUMAN, REST, slip, swaying

METHODS = ["live", pytest.param("smooth", marks=pytest.mark.skipif(library() is None, reason="no kernels"))]


def clip_of(figure: Figure, states: np.ndarray, step: float = 10.0, **fields: object) -> Keyframes:
    keys = [Key(frame=step * i, q=tuple(q), **fields) for i, q in enumerate(np.asarray(states).tolist())]  # type: ignore[arg-type]
    return Keyframes(figure=figure, keys=tuple(keys))


# ---- keys ----------------------------------------------------------------------------------------


def test_one_key_is_a_pose_that_stays_and_can_be_held() -> None:
    clip = clip_of(HUMAN, HUMAN.rest[None])
    np.testing.assert_array_equal(clip.at([-100.0, 0.0, 7.5]), np.tile(HUMAN.rest, (3, 1)))
    assert clip.bake().data.shape == (1, HUMAN.size)
    held = Constrained(source=clip, goals=tuple(TimedGoal(goal=goal) for goal in FEET))
    assert held.audit().held


def test_no_key_and_two_on_one_frame_are_refused() -> None:
    with pytest.raises(InputError, match="1 to 1,000,000 keys, not 0"):
        Keyframes(figure=HUMAN, keys=())
    key = Key(frame=3.0, q=tuple(HUMAN.rest))
    with pytest.raises(InputError, match="two keys at frame 3"):
        Keyframes(figure=HUMAN, keys=(key, replace(key, name="again")))


@pytest.mark.slow
def test_a_hundred_thousand_keys_are_a_clip_like_others() -> None:
    rng = np.random.default_rng(0)
    figure = bodies.load("stickman")
    states = np.clip(figure.rest + 0.2 * rng.normal(size=(100_000, figure.size)), figure.lo, figure.hi)
    clip = clip_of(figure, states, step=1.0)
    frames = np.sort(rng.uniform(40_000, 40_200, 50))
    own = clip_of(figure, states[39_990:40_210], step=1.0)
    np.testing.assert_allclose(clip.at(frames), own.at(frames - 39_990), atol=1e-12)
    np.testing.assert_array_equal(clip.state(77_777.0), states[77_777])


def test_keys_in_gimbal_lock_are_met_and_passed_without_a_leap() -> None:
    ball = next(track for track in tracks_of(HUMAN) if track.is_ball and "root" in track.name)
    states = np.tile(HUMAN.rest, (4, 1))
    lead = math.atan2(
        *(np.cross(ball.axis_rows[1], ball.axis_rows[0]) @ ball.axis_rows[2], ball.axis_rows[0] @ ball.axis_rows[2])
    )
    for i, first in enumerate((0.3, -0.8, 1.1, 0.2)):
        states[i, list(ball.columns)] = (first, -lead, 0.4 * i)  # the outer two turn about one axis
    clip = clip_of(HUMAN, states)
    np.testing.assert_array_equal(clip.at([0.0, 10.0, 20.0, 30.0]), states)
    fine = clip.at(np.linspace(0, 30, 1201))[:, list(ball.columns)]
    parts = [Rotation.from_rotvec(fine[:, [k]] * axis) for k, axis in enumerate(ball.axis_rows)]
    turns = parts[0] * parts[1] * parts[2]
    steps = (turns[:-1].inv() * turns[1:]).magnitude()
    assert steps.max() < 0.02  # 1.2 rad in ten frames of forty steps, and some haste


def test_turns_that_are_keyed_are_made() -> None:
    column = HUMAN.index("root_turn")
    states = np.tile(HUMAN.rest, (2, 1))
    states[1, column] += 6 * math.pi
    turned = clip_of(HUMAN, states).at(np.linspace(0, 10, 201))[:, column]
    assert np.diff(turned).min() > -1e-9
    assert turned[-1] - turned[0] == pytest.approx(6 * math.pi)


# ---- times ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("frame", [math.nan, math.inf, -math.inf, "soon", None, [[1.0]]])
def test_frames_that_are_none_are_refused(frame: object) -> None:
    plain = swaying()
    for clip in (plain, Looped(source=plain, times=2), Constrained(source=plain, goals=(TimedGoal(goal=FEET[0]),))):
        with pytest.raises(InputError, match="finite numbers"):
            clip.state(frame)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="finite numbers"):
            clip.at(frame)  # type: ignore[arg-type]


def test_a_state_is_asked_for_at_one_frame() -> None:
    clip = Keyframes(figure=HUMAN, keys=(Key(frame=0, q=tuple(HUMAN.rest)), Key(frame=9, q=tuple(HUMAN.rest))))
    for frames in ([1, 2], []):
        with pytest.raises(InputError, match="one frame"):
            clip.state(frames)  # type: ignore[arg-type]


def test_rates_from_nothing_to_very_many() -> None:
    for rate in (0, -1, math.nan, math.inf):
        with pytest.raises(InputError, match="above 0 frames per second"):
            replace(swaying(), rate=rate)
    quick = replace(swaying(), rate=1e12)
    held = Constrained(source=quick, goals=tuple(TimedGoal(goal=goal) for goal in FEET))
    assert slip(held.at(np.linspace(0, 90, 12))).max() < 1e-6  # windows of 0.2 s are far longer than the clip


# ---- spans ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "span",
    [
        Span(start=30, end=30),  # of one frame
        Span(start=30.5, end=30.5, ease_in=0, ease_out=0),
        Span(start=40, end=50, ease_in=500, ease_out=1e6),  # windows longer than the clip
        Span(start=-50, end=-20),  # nowhere in the clip
        Span(start=200, end=math.inf),
        Span(start=85, end=300),  # goes on after its end
    ],
)
def test_spans_of_any_kind_hold_where_they_say(span: Span, method: str) -> None:
    goals = tuple(TimedGoal(goal=goal, spans=(span,)) for goal in FEET)
    clip = Constrained(source=swaying(), goals=goals, method=method)  # type: ignore[arg-type]
    states = clip.at(np.arange(91.0))
    assert np.isfinite(states).all()
    assert ((states >= HUMAN.lo - 1e-12) & (states <= HUMAN.hi + 1e-12)).all()
    inside = np.linspace(max(span.start, 0), min(span.end, 90), 5) if span.end >= 0 and span.start <= 90 else []
    if len(inside) and not (method == "smooth" and span.start == 30.5):
        assert slip(clip.at(inside)).max() < 1e-6


@pytest.mark.parametrize("method", METHODS)
def test_locks_that_contradict_each_other_are_a_compromise_with_names(method: str) -> None:
    place = REST.position("l_foot")
    goals = [
        TimedGoal(
            goal=Position(point=HUMAN.point("l_foot"), target=tuple(place + way), name=name),
            spans=(Span(start=20, end=60),),
        )
        for name, way in (("here", (0, 0, 0)), ("there", (0.2, 0, 0)))
    ]
    clip = Constrained(source=swaying(), goals=tuple(goals), method=method)  # type: ignore[arg-type]
    found = clip.audit()
    assert not found.held
    assert set(found.off) == {"here", "there"}
    errors = [found.goals[name].worst["m"] for name in ("here", "there")]
    assert sum(errors) == pytest.approx(0.2, abs=0.01)
    conflict = clip.conflict_at(40.0)
    assert conflict is not None
    assert {"here", "there"} <= {member.name for member in conflict.members}


def test_moving_targets_need_increasing_frames_and_finite_numbers() -> None:
    for frames, values in (
        ((3.0, 2.0), ((0, 0, 0), (1, 0, 0))),
        ((0.0,), ((math.nan, 0, 0),)),
        ((), ()),
        ((0.0,), ((1, 2),)),
    ):
        with pytest.raises(InputError, match="increasing frames"):
            MovingTarget(field="target", frames=frames, values=values)


def test_a_mark_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownName, match="strike"):
        swaying().mark("strike")


# ---- figures -------------------------------------------------------------------------------------


def pendulum(scale: float = 1.0, mass: float = 0.0) -> Figure:
    """A figure of two hinges without a root that could move."""
    joints = (
        joint(
            "base", None, offset=(0, 1, 0), dofs=[hinge("z", name="swing", lo=-2, hi=2)], scale=(scale, scale, scale)
        ),
        joint("arm", "base", offset=(0.5, 0, 0), dofs=[hinge("z", name="bend", lo=-2, hi=2)], mass=mass),
        joint("tip", "arm", offset=(0.25, 0.3, 0)),  # not straight, where the place of the tip has no way out
    )
    return Figure(Skeleton(name="pendulum", joints=joints))


FIGURES = {
    "one joint": Figure(Skeleton(name="slider", joints=(joint("only", None, dofs=[slide("x", name="along")]),))),
    "no root freedom": pendulum(),
    "scales": pendulum(scale=1.7),
    "mass": pendulum(mass=2.0),
    "groups": bodies.load("human"),
    "no groups": bodies.load("human").ungrouped(),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", FIGURES)
def test_figures_of_any_kind_move_and_are_held(name: str, method: str) -> None:
    figure = FIGURES[name]
    rng = np.random.default_rng(3)
    states = np.clip(figure.rest + 0.1 * rng.normal(size=(4, figure.size)), figure.lo, figure.hi)
    plain = clip_of(figure, states)
    part = figure.skeleton.joints[-1].name
    place = tuple(figure.pose(states[0]).position(part))
    goal = TimedGoal(
        goal=Position(point=figure.point(part), target=place, name="kept"), spans=(Span(start=12, end=18),)
    )
    clip = Constrained(source=plain, goals=(goal,), method=method)  # type: ignore[arg-type]
    frames = np.linspace(-3, 33, 37)
    assert np.isfinite(clip.at(frames)).all()
    for frame in (12.0, 15.5, 18.0):
        assert np.linalg.norm(clip.pose(frame).position(part) - place) < 1e-6
    assert clip.audit().held
    np.testing.assert_array_equal(clip.at([0.0, 30.0]), plain.at([0.0, 30.0]))
    assert Samples(figure=figure, data=states).at([0.5, 1.5]).shape == (2, figure.size)


@pytest.mark.skipif(library() is None, reason="the smooth method needs the kernels")
@pytest.mark.parametrize("seed", [2, 3, 11, 12])
def test_a_limb_that_flips_through_straight_holds_between_the_frames_too(seed: int) -> None:
    """From one frame to the next it is bent the other way; half-way, where it would be straight, nothing is missed."""
    joints = (
        joint("base", None, offset=(0, 1, 0), dofs=[hinge("z", name="swing", lo=-2, hi=2)]),
        joint("arm", "base", offset=(0.5, 0, 0), dofs=[hinge("z", name="bend", lo=-2, hi=2)], mass=2.0),
        joint("tip", "arm", offset=(0.4, 0, 0)),
    )
    figure = Figure(Skeleton(name="straight", joints=joints))
    states = np.clip(figure.rest + 0.5 * np.random.default_rng(seed).normal(size=(4, 2)), figure.lo, figure.hi)
    place = tuple(figure.pose(states[0]).position("tip"))
    goal = TimedGoal(goal=Position(point=figure.point("tip"), target=place), spans=(Span(start=8, end=24),))
    clip = Constrained(source=clip_of(figure, states), goals=(goal,), method="smooth")
    bends = clip.at(np.arange(8.0, 25.0))[:, 1]
    assert (np.diff(np.sign(bends)) != 0).any()
    held = figure.forward(clip.at(np.arange(8.0, 24.0, 0.1)), ["tip"])[:, 0, :, 3]
    assert np.linalg.norm(held - place, axis=1).max() < 1e-6


def test_a_figure_that_cannot_move_is_a_clip_but_nothing_can_be_held_of_it() -> None:
    stone = Figure(Skeleton(name="stone", joints=(joint("only", None),)))
    clip = clip_of(stone, np.zeros((2, 0)))
    assert clip.at([0.0, 5.0]).shape == (2, 0)
    goal = TimedGoal(goal=Position(point=stone.point("only"), target=(0, 0, 0)))
    with pytest.raises(InputError, match="nothing of 'stone' can move"):
        Constrained(source=clip, goals=(goal,)).state(3.0)
