"""Clip packets: frames of a clip, which a page plays by itself; little endian, 4 bytes per number.

12 numbers  u32 kind = 3, revision of the document, number of the preview that it answers (0: none), flags; i32 first
            frame of the clip; u32 its frames, joints J, parameters N, locks L, islands K, letters of the name, 0
then        the figure's name in UTF-8, filled up with blanks to a multiple of 4; i32 ids of the locks (L),
            negative where one is soft: it competes, and nobody minds how far it is off
K times     i32 first frame, u32 number of frames n; f32 world transforms of the joints, row by row, parameters, and
            parameters as the keys alone have them (n × (12 J + 2 N)); f32 errors of the locks, in metres and in
            radians, NaN where one does not hold (n × 2 L)

A packet has the frames that the window does not have yet, as they are now.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from manikin.posing.clip_frames import ClipFrames

__all__ = ["COMPLETE", "MOST_FRAMES", "PROVISIONAL", "Shown", "next_packet"]

PACKET_KIND = 3
COMPLETE = 1
"""Flag: the window has all frames of the figure now."""
PROVISIONAL = 2
"""Flag: frames of whole intervals solved at once are still to come."""
MOST_FRAMES = 600
"""Frames in a packet."""


@dataclass
class Shown:
    """The frames of a figure that a window has: their stamps, from the frame ``first`` on, and when they were whole."""

    first: int = 0
    stamps: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    revision: int = -1
    answered: int = -1
    provisional: bool = False

    def missing(self, frames: ClipFrames) -> NDArray[np.int64]:
        """The rows of frames that the window does not have as they are."""
        known = np.zeros(len(frames.stamps), np.int64)
        begin = max(frames.first, self.first)
        end = max(begin, min(frames.first + len(known), self.first + len(self.stamps)))
        known[begin - frames.first : end - frames.first] = self.stamps[begin - self.first : end - self.first]
        self.first, self.stamps = frames.first, known
        return np.flatnonzero(known != frames.stamps)


def next_packet(
    clips: Mapping[str, ClipFrames],
    shown: dict[str, Shown],
    revision: int,
    answers: int = 0,
    *,
    provisional: Collection[str] = (),
) -> bytes | None:
    """The next packet for a window, or None if it has everything; ``shown`` is kept up to date.

    ``provisional`` names the figures whose frames of whole intervals solved at once are still to come.
    """
    for name in shown.keys() - clips.keys():
        del shown[name]
    for name, frames in clips.items():
        own = shown.setdefault(name, Shown())
        rows = own.missing(frames)
        waits = name in provisional
        if not len(rows) and (own.revision, own.answered, own.provisional) == (revision, answers, waits):
            continue
        sent = rows[:MOST_FRAMES]
        own.stamps[sent] = frames.stamps[sent]
        complete = len(sent) == len(rows)
        if complete:
            own.revision, own.answered, own.provisional = revision, answers, waits
        flags = (COMPLETE if complete else 0) | (PROVISIONAL if waits else 0)
        return _packet(name, frames, sent, revision, answers, flags)
    return None


def _packet(name: str, frames: ClipFrames, rows: NDArray[np.int64], revision: int, answers: int, flags: int) -> bytes:
    figure = frames.figure
    text = name.encode()
    text += b" " * (-len(text) % 4)
    islands = list(_islands(rows))
    head = struct.pack(
        "<4Ii7I",
        PACKET_KIND,
        revision & 0xFFFFFFFF,
        answers & 0xFFFFFFFF,
        flags,
        frames.first,
        len(frames.rows),
        len(figure.skeleton),
        figure.size,
        len(frames.locks),
        len(islands),
        len(text),
        0,
    )
    pieces = [head, text, np.array([lock.id if lock.hard else -lock.id for lock in frames.locks], "<i4").tobytes()]
    for start, end in islands:
        pieces.append(struct.pack("<iI", frames.first + start, end - start))
        pieces.append(frames.rows[start:end].astype("<f4", copy=False).tobytes())
        pieces.append(frames.errors[start:end].astype("<f4", copy=False).tobytes())
    return b"".join(pieces)


def _islands(rows: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Rows as runs without gaps: first, and one after the last."""
    for run in np.split(rows, np.flatnonzero(np.diff(rows) != 1) + 1):
        if len(run):
            yield int(run[0]), int(run[-1]) + 1
