"""Retargeting: a clip of one character on another."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from manikin import (
    Figure,
    InputError,
    Samples,
    bodies,
    clean_feet,
    dress,
    load_clip,
    load_skeleton,
    moves,
    retarget,
    save_clip,
    save_skeleton,
)
from manikin.body.clearance import avoid_self
from manikin.characters.contacts import find_contacts
from manikin.characters.foot_points import foot_points
from manikin.characters.orientations import states_with
from manikin.characters.reference import reference_of
from manikin.characters.roles import find_roles
from manikin.errors import FormatWarning
from manikin.goals import Position
from manikin.library.library import find_clip
from manikin.math.rotations import orthonormal_frame
from manikin.problem.problem import Problem
from manikin.solvers.lm.lm import LevenbergMarquardt
from tests.support.captures import captured_clip
from tests.support.command_line import failed, mistake, ran
from tests.support.paths import REAL_FILES
from tests.support.rigs import rig
from tests.support.skating import clean_walk, jerk, places

HUMAN = bodies.load("human")
real = pytest.mark.skipif(not REAL_FILES.is_dir(), reason="the files of others are not here")


def on_rig(**how: float) -> Samples:
    """A planted walk on a bare rig of balls."""
    return retarget(clean_walk(), rig("mixamo", **how)).clip


@real
def captured() -> Samples:
    clip = captured_clip("cmu_02_01_walk")
    return Samples(figure=clip.figure, rate=clip.rate, data=clip.data[1:])


def test_onto_its_own_skeleton_nothing_changes() -> None:
    clip = on_rig()
    done = retarget(clip, clip.figure)
    assert np.abs(places(done.clip) - places(clip)).max() < 1e-3
    assert done.scale == pytest.approx(1)
    assert done.worst[1] < np.radians(0.1)


@pytest.mark.parametrize(("arms", "legs"), [(45.0, 0.0), (90.0, 8.0), (20.0, 15.0)])
def test_another_zero_pose_of_the_same_character_gives_the_same_points(arms: float, legs: float) -> None:
    one, other = on_rig(), on_rig(arms=arms, legs=legs)
    apart = np.abs(places(one) - places(other)).max(axis=(0, 2))
    assert apart.max() < 1e-3
    back = retarget(other, rig("unreal")).clip
    assert np.abs(places(back) - places(retarget(one, rig("unreal")).clip)).max() < 1e-3


def test_names_and_axes_do_not_matter() -> None:
    clip = on_rig()
    one, other = retarget(clip, rig("biped")).clip, retarget(clip, rig("smpl", up="z")).clip
    turned = places(other)[..., [1, 2, 0]]
    assert np.abs(places(one) - turned).max() < 1e-3


def test_steps_scale_with_the_legs_and_feet_stay_planted() -> None:
    clip = on_rig()
    done = retarget(clip, rig("vrm", arms=50, scale=0.5))
    assert done.scale == pytest.approx(0.5, rel=1e-6)
    assert not done.off
    points = foot_points(done.clip, done.clip.data)
    for contact in done.contacts:
        if contact.point == "ball":
            way = points.ways[contact.side, "ball"][contact.start : contact.end + 1]
            assert np.abs(way - contact.place).max() < 2e-5
    assert np.allclose(places(done.clip)[-1, 0], 0.5 * places(clip)[-1, 0], atol=0.01)


def test_a_clip_of_the_human_goes_to_a_rig_and_back() -> None:
    walk = moves.load("walk").bake()
    there = retarget(walk, rig("mixamo")).clip
    back = retarget(there, HUMAN)
    assert back.direction_error < np.radians(8)
    assert (back.clip.data >= HUMAN.lo - 1e-9).all()
    assert (back.clip.data <= HUMAN.hi + 1e-9).all()
    assert jerk(back.clip) < 1.6 * jerk(walk)


def test_a_part_of_a_clip_alone_is_the_part_of_the_whole() -> None:
    clip = on_rig()
    cut = 40
    tail = Samples(figure=clip.figure, rate=clip.rate, data=clip.data[cut:])
    whole, part = retarget(clip, HUMAN).clip, retarget(tail, HUMAN).clip
    later = int(0.5 * clip.rate)
    assert np.abs(places(whole)[cut:] - places(part))[later:].max() < 5e-3


@pytest.mark.parametrize("name", moves.names())
def test_every_shipped_clip_moves_a_dressed_figure(name: str) -> None:
    body = dress(rig("unreal", arms=45, scale=1.1)).figure
    clip = find_clip(name, body)
    assert clip.figure == body
    whole = moves.load(name)
    assert clip.seconds == pytest.approx(whole.seconds, abs=1 / clip.rate)
    low = np.asarray(body.forward(clip.at(clip.frames())))[..., 1, 3].min()
    assert low > -0.04


def test_hands_that_meet_meet_on_longer_arms() -> None:
    goals = [
        Position(point=HUMAN.point(f"{side}_hand"), target=(x, 1.15, 0.35)) for side, x in (("l", 0.04), ("r", -0.04))
    ]
    together = LevenbergMarquardt().solve(Problem(HUMAN, goals), HUMAN.rest).q
    share = np.sin(np.linspace(0, np.pi, 24))[:, None] ** 2
    clip = Samples(figure=HUMAN, rate=30.0, data=HUMAN.rest + share * (together - HUMAN.rest))
    body = HUMAN.scaled(lengths={"forearm": 0.36})
    done = retarget(clip, body)
    longer = reference_of(body, done.roles).arm / reference_of(HUMAN, done.source_roles).arm
    gaps = [
        np.linalg.norm(
            np.subtract(*(places(one)[:, one.figure.skeleton.index(f"{side}_hand")] for side in "lr")), axis=1
        )
        for one in (clip, done.clip)
    ]
    wanted, frame = longer * gaps[0].min(), int(gaps[0].argmin())
    assert longer > 1.1
    assert gaps[1][frame] == pytest.approx(wanted, abs=0.03)  # arms that are turned alike have them 0.06 nearer


def test_no_trunk_leans_for_a_hand() -> None:
    clip = retarget(moves.load("reach"), rig("mixamo")).clip
    free, tied = (retarget(clip, figure).clip for figure in (HUMAN, _with_short_elbows()))
    roles = find_roles(HUMAN)
    joint = HUMAN.skeleton.index(roles[roles.chest])
    turned = [orthonormal_frame(np.asarray(one.figure.forward(one.data))[:, joint, :, :3]) for one in (free, tied)]
    assert np.abs(turned[0] - turned[1]).max() < 1e-6


def _with_short_elbows() -> Figure:
    """The human, whose elbows bend by half a radian only."""
    joints = tuple(
        replace(one, dofs=tuple(replace(dof, hi=0.5) for dof in one.dofs))
        if one.name in ("l_forearm", "r_forearm")
        else one
        for one in HUMAN.skeleton.joints
    )
    return HUMAN.with_skeleton(replace(HUMAN.skeleton, joints=joints))


def test_figures_that_are_no_human_bodies_are_refused() -> None:
    with pytest.raises(InputError, match="not taken for a human body"):
        retarget(clean_walk(), bodies.load("limb7"))
    with pytest.raises(InputError, match="a scale is a number above 0"):
        retarget(clean_walk(), HUMAN, scale=-1.0)


def test_a_robot_that_is_fixed_to_the_ground_gets_a_free_root() -> None:
    fixed = Figure(rig("acclaim").skeleton.with_base("fixed"))
    done = retarget(on_rig(), fixed)
    assert done.floating_base
    assert "free root" in str(done)


def test_orientations_are_met_exactly_by_balls_in_any_order_of_axes() -> None:
    figure = rig("rigify")
    rng = np.random.default_rng(5)
    states = rng.uniform(-1.2, 1.2, (7, figure.size))
    names = [joint.name for joint in figure.skeleton]
    world = orthonormal_frame(np.asarray(figure.forward(states))[..., :3])
    wanted = {name: world[:, i] for i, name in enumerate(names)}
    start = np.zeros_like(states)
    start[:, :3] = states[:, :3]
    made = states_with(figure, start, wanted)
    assert np.abs(np.asarray(figure.forward(made)) - np.asarray(figure.forward(states))).max() < 1e-9


def test_the_reference_pose_hangs_its_arms() -> None:
    figure = rig("xsens", arms=33)
    reference = reference_of(figure, find_roles(figure))
    for side in "lr":
        way = reference.place(f"{side}_hand") - reference.place(f"{side}_upper_arm")
        assert way / np.linalg.norm(way) == pytest.approx([0, -1, 0], abs=1e-9)


@real
def test_the_table_of_a_captured_walk_on_the_human_is_met() -> None:
    clip = captured()
    done = retarget(clip, HUMAN)
    assert done.direction_error < np.radians(8)
    assert not done.off
    points = foot_points(done.clip, done.clip.data)
    for contact in (c for c in done.contacts if c.point == "ball"):
        way = points.ways[contact.side, "ball"][contact.start : contact.end + 1]
        assert np.linalg.norm(np.diff(way, axis=0), axis=1).mean() < 1e-4
        assert np.abs(way[:, 1] - contact.place[1]).max() < 3e-3
    assert (done.clip.data >= HUMAN.lo - 1e-9).all()
    assert (done.clip.data <= HUMAN.hi + 1e-9).all()
    index, own = HUMAN.skeleton.index, clip.figure.skeleton.index
    shared = [role for role in done.source_roles.joints if role in done.roles and not role.startswith("spine")]
    mine = places(done.clip)[:, [index(done.roles[role]) for role in shared]]
    theirs = places(clip)[:, [own(done.source_roles[role]) for role in shared]]
    rough = [float(np.sqrt((np.diff(way, 3, axis=0) ** 2).sum(-1).mean())) for way in (mine, theirs)]
    assert rough[0] / done.scale < 1.2 * rough[1]


@real
def test_a_cleaned_capture_onto_its_own_skeleton_stays() -> None:
    clip = clean_feet(captured()).clip
    done = retarget(clip, clip.figure)
    assert np.abs(places(done.clip) - places(clip)).max() < 1e-3


@real
def test_jumping_jacks_are_as_smooth_as_their_source() -> None:
    clip = captured_clip("animateddrawings_cmu1_jumping_jacks")
    done = retarget(clip, HUMAN)
    shared = [role for role in done.source_roles.joints if role in done.roles and not role.startswith("spine")]
    rough = []
    for one, roles in ((clip, done.source_roles), (done.clip, done.roles)):
        ways = places(one)[:, [one.figure.skeleton.index(roles[role]) for role in shared]]
        rough.append(float(np.sqrt((np.diff(ways, 3, axis=0) ** 2).sum(-1).mean())))
    assert rough[1] / done.scale < 1.2 * rough[0]  # wrists flip there: what is solved again moves as the source does
    assert np.degrees(np.abs(np.diff(done.clip.data, axis=0)).max()) < 45


@real
@pytest.mark.timing
def test_two_hundred_frames_a_second_are_retargeted() -> None:
    clip = captured()
    retarget(clip, HUMAN)
    seconds = []
    for _ in range(3):
        begin = process_time()
        retarget(clip, HUMAN)
        seconds.append(process_time() - begin)
    assert len(clip.data) / min(seconds) > 200


@real
def test_a_robot_of_hinges_follows_a_captured_walk() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        robot = Figure(load_skeleton(REAL_FILES / "urdf" / "simple_humanoid.urdf"))
    done = retarget(captured(), robot)
    assert done.direction_error < np.radians(20)
    assert (done.clip.data >= done.clip.figure.lo - 1e-9).all()


def test_the_command_writes_the_clip_on_the_other_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_clip(on_rig(), "walk.npz", name="walk")
    save_skeleton(rig("smpl").skeleton, "other.scr")
    text = ran("retarget", "walk.npz", "--to", "other.scr", "-o", "out.npz", "--map-out", "map.json", "--strict")
    assert "contacts of feet are held" in text
    assert load_clip("out.npz").figure.name == "smpl rig"
    assert "spine_bend" in ran("retarget", "walk.npz", "--to", "other.scr", "--dress", "-o", "dressed.npz") or (
        "spine_bend" in load_clip("dressed.npz").figure.parameter_names
    )
    assert "human body" in mistake("retarget", "walk.npz", "--to", "limb7")


@pytest.mark.parametrize("stature", [1.2, 2.0])
def test_clips_follow_a_body_of_another_size(stature: float) -> None:
    body = HUMAN.scaled(stature=stature, mass=60.0, lengths={"forearm": 0.3})
    walk = moves.load("walk")
    done = retarget(walk, body)
    assert done.scale == pytest.approx(stature / 1.75, rel=0.02)
    own, other = (places(clip)[:, 0] for clip in (walk.bake(), done.clip))
    assert np.linalg.norm(other[-1] - other[0]) == pytest.approx(
        done.scale * float(np.linalg.norm(own[-1] - own[0])), rel=0.03
    )


def test_limbs_are_kept_from_going_through_each_other() -> None:
    walk = moves.load("walk").bake()
    pressed = walk.data.copy()
    for side in "lr":  # arms that go through the trunk
        pressed[:, HUMAN.index(f"{side}_shoulder_abduction")] = HUMAN.lo[HUMAN.index(f"{side}_shoulder_abduction")]
    clip = replace(walk, data=pressed)
    through, clear = (retarget(clip, HUMAN, avoid_self=way) for way in (False, True))
    apart = Problem(HUMAN, avoid_self(HUMAN, margin=0.0))
    deepest = [max(-float(apart.raw_residual(q).min()) for q in done.clip.data) for done in (through, clear)]
    assert deepest[0] > 0.005
    assert deepest[1] < 1e-6
    assert not clear.off
    assert (clear.clip.data >= HUMAN.lo - 1e-9).all()
    assert (clear.clip.data <= HUMAN.hi + 1e-9).all()
    for contact in (one for one in clear.contacts if one.point == "ball"):
        way = foot_points(clear.clip, clear.clip.data).ways[contact.side, "ball"][contact.start : contact.end + 1]
        assert np.abs(way - contact.place).max() < 1e-4


@real
def test_a_captured_walk_cut_anywhere_is_soon_the_whole_again() -> None:
    clip = captured()
    whole, later = places(retarget(clip, HUMAN).clip), round(0.5 * clip.rate)
    for cut in (40, 68, 128, 160, 206):  # at some of them a foot would land or leave a frame earlier or later
        part = places(retarget(replace(clip, data=clip.data[cut:]), HUMAN).clip)
        assert np.linalg.norm(part - whole[cut:], axis=-1)[later:].max() < 5e-3


def test_a_floor_that_slopes_keeps_its_feet_where_they_stand() -> None:
    clean = clean_walk()
    states = clean.data.copy()
    rise = 0.03 * (states[:, clean.figure.index("root_z")])
    states[:, clean.figure.index("root_y")] += rise - rise[0]
    sloping = replace(clean, data=states)
    points = foot_points(sloping, states)
    contacts = [one for one in find_contacts(points) if one.point == "ball"]
    flat = [one for one in find_contacts(foot_points(clean, clean.data)) if one.point == "ball"]
    assert len(contacts) == len(flat)
    for one, other in zip(contacts, flat, strict=True):
        assert one.place[1] - other.place[1] == pytest.approx(0.03 * other.place[2], abs=0.012)


def test_strict_fails_and_says_which_row_is_out_of_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_clip(on_rig(), "walk.npz", name="walk")
    save_skeleton(rig("nameless").skeleton, "nameless.scr")
    lines = failed("retarget", "walk.npz", "--to", "nameless.scr", "--strict", "-o", "out.npz")
    assert any("roles of the figure are guessed by where joints lie" in line for line in lines)
    assert not Path("out.npz").exists()
    ran("retarget", "walk.npz", "--to", "nameless.scr", "-o", "out.npz")  # without it they are notes


def test_bounds_of_a_retargeted_clip_are_sentences() -> None:
    done = retarget(on_rig(), rig("smpl"))
    assert done.out_of_bounds == ()
    assert done.kept == 1.0
    size = len(done.clip.data)
    worse = replace(
        done, direction_error=0.2, worst=(9, 0.6), off={3: 0.01}, skate_after=0.01, kept=0.3,
        at_limit={"a": size, "b": size // 3},
    )  # fmt: skip
    for sentence, part in zip(
        worse.out_of_bounds,
        ("11.5°, the median; the bound is 8°", "the bound is 30°; at frame 9", "not held at 1 frames (3)",
         "travel by 10.00 mm/frame", "30 % of the frames", f"a in {size}"),
        strict=True,
    ):  # fmt: skip
        assert part in sentence
