"""The compiled curves are the defined ones; long clips are those of their pieces; nothing more is kept than needed."""

from __future__ import annotations

import pickle
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin import Figure, bodies, chain
from manikin.clips import Keyframes, Samples, balls
from manikin.clips.curves import PureCurves
from manikin.clips.key import Key
from manikin.clips.keyframes import segments_of
from manikin.clips.tracks import tracks_of
from manikin.kernels import library

HUMAN = bodies.load("human")
FIGURES = {name: bodies.load(name) for name in ("human", "limb7", "quadruped", "planar3", "snake")}
FIGURES |= {"ungrouped": HUMAN.ungrouped(), "one joint": Figure(chain([0.5]))}


def wild(figure: Figure, count: int, seed: int, curves: tuple[str, ...] = ("smooth",)) -> Keyframes:
    """Keys over the whole range of every joint, some in gimbal lock, unevenly spaced, passed in every way."""
    rng = np.random.default_rng(seed)
    lo, hi = np.maximum(figure.lo, -4), np.minimum(figure.hi, 4)
    frame, keys = 0.0, []
    for i in range(count):
        q = rng.uniform(lo, hi)
        if i % 3 == 1:
            for track in tracks_of(figure):
                if track.is_ball:
                    q[track.columns[1]] = np.clip(np.pi / 2, figure.lo[track.columns[1]], figure.hi[track.columns[1]])
        t, c, b = rng.uniform(-1, 1, 3)
        slow_in, slow_out = rng.uniform(0, 1, 2) * (i % 2)
        partial = frozenset({tracks_of(figure)[0].name}) if i % 4 == 2 else None
        curve = curves[i % len(curves)]
        data = {"tension": t, "continuity": c, "bias": b, "slow_in": slow_in, "slow_out": slow_out}
        keys.append(Key(frame=frame, q=tuple(q), curve=curve, tracks=partial, **data))  # type: ignore[arg-type]
        frame += float(rng.choice([0.25, 1, 7, 30]))
    return Keyframes(figure=figure, keys=tuple(keys))


def defined(clip: Keyframes) -> PureCurves:
    return PureCurves([segments_of(clip.figure, tracks, keys) for tracks, keys in clip._groups], clip.figure.size)


@pytest.mark.skipif(library() is None, reason="there are no compiled kernels")
@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("seed", range(3))
def test_the_kernel_gives_what_is_defined(name: str, seed: int) -> None:
    clip = wild(FIGURES[name], 9, seed, ("smooth", "linear", "squad", "hold", "smooth"))
    frames = np.random.default_rng(seed).uniform(clip.start, clip.end, 800)
    frames = np.concatenate([frames, [key.frame for key in clip.keys], [clip.start, clip.end]])
    found, expected = clip.at(frames), defined(clip).states(frames)
    # where a ball passes gimbal lock its outer angles turn fast, and so does what is rounded in them
    assert (np.abs(found - expected) < 1e-13).mean() > 0.999
    assert np.abs(found - expected).max() < 1e-7
    calm = wild(FIGURES[name], 9, seed)
    q = np.clip(
        calm.figure.rest + 0.3 * np.random.default_rng(seed).normal(size=(9, calm.figure.size)),
        calm.figure.lo,
        calm.figure.hi,
    )
    calm = Keyframes(figure=calm.figure, keys=tuple(Key(frame=7.0 * i, q=tuple(row)) for i, row in enumerate(q)))
    frames = np.linspace(-2, 60, 500)
    np.testing.assert_allclose(calm.at(frames), defined(calm).states(frames), rtol=0, atol=2e-14)


@pytest.mark.parametrize("name", FIGURES)
def test_one_many_and_shuffled_frames_have_the_same_bits(name: str) -> None:
    clip = wild(FIGURES[name], 8, 5, ("smooth", "squad", "linear"))
    frames = np.random.default_rng(2).uniform(clip.start - 3, clip.end + 3, 200)
    together = clip.at(frames)
    np.testing.assert_array_equal(np.array([clip.state(frame) for frame in frames]), together)
    order = np.random.default_rng(3).permutation(len(frames))
    np.testing.assert_array_equal(clip.at(frames[order]), together[order])
    assert ((together >= clip.figure.lo) & (together <= clip.figure.hi)).all()


def test_squad_meets_its_keys_and_is_smooth_where_they_are_even() -> None:
    q = np.clip(HUMAN.rest + 0.25 * np.random.default_rng(4).normal(size=(5, HUMAN.size)), HUMAN.lo, HUMAN.hi)
    track = next(track for track in tracks_of(HUMAN) if track.name == "root orientation")
    axes, columns = track.axis_rows, list(track.columns)

    def turn(state: np.ndarray) -> Rotation:
        return Rotation.from_quat(balls.rotation(axes, state[columns]))

    def jump(frames: list[float]) -> float:
        keys = tuple(Key(frame=f, q=tuple(row), curve="squad") for f, row in zip(frames, q, strict=True))
        clip, h = Keyframes(figure=HUMAN, keys=keys), 1e-5
        np.testing.assert_array_equal(clip.at(frames), q)
        speeds = [
            [(turn(clip.state(f + a)).inv() * turn(clip.state(f + b))).as_rotvec() / h for a, b in ((-h, 0), (0, h))]
            for f in frames[1:-1]
        ]
        return float(max(np.abs(before - after).max() for before, after in speeds))

    assert jump([0.0, 10.0, 20.0, 30.0, 40.0]) < 1e-4
    assert jump([0.0, 3.0, 20.0, 22.0, 40.0]) > 1e-2  # as is known of it


def test_a_long_clip_is_that_of_its_pieces() -> None:
    rng = np.random.default_rng(7)
    q = np.clip(HUMAN.rest + 0.1 * rng.normal(size=(1500, HUMAN.size)), HUMAN.lo, HUMAN.hi)
    elbow = frozenset({"r_elbow"})
    keys = tuple(Key(frame=2.0 * i, q=tuple(row), tracks=elbow if i % 5 else None) for i, row in enumerate(q))
    clip = Keyframes(figure=HUMAN, keys=keys)
    frames = rng.uniform(0, clip.end, 400)
    np.testing.assert_allclose(clip.at(frames), defined(clip).states(frames), rtol=0, atol=1e-13)
    np.testing.assert_array_equal(clip.state(frames[3]), clip.at(frames)[3])
    assert clip.at([]).shape == (0, HUMAN.size)


def test_after_an_edit_of_one_key_all_but_the_pieces_around_it_are_taken_over() -> None:
    rng = np.random.default_rng(9)
    q = np.clip(HUMAN.rest + 0.1 * rng.normal(size=(1000, HUMAN.size)), HUMAN.lo, HUMAN.hi)
    clip = Keyframes(figure=HUMAN, keys=tuple(Key(frame=2.0 * i, q=tuple(row)) for i, row in enumerate(q)))
    frames = np.arange(0.0, clip.end, 0.5)
    before = clip.at(frames)
    edited = replace(clip, keys=(*clip.keys[:500], replace(clip.keys[500], q=tuple(q[3])), *clip.keys[501:]))
    after = edited.at(frames)
    far = np.abs(frames - 1000) > 4.1
    np.testing.assert_array_equal(after[far], before[far])
    assert np.abs(after[~far] - before[~far]).max() > 0.01
    pieces, others = clip._curves._ready, edited._curves._ready  # type: ignore[attr-defined]
    assert 1 <= sum(pieces[place] is not others[place] for place in pieces) <= 2


def test_samples_between_their_frames_are_keys() -> None:
    q = np.clip(HUMAN.rest + 0.05 * np.random.default_rng(8).normal(size=(200, HUMAN.size)), HUMAN.lo, HUMAN.hi)
    samples = Samples(figure=HUMAN, data=q, first=3.0)
    keyed = Keyframes(figure=HUMAN, keys=tuple(Key(frame=3.0 + i, q=tuple(row)) for i, row in enumerate(q)))
    frames = np.random.default_rng(9).uniform(3, 202, 500)
    np.testing.assert_allclose(samples.at(frames), keyed.at(frames), rtol=0, atol=1e-12)
    np.testing.assert_array_equal(samples.at(np.arange(3.0, 203.0)), q)


def test_a_long_clip_takes_little_more_than_its_numbers() -> None:
    data = np.tile(HUMAN.rest, (100_000, 1))
    data.flags.writeable = False
    tracemalloc.start()
    clip = Samples(figure=HUMAN, data=data)
    for frame in np.linspace(0.5, 99_998.5, 40):
        clip.state(frame)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 0.2 * data.nbytes
    assert clip.data is data
    assert len(clip._curves._ready) <= 8  # type: ignore[attr-defined]


def test_clips_travel_to_other_processes_without_their_tables() -> None:
    clip = wild(HUMAN, 5, 1)
    expected = clip.at([3.3, 7.7])
    again = pickle.loads(pickle.dumps(clip))
    np.testing.assert_array_equal(again.at([3.3, 7.7]), expected)
