"""BVH files written from any figure: other readers find its joints where they are."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.clips.derived import Retimed
from manikin.clips.samples import Samples
from manikin.clips.timing import TimeCurve
from manikin.errors import FormatWarning, InputError, Unsupported
from manikin.figure.figure import Figure
from manikin.formats.bvh.bvh import Bvh
from manikin.formats.bvh.motion import frame_time_text, rate_of
from manikin.formats.bvh.writer import not_plain
from manikin.formats.content import Content, StoredClip
from manikin.formats.files import list_clips, load_clip, save_clip
from manikin.formats.format import read_content, read_skeleton, write_content, write_skeleton
from manikin.skeleton.build import chain, hinge, joint, slide
from manikin.skeleton.skeleton import Skeleton
from tests.support.plain_bvh import plain_positions

CLOSE = 2e-9
"""What eleven digits of degrees leave, as a share of the size."""


def moving(figure: Figure, seed: int = 0, frames: int = 40) -> Samples:
    """A clip that turns every parameter, some of them round and round."""
    rng = np.random.default_rng(seed)
    time = np.linspace(0, 1, frames)[:, None]
    turns = np.sin(2 * np.pi * time * rng.uniform(0.5, 2, figure.size) + rng.uniform(0, 6, figure.size))
    lo, hi = np.maximum(figure.lo, figure.rest - 2), np.minimum(figure.hi, figure.rest + 2)
    return Samples(figure=figure, data=(lo + hi) / 2 + (hi - lo) / 2 * turns, rate=60.0)


def random_figure(seed: int) -> Figure:
    """Joints with orientations, scales, mirrors, slides before and behind hinges, and bones of no length."""
    rng = np.random.default_rng(seed)
    joints = []
    for i in range(12):
        kinds = rng.permutation(["slide", "hinge", "hinge"])[: rng.integers(0, 4)]
        dofs = [(slide if kind == "slide" else hinge)(tuple(rng.normal(size=3).tolist())) for kind in kinds]
        scale = tuple(rng.choice([1.0, 1.0, -1.0, 2.0, 0.5], 3).tolist())
        place = (0, 0, 0) if rng.random() < 0.2 else tuple(rng.normal(size=3).tolist())
        turn = tuple(rng.normal(size=3).tolist())
        parent = f"j {rng.integers(0, i)}" if i else None
        joints.append(joint(f"j {i}", parent, offset=place, orientation=turn, scale=scale, dofs=dofs))
    return Figure(Skeleton(name="random", joints=tuple(joints)))


def written(clip: Samples, unit: float = 1.0) -> str:
    return Bvh().write(Content(clips=(StoredClip(clip=clip, unit=unit),))).decode()


def off(clip: Samples, text: str, unit: float = 1.0) -> float:
    """How far the joints of a file are from those of a clip, as a share of the size."""
    ours = clip.figure.forward(clip.data)[..., 3]
    theirs = plain_positions(text) * unit
    return float(np.linalg.norm(ours - theirs, axis=-1).max() / max(np.ptp(ours, axis=1).max(), np.abs(ours).max()))


def test_a_figure_of_plain_joints_is_written_with_its_own_channels() -> None:
    arm = Figure(
        Skeleton(
            name="arm",
            joints=(
                joint("base", dofs=[slide("x"), slide("-y", rest=0.25), hinge("-z"), hinge("x")], offset=(0.5, 1, 2)),
                joint("elbow", "base", dofs=[hinge("y")], offset=(0, 0.3, 0)),
                joint("tip", "elbow", offset=(0, 0.2, 0)),
            ),
        )
    )
    clip = moving(arm)
    text = written(clip)
    assert "CHANNELS 4 Xposition Yposition Zrotation Xrotation" in text
    assert "OFFSET 0.5 0.75 2" in text
    assert "End Site" in text
    assert off(clip, text) < CLOSE


@pytest.mark.parametrize("name", ["human", "quadruped", "stickman", "snake", "limb7"])
def test_any_figure_is_written_so_that_its_joints_are_where_they_were(name: str) -> None:
    clip = moving(bodies.load(name))
    with told(clip):
        text = written(clip, unit=0.01)
    assert off(clip, text, 0.01) < CLOSE


def told(clip: Samples) -> AbstractContextManager[Any]:
    """Expects a warning where a figure cannot be written with its own channels."""
    reason = not_plain(clip.figure.skeleton)
    return pytest.warns(FormatWarning, match="with rotations about z, y and x") if reason else nullcontext()


@pytest.mark.parametrize("seed", range(12))
def test_random_figures_with_scales_mirrors_and_slanted_axes_are_written_right(seed: int) -> None:
    clip = moving(random_figure(seed), seed)
    with told(clip):
        text = written(clip)
    assert off(clip, text) < CLOSE


def test_sampled_angles_do_not_jump() -> None:
    ball = Figure(
        Skeleton(
            name="b", joints=(joint("a", orientation=(0.3, 0.2, 0.1), dofs="ball"), joint("b", "a", offset=(0, 1, 0)))
        )
    )
    time = np.linspace(0, 4 * np.pi, 400)
    clip = Samples(figure=ball, data=np.column_stack([time, 0.3 * np.sin(time), 0.2 * np.cos(time)]))
    with pytest.warns(FormatWarning, match="static orientation"):
        text = written(clip)
    rows = np.array([line.split() for line in text.splitlines() if line[:1] in "-0123456789"], float)
    assert np.abs(np.diff(rows, axis=0)).max() < 5


def test_a_skeleton_is_written_with_one_frame_at_rest() -> None:
    arm = chain([0.3, 0.2])
    found = read_content(write_skeleton(arm, "arm.bvh"), "arm.bvh", unit="m")
    assert len(found.clip.clip.data) == 1
    ours, theirs = Figure(arm), Figure(found.skeleton)
    assert np.allclose(theirs.forward(theirs.rest)[:, :, 3], ours.forward(ours.rest)[:, :, 3])


def test_clips_of_other_kinds_are_sampled_at_whole_frames() -> None:
    clip = moving(Figure(chain([0.3, 0.2])))
    back = Retimed(source=clip, time=TimeCurve(pairs=((0.0, 39.0), (78.0, 0.0))))
    text = Bvh().write(Content(clips=(StoredClip(clip=back),))).decode()
    assert "Frames: 79" in text
    assert plain_positions(text)[-1].tolist() == plain_positions(written(clip))[0].tolist()


def test_names_with_blanks_survive_and_braces_are_told() -> None:
    skeleton = Skeleton(
        name="s", joints=(joint("left upper arm", dofs="ball"), joint("ünïcode: #1", "left upper arm", dofs="hinge"))
    )
    assert [one.name for one in read_skeleton(write_skeleton(skeleton, "s.bvh"), "s.bvh", unit="m")] == [
        "left upper arm",
        "ünïcode: #1",
    ]
    odd = Skeleton(name="s", joints=(joint("a {b}", dofs="ball"),))
    with pytest.warns(FormatWarning, match=r"'a \{b\}' is written as 'a \(b\)'"):
        assert b"ROOT a (b)\n" in write_skeleton(odd, "s.bvh")


@pytest.mark.parametrize("rate", [1.0, 24.0, 23.976, 24000 / 1001, 29.97, 30.0, 59.94, 120.0, 7.3, 1000.0, 240.5])
def test_rates_come_back_exactly(rate: float) -> None:
    assert rate_of(frame_time_text(rate))[0] == rate


def test_what_does_not_fit_into_one_file_is_refused() -> None:
    clip = moving(Figure(chain([1.0])))
    stored = StoredClip(clip=clip)
    with pytest.raises(Unsupported, match="one skeleton and one clip"):
        write_content(Content(clips=(stored, stored)), "x.bvh")
    with pytest.raises(InputError, match="not that of its figure"):
        write_content(Content(clips=(stored,), skeletons=(chain([2.0]),)), "x.bvh")
    with pytest.raises(Unsupported, match="at most a second"):
        write_content(Content(clips=(StoredClip(clip=replace(clip, rate=0.5)),)), "x.bvh")


def test_clips_are_saved_and_loaded_in_a_unit(tmp_path: Path) -> None:
    clip = moving(Figure(chain([0.3, 0.2])))
    save_clip(clip, tmp_path / "swing.bvh", unit="cm")
    assert "OFFSET 30 0 0" in (tmp_path / "swing.bvh").read_text("utf-8")
    found = load_clip(tmp_path / "swing.bvh", unit="cm")
    assert np.allclose(found.at(found.frames()), clip.data, atol=1e-11)
    assert list_clips(tmp_path / "swing.bvh", unit="cm") == ("swing",)
