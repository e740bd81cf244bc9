"""The editor as a running server: how fast it answers, and what survives when it is killed."""

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

from benchmarks.editor_clips import clip_rows
from benchmarks.editor_kills import kill_rows
from benchmarks.timing import Row, readable

__all__ = ["editor_rows"]

LOCKS = ("r_hand", "l_hand", "head", "r_forearm")
"""Parts that are locked in addition to the two feet: six locks in all."""


def editor_rows(quick: bool) -> list[Row]:
    """All rows; ``quick`` measures less."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        rows = _start(place / "start", 5 if quick else 30)
        for name, measure in (
            ("drag", lambda p: _drags(p, 300 if quick else 3000)),
            ("memory", lambda p: [_memory(p, 500 if quick else 10_000)]),
            ("many", lambda p: [_windows(p, 5 if quick else 60)]),
            ("clips", lambda p: clip_rows(p, quick)),
            ("kill", lambda p: kill_rows(p, quick)),
        ):
            (place / name).mkdir()
            rows += measure(place / name)
    return rows


def _start(place: Path, rounds: int) -> list[Row]:
    """Times from the command to the address, the page and the document that the page shows; the project exists."""
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
    """Drag the pelvis with six locks: each move after the last answer, then faster than the server can follow."""
    with Editor(place) as editor:
        window = editor.window("drag")
        for part in LOCKS:
            window.command("add_lock", part=part, hard=False)
        waits, solves = _loop(window, moves, {"what": "part", "figure": "human", "part": "pelvis"}, _circle)
        window.ask(op="drag_begin", what="part", figure="human", part="pelvis", wants="drag_started")
        seen = 0
        for seq in range(moves + 1, moves + 401):
            window.send(op="drag_move", seq=seq, **_circle(seq))
            time.sleep(1 / 400)
        begin = time.perf_counter()
        while struct.unpack("<I", window.frame[4:8])[0] != moves + 400:
            window.next_frame()
            seen += 1
        behind = time.perf_counter() - begin
        window.send(op="drag_cancel")
        foot = next(lock for lock in window.document["locks"].values() if lock["part"] == "r_foot")
        others = {
            "slider": ({"what": "slider", "figure": "human", "parameter": "root_y"}, _slide),
            "lock": ({"what": "lock", "lock": foot["id"]}, _foot_circle),
        }
        slow = {what: np.median(_loop(window, moves // 3, *how)[0]) for what, how in others.items()}
        window.command("add_figure", name="human")
        second, _ = _loop(window, moves, {"what": "part", "figure": "human", "part": "pelvis"}, _circle)
        window.close()
    median, late = np.percentile(waits, [50, 99])
    with_second = np.percentile(second, [50, 99]) / (median, late)
    return [
        Row("drag, 6 locks: solve + server, median", readable(median), "3 ms", 0.003 / median, goal=1.0),
        Row("drag, 6 locks: solve + server, 99 of 100", readable(late), "10 ms", 0.010 / late, goal=1.0),
        Row("drag, 6 locks: solve alone, median", readable(float(np.median(solves))), "", float("nan")),
        _times("drag with a second human, median", with_second[0]),
        _times("drag with a second human, 99 of 100", with_second[1]),
        _times("drag of a slider, median", slow["slider"] / median),
        _times("drag of a lock, median", slow["lock"] / median),
        Row("frames seen of 400 moves in a second", str(seen), "60", seen / 60, goal=1.0),
        Row("the last of them is behind by", readable(max(behind, 1e-6)), "0.1 s", 0.1 / max(behind, 1e-6), goal=1.0),
    ]


def _times(what: str, ratio: float) -> Row:
    """A time, compared with that of dragging a part."""
    return Row(what, f"{ratio:.2f} x", "1.5 x", 1.5 / ratio, goal=1.0)


SHORTEST_ROUND = 1 / 450
"""Seconds from move to move: the server shuts out who sends more than 500 messages a second."""


def _loop(
    window: Window, moves: int, grab: dict[str, Any], cursor: Callable[[int], dict[str, Any]]
) -> tuple[list[float], list[float]]:
    """A drag, each move after the last answer: seconds to each answer, and those of the solver; then back."""
    window.ask(op="drag_begin", wants="drag_started", **grab)
    waits, solves = [], []
    for seq in range(1, moves + 1):
        begin = time.perf_counter()
        window.send(op="drag_move", seq=seq, **cursor(seq))
        frame = window.next_frame(seq)
        waits.append(time.perf_counter() - begin)
        solves.append(struct.unpack("<f", frame[24:28])[0] / 1000)
        time.sleep(max(0.0, SHORTEST_ROUND - waits[-1]))
    window.send(op="drag_cancel")
    window.settle()
    return waits, solves


def _circle(seq: int) -> dict[str, Any]:
    angle = 0.05 * seq
    origin = [0.05 * np.sin(angle), 0.87 + 0.05 * np.cos(angle), 3.0]
    return {"ray": {"origin": origin, "direction": [0, 0, -1]}}


def _foot_circle(seq: int) -> dict[str, Any]:
    angle = 0.05 * seq
    origin = [-0.09 + 0.05 * np.sin(angle), 0.13 + 0.05 * np.cos(angle), 3.0]
    return {"ray": {"origin": origin, "direction": [0, 0, -1]}}


def _slide(seq: int) -> dict[str, Any]:
    return {"value": 0.03 * float(np.sin(0.05 * seq)) - 0.05}


def _memory(place: Path, drags: int) -> Row:
    """Memory after many complete gestures."""
    with Editor(place) as editor:
        window = editor.window("many")

        def gestures(count: int) -> None:
            for k in range(count):
                window.ask(op="drag_begin", what="part", part="r_hand", wants="drag_started")
                window.send(
                    op="drag_move",
                    seq=k + 1,
                    ray={"origin": [-0.3, 0.9 + 0.0001 * (k % 100), 3], "direction": [0, 0, -1]},
                )
                window.ask(op="drag_end")

        gestures(1100)  # the history is full then
        before = editor.memory()
        gestures(drags)
        grown = (editor.memory() - before) / 1e6
        window.close()
    return Row(f"memory grown over {drags:,} drags", f"{grown:.1f} MB", "5 MB", 5 / max(grown, 0.1), goal=1.0)


def _windows(place: Path, seconds: float) -> Row:
    """Four windows that edit at the same time: whether all end with the document of the server."""
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
        for window in (*windows, *windows):  # by then all windows know all edits
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
        window.command("change_lock", id=1, changes={"enabled": rng.random() < 0.5})
    elif window.ask(op="drag_begin", what="part", part="l_hand", wants="drag_started")["op"] == "drag_started":
        for seq in range(1, 6):
            window.send(
                op="drag_move", seq=seq, ray={"origin": [0.3, rng.uniform(0.8, 1.4), 3], "direction": [0, 0, -1]}
            )
        window.ask(op="drag_end")


def _together(jobs: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
