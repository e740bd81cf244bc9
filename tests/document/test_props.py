"""Props on the timeline: taken, carried exactly, let go, handed over, thrown."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.commands import AddFigure, InsertClip, ReleaseProp, TakeProp, ThrowProp
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.motion import motion_of, states_at
from manikin.errors import ManikinError
from manikin.posing.clip_frames import all_frames


def two() -> Document:
    """Two humans that wave, and a ball."""
    found = first_document(bodies.load("human"), bodies.load("human"))
    for name in ("human", "human 2"):
        found = InsertClip(shelf="moves", name="wave", frame=0, figure=name).apply(found)
    return AddFigure(name="ball", at=(-0.4, 1.0, 0.2)).apply(found)


def grip(document: Document, figure: str, frame: float) -> np.ndarray:
    """Where the ball is in the right hand of a figure (3, 4)."""
    states = states_at(document, frame)
    ball = document.figures["ball"].pose(states.get("ball", document.actor("ball").q))
    hand = document.figures[figure].pose(states[figure])
    part = document.figures[figure].skeleton.index("r_hand")
    turn, place = hand.world[part, :, :3], hand.world[part, :, 3]
    return np.column_stack([turn.T @ ball.world[0, :, :3], turn.T @ (ball.world[0, :, 3] - place)])


def test_a_prop_follows_the_hand_exactly_and_the_hand_does_not_mind() -> None:
    document = two()
    before = motion_of(document, "human")
    after = TakeProp(prop="ball", figure="human", part="r_hand", frame=20, until=60).apply(document)
    first = grip(after, "human", 20)
    for frame in np.random.default_rng(5).uniform(20, 60, 25).tolist():
        assert np.abs(grip(after, "human", frame) - first).max() < 1e-9
    now = motion_of(after, "human")
    assert before is not None
    assert now is not None
    frames = np.arange(0.0, 94.0, 3.3)
    assert np.abs(now.at(frames) - before.at(frames)).max() < 1e-9
    resting = states_at(after, 5)["ball"]
    assert resting == pytest.approx(document.actor("ball").q, abs=1e-12)
    assert states_at(after, 60)["ball"] == pytest.approx(states_at(after, 90)["ball"], abs=1e-9)  # it stays there


def test_a_prop_is_handed_over_without_a_jump() -> None:
    taken = TakeProp(prop="ball", figure="human", part="r_hand", frame=10, until=80).apply(two())
    given = TakeProp(prop="ball", figure="human 2", part="r_hand", frame=40, until=70).apply(taken)
    assert np.abs(grip(given, "human", 39.7) - grip(given, "human", 12)).max() < 1e-9
    assert np.abs(grip(given, "human 2", 69) - grip(given, "human 2", 40)).max() < 1e-9
    here, there = states_at(given, 40)["ball"], states_at(given, 40 + 1e-6)["ball"]
    assert here == pytest.approx(there, abs=1e-5)
    assert states_at(given, 40)["ball"] == pytest.approx(states_at(taken, 40)["ball"], abs=1e-9)
    assert [lock.spans[0].end for lock in given.locks if lock.figure == "ball" and lock.spans] == [40, 70]


def test_a_prop_that_is_let_go_stays_where_it_is() -> None:
    taken = TakeProp(prop="ball", figure="human", part="r_hand", frame=10).apply(two())
    free = ReleaseProp(prop="ball", frame=33).apply(taken)
    assert states_at(free, 33)["ball"] == pytest.approx(states_at(taken, 33)["ball"], abs=1e-9)
    assert states_at(free, 90)["ball"] == pytest.approx(states_at(free, 33)["ball"], abs=1e-9)
    with pytest.raises(ManikinError, match="nothing has"):
        ReleaseProp(prop="ball", frame=50).apply(free)


def test_a_throw_is_a_parabola_that_ends_where_it_should() -> None:
    taken = TakeProp(prop="ball", figure="human", part="r_hand", frame=10).apply(two())
    thrown = ThrowProp(prop="ball", frame=30, to=(1.0, 0.1, 2.0), frames=25).apply(taken)
    clip = motion_of(thrown, "ball")
    assert clip is not None
    frames = np.arange(30.5, 55.0, 0.5)
    places = np.array([clip.pose(frame).position("ball") for frame in frames])
    assert clip.pose(55).position("ball") == pytest.approx([1.0, 0.1, 2.0], abs=1e-9)
    seconds = (frames - 30) / 30
    fitted = np.polynomial.polynomial.polyfit(seconds, places, 2)
    assert 2 * fitted[2] == pytest.approx([0.0, -9.81, 0.0], abs=1e-6)
    off = places - np.polynomial.polynomial.polyval(seconds, fitted).T
    assert np.abs(off).max() < 1e-9


def test_what_a_hand_carries_is_compared_with_the_hand_not_with_a_flight() -> None:
    """The page marks frames that bend more than the in-between: a hand that waves is no pop of the ball."""
    taken = TakeProp(prop="ball", figure="human", part="r_hand", frame=10).apply(two())
    frames = all_frames(ThrowProp(prop="ball", frame=60, to=(1.0, 0.1, 2.0), frames=25).apply(taken))["ball"]
    joints, size = 12, frames.figure.size
    held, plain = frames.rows[:, joints : joints + size], frames.rows[:, joints + size :]
    carried = slice(10 - frames.first, 61 - frames.first)
    assert np.abs(np.diff(held[carried], axis=0)).max() > 0.01  # it moves with the hand
    np.testing.assert_array_equal(plain[carried], held[carried])


def test_what_cannot_be_carried_is_refused() -> None:
    document = two()
    for wrong in (
        TakeProp(prop="human 2", figure="human", part="r_hand", frame=3),
        TakeProp(prop="ball", figure="ball", part="ball", frame=3),
        TakeProp(prop="ball", figure="human", part="r_hand", frame=30, until=20),
        TakeProp(prop="ball", figure="human", part="nose", frame=3),
    ):
        with pytest.raises(ManikinError):
            wrong.apply(document)


def test_a_prop_is_caught_in_its_flight_and_flew_to_there_as_before() -> None:
    taken = TakeProp(prop="ball", figure="human", part="r_hand", frame=10).apply(two())
    thrown = ThrowProp(prop="ball", frame=30, to=(1.0, 0.1, 2.0), frames=25).apply(taken)
    for frame in (44.0, 55.0):  # on its way, and where it lands
        caught = TakeProp(prop="ball", figure="human 2", part="r_hand", frame=frame, until=70).apply(thrown)
        frames = np.linspace(30, frame, 29)
        for each in frames.tolist():
            assert states_at(caught, each)["ball"] == pytest.approx(states_at(thrown, each)["ball"], abs=1e-9)
        assert np.abs(grip(caught, "human 2", 66) - grip(caught, "human 2", frame)).max() < 1e-9
        left = [states_at(caught, each)["ball"] for each in (70, 75, 90)]
        assert np.ptp(left, axis=0).max() < 1e-9
