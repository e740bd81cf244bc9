"""``.npz``: a clip as samples in arrays of NumPy, with its figure; docs/formats/clip.md."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from manikin.clips.mark import Mark
from manikin.clips.samples import Samples
from manikin.errors import InputError, ManikinError, shorten
from manikin.figure.figure import Figure
from manikin.formats.amass import AMASS_ARRAYS, RATES, amass_clip
from manikin.formats.clip_data import check_parameters, figure_data, figure_from_data
from manikin.formats.clip_reading import DialectReading, one_clip
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Format

__all__ = ["ClipNpz"]

MOST_UNPACKED = 512 * 1024 * 1024
"""Bytes that the arrays of a file may take."""
MOST_PACKED = 100
"""How many times larger an array may be than its part of the file."""
MEMBERS = {"states", "names", "about"}
BROKEN = (zipfile.BadZipFile, ValueError, KeyError, OSError, EOFError, zlib.error, NotImplementedError, RuntimeError)


class ClipNpz(
    DialectReading,
    Format,
    name="clip_npz",
    suffixes=(".npz",),
    describes="a clip as samples in arrays of NumPy",
    losses={"clips": "keys, timed goals and how clips were made from others: a clip becomes a sample for each frame"},
):
    """Reads and writes one clip; its figure stands in the file."""

    dialects = ("amass",)

    def clips(self, data: bytes, file: str | None, figure: Figure | None) -> tuple[StoredClip, ...]:
        with _told_as(" with a clip"):
            return (_stored(_arrays(data, MEMBERS), file, figure),)

    def clip_of_others(
        self, data: bytes, file: str | None, figure: Figure | None, dialect: str, rate: float | None
    ) -> Samples:
        """A motion of the collection AMASS; such files hold no figure."""
        with _told_as(""):
            return amass_clip(_arrays(data, AMASS_ARRAYS, RATES), figure, rate)

    def write(self, content: Content) -> bytes:
        stored, clip = one_clip(content)
        about = {
            "format": "manikin clip",
            "version": 1,
            "units": {"angle": "rad", "length": "m"},
            "name": stored.name,
            "rate": float(clip.rate),
            "first": float(clip.first),
            "before": clip.before,
            "after": clip.after,
            "marks": [[mark.name, float(mark.frame)] for mark in clip.marks],
            "figure": figure_data(clip.figure),
        }
        out = io.BytesIO()
        text = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
        np.savez(out, states=clip.data, names=np.array(clip.figure.parameter_names, dtype=np.str_), about=text)
        return out.getvalue()


@contextmanager
def _told_as(what: str) -> Iterator[None]:
    """Errors of broken archives as ours."""
    try:
        yield
    except ManikinError:
        raise
    except BROKEN as error:
        reason = shorten(str(error) or type(error).__name__)
        raise InputError(f"not an .npz file{what}: {reason}") from None


def _arrays(data: bytes, needed: Iterable[str], more: Iterable[str] = ()) -> dict[str, Any]:
    """Arrays of a file by name, some that it may lack; sizes are checked before anything is unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
        for missing in sorted(set(needed) - infos.keys()):
            raise InputError(f"there is no array {shorten(missing)} in the file")
        chosen = {name: infos[name] for name in sorted({*needed, *more}) if name in infos}
        if sum(info.file_size for info in chosen.values()) > MOST_UNPACKED:
            raise InputError(f"the arrays take more than {MOST_UNPACKED:,} bytes")
        for name, info in chosen.items():
            if info.file_size > MOST_PACKED * max(info.compress_size, 100):
                raise InputError(f"{name} would be more than {MOST_PACKED} times larger than in the file")
        return {name: _array(archive, info) for name, info in chosen.items()}


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Any:
    with archive.open(info) as member:
        content = member.read(info.file_size + 1)
    stream = io.BytesIO(content)
    major, _ = np.lib.format.read_magic(stream)
    read = np.lib.format.read_array_header_1_0 if major == 1 else np.lib.format.read_array_header_2_0
    shape, fortran, dtype = read(stream)
    if dtype.hasobject or dtype.kind not in "fiuU" or dtype.itemsize == 0:
        raise InputError(f"{info.filename} holds {dtype}, not numbers or text")
    count = 1
    for length in shape:
        count *= length
    if count * dtype.itemsize != len(content) - stream.tell():
        raise InputError(f"{info.filename} is cut off")
    return np.frombuffer(content, dtype, count, stream.tell()).reshape(shape, order="F" if fortran else "C")


def _stored(arrays: dict[str, Any], file: str | None, other: Figure | None) -> StoredClip:
    about = json.loads(bytes(arrays["about"].astype(np.uint8)).decode("utf-8"))
    if not isinstance(about, dict) or about.get("format") != "manikin clip" or about.get("version") != 1:
        raise InputError("this is no clip of manikin, or one of a newer version")
    names = tuple(str(name) for name in arrays["names"].ravel().tolist())
    figure = figure_from_data(about.get("figure"), file, "figure") if other is None else other
    check_parameters(figure, names, "names")
    states = arrays["states"]
    if states.dtype.kind != "f":
        raise InputError(f"states are floating point numbers, not {states.dtype}")
    if about.get("units") != {"angle": "rad", "length": "m"}:
        raise InputError(f"the units must be rad and m, not {shorten(about.get('units'))}")
    marks, name = about.get("marks", []), about.get("name")
    pairs = isinstance(marks, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in marks)
    if not pairs or not (name is None or isinstance(name, str)):
        raise InputError("marks are pairs of a name and a frame, and the name is a text")
    clip = Samples(
        figure=figure,
        rate=about.get("rate", 30.0),
        marks=tuple(Mark(name=label, frame=frame) for label, frame in marks),
        data=np.ascontiguousarray(states, dtype=np.float64),
        first=_number(about.get("first", 0.0), "first"),
        before=about.get("before", "hold"),
        after=about.get("after", "hold"),
    )
    return StoredClip(clip=clip, name=name)


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= 1e12:
        raise InputError(f"{what} must be a finite number, not {shorten(value)}")
    return float(value)
