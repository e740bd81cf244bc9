"""Legs that stretch a little where a knee would pop or a foot would be missed."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from manikin import FormatWarning, InputError, Samples, clean_feet, load_clip, save_clip
from manikin.characters.foot_points import foot_points
from manikin.characters.stretching import leg_stretch
from manikin.math.rotations import Array
from tests.support.captures import captured_clip
from tests.support.command_line import mistake, ran
from tests.support.paths import REAL_FILES
from tests.support.skating import knee_pop, places, skating_walk

real = pytest.mark.skipif(not REAL_FILES.is_dir(), reason="the files of others are not here")


def straight_legs(scale: float = 1.0) -> Samples:
    """A skating walk whose pelvis is so high that knees straighten."""
    raw = skating_walk(scale)
    data = raw.data.copy()
    data[:, raw.figure.index("root_y")] += 0.03 * scale
    return Samples(figure=raw.figure, rate=raw.rate, data=data)


def lengths(clip: Samples) -> Array:
    """The lengths of both thighs and shins (frames, 4) [m]."""
    points = foot_points(clip, clip.data)
    world, index = places(clip), clip.figure.skeleton.index
    names = [(f"{s}_{a}", f"{s}_{b}") for s in "lr" for a, b in (("thigh", "shin"), ("shin", "foot"))]
    ways = [world[:, index(points.roles[a])] - world[:, index(points.roles[b])] for a, b in names]
    return np.stack([np.linalg.norm(way, axis=1) for way in ways], axis=1)


def pop_of(clip: Samples) -> float:
    return knee_pop(clip, foot_points(clip, clip.data))


@pytest.mark.parametrize("scale", [0.4, 1.0, 2.0])
def test_knees_pop_less_and_bones_stretch_no_more_than_they_may(scale: float) -> None:
    raw = straight_legs(scale)
    plain, done = clean_feet(raw), clean_feet(raw, stretch=0.01)
    assert pop_of(done.clip) < 0.95 * pop_of(plain.clip)
    assert done.skate_after < 1e-7
    assert not done.off
    share = lengths(done.clip) / lengths(raw)[:1] - 1
    assert 0.001 < np.abs(share).max() <= 0.01 + 1e-9
    assert done.stretch == pytest.approx(np.abs(share).max(), rel=1e-6)
    assert (done.clip.data >= done.clip.figure.lo - 1e-12).all()
    assert (done.clip.data <= done.clip.figure.hi + 1e-12).all()
    assert f"by up to {100 * done.stretch:.2f} %" in str(done)


def test_without_stretch_nothing_is_other_than_before() -> None:
    raw = straight_legs()
    plain, none = clean_feet(raw), clean_feet(raw, stretch=0.0)
    assert none.clip.figure == raw.figure
    assert np.array_equal(plain.clip.data, none.clip.data)
    assert plain.stretch == 0.0


def test_a_clip_that_needs_no_stretch_keeps_its_figure() -> None:
    done = clean_feet(clean_feet(straight_legs()).clip, stretch=0.01)
    assert done.clip.figure == straight_legs().figure
    assert done.stretch == 0.0


def test_a_second_clean_up_changes_nothing() -> None:
    once = clean_feet(straight_legs(), stretch=0.01).clip
    twice = clean_feet(once, stretch=0.01).clip
    assert twice.figure == once.figure
    assert np.array_equal(once.data, twice.data)


def test_a_leg_that_is_too_short_is_stretched_as_far_as_it_may() -> None:
    bones = np.tile([0.42, 0.42], (40, 1))
    way = 0.80 + 0.05 * np.exp(-(((np.arange(40) - 20) / 4) ** 2))  # up to 0.85 m with legs of 0.84 m
    most = np.full(40, 0.995 * 0.84)
    share = leg_stretch(bones, np.full(40, 0.80), way, most, 30.0, 0.02)
    assert share[20] > 0.85 / 0.84 - 1
    assert share.max() <= 0.02
    assert np.array_equal(share[:5], np.zeros(5))
    tight = leg_stretch(bones, np.full(40, 0.80), way, most, 30.0, 0.005)
    assert 0.004 < tight.max() <= 0.005


def test_only_frames_that_may_change_do() -> None:
    rng = np.random.default_rng(8)
    way = 0.83 + 0.004 * rng.normal(size=60).cumsum() / 5
    allowed = np.zeros(60, bool)
    allowed[20:40] = True
    calm = np.linspace(0.80, 0.81, 60)
    share = leg_stretch(
        np.tile([0.42, 0.42], (60, 1)), calm, np.minimum(way, 0.835), np.full(60, 0.84), 30.0, 0.01, allowed
    )
    assert np.abs(share[allowed]).max() > 1e-4
    assert np.abs(share[~allowed]).max() == 0.0


@pytest.mark.parametrize("share", [-0.01, 0.2, "much", float("nan")])
def test_other_shares_are_refused(share: float) -> None:
    with pytest.raises(InputError, match="stretch is a share"):
        clean_feet(straight_legs(), stretch=share)


@pytest.mark.parametrize(("suffix", "near"), [(".npz", 0.0), (".bvh", 1e-9), (".glb", 2e-6), (".clip", 0.0)])
def test_files_with_moving_joints_hold_it(suffix: str, near: float, tmp_path: Path) -> None:
    clip = clean_feet(straight_legs(), stretch=0.01).clip
    file = tmp_path / f"walk{suffix}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)  # what BVH loses of a dressed figure is told elsewhere
        save_clip(clip, file)
    back = load_clip(file, unit="m") if suffix == ".bvh" else load_clip(file)
    names = [joint.name for joint in clip.figure.skeleton if joint.name in back.figure.skeleton]
    assert len(names) > 20
    one, other = (places(each)[:, [each.figure.skeleton.index(name) for name in names]] for each in (clip, back))
    assert np.abs(one - other).max() <= near


@real
def test_a_bvh_file_gets_position_channels_where_bones_stretch(tmp_path: Path) -> None:
    raw = captured_clip("footskate_demo_3d_1_raw")
    made = clean_feet(raw, stretch=0.01).clip
    save_clip(made, tmp_path / "walk.bvh")
    lines = (tmp_path / "walk.bvh").read_text().splitlines()
    moving = [lines[i - 3].split()[-1] for i, line in enumerate(lines) if "CHANNELS 6" in line]
    assert moving == ["Hips", "LeftLeg", "LeftFoot", "RightLeg", "RightFoot"]
    back = load_clip(tmp_path / "walk.bvh", unit="m")
    assert np.abs(places(back) - places(made)).max() < 1e-9


@real
def test_knees_of_captured_clips_pop_less() -> None:
    for name, first in (("footskate_demo_3d_1_raw", 0), ("cmu_02_01_walk", 1)):  # frame 0 of the walk is a T-pose
        clip = captured_clip(name)
        raw = Samples(figure=clip.figure, rate=clip.rate, data=clip.data[first:])
        plain, done = (pop_of(clean_feet(raw, stretch=share).clip) / pop_of(raw) for share in (0.0, 0.01))
        assert done < 0.65
        assert done < 0.6 * plain


def test_the_command_stretches_and_refuses_files_without_a_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_clip(straight_legs(), "walk.npz", name="walk")
    assert "leg bones longer or shorter" in ran("clean", "walk.npz", "--stretch", "0.01", "-o", "out.npz")
    assert any(name.endswith("stretch") for name in load_clip("out.npz").figure.parameter_names)
    assert "not .csv" in mistake("clean", "walk.npz", "--stretch", "0.01", "-o", "out.csv")
    assert "from 0 to 0.1" in mistake("clean", "walk.npz", "--stretch", "0.5", "-o", "out.npz")


def test_a_motion_for_avatars_says_that_it_loses_it(tmp_path: Path) -> None:
    made = clean_feet(straight_legs(), stretch=0.01).clip
    with pytest.warns(FormatWarning, match="moving lengths of 'l_shin' and 3 more are lost"):
        save_clip(made, tmp_path / "walk.vrma")
