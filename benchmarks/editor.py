"""The editor's promises, against a running server: how soon it answers, what survives when it is killed."""

from __future__ import annotations

import random
import struct
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from tests.support.live_editor import Editor, Window

from benchmarks.editor_kills import kill_rows
from benchmarks.timing import Row, readable

__all__ = ["editor_rows"]

LOCKS = ("r_hand", "l_hand", "head", "r_forearm")
"""Locked besides the two feet: six in all."""


def editor_rows(quick: bool) -> list[Row]:
    """All of it; ``quick`` is shorter."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        rows = _start(place / "start", 5 if quick else 30)
        for name, measure in (
            ("drag", lambda p: _drags(p, 300 if quick else 3000)),
            ("memory", lambda p: [_memory(p, 500 if quick else 10_000)]),
            ("many", lambda p: [_windows(p, 5 if quick else 60)]),
            ("kill", lambda p: kill_rows(p, quick)),
        ):
            (place / name).mkdir()
            rows += measure(place / name)
    return rows


def _start(place: Path, rounds: int) -> list[Row]:
    """From the command to its address, to the page, and to the document that the page shows; the project is there."""
    place.mkdir()
    Editor(place).stop()
    seconds = []
    for _ in range(rounds):
        begin = time.monotonic()
        with Editor(place) as editor:
            address = editor.seconds
            assert editor.get("/").status == 200
            page = time.monotonic() - begin
            editor.window("start").close()
            seconds.append((address, page, time.monotonic() - begin))
    rows = []
    for what, times in zip(("address", "page", "document"), np.transpose(seconds), strict=True):
        best, late = float(times.min()), float(np.percentile(times, 99))
        rows.append(Row(f"server start to {what}, best", readable(best), "1 s", 1.0 / best, goal=1.0))
        rows.append(Row(f"server start to {what}, 99 of 100", readable(late), "1 s", 1.0 / late, goal=1.0))
    return rows


def _drags(place: Path, moves: int) -> list[Row]:
    """Pull the pelvis about with six locks, one move in flight; then faster than can be followed."""
    with Editor(place) as editor:
        window = editor.window("drag")
        for part in LOCKS:
            window.command("add_lock", part=part, hard=False)
        window.ask(op="drag.begin", what="part", part="pelvis", wants="drag")
        waits, solves = [], []
        for seq in range(1, moves + 1):
            begin = time.perf_counter()
            window.send(op="drag.move", seq=seq, ray=_circle(seq))
            frame = window.next_frame(seq)
            waits.append(time.perf_counter() - begin)
            solves.append(struct.unpack("<f", frame[28:32])[0] / 1000)
        seen = 0
        for seq in range(moves + 1, moves + 401):
            window.send(op="drag.move", seq=seq, ray=_circle(seq))
            time.sleep(1 / 400)
        begin = time.perf_counter()
        while struct.unpack("<I", window.frame[4:8])[0] != moves + 400:
            window.next_frame()
            seen += 1
        behind = time.perf_counter() - begin
        window.ask(op="drag.end")
        window.close()
    median, late = np.percentile(waits, [50, 99])
    return [
        Row("drag, 6 locks: solve + server, median", readable(median), "3 ms", 0.003 / median, goal=1.0),
        Row("drag, 6 locks: solve + server, 99 of 100", readable(late), "10 ms", 0.010 / late, goal=1.0),
        Row("drag, 6 locks: solve alone, median", readable(float(np.median(solves))), "", float("nan")),
        Row("frames seen of 400 moves in a second", str(seen), "60", seen / 60, goal=1.0),
        Row("the last of them is behind by", readable(max(behind, 1e-6)), "0.1 s", 0.1 / max(behind, 1e-6), goal=1.0),
    ]


def _circle(seq: int) -> dict[str, Any]:
    angle = 0.05 * seq
    return {"origin": [0.05 * np.sin(angle), 0.87 + 0.05 * np.cos(angle), 3.0], "direction": [0, 0, -1]}


def _memory(place: Path, drags: int) -> Row:
    """Whole gestures, begun and ended, one after the other."""
    with Editor(place) as editor:
        window = editor.window("many")

        def gestures(count: int) -> None:
            for k in range(count):
                window.ask(op="drag.begin", what="part", part="r_hand", wants="drag")
                window.send(
                    op="drag.move",
                    seq=k + 1,
                    ray={"origin": [-0.3, 0.9 + 0.0001 * (k % 100), 3], "direction": [0, 0, -1]},
                )
                window.ask(op="drag.end")

        gestures(1100)  # the history is full then
        before = editor.memory()
        gestures(drags)
        grown = (editor.memory() - before) / 1e6
        window.close()
    return Row(f"memory grown over {drags:,} drags", f"{grown:.1f} MB", "5 MB", 5 / max(grown, 0.1), goal=1.0)


def _windows(place: Path, seconds: float) -> Row:
    """Four windows that edit at once: whether they end with the same document as the server."""
    with Editor(place) as editor:
        windows = [editor.window(f"w{k}") for k in range(4)]
        counts = [0] * 4

        def work(k: int) -> None:
            rng = random.Random(k)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                _something(windows[k], rng)
                counts[k] += 1

        _together([lambda k=k: work(k) for k in range(4)])  # type: ignore[misc]
        for window in (*windows, *windows):  # all edits of all windows are told to all, then
            window.settle()
        told = editor.get("/api/project").json()
        same = sum(window.document == told["document"] for window in windows)
        for window in windows:
            window.close()
    return Row(f"windows alike after {sum(counts)} edits in {seconds:g} s", str(same), "4", same / 4, goal=1.0)


def _something(window: Window, rng: random.Random) -> None:
    choice = rng.randrange(5)
    if choice == 0:
        window.command("set_parameters", values={"r_elbow": rng.uniform(0, 2)})
    elif choice == 1:
        window.command("store_pose", name=f"{window.name} {rng.randrange(9)}")
    elif choice == 2:
        window.ask(op=rng.choice(["undo", "redo"]))
    elif choice == 3:
        window.command("change_lock", id=1, enabled=rng.random() < 0.5)
    elif window.ask(op="drag.begin", what="part", part="l_hand", wants="drag")["op"] == "drag":
        for seq in range(1, 6):
            window.send(
                op="drag.move", seq=seq, ray={"origin": [0.3, rng.uniform(0.8, 1.4), 3], "direction": [0, 0, -1]}
            )
        window.ask(op="drag.end")


def _together(jobs: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
