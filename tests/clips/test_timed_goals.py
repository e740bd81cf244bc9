"""Timed goals of every kind: soft ones, inequalities, chains; what cannot hold is a compromise with a name."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import AboveGround, Aim, Balance, Distance, HalfSpace, Position, Problem
from manikin.clips import Constrained, Keyframes
from manikin.clips.key import Key
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.goals.goal import Goal
from tests.support.swaying import FEET, HUMAN, REST, swaying

FRAMES = np.arange(0.0, 91.0)
SPAN = Span(start=30, end=60, ease_in=8, ease_out=8)


def with_goal(goal: Goal, **data: object) -> Constrained:
    return Constrained(source=swaying(), goals=(TimedGoal(goal=goal, spans=(SPAN,), **data),))  # type: ignore[arg-type]


def residuals(goal: Goal, states: np.ndarray) -> np.ndarray:
    """How far a goal is off, by its own residual at the figure's own kinematics."""
    return np.array(
        [np.abs(goal.residual(*(handle.value(HUMAN.pose(q)) for handle in goal.handles))).max() for q in states]
    )


def inequalities() -> list[Goal]:
    feet = [HUMAN.point(name) for name in ("l_foot", "r_foot", "l_toes", "r_toes")]
    return [
        HalfSpace(point=HUMAN.point("pelvis"), origin=(0, 0.88, 0), normal=(0, 1, 0), name="low"),
        AboveGround(point=HUMAN.point("r_hand"), heights=((0.8, 0.8), (0.9, 0.9)), name="over the table"),
        Balance(point=HUMAN.centre_of_mass(), support=feet, margin=0.6, name="balance"),
        Distance(point=HUMAN.point("r_hand"), target=HUMAN.point("l_hand"), lo=0.7, name="hands apart"),
    ]


@pytest.mark.parametrize("goal", inequalities(), ids=lambda goal: goal.name)
def test_inequalities_hold_in_their_spans_and_change_nothing_where_they_hold_anyway(goal: Goal) -> None:
    clip = with_goal(goal)
    inside = FRAMES[(FRAMES >= 30) & (FRAMES <= 60)] + 0.37
    plain = residuals(goal, clip.source.at(inside[:-1]))
    assert plain.max() > 1e-4  # it would not hold by itself
    assert residuals(goal, clip.at(inside[:-1])).max() < 1e-6
    met = inside[:-1][plain == 0]
    free = [frame for frame in met if residuals(goal, clip.source.at(np.linspace(frame - 9, frame + 9, 40))).max() == 0]
    np.testing.assert_allclose(clip.at(free), clip.source.at(free), atol=1e-12)
    far = np.linspace(0, 21.9, 20)
    np.testing.assert_array_equal(clip.at(far), clip.source.at(far))


def test_soft_goals_lead_in_part_and_come_and_go_smoothly() -> None:
    aim = Position(point=HUMAN.point("r_hand"), target=(-0.3, 1.5, 0.4), weight=0.05, name="wave")
    clip = with_goal(aim, hard=False)
    fine = np.arange(0, 90, 0.25)
    off = np.array([np.linalg.norm(HUMAN.pose(q).position("r_hand") - (-0.3, 1.5, 0.4)) for q in clip.at(fine)])
    plain = np.array([np.linalg.norm(HUMAN.pose(q).position("r_hand") - (-0.3, 1.5, 0.4)) for q in swaying().at(fine)])
    during = (fine >= 30) & (fine <= 60)
    assert (off[during] < 0.9 * plain[during]).all()
    assert off[during].min() > 1e-3
    outside = (fine < 22) | (fine > 68)
    np.testing.assert_array_equal(clip.at(fine[outside]), swaying().at(fine[outside]))
    steps = np.abs(np.diff(off - plain))
    assert steps.max() < 0.06  # 8 frames for a change of some 0.5 m
    heavier = with_goal(Position(point=HUMAN.point("r_hand"), target=(-0.3, 1.5, 0.4), weight=5.0), hard=False)
    there = HUMAN.pose(heavier.state(45)).position("r_hand")
    assert np.linalg.norm(there - (-0.3, 1.5, 0.4)) < off[fine == 45][0]


def test_hard_goals_hold_beside_soft_ones() -> None:
    gaze = Aim(
        point=HUMAN.point("head"), direction=HUMAN.direction("head", (0, 0, 1)), target=(1.0, 1.2, 2.0), weight=0.3
    )
    pull = Position(point=HUMAN.point("pelvis"), target=(0.2, 0.8, 0.1), weight=1.0)
    goals = (
        TimedGoal(goal=gaze, spans=(SPAN,), hard=False),
        TimedGoal(goal=pull, spans=(Span(start=40, end=70),), hard=False),
        *(TimedGoal(goal=foot) for foot in FEET),
    )
    clip = Constrained(source=swaying(), goals=goals)
    frames = np.random.default_rng(0).uniform(0, 90, 60)
    states = clip.at(frames)
    for name in ("l_foot", "r_foot"):
        slips = [np.linalg.norm(HUMAN.pose(q).position(name) - REST.position(name)) for q in states]
        assert max(slips) < 1e-6
    order = np.random.default_rng(1).permutation(len(frames))
    np.testing.assert_array_equal(Constrained(source=swaying(), goals=goals).at(frames[order]), states[order])


def test_only_the_chain_of_a_goal_moves() -> None:
    chain = ("r_upper_arm", "r_forearm", "r_hand")
    place = REST.position("r_hand") + np.array([0.02, 0.05, 0.05])
    goal = Position(point=HUMAN.point("r_hand"), target=tuple(place), chain=chain, name="hand")
    still = Keyframes(figure=HUMAN, keys=(Key(frame=0, q=tuple(HUMAN.rest)), Key(frame=90, q=tuple(HUMAN.rest))))
    clip = Constrained(source=still, goals=(TimedGoal(goal=goal, spans=(SPAN,)),))
    moved = np.flatnonzero((clip.at(FRAMES) != still.at(FRAMES)).any(axis=0))
    assert len(moved)
    assert all(HUMAN.parameter_names[i].startswith("r_") for i in moved)


def test_what_cannot_hold_is_a_compromise_with_a_name() -> None:
    here = Position(point=HUMAN.point("r_hand"), target=(-0.2, 1.2, 0.3), name="here")
    there = Position(point=HUMAN.point("r_hand"), target=(-0.2, 1.2, 0.8), name="there")
    clip = Constrained(
        source=swaying(),
        goals=(TimedGoal(goal=here, spans=(Span(start=10, end=50),)), TimedGoal(goal=there, spans=(SPAN,))),
    )
    found = clip.audit()
    np.testing.assert_array_equal(found.goals["here"].frames_off(), np.arange(30.0, 51.0))
    conflict = clip.conflict_at(40)
    assert conflict is not None
    assert {"here", "there"} <= {member.name for member in conflict.members}
    assert clip.conflict_at(20) is None
    assert clip.conflict_at(5) is None


def test_linear_limits_hold_between_keys_that_are_inside_them() -> None:
    rng = np.random.default_rng(3)
    rows, lo, hi = Problem(HUMAN).linear_limits
    keys = []
    while len(keys) < 12:
        q = rng.uniform(np.maximum(HUMAN.lo, -2), np.minimum(HUMAN.hi, 2))
        if ((rows @ q <= hi) & (rows @ q >= lo)).all():
            keys.append(Key(frame=10.0 * len(keys), q=tuple(q)))
    clip = Keyframes(figure=HUMAN, keys=tuple(keys))
    values = clip.at(np.linspace(0, clip.end, 2000)) @ rows.T
    assert (values <= hi + 1e-9).all()
    assert (values >= lo - 1e-9).all()
