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
