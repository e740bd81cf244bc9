"""Motion scripts of several figures: who does what, goals between figures, and props that go from hand to hand."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from manikin import bodies
from manikin.clips import Ensemble, Keyframes
from manikin.clips.clip import Clip
from manikin.clips.key import Key
from manikin.errors import ManikinError
from manikin.language.motion.expand import expand
from manikin.language.motion.lines import lines_of
from manikin.language.motion.script import play, play_all
from manikin.math.rotations import Array
from tests.support.handover_script import handover_script

HAND_OVER = handover_script("ann")


@cache
def handed_over() -> Ensemble:
    return play_all(HAND_OVER)


def in_part(frames: Array, figure: str, part: str) -> Array:
    """Where the ball is in a part, position and orientation (n, 3, 4)."""
    states = handed_over().at(frames)
    figures = {own.name: own for own in handed_over().figures}
    held = figures["ball"].forward(states["ball"], ["ball"])[:, 0]
    by = figures[figure].forward(states[figure], [part])[:, 0]
    turned = by[:, :, :3].transpose(0, 2, 1)
    return np.concatenate([turned @ held[:, :, :3], turned @ (held[:, :, 3:] - by[:, :, 3:])], axis=2)


def test_a_prop_is_taken_carried_handed_over_and_left() -> None:
    both = handed_over()
    assert [figure.name for figure in both.figures] == ["ann", "bob", "ball"]
    assert both.audit(np.arange(0.0, 100.0, 0.5)).held
    for first, last, figure, part in ((30, 60, "ann", "r_hand"), (60, 80, "bob", "l_hand")):
        grip = in_part(np.arange(first, last, 0.5), figure, part)
        assert np.abs(grip - grip[0]).max() < 1e-6
    ball = both.figures[2]
    places = ball.forward(both.at(np.arange(101.0))["ball"], ["ball"])[:, 0, :, 3]
    assert np.allclose(places[:31], (-0.05, 1.0, 0.35), atol=1e-6)
    assert np.allclose(places[80:], places[80], atol=1e-6)
    assert np.linalg.norm(places[60] - places[30]) > 0.1
    assert np.linalg.norm(places[80] - places[60]) > 0.1
    fine = ball.forward(both.at(np.arange(25, 85, 0.25))["ball"], ["ball"])[:, 0, :, 3]
    assert np.linalg.norm(np.diff(fine, axis=0), axis=1).max() < 0.01  # nowhere a leap


def test_who_carries_a_prop_does_not_mind() -> None:
    """The bearer's arm moves as it does with empty hands."""
    empty = play_all("\n".join(line for line in HAND_OVER.splitlines() if "hold to" not in line))
    frames = np.arange(0.0, 60.0, 1.5)
    assert np.abs(handed_over().at(frames)["ann"] - empty.at(frames)["ann"]).max() < 1e-5


def test_a_written_out_script_of_several_figures_makes_the_same_motion() -> None:
    text = (
        "figure human as ann\nfigure ball as toy at 0.3 1 0.4\n0: ann pose rest\n"
        "5..15: lock toy as hold to ann:l_hand\n"
        "0..20: goal position ann:r_hand by 0 0.1 0.1 chain ann:r_upper_arm ann:r_forearm\n"
        "10: ann set l_elbow 60\n20: ann pose rest\n   toy set root_turn 30"
    )
    written = expand(text)
    once, again = play_all(text), play_all(written)
    frames = np.arange(0.0, 20.0, 1.5)
    for name, states in once.at(frames).items():
        assert np.abs(again.at(frames)[name] - states).max() < 1e-6, name
    assert expand(written) == written


def test_a_figure_begins_where_it_is_put() -> None:
    both = play_all("figure human as ann at 1 2 heading 90\nfigure box as b at 0.5 1.5 -2\n0: ann set l_elbow 30")
    poses = both.poses(0)
    assert np.allclose(poses["ann"].position("pelvis")[[0, 2]], (1, 2))
    assert np.allclose(poses["ann"].orientation("pelvis") @ (0, 0, 1), (1, 0, 0))
    assert np.allclose(poses["b"].position("box"), (0.5, 1.5, -2))


def test_a_walk_begins_where_its_figure_was_put() -> None:
    both = play_all(
        "figure human as ann at 0 1\nfigure human as bob at 2 0\n0: ann walk through 0 3\n10: bob jump to 2 0.4"
    )
    assert both.audit().held
    assert np.allclose(both.poses(0)["ann"].position("pelvis")[[0, 2]], (0, 1), atol=1e-6)
    end = both.poses(both.end)
    assert np.allclose(end["ann"].position("pelvis")[[0, 2]], (0, 3), atol=5e-3)
    assert np.allclose(end["bob"].position("pelvis")[[0, 2]], (2, 0.4), atol=2e-2)


def test_goals_join_figures() -> None:
    both = play_all(
        "figure human as ann at -0.35 0\nfigure human as bob at 0.35 0\n0: ann pose rest\n   bob pose rest\n"
        "10..30: goal position ann:l_palm @bob:r_palm name hands\n10..30: goal ann:gaze @bob:head soft\n"
        "40: ann pose rest\n    bob pose rest"
    )
    for frame in (10.0, 20.5, 30.0):
        poses = both.poses(frame)
        assert np.linalg.norm(poses["ann"].position("l_palm") - poses["bob"].position("r_palm")) < 1e-6
    moved = {name: np.abs(states[0] - states[1]).max() for name, states in both.at([0.0, 20.0]).items()}
    assert min(moved.values()) > 0.01
    gaze = next(goal for goal in both.goals if goal.name == "gaze")
    assert list(gaze.serving or {}) == ["ann"]  # who is looked at need not move


def test_each_figure_takes_a_motion_of_its_own() -> None:
    human = bodies.load("human")
    bent = human.rest.copy()
    bent[human.index("spine_bend")] = 0.3

    def opened(name: str) -> Clip:
        ends = (human.rest, bent) if name == "down" else (bent, human.rest)
        return Keyframes(figure=human, keys=tuple(Key(frame=20.0 * i, q=tuple(q)) for i, q in enumerate(ends)))

    text = (
        "figure human as ann\nfigure human as bob at 1 0\nann take down\nbob take up\n"
        "mark low when ann:head below 1.6\nlow..low+5: lock bob:l_hand"
    )
    both = play_all(text, open_clip=opened)
    poses = both.poses(20)
    assert poses["ann"]["spine_bend"] == pytest.approx(0.3)
    assert poses["bob"]["spine_bend"] == pytest.approx(0)
    assert poses["bob"].position("pelvis")[0] == pytest.approx(1)
    assert both.marks[0].name == "low"


THROW = """
figure human as ann
figure human as bob at 0 3 heading 180
figure ball:0.2 as ball at -0.25 1.0 0.35
0:       ann pose rest
         bob pose rest
5..15:   move ann:r_palm through @ball[0 0 -0.1] slow
15..:    lock ball as hold to ann:r_hand
16..28:  move ann:r_palm through by -0.05 0.2 -0.25 slow
29..35:  move ann:r_palm through by 0.1 0.2 0.55 slow in
20..50:  move bob:r_palm through 0.1 1.25 2.6 slow
35..55:  throw ball to @bob:r_palm[0 -0.1 0]
55..:    lock ball as hold to bob:r_hand
56..70:  move bob:r_palm through by 0 -0.2 0.2 slow
"""


@cache
def thrown() -> Ensemble:
    return play_all(THROW)


def test_a_thrown_prop_flies_as_gravity_has_it_and_is_caught() -> None:
    both, seconds = thrown(), np.linspace(0.0, 20 / 30, 41)
    assert both.audit(np.arange(0.0, 70.0, 0.5)).held
    ball, bob = both.figures[2], both.figures[1]

    def places(frames: Array) -> Array:
        return np.asarray(ball.forward(both.at(frames)["ball"], ["ball"])[:, 0, :, 3])

    flight = places(35 + 30 * seconds)
    fitted = np.polynomial.polynomial.polyfit(seconds, flight, 2)
    assert 2 * fitted[2] == pytest.approx([0, -9.81, 0], abs=1e-6)
    assert np.abs(np.polynomial.polynomial.polyval(seconds, fitted).T - flight).max() < 1e-9
    palm = bob.pose(both.at(55.0)["bob"][0]).convert_point((0, -0.1, 0), "r_palm")
    assert flight[-1] == pytest.approx(palm, abs=1e-6)
    assert np.abs(places(np.linspace(0, 15, 9)) - (-0.25, 1.0, 0.35)).max() < 1e-9  # it waits until it is taken
    steps = np.linalg.norm(np.diff(places(np.arange(0, 70, 0.25)), axis=0), axis=1)
    assert steps.max() < 0.06  # nowhere a leap: 7 m/s are 0.06 m in a quarter of a frame
    held = both.poses(55.0), both.poses(68.0)
    relative = [pose["bob"].convert_point(pose["ball"].position("ball"), None, "r_hand") for pose in held]
    assert relative[0] == pytest.approx(relative[1], abs=1e-6)


def test_a_script_with_a_throw_is_written_out_and_said_in_json() -> None:
    written = expand(THROW)
    again = play_all(written)
    frames = np.arange(0.0, 70.0, 1.5)
    for name, states in thrown().at(frames).items():
        assert np.abs(again.at(frames)[name] - states).max() < 1e-6, name
    (words,) = lines_of("35..55: throw ball to 0 1 2")
    (data,) = lines_of([{"at": 35, "until": 55, "throw": "ball", "to": [0, 1, 2]}])
    assert (words.text, words.when) == (data.text, data.when)


def test_a_throw_without_an_end_takes_the_least_speed() -> None:
    text = "figure human as ann\nfigure ball as b at 0 1 0\n0: ann pose rest\n10: throw b to 0 1 {way}"
    for way, seconds in ((2.0, 2.0), (0.5, 0.5)):
        clip = play_all(text.format(way=way)).clip("b")
        flight = clip.end - 10
        assert flight / 30 == pytest.approx(np.sqrt(2 * seconds / 9.81), abs=1 / 30)
        top = max(clip.pose(frame).position("ball")[1] for frame in np.linspace(10, clip.end, 99))
        assert top - 1 == pytest.approx(way / 4, rel=0.1)  # thrown at 45 degrees


def test_words_and_json_say_alike_who_acts() -> None:
    words = lines_of("10: ann walk through 0 2")
    data = lines_of([{"at": 10, "who": "ann", "walk": True, "through": [0, 2]}])
    assert [line.text for line in words] == [line.text for line in data]


TWO = "figure human as ann\nfigure human as bob at 1 0\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TWO + "0: walk through 0 0, 0 1", "whose step is this"),
        (TWO + "0: lock l_foot", "several figures: write ann:l_foot, bob:l_foot"),
        (TWO + "0: set ann:l_elbow 5 bob:l_elbow 5", "about one figure"),
        (TWO + "0: ann key bob:l_hand", "about one figure"),
        (TWO + "ann rate 25", "about no figure"),
        (TWO + "0: eve pose rest", "eve"),
        (TWO + "figure human as ann", "there is a figure 'ann' already"),
        (TWO + "mark m when ann:l_heel below 1", "take one for ann"),
        ("figure human as walk", "not the word of a step"),
        ("figure humaan as ann", "human"),
        ("figure z_reach as arm at 1 0", "does not move"),
        (
            TWO + "figure ball as b\n0: ann pose rest\n0..9: lock b as hold to ann:r_hand\n5: b set root_x 1",
            "is held then",
        ),
        (TWO + "0..9: lock ann:l_hand as hold", "name the other part"),
        (TWO + "0: throw ann:l_hand to 0 1 2", "only a prop can"),
        (TWO + "figure ball as b\n0: throw b", "expected to"),
        (TWO + "figure ball as b\n4..4.5: throw b to 0 1 2", "1 to 10,000 frames, not 0.5"),
        (TWO + "0..9: lock ann:l_hand as hold to ann:l_hand", "joined to itself"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, message: str) -> None:
    with pytest.raises(ManikinError, match=message) as told:
        play_all(text)
    assert f":{text.count(chr(10)) + 1}:" in str(told.value)


def test_one_clip_is_not_made_of_several_figures() -> None:
    with pytest.raises(ManikinError, match="several figures"):
        play(TWO + "0: ann pose rest")
    assert [figure.name for figure in play_all("0: pose rest").figures] == ["human"]
