"""Pose packets read as the page reads them."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from manikin.math.rotations import Array


@dataclass(frozen=True)
class FigureBlock:
    """A figure of a packet."""

    world: Array
    q: Array
    centre: Array
    balance: float


@dataclass(frozen=True)
class LockRow:
    """A lock of a packet."""

    state: int
    unit: int
    error: float
    anchor: tuple[float, ...]


@dataclass(frozen=True)
class Packet:
    """A pose packet; figures by their place in the document, locks by their ids."""

    seq: int
    revision: int
    flags: int
    milliseconds: float
    goal: tuple[float, ...]
    effector: tuple[float, ...]
    figures: dict[int, FigureBlock]
    locks: dict[int, LockRow]


def read_packet(data: bytes) -> Packet:
    """The parts of a packet, which must end where they end."""
    kind, seq, revision, figures, locks, flags, milliseconds, _, *points = struct.unpack_from("<6IfI6f", data)
    assert kind == 2
    at = struct.calcsize("<6IfI6f")
    blocks = {}
    for _ in range(figures):
        place, joints, parameters, _, *centre, balance = struct.unpack_from("<4I4f", data, at)
        at += 32
        numbers = np.frombuffer(data, "<f4", 12 * joints + parameters, at)
        at += numbers.nbytes
        blocks[place] = FigureBlock(
            numbers[: 12 * joints].reshape(-1, 3, 4), numbers[12 * joints :], np.array(centre), balance
        )
    rows = {}
    for _ in range(locks):
        id_, state, unit, error, x, y, z, _ = struct.unpack_from("<3I4fI", data, at)
        at += 32
        rows[id_] = LockRow(state, unit, error, (x, y, z))
    assert at == len(data)
    return Packet(seq, revision, flags, milliseconds, tuple(points[:3]), tuple(points[3:]), blocks, rows)


@dataclass(frozen=True)
class ClipPacket:
    """Frames of a clip; rows and errors by frame."""

    figure: str
    revision: int
    answers: int
    complete: bool
    first: int
    count: int
    joints: int
    locks: tuple[int, ...]
    rows: dict[int, Array]
    errors: dict[int, Array]


def read_clip_packet(data: bytes) -> ClipPacket:
    """The parts of a packet, which must end where they end."""
    kind, revision, answers, flags, first, count, joints, size, locks, islands, letters, _ = struct.unpack_from(
        "<4Ii7I", data
    )
    assert kind == 3
    at = 48 + letters
    ids = struct.unpack_from(f"<{locks}i", data, at)
    at += 4 * locks
    rows: dict[int, Array] = {}
    errors: dict[int, Array] = {}
    for _ in range(islands):
        start, frames = struct.unpack_from("<iI", data, at)
        at += 8
        for table, width in ((rows, 12 * joints + 2 * size), (errors, 2 * locks)):
            numbers = np.frombuffer(data, "<f4", frames * width, at).reshape(frames, width)
            at += numbers.nbytes
            table.update({start + k: numbers[k] for k in range(frames)})
    assert at == len(data)
    name = data[48 : 48 + letters].decode().rstrip()
    return ClipPacket(name, revision, answers, bool(flags & 1), first, count, joints, ids, rows, errors)
