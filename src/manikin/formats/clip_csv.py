"""``.csv``: a clip as a table, a column for each parameter and a row for each frame; docs/formats/clip.md."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np

from manikin.clips.mark import Mark
from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.formats.clip_reading import DialectReading, one_clip
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Format
from manikin.formats.qpos_tables import TABLES, floating, qpos_columns, qpos_states
from manikin.math.rotations import Array

__all__ = ["ClipCsv"]

TITLE = "# manikin clip 1"


class ClipCsv(
    DialectReading,
    Format,
    name="clip_csv",
    suffixes=(".csv",),
    describes="a clip as a table of parameters",
    losses={"clips": "the figure (it is given when the file is read), keys, timed goals and how clips were made"},
):
    """Reads and writes one clip; the figure is given when it is read."""

    dialects = TABLES

    def clips(self, data: bytes, file: str | None, figure: Figure | None) -> tuple[StoredClip, ...]:
        text = _text(data, file)
        if not text.startswith(TITLE):
            raise FormatError(f'expected "{TITLE}" in the first line', file=file, line=1, column=1)
        figure = _given(figure)
        lines = text.splitlines()
        head = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
        about = _about(lines[:head], file)
        name, marks = about.pop("name"), tuple(about.pop("marks"))
        clip = Samples(figure=figure, marks=marks, data=_table(lines, head, figure, file), **about)
        return (StoredClip(clip=clip, name=name),)

    def clip_of_others(
        self, data: bytes, file: str | None, figure: Figure | None, dialect: str, rate: float | None
    ) -> Samples:
        """A table of numbers without a header: "unitree" or "mujoco"."""
        free = floating(_given(figure))
        rows, columns = _text(data, file).splitlines(), qpos_columns(free, dialect)
        values = _fast(rows, columns)
        if values is None:
            values = _careful(rows, columns, 1, file)
        if not len(values):
            raise FormatError("there are no frames", file=file, line=1, column=1)
        return Samples(figure=free, rate=30.0 if rate is None else float(rate), data=qpos_states(free, values, dialect))

    def write(self, content: Content) -> bytes:
        stored, clip = one_clip(content)
        out = io.StringIO()
        lines = [
            TITLE,
            *([f"# name {_in_line(stored.name)}"] if stored.name else []),
            f"# figure {_in_line(clip.figure.name)}",
            f"# rate {clip.rate!r}",
            f"# first {clip.first!r}",
            "# units rad m",
            *(f"# {key} {way}" for key, way in (("before", clip.before), ("after", clip.after)) if way != "hold"),
            *(f"# mark {mark.frame!r} {_in_line(mark.name)}" for mark in clip.marks),
        ]
        out.write("\n".join(lines) + "\n")
        csv.writer(out, lineterminator="\n").writerow(clip.figure.parameter_names)
        for row in clip.data.tolist():
            out.write(",".join(map(repr, row)) + "\n")
        return out.getvalue().encode()


def _text(data: bytes, file: str | None) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"not UTF-8 text: {error.reason}", file=file) from None


def _given(figure: Figure | None) -> Figure:
    if figure is None:
        raise InputError("a table does not hold its figure: say which one, as in figure=…")
    return figure


def _in_line(text: str) -> str:
    return " ".join(text.split())


def _about(lines: list[str], file: str | None) -> dict[str, Any]:
    """What the lines that begin with # say; those of others are passed over."""
    about: dict[str, Any] = {"rate": 30.0, "first": 0.0, "name": None, "before": "hold", "after": "hold", "marks": []}
    for number, line in enumerate(lines, 1):
        key, _, rest = line[1:].strip().partition(" ")
        try:
            if key in ("rate", "first"):
                about[key] = float(rest)
            elif key in ("name", "before", "after"):
                about[key] = rest.strip()
            elif key == "units" and rest.split() != ["rad", "m"]:
                raise InputError(f'the units must be "rad m", not {shorten(rest)}')
            elif key == "mark":
                frame, _, name = rest.partition(" ")
                about["marks"].append(Mark(name=name.strip(), frame=float(frame)))
        except ValueError as error:
            raise FormatError(f"{key}: {error}", file=file, line=number, column=1) from None
    return about


def _table(lines: list[str], head: int, figure: Figure, file: str | None) -> Array:
    """The states (frames, size), with the columns in the figure's order."""
    if head >= len(lines):
        raise FormatError("expected a line with the names of the parameters", file=file, line=head + 1, column=1)
    try:
        names = [name.strip() for name in next(csv.reader([lines[head]], strict=True))]
    except (csv.Error, StopIteration) as error:
        raise FormatError(f"the names of the parameters: {error}", file=file, line=head + 1) from None
    for name in names:
        if name not in figure.parameter_names:
            reason = str(UnknownName("parameter", name, figure.parameter_names))
            raise FormatError(reason, file=file, line=head + 1)
    for name in figure.parameter_names:
        if names.count(name) != 1:
            count = "no column" if name not in names else "two columns"
            raise FormatError(f"there are {count} for {shorten(name)}", file=file, line=head + 1)
    rows = lines[head + 1 :]
    values = _fast(rows, len(names))
    if values is None:
        values = _careful(rows, len(names), head + 2, file)
    if not len(values):
        raise FormatError("there are no frames", file=file, line=head + 2, column=1)
    return np.asarray(values[:, [names.index(name) for name in figure.parameter_names]])


def _fast(rows: list[str], columns: int) -> Array | None:
    """All rows at once; None where one of them is wrong."""
    if not rows or not all(rows):
        return None
    try:
        values = np.loadtxt(rows, delimiter=",", ndmin=2, comments=None)
    except ValueError:
        return None
    return values if values.shape[1] == columns and np.isfinite(values).all() else None


def _careful(rows: list[str], columns: int, first: int, file: str | None) -> Array:
    """Row by row; raises with the place of what is wrong."""
    values = []
    for number, row in enumerate(rows, first):
        if not row.strip():
            continue
        fields = row.split(",")
        if len(fields) != columns:
            raise FormatError(f"expected {columns} numbers, found {len(fields)}", file=file, line=number)
        numbers, place = [], 1
        for field in fields:
            try:
                value = float(field)
            except ValueError:
                value = np.nan
            if not np.isfinite(value):
                raise FormatError(
                    f"expected a finite number, not {shorten(field)}", file=file, line=number, column=place
                )
            numbers.append(value)
            place += len(field) + 1
        values.append(numbers)
    return np.array(values, float).reshape(-1, columns)
