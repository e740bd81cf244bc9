"""Clips in the editor: drags of keys, long clips, memory, several windows."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
from tests.support.live_editor import Editor, Window
from tests.support.moving_document import moving_document
from tests.support.packets import read_clip_packet

from benchmarks.timing import Row, readable
from manikin.project.documents import open_store

__all__ = ["clip_rows", "make_project"]

LONG = 1001
"""Keys of the long clip, ten frames apart."""


def clip_rows(place: Path, quick: bool) -> list[Row]:
    """All rows; ``quick`` measures less."""
    rows = []
    for name, measure in (
        ("drag", lambda p: _drags(p, 60 if quick else 600)),
        ("long", lambda p: _long(p, 10 if quick else 60)),
        ("memory", lambda p: _memory(p, 200 if quick else 1000)),
        ("windows", lambda p: _windows(p, 5 if quick else 60)),
    ):
        (place / name).mkdir()
        rows += measure(place / name)
    return rows


def make_project(path: Path, keys: int) -> None:
    """A project of the human with locked feet, its keys ten frames apart."""
    open_store(path, lambda: moving_document(keys)).close()


def _opened(place: Path, keys: int) -> Editor:
    make_project(place / "clip.manikin", keys)
    return Editor(place, source=str(place / "clip.manikin"))


def whole(window: Window, answers: int = 0) -> int:
    """Read packets until the frames of the newest document, or of a preview, are complete: their bytes."""
    size = 0
    while True:
        data = window.clip_packet()
        size += len(data)
        packet = read_clip_packet(data)
        if packet.complete and packet.answers == answers and packet.revision >= window.revision:
            return size


def _drags(place: Path, updates: int) -> list[Row]:
    """A key of a clip of 301 frames is dragged, both feet locked: each update waits for the one before."""
    with _opened(place, 31) as editor:
        window = editor.window("drag")
        whole(window)
        begin, waits, sizes = editor.processor_seconds(), [], []
        for seq in range(1, updates + 1):
            moved = {"kind": "move_keys", "keys": {"human": [150.0]}, "by": 1.0 + seq % 7}
            start = time.perf_counter()
            window.send(op="preview", seq=seq, command=moved)
            sizes.append(whole(window, seq))
            waits.append(time.perf_counter() - start)
        spent = (editor.processor_seconds() - begin) / updates
        window.close()
    late, rate = float(np.percentile(waits, 99)), updates / sum(waits)
    return [
        Row("key drag, 301 frames, feet locked: updates a second", f"{rate:.0f}", "30", rate / 30, 1.0),
        Row("… 99 of 100 within", readable(late), "60 ms", 0.06 / late, 1.0),
        Row("… the server's processor", readable(spent), "33 ms", 0.033 / spent, 1.0),
        Row(
            "… kilobytes sent, of 900 in all",
            f"{np.median(sizes) / 1e3:.0f}",
            "300",
            3e5 / float(np.median(sizes)),
            1.0,
        ),
    ]


def _long(place: Path, edits: int) -> list[Row]:
    """A clip of 10,001 frames: it is opened, and one of its keys is edited."""
    with _opened(place, LONG) as editor:
        start, begin = time.perf_counter(), editor.processor_seconds()
        window = editor.window("long")
        whole(window)
        opened, spent = time.perf_counter() - start, editor.processor_seconds() - begin
        files = [path for path in place.iterdir() if path.name.startswith("clip.manikin")]
        waits, solves, written, begin = [], [], [], editor.processor_seconds()
        for k in range(edits):
            before = sum(path.stat().st_size for path in files if path.exists())
            start, used = time.perf_counter(), editor.processor_seconds()
            answer = window.command("at_frame", frame=5000.0, edit=_bow(0.1 + 0.01 * (k % 9)))
            waits.append(time.perf_counter() - start)
            solves.append(editor.processor_seconds() - used)
            assert answer["op"] == "ack", answer
            written.append(sum(path.stat().st_size for path in files if path.exists()) - before)
            whole(window)
        each = (editor.processor_seconds() - begin) / edits
        shaped = []
        for k in range(edits):
            start = time.perf_counter()
            window.command("change_keys", keys={"human": [5000.0]}, changes={"tension": 0.1 + 0.01 * (k % 9)})
            shaped.append(time.perf_counter() - start)
            whole(window)
        window.close()
    answered, solved, size, curve = (float(np.median(times)) for times in (waits, solves, written, shaped))
    return [
        Row("a clip of 10,001 frames, from hello to its last frame", readable(opened), "1.5 s", 1.5 / opened, 1.0),
        Row("… the server's processor", readable(spent), "1.5 s", 1.5 / spent, 1.0),
        Row("an edit of one of its keys is acknowledged in", readable(curve), "30 ms", 0.03 / curve, 1.0),
        Row("… a bow there, solved for locks and balance, within", readable(answered), "30 ms", 0.03 / answered, 1.0),
        Row("… the server's processor", readable(solved), "30 ms", 0.03 / solved, 1.0),
        Row("… grows the file by [kB], median", f"{size / 1e3:.1f}", "50", 5e4 / max(size, 1.0), 1.0),
        Row("… processor for the edit and its new frames", readable(each), "", 1.0),
    ]


def _pose(angle: float) -> dict[str, Any]:
    return {"kind": "set_parameters", "values": {"r_elbow": angle}}


def _bow(angle: float) -> dict[str, Any]:
    """A bend of the spine: the body leans back a little, so that its weight stays over the locked feet."""
    return {"kind": "set_parameters", "values": {"spine_bend": angle}}


def _memory(place: Path, edits: int) -> list[Row]:
    """Edits of keys one after another, first as many as fill the history: growth after them."""
    with _opened(place, 31) as editor:
        window = editor.window("memory")
        marks, first = [], min(1100, 2 * edits)  # the history is full then
        for k in range(first + edits):
            if k % 3 == 0:
                window.command("move_keys", keys={"human": [100.0]}, by=0.0)
            elif k % 3 == 1:
                window.command("at_frame", frame=150.0, edit=_pose(0.3 + 0.001 * (k % 500)))
            else:
                window.command("change_keys", keys={"human": [150.0]}, changes={"tension": (k % 20) / 20})
            window.clips.clear()
            if k + 1 in (first, first + edits):
                whole(window)
                marks.append(editor.memory())
        window.close()
    grown = (marks[1] - marks[0]) / 1e6
    return [
        Row(f"growth of the server over {edits:,} edits of keys [MB]", f"{grown:.1f}", "10", 10 / max(grown, 0.1), 1.0)
    ]


def _windows(place: Path, seconds: float) -> list[Row]:
    """Four windows edit keys at once; in the end all of them, and the server, have the same."""
    with _opened(place, 13) as editor:
        windows = [editor.window(f"window {k}") for k in range(4)]
        end = time.monotonic() + seconds
        counts = [0] * 4

        def work(place: int) -> None:
            window, rng = windows[place], np.random.default_rng(place)
            while time.monotonic() < end:
                frames = window.document["clips"]["human"]["frames"]
                frame = float(rng.choice(frames))
                kind = int(rng.integers(3))
                if kind == 0:
                    window.command(
                        "at_frame", frame=float(rng.integers(0, 120)), edit=_pose(float(rng.uniform(0.1, 1.5)))
                    )
                elif kind == 1:
                    window.command("move_keys", keys={"human": [frame]}, by=float(rng.integers(-2, 3)))
                else:
                    window.command("change_keys", keys={"human": [frame]}, changes={"bias": float(rng.uniform(-1, 1))})
                counts[place] += 1

        threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        fresh = editor.window("fresh")
        for window in windows:
            window.settle()
        alike = all(window.document["clips"] == fresh.document["clips"] for window in windows)
        for window in (*windows, fresh):
            window.close()
    what = f"four windows make {sum(counts):,} edits of keys in {seconds:g} s, and end alike"
    return [Row(what, "yes" if alike else "no", "yes", float(alike), 1.0)]
