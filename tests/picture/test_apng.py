"""Animated PNG files, as Pillow reads them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from manikin import ManikinError
from manikin.clips import Procedure
from manikin.picture.apng import to_apng
from manikin.picture.moving import moving_picture
from tests.support.moving_figures import bowing, sliding


def read(data: bytes) -> tuple[list[np.ndarray], list[float], int]:
    """The frames, how long each is shown [ms], and how often all of them are."""
    frames, durations = [], []
    with Image.open(io.BytesIO(data)) as image:
        for k in range(image.n_frames):
            image.seek(k)
            frames.append(np.asarray(image.convert("RGB")))
            durations.append(float(image.info["duration"]))
        return frames, durations, int(image.info["loop"])


def dots(count: int, seed: int = 0) -> list[np.ndarray]:
    """Images of few colours in which a little changes from one to the next."""
    rng = np.random.default_rng(seed)
    palette = rng.integers(0, 256, (40, 3), np.uint8)
    image = palette[rng.integers(0, 40, (17, 23))]
    made = [image.copy()]
    for _ in range(count - 1):
        image[rng.integers(17), rng.integers(23)] += 1  # a colour of its own
        made.append(image.copy())
    return made


@pytest.mark.parametrize("seed", range(4))
def test_pictures_of_few_colours_come_back_as_they_were(seed: int) -> None:
    images = dots(12, seed)
    assert len({image.tobytes() for image in images}) == 12
    frames, durations, loop = read(to_apng(images, rate=25, loops=3))
    np.testing.assert_array_equal(frames, images)
    assert durations == [40.0] * 12
    assert loop == 3


def test_a_frame_that_stays_is_kept_once_and_shown_longer() -> None:
    a, b = dots(2)
    frames, durations, loop = read(to_apng([a, a, a, b, b], rate=10))
    np.testing.assert_array_equal(frames, [a, b])
    assert durations == [300.0, 200.0]
    assert loop == 0


def test_one_frame_is_a_picture_too() -> None:
    (only,) = dots(1)
    with Image.open(io.BytesIO(to_apng([only]))) as image:
        np.testing.assert_array_equal(np.asarray(image.convert("RGB")), only)


def test_many_colours_become_few_that_are_near() -> None:
    rng = np.random.default_rng(5)
    wave = np.linspace(0, 255, 64).astype(np.uint8)
    level = np.full((64, 64), 90, np.uint8)
    images = [np.stack([*np.meshgrid(wave, np.roll(wave, k)), level], axis=-1) for k in (0, 9)]
    images.append(rng.integers(100, 140, (64, 64, 3)).astype(np.uint8))
    frames, _, _ = read(to_apng(images))
    assert len(np.unique(np.concatenate(frames).reshape(-1, 3), axis=0)) <= 255
    error = np.array(frames, float) - np.array(images, float)
    assert np.sqrt((error**2).mean()) < 8
    coarse = np.array(read(to_apng(images, colours=8))[0], float) - np.array(images, float)
    assert (coarse**2).mean() > 4 * (error**2).mean()


def test_what_does_not_move_takes_no_space() -> None:
    still = to_apng([np.full((200, 200, 3), 80, np.uint8)] * 50)
    assert len(still) < 1000
    first = dots(1)[0]
    second = first.copy()
    second[3, 4] = first[0, 0]
    assert len(to_apng([first, second])) - len(to_apng([first])) < 120


def test_a_clip_makes_a_moving_picture_that_shows_its_frames(tmp_path: Path) -> None:
    clip = bowing()
    picture = moving_picture(clip, rate=10, size=(80, 100), points=["head"])
    picture.save(tmp_path / "bow.png")
    data = (tmp_path / "bow.png").read_bytes()
    assert data == picture._repr_png_()
    frames, durations, _ = read(data)
    assert sum(durations) == pytest.approx(1100)  # 11 frames, both ends
    assert frames[0].shape == (100, 80, 3)
    assert (np.abs(frames[0].astype(int) - frames[4]) > 40).any()


def test_a_clip_shows_itself_in_a_notebook() -> None:
    clip = bowing()
    strip = clip._repr_png_()
    assert strip is not None
    with Image.open(io.BytesIO(strip)) as image:
        assert image.width > 2 * image.height
    moving = clip.moving_picture(rate=5, size=(40, 50))
    assert len(read(moving._repr_png_())[0]) > 3
    assert Procedure(figure=clip.figure, call=clip.states)._repr_png_() is None  # it has no end


def test_the_camera_shows_all_of_a_motion() -> None:
    frames, _, _ = read(moving_picture(sliding(6.0), size=(120, 60), ground=False).data)
    for frame in frames:
        other = np.abs(frame.astype(int) - frame[:, :1]) > 30
        assert other.any()
        assert not other[:, 0].any()
        assert not other[:, -1].any()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: to_apng([]), "at least one"),
        (lambda: to_apng([np.zeros((3, 3))]), "uint8"),
        (lambda: to_apng([np.zeros((3, 3, 3), np.uint8), np.zeros((3, 4, 3), np.uint8)]), "one size"),
        (lambda: to_apng(dots(1), rate=0), "per second"),
        (lambda: to_apng(dots(1), rate=float("nan")), "per second"),
        (lambda: to_apng(dots(1), colours=256), "2 to 255"),
        (lambda: moving_picture(bowing(), rate=float("inf")), "per second"),
        (lambda: moving_picture(bowing(), last=float("inf")), "no end"),
        (lambda: moving_picture(bowing(), size=(8, 8), rate=1).save("bow.gif"), "bow.gif"),
    ],
)
def test_mistakes_are_named(call: Any, message: str) -> None:
    with pytest.raises(ManikinError, match=message):
        call()
