"""The settings of a motion script: figure, rate, the motion it is about, the ground, marks."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from manikin.clips.clip import Clip
from manikin.clips.ground import ground_motion, moved_on_ground
from manikin.clips.keyframes import Keyframes
from manikin.errors import InputError, ManikinError, UnknownName
from manikin.figure.figure import Figure
from manikin.gait.ground import Ground, HeightField, Level, Stairs
from manikin.language.motion.lines import Line, Time
from manikin.language.motion.statements import Condition, FigureIs, GroundIs, MarkIs, RateIs, Statement, Take
from manikin.math.rotations import Array

__all__ = ["Settings", "clip_opener", "file_reader"]

USUAL_RATE = 30.0
MOST_MARK_FRAMES = 1_000_000
"""A condition is looked for in at most so many frames."""


@dataclass
class Settings:
    """What the settings say, filled in the order of the lines.

    Attributes:
        figures: The figures by their names.
        starts: The states of those that do not begin at rest.
        open_clip: Finds a motion by its name.
        read_file: Reads a file by its name.
        rate: Frames a second.
        ground: What figures stand on.
        taken: The motions that the script is about, by figure.
        marks: Frames by their names.
    """

    figures: dict[str, Figure]
    starts: dict[str, Array]
    open_clip: Callable[[str], Clip]
    read_file: Callable[[str], bytes]
    rate: float | None = None
    ground: Ground = field(default_factory=Level)
    taken: dict[str, Clip] = field(default_factory=dict)
    marks: dict[str, float] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)

    @property
    def frames_a_second(self) -> float:
        """The rate, or the usual one."""
        return USUAL_RATE if self.rate is None else self.rate

    def add(self, statement: Statement) -> bool:
        """Take a setting; False if the statement is none."""
        try:
            if isinstance(statement, RateIs):
                if self.rate is not None and self.rate != statement.rate:
                    raise InputError(f"the rate is {self.rate:g} frames a second already")
                self.rate = statement.rate
            elif isinstance(statement, Take):
                self._take(statement)
            elif isinstance(statement, GroundIs):
                self.ground = self._ground(statement)
            elif isinstance(statement, MarkIs):
                self._mark(statement)
                return True
            elif not isinstance(statement, FigureIs):
                return False
        except ManikinError as error:
            raise error if hasattr(error, "column") else statement.line.wrong(str(error)) from None
        self.lines.append(statement.line)
        return True

    def frame(self, time: Time, line: Line, end: float | None = None) -> float:
        """The frame of a time."""
        offset = time.offset * (self.frames_a_second if time.seconds else 1.0)
        if time.base is None:
            found = offset
        elif time.base == "end":
            known = max((clip.end for clip in self.taken.values()), default=end)
            if known is None:
                raise line.wrong("the end is not known here: nothing is taken, and nothing has come before")
            found = known + offset
        elif time.base in self.marks:
            found = self.marks[time.base] + offset
        else:
            raise line.wrong(str(UnknownName("mark", time.base, [*self.marks, "end"])))
        if not math.isfinite(found) or abs(found) > 1e9:
            raise line.wrong(f"the frame {found:g} is too far away")
        return found

    # -- the motion it is about ----------------------------------------------------------------

    def _take(self, statement: Take) -> None:
        figure = self.figures[statement.figure]
        if figure.name in self.taken:
            raise InputError(f"a script takes one motion for each figure, and {figure.name} has one")
        clip = self.open_clip(statement.name)
        if clip.figure != figure:
            if clip.figure.renamed(figure.name) != figure:
                raise InputError(f"the motion moves {clip.figure.name!r}, and this script {figure.name!r}")
            clip = replace(clip if isinstance(clip, Keyframes) else clip.bake(), figure=figure)
        if not (math.isfinite(clip.start) and math.isfinite(clip.end)):
            raise InputError("a motion without an end cannot be taken")
        if figure.name in self.starts:
            motion = ground_motion(figure, clip.state(clip.start), self.starts[figure.name])
            baked = clip.bake()
            clip = replace(baked, data=moved_on_ground(figure, baked.data, motion))
        if self.rate is None:
            self.rate = clip.rate
        step = clip.rate / self.rate
        if statement.start is None and statement.end is None and step == 1:
            self.taken[figure.name] = clip
            return
        self.taken[figure.name] = clip  # so that "end" is known
        first = clip.start if statement.start is None else self.frame(statement.start, statement.line)
        last = clip.end if statement.end is None else self.frame(statement.end, statement.line)
        if not clip.start <= first < last <= clip.end:
            raise InputError(f"the motion goes from frame {clip.start:g} to {clip.end:g}, not {first:g} to {last:g}")
        baked = clip.bake(first, last, step)
        self.taken[figure.name] = replace(baked, rate=self.rate, first=0.0)

    # -- the ground ----------------------------------------------------------------------------

    def _ground(self, statement: GroundIs) -> Ground:
        numbers, options = statement.numbers, statement.options
        if statement.kind == "level":
            return Level(at=numbers[0] if numbers else 0.0)
        if statement.kind == "stairs":
            given: dict[str, Any] = {name: value[0] for name, value in options.items() if name != "at"}
            if "at" in options:
                given["start"] = options["at"]
            if numbers[0] != int(numbers[0]):
                raise InputError(f"stairs have a whole number of steps, not {numbers[0]:g}")
            return Stairs(count=int(numbers[0]), **given)
        table = self._table(statement)
        return HeightField(heights=tuple(map(tuple, table.tolist())), **options)  # type: ignore[arg-type]

    def _table(self, statement: GroundIs) -> Array:
        if statement.file is None:
            rows, heights = statement.numbers[0], statement.numbers[1:]
            if rows < 2 or rows != int(rows) or len(heights) < 2 * rows or len(heights) % rows:
                raise InputError(
                    f"{len(heights)} heights do not make a table of {rows:g} rows, with two or more rows and columns"
                )
            return np.reshape(np.array(heights, float), (int(rows), -1))
        try:
            text = self.read_file(statement.file).decode("utf-8")
            rows_of = [[float(cell) for cell in row] for row in csv.reader(io.StringIO(text)) if row]
            return np.array(rows_of, float)
        except (UnicodeDecodeError, ValueError, csv.Error) as error:
            if isinstance(error, ManikinError):
                raise
            raise InputError(f"{statement.file}: expected rows of heights, as many in each: {error}") from None

    # -- marks ---------------------------------------------------------------------------------

    def _mark(self, statement: MarkIs) -> None:
        if statement.name in self.marks:
            raise InputError(f"there is a mark {statement.name!r} already")
        if statement.at is not None:
            self.marks[statement.name] = self.frame(statement.at, statement.line)
        else:
            assert statement.condition is not None
            self.marks[statement.name] = self._found(statement.condition, statement.line)

    def _found(self, condition: Condition, line: Line) -> float:
        clip, rate = self._taken_by(condition.point), self.frames_a_second
        first = clip.start if condition.after is None else self.frame(condition.after, line)
        frames = np.arange(math.ceil(max(first, clip.start)), math.floor(clip.end) + 1.0)[:MOST_MARK_FRAMES]
        lasts = 1 if condition.lasts is None else max(1, round(self.frame(condition.lasts, line)))
        values = self._values(condition, frames, rate)
        below = condition.test in ("below", "slower", "within")
        met = values <= condition.number if below else values >= condition.number
        runs = np.convolve(met.astype(int), np.ones(lasts, int))[lasts - 1 : len(met)] == lasts if len(met) else met
        if not np.any(runs[: len(met) - lasts + 1] if len(met) >= lasts else []):
            best = "" if not len(values) else f"; at most it comes to {values.min() if below else values.max():.4g}"
            raise InputError(
                f"{line.text.split('when')[-1].strip()!r} is never met from frame {first:g} to {clip.end:g}{best}"
            )
        return float(frames[np.argmax(runs)])

    def _values(self, condition: Condition, frames: Array, rate: float) -> Array:
        """Heights above the ground [m], speeds [m/s] or distances [m] at frames (n,)."""
        if condition.test in ("slower", "faster"):
            before, after = (self._places(condition.point, frames + shift) for shift in (-0.5, 0.5))
            return np.asarray(np.linalg.norm(after - before, axis=1) * rate)
        places = self._places(condition.point, frames)
        if condition.test == "within":
            other = condition.place
            centre = self._places(other, frames) if hasattr(other, "value") else np.array(other, float)
            return np.asarray(np.linalg.norm(places - centre, axis=1))
        up = self.figures[condition.point.figure].skeleton.up_index
        ground = self.ground.height(places[:, [0, 2]]) if up == 1 else np.zeros(len(places))
        return np.asarray(places[:, up] - ground)

    def _places(self, point: Any, frames: Array) -> Array:
        clip = self._taken_by(point)
        states = clip.at(np.clip(frames, clip.start, clip.end))
        return np.array([point.value(clip.figure.pose(q)) for q in states]).reshape(-1, 3)

    def _taken_by(self, point: Any) -> Clip:
        """The motion that the figure of a point takes."""
        if point.figure not in self.taken:
            whose = "" if len(self.figures) == 1 else f" for {point.figure}"
            raise InputError(f"a mark is looked for in the motion that is taken: take one{whose} first")
        return self.taken[point.figure]


def file_reader(file: str | None) -> Callable[[str], bytes]:
    """Reads files beside a script, or from the folder of the program."""
    from manikin.formats.files import load_bytes

    folder = Path(file).parent if file is not None else Path()
    return lambda name: load_bytes(folder / name)


def clip_opener(file: str | None) -> Callable[[str], Clip]:
    """Opens motions beside a script."""
    from manikin.formats import files

    folder = Path(file).parent if file is not None else Path()

    def opened(name: str) -> Clip:
        return files.load_content(folder / name).clip.clip

    return opened
