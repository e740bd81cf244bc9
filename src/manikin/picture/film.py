"""Films: images one after another become a moving picture file, exactly one frame for each.

Animated PNG and a zip of pictures need nothing more than manikin; mp4, webm and gif need ``manikin[video]``.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from manikin.errors import InputError, UnknownName, Unsupported, shorten
from manikin.picture.apng import to_apng
from manikin.picture.palette import few_colours
from manikin.picture.png import to_png

__all__ = ["FILM_SUFFIXES", "Film", "new_film"]

MOST_KEPT = 300_000_000
"""Pixels of all frames together, where they are kept until the last one has come: 900 MB."""
LARGEST = 8192
"""Width and height of a film, at most [pixels]."""
MOST_FRAMES = 100_000


class Film:
    """A film that is being made: ``add`` its images, then ``finish`` it.  Without that ``close`` leaves nothing.

    Args:
        size: width and height [pixels].
        rate: frames per second.
    """

    def __init__(self, size: tuple[int, int], rate: float) -> None:
        width, height = size
        if not (16 <= width <= LARGEST and 16 <= height <= LARGEST):
            raise InputError(f"a film is 16 to {LARGEST} pixels wide and high, not {width} x {height}")
        if not 0.1 <= rate <= 1000:
            raise InputError(f"a film has 0.1 to 1000 frames per second, not {shorten(rate)}")
        self.size, self.rate, self.count = (width, height), float(rate), 0

    def add(self, image: Any) -> None:
        """The next frame (h, w, 3), uint8 sRGB."""
        frame = np.ascontiguousarray(image)
        if frame.dtype != np.uint8 or frame.shape != (self.size[1], self.size[0], 3):
            raise InputError(f"a frame of this film is an array ({self.size[1]}, {self.size[0]}, 3) of uint8")
        if self.count >= MOST_FRAMES:
            raise InputError(f"a film has at most {MOST_FRAMES:,} frames")
        self._add(frame)
        self.count += 1

    def finish(self) -> bytes:
        """The bytes of the file."""
        if not self.count:
            raise InputError("a film has at least one frame")
        try:
            return self._finished()
        finally:
            self.close()

    def close(self) -> None:
        """Let go of what the film needs while it is made."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _add(self, frame: np.ndarray) -> None:
        raise NotImplementedError

    def _finished(self) -> bytes:
        raise NotImplementedError


class _Kept(Film):
    """A film whose colours are chosen when all frames are known."""

    def __init__(self, size: tuple[int, int], rate: float) -> None:
        super().__init__(size, rate)
        self.frames: list[np.ndarray] = []

    def _add(self, frame: np.ndarray) -> None:
        if (self.count + 1) * frame.shape[0] * frame.shape[1] > MOST_KEPT:
            most = MOST_KEPT // (frame.shape[0] * frame.shape[1])
            raise InputError(f"a moving picture of this size has at most {most} frames: write it as .mp4, or smaller")
        self.frames.append(frame)


class _Apng(_Kept):
    def _finished(self) -> bytes:
        return to_apng(self.frames, rate=self.rate)


class _Gif(_Kept):
    """Time is counted in hundredths of a second there; frames last one more or less, so that the whole is right."""

    def __init__(self, size: tuple[int, int], rate: float) -> None:
        super().__init__(size, rate)
        self.image = _needed("PIL.Image", "gif")
        if rate > 50:
            raise InputError(f"a .gif has at most 50 frames per second, not {rate:g}: give a rate, or write a .mp4")

    def _finished(self) -> bytes:
        palette, places = few_colours(self.frames, 256)
        images = []
        for place in places:
            image = self.image.fromarray(place.astype(np.uint8), "P")
            image.putpalette(palette.tobytes())
            images.append(image)
        ends = [round(100 * k / self.rate) for k in range(len(images) + 1)]
        lasts = [10 * (b - a) for a, b in pairwise(ends)]
        out = io.BytesIO()
        images[0].save(
            out, "GIF", save_all=True, append_images=images[1:], duration=lasts, loop=0, disposal=1, optimize=False
        )
        return out.getvalue()


class _Sequence(Film):
    """Pictures by number in a zip file, which is on disk while it grows."""

    def __init__(self, size: tuple[int, int], rate: float) -> None:
        super().__init__(size, rate)
        self.file = tempfile.TemporaryFile()  # noqa: SIM115  (it lives as long as the film)
        self.zip = zipfile.ZipFile(self.file, "w", zipfile.ZIP_STORED)

    def _add(self, frame: np.ndarray) -> None:
        entry = zipfile.ZipInfo(f"{self.count:05d}.png")  # without a date, so that the same frames give the same bytes
        self.zip.writestr(entry, to_png(frame))

    def _finished(self) -> bytes:
        self.zip.close()
        self.file.seek(0)
        return self.file.read()

    def close(self) -> None:
        self.zip.close()
        self.file.close()


class _Video(Film):
    """Encoded by FFmpeg's libraries, in this process; one thread and no dates, so that the same frames give the same
    bytes."""

    format: ClassVar[str]
    codec: ClassVar[str]
    options: ClassVar[dict[str, str]]
    container_options: ClassVar[dict[str, str]] = {}

    def __init__(self, size: tuple[int, int], rate: float) -> None:
        super().__init__(size, rate)
        self.av = _needed("av", self.format)
        self.folder = tempfile.TemporaryDirectory(prefix="manikin-film-")
        self.path = Path(self.folder.name) / f"film.{self.format}"  # its head comes last and stands first
        self.container = self.av.open(
            str(self.path), "w", format=self.format, container_options={**self.container_options, "fflags": "+bitexact"}
        )
        exact = Fraction(rate).limit_denominator(1001)
        self.stream = self.container.add_stream(self.codec, rate=exact, options=self.options)
        self.stream.width, self.stream.height = (side + side % 2 for side in size)  # colours are told for four pixels
        self.stream.pix_fmt = "yuv420p"
        self.stream.codec_context.thread_count = 1
        self.stream.codec_context.time_base = 1 / exact
        self.stream.codec_context.flags |= self.av.codec.context.Flags.bitexact

    def _add(self, frame: np.ndarray) -> None:
        more = [(0, side % 2) for side in frame.shape[:2]]
        even = np.pad(frame, (*more, (0, 0)), mode="edge")
        picture = self.av.VideoFrame.from_ndarray(even, format="rgb24")
        picture.pts, picture.time_base = self.count, self.stream.codec_context.time_base
        self.container.mux(self.stream.encode(picture))

    def _finished(self) -> bytes:
        self.container.mux(self.stream.encode(None))
        self.container.close()
        return self.path.read_bytes()

    def close(self) -> None:
        self.container.close()
        self.folder.cleanup()


class _Mp4(_Video):
    format, codec = "mp4", "libx264"
    options: ClassVar[dict[str, str]] = {"crf": "18", "preset": "medium"}
    container_options: ClassVar[dict[str, str]] = {"movflags": "+faststart"}


class _Webm(_Video):
    format, codec = "webm", "libvpx-vp9"
    options: ClassVar[dict[str, str]] = {"crf": "24", "b": "0", "deadline": "good", "cpu-used": "4", "row-mt": "0"}


_FILMS: dict[str, Callable[[tuple[int, int], float], Film]] = {
    ".png": _Apng, ".apng": _Apng, ".zip": _Sequence, ".mp4": _Mp4, ".webm": _Webm, ".gif": _Gif,
}  # fmt: skip
FILM_SUFFIXES = tuple(_FILMS)
"""Suffixes of moving pictures; ``.zip`` has them one by one."""


def new_film(suffix: str, size: tuple[int, int], rate: float) -> Film:
    """A film of a kind, by the suffix of its file."""
    if suffix.lower() not in _FILMS:
        raise UnknownName("kind of film", suffix, _FILMS)
    return _FILMS[suffix.lower()](size, rate)


def _needed(module: str, kind: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        raise Unsupported(f".{kind} films need more: pip install 'manikin[video]'") from None
