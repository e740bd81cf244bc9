"""What a file holds.

A file may hold several kinds of content, and each kind may be absent: an ``.scr`` file has a skeleton, a pose file has
poses, a motion file has a skeleton and clips.  A new kind of content is a new field of ``Content``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self, get_args

import numpy as np

from manikin.clips.clip import Clip
from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal
from manikin.skeleton.skeleton import Skeleton

__all__ = ["ANGLE_UNITS", "CONTENT_KINDS", "AngleUnit", "Content", "PoseValues", "StoredClip"]

AngleUnit = Literal["rad", "deg"]
ANGLE_UNITS: tuple[str, ...] = get_args(AngleUnit)
"""Units in which a file may give the angles of a pose."""


@dataclass(frozen=True, kw_only=True)
class PoseValues:
    """A pose as a file holds it: parameter values by name.  The file names the figure but does not contain it.

    Attributes:
        values: parameter names and values, in ``angle_unit`` for hinges and in metres for slides.  A parameter that
            is absent keeps the value that it has.
        angle_unit: "rad" or "deg".
        figure: name of the figure, or None if the file does not say.
        ungrouped: whether the figure was used without its joint groups.
        name: name of the pose, or None.
    """

    values: tuple[tuple[str, float], ...]
    angle_unit: AngleUnit = "rad"
    figure: str | None = None
    ungrouped: bool = False
    name: str | None = None

    def __post_init__(self) -> None:
        if self.angle_unit not in ANGLE_UNITS:
            raise InputError(f"angle_unit must be one of {', '.join(ANGLE_UNITS)}, not {shorten(self.angle_unit)}")
        names = [name for name, _ in self.values]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"the pose has two values for {shorten(twice)}")
        for name, value in self.values:
            if not math.isfinite(value):
                raise InputError(f"the value of {shorten(name)} must be a finite number, not {value}")

    @classmethod
    def of(cls, pose: Pose, *, figure: str | None = None, name: str | None = None) -> Self:
        """The values of all parameters of a pose [rad, m]; ``figure`` replaces the figure's own name."""
        own = pose.figure
        return cls(
            values=tuple(zip(own.parameter_names, pose.q.tolist(), strict=True)),
            figure=own.name if figure is None else figure,
            ungrouped=bool(own.skeleton.couplings) and not own.active_couplings,
            name=name,
        )

    def on(self, figure: Figure) -> dict[str, float]:
        """The values in radians and metres, for a figure that has all these parameters."""
        if self.angle_unit == "deg":
            return figure.values_from_degrees(dict(self.values))
        for name, _ in self.values:
            figure.index(name)
        return dict(self.values)


@dataclass(frozen=True, kw_only=True, eq=False)
class StoredClip:
    """A clip as a file holds it.  The clip itself is in metres and radians, whatever the file uses.

    Attributes:
        clip: the clip; its figure is made from the skeleton in the file, if there is one.
        name: name of the clip, or None.
        unit: metres in one unit of length of the file; a writer whose format leaves the unit open uses it.
        layout: how the file orders what it holds, so that a writer can give the same file back; each format has its
            own, and ignores those of others.
    """

    clip: Clip
    name: str | None = None
    unit: float = 1.0
    layout: object = None

    def __post_init__(self) -> None:
        if not isinstance(self.clip, Clip):
            raise InputError(f"expected a clip, not {shorten(self.clip)}")
        if not (isinstance(self.unit, (int, float)) and 0 < self.unit < math.inf):
            raise InputError(f"a unit is a number of metres above 0, not {shorten(self.unit)}")

    def __eq__(self, other: object) -> bool:
        """Whether name, unit, layout and clip are equal; of samples, whether all numbers are."""
        if not isinstance(other, StoredClip):
            return NotImplemented
        labels = (self.name, self.unit, self.layout) == (other.name, other.unit, other.layout)
        return labels and _same_clip(self.clip, other.clip)

    __hash__ = None  # type: ignore[assignment]


def _same_clip(a: Clip, b: Clip) -> bool:
    if not (isinstance(a, Samples) and isinstance(b, Samples)):
        return a == b
    same = a.figure == b.figure and (a.rate, a.first, a.before, a.after) == (b.rate, b.first, b.before, b.after)
    return same and a.marks == b.marks and np.array_equal(a.data, b.data)


@dataclass(frozen=True, kw_only=True)
class Content:
    """All that a file holds.

    Attributes:
        skeletons: the skeletons, each with its own named poses.
        poses: poses that stand in the file by themselves.
        clips: the clips, each with its figure.
        goals: what keeps loops of the skeleton closed, ready to be hard goals of a solve.
        warnings: what was odd in the file, and what was done about it: "file:line:column: …".
        file: name of the file that was read, for error messages.
    """

    skeletons: tuple[Skeleton, ...] = ()
    poses: tuple[PoseValues, ...] = ()
    clips: tuple[StoredClip, ...] = ()
    goals: tuple[Goal, ...] = field(default=(), compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)
    file: str | None = field(default=None, compare=False)

    @property
    def skeleton(self) -> Skeleton:
        """The only skeleton; an error says what the file holds instead."""
        found: Skeleton = self._only("skeletons")
        return found

    @property
    def pose(self) -> PoseValues:
        """The only pose; an error says what the file holds instead."""
        found: PoseValues = self._only("poses")
        return found

    @property
    def clip(self) -> StoredClip:
        """The only clip; an error says what the file holds instead."""
        found: StoredClip = self._only("clips")
        return found

    @property
    def counts(self) -> Mapping[str, int]:
        """How many items there are of each kind that is present."""
        return {kind: len(getattr(self, kind)) for kind in CONTENT_KINDS if getattr(self, kind)}

    def __str__(self) -> str:
        """As in "1 skeleton and 2 poses"."""
        items = [f"{count} {kind if count > 1 else kind[:-1]}" for kind, count in self.counts.items()]
        return " and ".join(items) or "nothing"

    def _only(self, kind: str) -> Any:
        items = getattr(self, kind)
        if len(items) == 1:
            return items[0]
        message = f"expected one {kind[:-1]}, found {self}"
        raise InputError(message) if self.file is None else FormatError(message, file=self.file)


CONTENT_KINDS: tuple[str, ...] = tuple(one.name for one in fields(Content) if one.compare)
"""The kinds of content, in plural as the fields of ``Content`` are called."""
