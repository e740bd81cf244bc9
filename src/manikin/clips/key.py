"""A key: a pose at a frame, and how the motion passes through it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np

from manikin.arguments import ExplainedType
from manikin.errors import InputError, shorten

__all__ = ["CurveKind", "Key"]

CurveKind = Literal["smooth", "linear", "hold", "squad"]


@dataclass(frozen=True, kw_only=True)
class Key(metaclass=ExplainedType):
    """A whole pose at a frame, as it stood when the key was made.

    Attributes:
        frame: Where the key stands; may be fractional.
        q: The state (size,) [rad, m].
        tracks: The tracks that count; None counts all.  Others pass through the key without noticing it.
        curve: The curve of the segment that leaves the key.  "squad" is Shoemake's curve of rotations (1987), whose
            speed jumps at keys that are not evenly spaced; numbers are smooth under it.
        tension: −1 … 1; 1 stops the motion at the key (Kochanek & Bartels 1984).
        continuity: −1 … 1; below 0 makes a corner.
        bias: −1 … 1; above 0 the curve overshoots the key, below 0 it comes early.
        slow_in: 0 … 1, how far the motion slows down towards the key; below 0, to −2, it hurries there.
        slow_out: 0 … 1, how slowly it leaves the key; below 0 it leaves in a hurry.
        rates: Rates of the parameters (size,) [rad/frame, m/frame] instead of those that follow from the neighbours.
        rates_out: Rates with which the key is left, where they are not those with which it is reached.
        name: A label.
    """

    writes_defaults: ClassVar[bool] = False
    frame: float
    q: tuple[float, ...]
    tracks: frozenset[str] | None = None
    curve: CurveKind = "smooth"
    tension: float = 0.0
    continuity: float = 0.0
    bias: float = 0.0
    slow_in: float = 0.0
    slow_out: float = 0.0
    rates: tuple[float, ...] | None = None
    rates_out: tuple[float, ...] | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if not _finite(self.frame):
            raise InputError(f"the frame of a key must be a finite number, not {shorten(self.frame)}")
        what = f"the key at frame {self.frame:g}"
        if not isinstance(self.q, (tuple, list, np.ndarray)):
            hint = "; those of a pose are pose.q" if hasattr(self.q, "q") else ""
            raise InputError(f"{what}: q must be numbers, not {shorten(self.q)}{hint}")
        if self.curve not in get_args(CurveKind):
            raise InputError(f"{what}: the curve is one of {', '.join(get_args(CurveKind))}, not {shorten(self.curve)}")
        for field, low in (("tension", -1), ("continuity", -1), ("bias", -1), ("slow_in", -2), ("slow_out", -2)):
            value = getattr(self, field)
            if not (_finite(value) and low <= value <= 1):
                raise InputError(f"{what}: {field} must lie between {low} and 1, not {shorten(value)}")
        for rates in (self.rates, self.rates_out):
            if rates is not None and len(rates) != len(self.q):
                raise InputError(f"{what} has {len(self.q)} values but {len(rates)} rates")
        if self.rates is None and self.rates_out is not None:
            raise InputError(f"{what} has rates with which it is left, but none with which it is reached")

    def counts_for(self, track: str) -> bool:
        """Whether a track stops at the key."""
        return self.tracks is None or track in self.tracks


def _finite(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
