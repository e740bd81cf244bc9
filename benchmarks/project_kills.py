"""What survives of a project when its process is killed during edits: the store alone, without a server."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import struct
import time
from pathlib import Path

from manikin.project.store import Answer, Origin, Store

__all__ = ["kill_rounds"]

LONGEST_ROUND = 0.12
"""Seconds after which a round is killed at the latest."""


def kill_rounds(path: Path, rounds: int, *, seed: int = 1) -> tuple[int, int]:
    """Edits as fast as they are acknowledged, interrupted by kill -9, many times on one project.

    Returns:
        How many edits were acknowledged, and how many of those were lost or are not what they were.
    """
    rng = random.Random(seed)
    if not path.exists():
        Store(path, lambda: _parts(0)).close()
    acknowledged = lost = 0
    for _ in range(rounds):
        told = _one_round(path, rng.uniform(0.0, LONGEST_ROUND), opened=rng.random() < 0.8)
        store = Store(path)
        if told is not None:
            count, newest = told
            acknowledged += count
            lost += max(0, newest - store.revision) + (store.answered(Origin("writer", newest)) != Answer(newest))
        parts = store.parts(store.place)
        lost += parts != _parts(int(parts["document"])) or bool(store.notices)
        store.close()
    return acknowledged, lost


def _one_round(path: Path, seconds: float, *, opened: bool) -> tuple[int, int] | None:
    """A process that edits until it is killed; how many edits it acknowledged, and the revision of the last.

    It is killed ``seconds`` after its start, or after it has opened the project.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            _edit(path, writing)
        os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        if opened:
            told.read(1)
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        content = told.read()
        revisions = [item for (item,) in struct.iter_unpack("q", content[len(content) % 8 :])]
    return (len(revisions), revisions[-1]) if revisions else None


def _edit(path: Path, writing: int) -> None:
    """Edit a project without end, sometimes with an undo, and report each revision when it is done."""
    store = Store(path)
    os.write(writing, b"o")
    while True:
        revision = store.revision + 1
        origin = Origin("writer", revision)
        if revision % 7 == 0 and store.place > 0:
            store.move(store.place - 1, revision, origin)
        else:
            store.record(store.place + 1, f"Edit {revision}", {"kind": "edit"}, _parts(revision), revision, origin)
        os.write(writing, struct.pack("q", revision))


def _parts(k: int) -> dict[str, bytes]:
    return {"document": b"%d" % k, "state/a": b"%d," % k * 200, "blob/1": bytes(5000), f"lock/{k % 5}": b"%d" % k}
