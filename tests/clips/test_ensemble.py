"""Several figures on one timeline, with goals between them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import Figure, Point, Position, bodies
from manikin.clips import Ensemble, Keyframes
from manikin.clips.key import Key
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.errors import InputError, UnknownName
from manikin.kernels import library

METHODS = ["live", *(["smooth"] if library() is not None else [])]


def person(name: str, at: float, seed: int) -> Keyframes:
    """Someone who shifts about at a place."""
    figure = Figure(bodies.load("human").skeleton, name=name)
    rng = np.random.default_rng(seed)
    keys = []
    for i in range(4):
        q = np.clip(figure.rest + 0.08 * rng.normal(size=figure.size), figure.lo, figure.hi)
        q[figure.index("root_x")] = at + 0.02 * rng.normal()
        keys.append(Key(frame=20.0 * i, q=tuple(q)))
    return Keyframes(figure=figure, keys=tuple(keys))


ANN, BOB = person("ann", -0.3, 1), person("bob", 0.45, 2)
TOUCH = TimedGoal(
    goal=Position(point=Point(part="l_hand", figure="ann"), target=Point(part="r_hand", figure="bob"), name="hands"),
    spans=(Span(start=20, end=40, ease_in=8, ease_out=8),),
)


def gap(ensemble: Ensemble, frame: float) -> float:
    poses = ensemble.poses(frame)
    return float(np.linalg.norm(poses["ann"].position("l_hand") - poses["bob"].position("r_hand")))


@pytest.mark.parametrize("method", METHODS)
def test_a_goal_between_two_figures_moves_both(method: str) -> None:
    plain = Ensemble(clips=(ANN, BOB))
    held = Ensemble(clips=(ANN, BOB), goals=(TOUCH,), method=method)  # type: ignore[arg-type]
    assert min(gap(plain, frame) for frame in (20, 30, 40)) > 0.05
    for frame in np.linspace(20, 40, 23):
        assert gap(held, frame) < 1e-6
    middle = held.at(30.5)
    for clip in (ANN, BOB):
        assert np.abs(middle[clip.figure.name][0] - clip.state(30.5)).max() > 1e-3
    for frames in (np.linspace(0, 11.9, 9), np.linspace(48.1, 60, 9)):
        for clip in (ANN, BOB):
            np.testing.assert_array_equal(held.at(frames)[clip.figure.name], clip.at(frames))


def test_each_figure_has_a_clip_of_its_own() -> None:
    held = Ensemble(clips=(ANN, BOB), goals=(TOUCH,))
    frames = np.linspace(0, 60, 31)
    ann = held.clip("ann")
    np.testing.assert_array_equal(ann.at(frames), held.at(frames)["ann"])
    assert (ann.start, ann.end, ann.rate) == (0, 60, 30)
    assert ann.bake().data.shape == (61, ann.figure.size)


@pytest.mark.parametrize("method", METHODS)
def test_the_audit_measures_what_joins_figures(method: str) -> None:
    held = Ensemble(clips=(ANN, BOB), goals=(TOUCH,), method=method)  # type: ignore[arg-type]
    found = held.audit()
    assert len(found.frames) == 61
    assert found.held
    assert found.limit_violation <= 1e-9
    assert "hands holds at all frames" in found.message
    wild = np.abs(np.diff(held.states(held.frames()), 2, axis=0)).max()
    plain = np.abs(np.diff(Ensemble(clips=(ANN, BOB)).states(held.frames()), 2, axis=0)).max()
    assert found.pop == pytest.approx(wild / plain)
    apart = Ensemble(clips=(ANN, BOB), goals=(TOUCH,)).audit(np.arange(20.0, 40.0, 0.37))
    assert max(apart.goals["hands"].worst.values()) < 1e-6
    assert Ensemble(clips=(ANN, BOB)).audit().message == "There are no timed goals that must hold."


def test_what_cannot_be_held_is_named() -> None:
    far = replace(TOUCH, goal=replace(TOUCH.goal, target=(50.0, 1.0, 0.0), name="far"))
    feet = [
        TimedGoal(goal=Position(point=Point(part=part, figure="ann"), target=tuple(place), name=part))
        for part in ("l_foot", "r_foot")
        for place in [ANN.pose(0).position(part)]
    ]
    held = Ensemble(clips=(ANN, BOB), goals=(far, *feet))
    found = held.audit(np.arange(10.0, 50.0))
    assert not found.held
    entry = found.goals["far"]
    assert (entry.frames >= 20).all()
    assert (entry.frames <= 40).all()
    assert "far is off at" in found.message
    for frame, error in zip(entry.frames, entry.errors["m"], strict=True):
        apart = np.linalg.norm(held.poses(float(frame))["ann"].position("l_hand") - (50, 1, 0))
        assert error == pytest.approx(apart, abs=1e-9)
    conflict = held.conflict_at(30.0)
    assert conflict is not None
    assert "far" in {member.name for member in conflict.members}
    assert Ensemble(clips=(ANN, BOB), goals=(TOUCH,)).conflict_at(30.0) is None


def test_wrong_ensembles_are_refused() -> None:
    with pytest.raises(InputError, match="needs a clip"):
        Ensemble(clips=())
    with pytest.raises(InputError, match="different names"):
        Ensemble(clips=(ANN, ANN))
    with pytest.raises(InputError, match="one rate"):
        Ensemble(clips=(ANN, replace(BOB, rate=60)))
    with pytest.raises(UnknownName, match="cid"):
        Ensemble(
            clips=(ANN, BOB), goals=(TimedGoal(goal=replace(TOUCH.goal, target=Point(part="head", figure="cid"))),)
        )
    with pytest.raises(UnknownName, match="figure"):
        Ensemble(clips=(ANN, BOB)).clip("cid")
