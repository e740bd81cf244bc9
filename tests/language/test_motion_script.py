"""Motion scripts: each statement, and three whole scripts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.clips import Constrained, Keyframes, Samples
from manikin.clips.clip import Clip
from manikin.errors import ManikinError
from manikin.gait.walk import walk
from manikin.language.motion.expand import expand
from manikin.language.motion.script import play

HUMAN = bodies.load("human")

STANCE_FOOT = """
rate 30
take slipping_walk.npz
mark strike    when l_heel below 0.012 after 15
mark ball_down when l_ball below 0.004 after strike
mark heel_off  when l_heel above 0.012 after ball_down+3
mark ball_off  when l_ball above 0.02  after heel_off
strike    .. ball_down-1: lock l_heel as position   ease 5 0
ball_down .. heel_off-1:  lock l_foot               ease 0
heel_off  .. ball_off:    lock l_ball as position   ease 0 6
"""
REACH = """
rate 30
0..:      lock l_foot
          lock r_foot
0:        pose rest
          pull pelvis by 0 -0.03 0
20..50:   move r_hand through @r_hand, -0.40 1.10 0.40, -0.15 1.30 0.45 slow   ease 4
20..70:   goal gaze @r_hand soft weight 0.2
51..70:   lock r_hand as position
70:       set spine_twist 15
100:      pose rest
"""
UNEVEN = """
rate 30
ground hills.csv origin -2 -1 spacing 0.156 0.159
10:         walk through 0 0, 0.1 1.6, 0.9 3.2, 1.0 5.0 step 0.58 lift 0.08 pitch 12
end-60..:   goal gaze 3 1.2 7 soft weight 0.2 ease 20
"""


def slipping_walk(_: str = "") -> Clip:
    """A walk of fewer keys than it needs, and nothing that holds its feet: they slide."""
    return Keyframes(figure=HUMAN, rate=30.0, keys=tuple(walk(HUMAN, [(0, 0), (0, 2.5)]).keys()[::3]))


def hills(_: str) -> bytes:
    x, z = np.meshgrid(0.156 * np.arange(40) - 2, 0.159 * np.arange(50) - 1, indexing="ij")
    heights = 0.06 * np.sin(1.7 * x + 0.3) * np.cos(1.3 * z) + 0.03 * np.sin(3.1 * z + 1)
    return "\n".join(",".join(f"{height:.4f}" for height in row) for row in heights).encode()


def place(clip: Clip, part: str, frames: np.ndarray) -> np.ndarray:
    return np.asarray(HUMAN.forward(clip.at(frames), [part])[:, 0, :, 3])


def acceleration(clip: Clip) -> float:
    """The largest of all joint angles, from frame to frame [rad/s²]."""
    return float(np.abs(np.diff(clip.at(clip.frames())[:, 6:], 2, axis=0)).max() * clip.rate**2)


def test_the_stance_foot_of_the_thesis_holds_heel_foot_and_ball_in_turn() -> None:
    source = slipping_walk()
    clip = play(STANCE_FOOT, open_clip=slipping_walk)
    phases = [
        ("l_heel", "strike", "ball_down"),
        ("l_foot", "ball_down", "heel_off"),
        ("l_ball", "heel_off", "ball_off"),
    ]
    for part, first, last in phases:
        frames = np.arange(clip.mark(first), clip.mark(last), 0.25)
        slid = np.linalg.norm(place(source, part, frames) - place(source, part, frames)[0], axis=1).max()
        held = np.linalg.norm(place(clip, part, frames) - place(clip, part, frames)[0], axis=1).max()
        assert slid > 0.004
        assert held < 1e-6
    assert acceleration(clip) < 1.05 * acceleration(source)
    fine = np.arange(clip.mark("strike"), clip.mark("ball_off"), 0.02)
    for part in ("l_heel", "l_ball"):  # each lock is where the one before has left the foot
        assert np.linalg.norm(np.diff(place(clip, part, fine), axis=0), axis=1).max() < 0.001


def test_a_reach_follows_its_way_holds_and_lets_go() -> None:
    clip = play(REACH)
    assert isinstance(clip, Constrained)
    audit = clip.audit(np.arange(clip.start, clip.end, 0.5))
    for name in ("l_foot", "r_foot", "move r_hand", "r_hand position"):
        assert max(audit.goals[name].worst.values()) < 1e-5, name
    assert np.allclose(place(clip, "r_hand", np.array([50.0, 60.0, 70.0])), (-0.15, 1.30, 0.45), atol=1e-5)
    plain = place(clip.source, "r_hand", np.arange(20.0, 51.0))
    assert np.linalg.norm(place(clip, "r_hand", np.arange(20.0, 51.0)) - plain, axis=1).max() > 0.02
    gaze = audit.goals["gaze"].errors["rad"]
    without = play(REACH.replace("20..70:   goal gaze @r_hand soft weight 0.2\n", ""))
    eyes = HUMAN.forward(without.at(np.arange(20.0, 71.0)), ["eyes", "r_hand"])
    toward = eyes[:, 1, :, 3] - eyes[:, 0, :, 3]
    apart = np.arccos((toward * eyes[:, 0, :, 2]).sum(axis=1) / np.linalg.norm(toward, axis=1))
    assert gaze.mean() < 0.5 * apart.mean()


def test_a_walk_over_uneven_ground_holds_its_feet_and_looks_aside_at_the_end() -> None:
    clip = play(UNEVEN, read_file=hills)
    assert isinstance(clip, Constrained)
    audit = clip.audit(np.arange(clip.start, clip.end, 0.5))
    worst = max(goal.worst["m"] for name, goal in audit.goals.items() if name.startswith("step"))
    assert worst < 5e-6
    assert clip.start == 10
    end = clip.pose(clip.end)
    assert np.allclose(end.position("pelvis")[[0, 2]], (1.0, 5.0), atol=0.05)
    assert end.orientation("eyes")[0, 2] > clip.source.pose(clip.end).orientation("eyes")[0, 2] + 0.1


def test_poses_of_a_time_are_one_key_built_on_the_pose_before() -> None:
    clip = play("0: pose rest\n   set spine_bend 20\n10: set r_elbow 90")
    assert isinstance(clip, Keyframes)
    assert [key.frame for key in clip.keys] == [0.0, 10.0]
    assert np.degrees(clip.pose(10)["spine_bend"]) == pytest.approx(20)
    assert np.degrees(clip.pose(10)["r_elbow"]) == pytest.approx(90)


def test_seconds_are_frames_at_the_rate() -> None:
    clip = play("rate 50\n0: pose rest\n0.4s: set spine_bend 20")
    assert (clip.rate, clip.end) == (50.0, 20.0)


def test_between_shapes_the_keys_below_it() -> None:
    clip = play("0: pose rest\nbetween linear tension 0.5\n5: set spine_bend 3\nbetween hold\n9: pose rest")
    assert isinstance(clip, Keyframes)
    assert [(key.curve, key.tension) for key in clip.keys] == [("smooth", 0.0), ("linear", 0.5), ("hold", 0.0)]


def test_a_key_of_some_parts_leaves_the_others_alone() -> None:
    clip = play("0: pose rest\n10: set r_elbow 90 spine_bend 30\n   key r_forearm\n20: pose rest")
    assert np.degrees(clip.pose(10)["r_elbow"]) == pytest.approx(90)
    assert clip.pose(10)["spine_bend"] == pytest.approx(0)


def test_mirror_exchanges_left_and_right() -> None:
    clip = play("0: set r_elbow 90\n5: mirror")
    assert np.degrees(clip.pose(5)["l_elbow"]) == pytest.approx(90)


def test_a_goal_at_a_time_is_brought_about_in_its_key_and_then_gone() -> None:
    clip = play("0: pose rest\n10: goal position r_hand -0.3 1.2 0.4\n20: pose rest")
    assert isinstance(clip, Keyframes)
    assert np.allclose(place(clip, "r_hand", np.array([10.0])), (-0.3, 1.2, 0.4), atol=1e-4)
    assert np.allclose(clip.state(20), HUMAN.rest)


def test_a_lock_takes_its_part_where_it_is_between_two_keys() -> None:
    clip = play("0: pose rest\n10..20: lock r_hand as position\n30: set r_elbow 90")
    plain = place(play("0: pose rest\n30: set r_elbow 90"), "r_hand", np.array([10.0]))
    assert np.allclose(place(clip, "r_hand", np.arange(10.0, 20.5, 0.5)), plain, atol=1e-5)


def test_a_release_ends_what_is_held() -> None:
    clip = play("0..: lock l_foot name left\n0: pose rest\n10: release left\n20: set l_knee 40")
    assert isinstance(clip, Constrained)
    (span,) = clip.goals[0].ordered
    assert (span.start, span.end) == (0.0, 9.0)


def test_a_part_is_put_on_the_ground() -> None:
    clip = play("ground level 0.1\n0: pose rest\n0..10: lock l_foot on ground\n20: pose rest")
    assert place(clip, "l_heel", np.array([5.0]))[0, 1] == pytest.approx(0.1, abs=2e-3)


def test_a_part_turns_through_angles() -> None:
    clip = play("0: pose rest\n0..20: turn r_hand through by 0 0 0, by 0 40 0 slow")
    before, after = clip.pose(0).orientation("r_hand"), clip.pose(20).orientation("r_hand")
    angle = np.arccos((np.trace(after @ before.T) - 1) / 2)
    assert np.degrees(angle) == pytest.approx(40, abs=0.01)


def test_a_point_moves_by_the_length_of_its_way() -> None:
    clip = play("0: pose rest\n0..20: move r_hand through @r_hand, -0.4 1.1 0.4, -0.15 1.3 0.45 even")
    steps = np.linalg.norm(np.diff(place(clip, "r_hand", np.arange(0.0, 21.0)), axis=0), axis=1)
    assert steps.max() / steps.min() < 1.03


def test_a_step_brings_a_foot_to_its_place() -> None:
    clip = play("0: pose rest\n5..35: step l_foot to 0.12 0.35 heading 10 over 0.1")
    middle = (place(clip, "l_heel", np.array([35.0])) + place(clip, "l_ball", np.array([35.0])))[0] / 2
    assert np.allclose(middle, (0.12, 0.0, 0.35), atol=1e-3)


def test_a_jump_flies_as_gravity_has_it_and_lands_where_it_should() -> None:
    clip = play("0: jump to 0.2 0.6 heading 30 height 0.3\nend: walk through 0.6 1.5")
    assert clip.audit(np.arange(clip.start, clip.end, 0.5)).held  # type: ignore[attr-defined]
    toes = place(clip, "l_toes", np.arange(0.0, 60.0, 0.25))[:, 1]
    air = np.flatnonzero(toes > 0.06) * 0.25
    assert 0.3 < np.ptp(air) / 30 < 0.7
    inner = air[(air > air.min() + 1) & (air < air.max() - 1)]
    heights = [clip.pose(float(frame)).centre_of_mass()[1] for frame in inner]
    assert np.polyfit(inner / 30, heights, 2)[0] * 2 == pytest.approx(-9.81, rel=0.08)
    landed = clip.pose(74.0)
    assert np.allclose(landed.position("pelvis")[[0, 2]], (0.2, 0.6), atol=0.02)
    ahead = landed.orientation("pelvis") @ (0.0, 0.0, 1.0)
    assert np.degrees(np.arctan2(ahead[0], ahead[2])) == pytest.approx(30, abs=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0: jump to 0 9", "at most"),
        ("0: jump to 0 1 height 9", "high"),
        ("0: jump over 0 1", "to"),
        ("ground stairs 1 rise 0.9 at 0 0.3\n0: jump to 0 0.8 height 0.2", "does not reach"),
    ],
)
def test_jumps_that_nobody_can_make_are_refused(text: str, message: str) -> None:
    with pytest.raises(ManikinError, match=message):
        play(text)


def test_walks_follow_each_other() -> None:
    clip = play("0: walk through 0 0, 0 1.5\nend+5: walk turning 90\nend: walk backwards through -1 1.5")
    assert clip.audit().held  # type: ignore[attr-defined]
    ahead = clip.pose(clip.end).orientation("pelvis") @ (0.0, 0.0, 1.0)
    assert np.allclose(ahead, (1.0, 0.0, 0.0), atol=2e-3)
    assert np.allclose(clip.pose(clip.end).position("pelvis")[[0, 2]], (-1.0, 1.5), atol=2e-2)


def test_stairs_are_climbed() -> None:
    clip = play("ground stairs 3 rise 0.15 tread 0.3 at 0 1\n0: walk through 0 0, 0 3")
    assert clip.pose(clip.end).position("pelvis")[1] == pytest.approx(0.9275 + 0.45, abs=0.02)


def test_a_taken_motion_is_led_through_the_keys_of_a_script() -> None:
    still = Samples(figure=HUMAN, rate=30.0, data=np.tile(HUMAN.rest, (31, 1)), first=0.0)
    clip = play("take still\n15: set spine_bend 20", open_clip=lambda _: still)
    bend = np.degrees(clip.at(clip.frames())[:, HUMAN.index("spine_bend")])
    assert bend[15] == pytest.approx(20)
    assert (np.diff(bend[:16]) >= -1e-9).all()
    assert bend[0] < 1


def test_a_part_of_a_motion_is_taken_at_the_rate_of_the_script() -> None:
    clip = play("rate 60\ntake w from 10 to 40\nmark m when l_heel above 0 after 0", open_clip=slipping_walk)
    assert (clip.rate, clip.start, clip.end) == (60.0, 0.0, 60.0)
    assert np.allclose(clip.state(20), slipping_walk().state(20.0))
    assert clip.mark("m") >= 0


def test_titles_are_marks() -> None:
    clip = play("title a small bow\n0: pose rest\n10: pose bow\n10: title down")
    assert clip.mark("a small bow") == 0
    assert clip.mark("down") == 10


@pytest.mark.parametrize(
    "text",
    [
        REACH,
        UNEVEN,
        STANCE_FOOT,
        "0: pose rest\n5: set r_elbow 90\n   key r_forearm\nbetween hold bias 0.5\n9: pose bow",
    ],
)
def test_an_expanded_script_makes_the_same_clip(text: str) -> None:
    given: dict[str, Any] = {"open_clip": slipping_walk, "read_file": hills}
    clip = play(text, **given)
    written = expand(text, **given)
    assert "walk" not in written.replace("slipping_walk", "").replace("take", "")
    again = play(written, **given)
    frames = np.arange(clip.start, clip.end + 0.1, 0.5)
    assert (again.start, again.end, again.marks) == (clip.start, clip.end, clip.marks)
    assert np.abs(again.at(frames) - clip.at(frames)).max() < 1e-6
    assert expand(written, **given) == written


@pytest.mark.parametrize("text", ["0: jump to 0 0.6 height 0.3", "0: jump to 0 0"])
def test_knees_do_not_lock_in_a_jump_nor_snap_as_it_lands(text: str) -> None:
    clip = play(text)
    knee = HUMAN.index("l_knee")
    fine = clip.at(np.arange(clip.start, clip.end, 0.25))[:, knee]
    toes = place(clip, "l_toes", np.arange(clip.start, clip.end, 0.25))[:, 1]
    air = np.flatnonzero(toes > 0.1)
    assert np.degrees(fine[air[0] : air[-1]].min()) > 1
    assert np.abs(np.diff(fine, 2)).max() * (4 * clip.rate) ** 2 < 360  # rad/s²
