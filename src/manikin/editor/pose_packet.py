"""Pose packets: everything that moves, sent up to sixty times a second; little endian, 4 bytes per number.

14 numbers  u32 kind = 2, number of the cursor's move that it answers, revision, figures F, locks L, flags;
            f32 milliseconds of solving, frame of the drag, NaN outside the timeline, goal and effector of the drag
            (3 + 3), zeros when there is none
F times     u32 place of the figure in the document, joints J, parameters N, 0;
            f32 centre of mass with the props that it holds (3), balance [m], NaN where there is none;
            f32 world transforms of the joints, row by row (12 J); f32 parameters [rad, m] (N)
L times     u32 id of the lock, state (0 held, 1 violated, 2 off), unit of the error (0 m, 1 rad);
            f32 error, anchor (3); u32 0

A packet has the figures that move; after an edit it has all figures.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from manikin.document.document import Document
from manikin.document.lock import Poses
from manikin.math.rotations import Array
from manikin.posing.balance import BalanceMeter
from manikin.project.workspace import Workspace

__all__ = ["CHASE", "CONFLICT", "DRAG", "MOVING", "PacketWriter", "PosePacket"]

PACKET_KIND = 2
DRAG, CONFLICT, CHASE, MOVING = 1, 2, 4, 8
"""Flags: a drag is active; a lock is violated; a chase is active; more packets follow without a request."""


@dataclass(frozen=True)
class PosePacket:
    """The bytes of a packet, the revision of its document, and the figures that it has."""

    data: bytes
    revision: int
    figures: frozenset[str]

    def replaces(self, older: PosePacket) -> bool:
        """Whether an older packet that was not sent yet can be dropped."""
        return self.revision != older.revision or older.figures <= self.figures


class PacketWriter:
    """Makes the packets of a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._document: Document | None = None
        self._meters: dict[str, BalanceMeter] = {}

    def packet(self, *, whole: bool = True) -> PosePacket:
        """The live poses: of all figures, or of those that move."""
        workspace = self.workspace
        document, activity, poses = workspace.document, workspace.activity, workspace.poses
        if document is not self._document:
            self._document, self._meters = document, {}
        names = list(poses) if whole else [name for name in poses if name in workspace.moving]
        places = {actor.name: place for place, actor in enumerate(document.actors)}
        readings = workspace.readings()
        shown = document if activity is None else activity.document  # in which locks hold that do at its frame
        frame = None if activity is None else activity.moment.frame
        flags = 0
        if activity is not None:
            flags |= CHASE if activity.is_chase else DRAG
            flags |= MOVING if activity.waiting else 0
        lock_rows = []
        for lock in shown.locks:
            reading = readings[lock.id]
            state = 2 if not lock.active else int(not reading.held)
            flags |= CONFLICT if state == 1 else 0
            unit = int(reading.unit == "rad")
            lock_rows.append(
                struct.pack("<3I4fI", lock.id & 0xFFFFFFFF, state, unit, reading.error, *reading.anchor, 0)
            )
        head = struct.pack(
            "<6I8f",
            PACKET_KIND,
            (0 if activity is None else activity.seq) & 0xFFFFFFFF,
            workspace.revision & 0xFFFFFFFF,
            len(names),
            len(lock_rows),
            flags,
            workspace.milliseconds,
            float("nan") if frame is None else frame,
            *_point(None if activity is None else activity.goal),
            *_point(None if activity is None else activity.effector(poses)),
        )
        blocks = [self._block(document, name, places[name], poses) for name in names]
        return PosePacket(b"".join((head, *blocks, *lock_rows)), workspace.revision, frozenset(names))

    def _block(self, document: Document, name: str, place: int, poses: Poses) -> bytes:
        if name not in self._meters:
            self._meters[name] = BalanceMeter(document, name)
        meter, pose = self._meters[name], poses[name]
        centre = meter.centre(poses)
        depth = meter.depth(poses, centre)
        head = struct.pack("<4I4f", place, len(pose.world), len(pose.q), 0, *centre, depth)
        return head + np.concatenate([pose.world.reshape(-1), pose.q]).astype("<f4").tobytes()


def _point(place: Array | None) -> tuple[float, ...]:
    return (0.0, 0.0, 0.0) if place is None else tuple(place)
