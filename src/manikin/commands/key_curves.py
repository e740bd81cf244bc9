"""Edits of keys as points of curves: values and times, and the rates with which curves pass through them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

import numpy as np

from manikin.clips import Keyframes
from manikin.clips.editing.splitting import frozen_keys
from manikin.clips.key import Key
from manikin.clips.tracks import tracks_of
from manikin.commands.keys import KeyCommand, MoveKeys
from manikin.document.document import Document
from manikin.document.names import display_name
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure

__all__ = ["SetKeyRates", "ShiftKeys"]


@dataclass(frozen=True, kw_only=True)
class ShiftKeys(KeyCommand, kind="shift_keys"):
    """Move keys in time ``by`` some frames, and parameters in them by some amounts [rad, m], as far as limits allow.

    A key of some tracks gets those that it moves.
    """

    by: float = 0.0
    values: dict[str, float] = field(default_factory=dict)
    verb: ClassVar[str] = "Shift"

    def label(self, document: Document) -> str:
        what = display_name(next(iter(self.values))) if len(self.values) == 1 else f"{len(self.values)} parameters"
        return super().label(document) if not self.values else f"Shift {what} in {KeyCommand.label(self, document)[6:]}"

    def edited(self, clip: Keyframes, frames: frozenset[float]) -> Iterable[Key]:
        figure = clip.figure
        columns = {figure.index(name): _finite(amount, name) for name, amount in self.values.items()}
        named = _tracks(figure, columns)

        def shifted(key: Key) -> Key:
            q = np.array(key.q)
            for column, amount in columns.items():
                q[column] = np.clip(q[column] + amount, figure.lo[column], figure.hi[column])
            return replace(key, q=tuple(q.tolist()), tracks=None if key.tracks is None else key.tracks | named)

        keys = tuple(shifted(key) if key.frame in frames else key for key in clip.keys)
        moved = MoveKeys(keys={figure.name: tuple(frames)}, by=_finite(self.by, "by"))
        return moved.edited(replace(clip, keys=keys), frames) if self.by else keys


@dataclass(frozen=True, kw_only=True)
class SetKeyRates(KeyCommand, kind="set_key_rates"):
    """Set the rates [rad, m per frame] with which parameters pass through keys; None: again as the neighbours have it.

    ``side`` is where: the curve that comes, the one that leaves, or both.  All other parameters keep the rates that
    they have now.
    """

    rates: dict[str, float] | None
    side: Literal["both", "in", "out"] = "both"
    verb: ClassVar[str] = "Bend the curves at"

    def edited(self, clip: Keyframes, frames: frozenset[float]) -> Iterable[Key]:
        if self.rates is None:
            return (replace(k, rates=None, rates_out=None) if k.frame in frames else k for k in clip.keys)
        if len(clip.keys) < 2:
            raise InputError("one key makes no curve: add another one")
        columns = {clip.figure.index(name): _finite(rate, name) for name, rate in self.rates.items()}
        known = {key.frame: key for key in frozen_keys(clip, frames)}
        return (self._bent(known[key.frame], columns) if key.frame in frames else key for key in clip.keys)

    def _bent(self, key: Key, columns: dict[int, float]) -> Key:
        assert key.rates is not None
        into, out = np.array(key.rates), np.array(key.rates_out or key.rates)
        for column, rate in columns.items():
            if self.side != "out":
                into[column] = rate
            if self.side != "in":
                out[column] = rate
        same = (into == out).all()
        return replace(key, rates=tuple(into.tolist()), rates_out=None if same else tuple(out.tolist()))


def _tracks(figure: Figure, columns: Iterable[int]) -> frozenset[str]:
    """The tracks of some parameters."""
    wanted = set(columns)
    return frozenset(track.name for track in tracks_of(figure) if not wanted.isdisjoint(track.columns))


def _finite(value: float, what: str) -> float:
    if not math.isfinite(value):
        raise InputError(f"{shorten(what)} must be a finite number, not {shorten(value)}")
    return value
