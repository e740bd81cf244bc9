"""Films: exactly one frame for each image, of the right length, judged by FFmpeg's and Pillow's own readers."""

from __future__ import annotations

import io
import zipfile
from fractions import Fraction

import numpy as np
import pytest
from PIL import Image

from manikin.errors import ManikinError
from manikin.picture.film import FILM_SUFFIXES, new_film

VIDEO = [".mp4", ".webm"]


def images(count: int, width: int = 64, height: int = 48) -> list[np.ndarray]:
    """Each with a bright bar that tells its number."""
    found = []
    for k in range(count):
        image = np.full((height, width, 3), (40, 44, 52), np.uint8)
        image[:, 3 * k : 3 * k + 3] = (250, 210, 60)
        found.append(image)
    return found


def filmed(suffix: str, frames: list[np.ndarray], rate: float = 30.0) -> bytes:
    with new_film(suffix, (frames[0].shape[1], frames[0].shape[0]), rate) as film:
        for frame in frames:
            film.add(frame)
        return film.finish()


def place_of_bar(image: np.ndarray) -> int:
    """The number that an image tells."""
    return round((float(np.argmax(image[:, :, 0].astype(float).mean(axis=0))) - 1) / 3)


@pytest.mark.parametrize("suffix", VIDEO)
@pytest.mark.parametrize("rate", [24.0, 30.0, 29.97, 12.5])
def test_a_video_has_every_frame_once_at_its_time(suffix: str, rate: float) -> None:
    av = pytest.importorskip("av")
    data = filmed(suffix, images(20), rate)
    with av.open(io.BytesIO(data)) as container:
        stream = container.streams.video[0]
        assert float(stream.average_rate) == pytest.approx(rate, rel=1e-3)
        found = list(container.decode(stream))
        times = [float(frame.pts * frame.time_base) for frame in found]
    assert [place_of_bar(frame.to_ndarray(format="rgb24")) for frame in found] == list(range(20))
    assert times == pytest.approx([k / rate for k in range(20)], abs=0.0011)  # webm counts milliseconds


@pytest.mark.parametrize("suffix", VIDEO)
def test_odd_sizes_get_one_more_row_or_column(suffix: str) -> None:
    av = pytest.importorskip("av")
    with av.open(io.BytesIO(filmed(suffix, images(3, 65, 47)))) as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height) == (66, 48)


@pytest.mark.parametrize("suffix", FILM_SUFFIXES)
def test_the_same_frames_give_the_same_bytes(suffix: str) -> None:
    if suffix in VIDEO:
        pytest.importorskip("av")
    assert filmed(suffix, images(5)) == filmed(suffix, images(5))


def test_a_gif_takes_as_long_as_it_should() -> None:
    with Image.open(io.BytesIO(filmed(".gif", images(20)))) as film:
        assert film.n_frames == 20
        lasts = []
        for k in range(20):
            film.seek(k)
            assert place_of_bar(np.array(film.convert("RGB"))) == k
            lasts.append(film.info["duration"])
    assert sum(lasts) == pytest.approx(20 / 30 * 1000, abs=10)
    assert set(lasts) <= {30, 40}


def test_pictures_one_by_one_are_exact() -> None:
    frames = [np.random.default_rng(k).integers(0, 256, (20, 30, 3), np.uint8) for k in range(4)]
    with zipfile.ZipFile(io.BytesIO(filmed(".zip", frames))) as found:
        assert found.namelist() == ["00000.png", "00001.png", "00002.png", "00003.png"]
        for name, frame in zip(found.namelist(), frames, strict=True):
            assert np.array_equal(np.array(Image.open(io.BytesIO(found.read(name)))), frame)


def test_an_animated_png_has_every_frame() -> None:
    with Image.open(io.BytesIO(filmed(".png", images(7), 25.0))) as film:
        assert film.n_frames == 7
        assert Fraction(str(film.info["duration"])) == 40


def test_what_cannot_be_a_film_is_refused() -> None:
    for suffix, size, rate in (
        (".avi", (64, 48), 30.0),
        (".png", (8, 48), 30.0),
        (".zip", (64, 48), 0.0),
        (".gif", (64, 48), 60.0),
    ):
        with pytest.raises(ManikinError):
            new_film(suffix, size, rate)
    with new_film(".zip", (64, 48), 30.0) as film:
        with pytest.raises(ManikinError, match="at least one frame"):
            film.finish()
        for wrong in (np.zeros((48, 64, 3)), np.zeros((48, 64), np.uint8), np.zeros((64, 48, 3), np.uint8)):
            with pytest.raises(ManikinError, match="array"):
                film.add(wrong)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(ManikinError, match=r"manikin\[video\]"):
        new_film(".mp4", (64, 48), 30.0)
