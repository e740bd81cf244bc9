"""What survives when the editor is killed during edits, and how fast it starts again."""

from __future__ import annotations

import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from tests.support.live_editor import Editor, Window

from benchmarks.editor_clips import make_project
from benchmarks.project_kills import kill_rounds
from benchmarks.timing import Row, readable
from manikin.project.documents import open_store

__all__ = ["kill_rows"]


def kill_rows(place: Path, quick: bool) -> list[Row]:
    """Many kills of forked servers, which need not import anything, and some of ``manikin edit`` itself."""
    from manikin import bodies
    from manikin.commands.figures import first_document
    from manikin.editor import serve  # noqa: F401  (once, for all the forks)

    forked, started = place / "forked.manikin", place / "started.manikin"
    open_store(forked, lambda: first_document(bodies.load("stickman"))).close()
    Editor(place, "--new", source=str(started)).stop()  # makes the project of the human and all files of a first start
    count, lost = kill_rounds(place / "store.manikin", 20 if quick else 500)
    return [
        Row(f"lost of {count:,} acknowledged edits in kills of the store alone", str(lost), "0", float(lost == 0), 1.0),
        *_rows("a fork", 20 if quick else 500, lambda: Forked(forked, place)),
        *_rows("manikin edit", 3 if quick else 30, lambda: Editor(place, source=str(started))),
        *clip_kill_rows(place, 20 if quick else 500),
    ]


def clip_kill_rows(place: Path, rounds: int) -> list[Row]:
    """Kills in the midst of edits of keys: their shapes, poses and places."""
    from manikin.editor import serve  # noqa: F401  (once, for all the forks)

    make_project(place / "keys.manikin", 5)

    def start() -> Editor:
        return Forked(place / "keys.manikin", place)

    return _rows("a fork that edits keys", rounds, start, _edit_keys, _named_key, longest=1.0)


def _rename(window: Window, number: int) -> None:
    window.ask(op="edit", command={"kind": "rename_project", "name": f"edit {number}"})


def _edit_keys(window: Window, number: int) -> None:
    """Edits of a pose and of a key's place, and one that counts them all in the name of the first key."""
    pose = {"kind": "set_parameters", "values": {"r_elbow": 0.2 + number % 100 / 100}}
    frames = window.document["clips"]["human"]["frames"]
    if number % 3 == 0:
        window.command("at_frame", frame=20.0 + number % 7, edit=pose)
    elif number % 3 == 1 and len(frames) > 2:
        window.command("move_keys", keys={"human": [frames[-1]]}, by=1.0 if frames[-1] < 60 else -15.0)
    window.command("change_keys", keys={"human": [0.0]}, changes={"name": f"edit {number}"})


def _named_key(window: Window) -> int:
    shapes = window.document["clips"]["human"]["shapes"]
    return int(shapes["0"]["name"].removeprefix("edit ")) if "0" in shapes else 0


def _rows(
    words: str,
    rounds: int,
    start: Callable[[], Editor],
    edit: Callable[[Window, int], None] = lambda window, number: _rename(window, number),
    count: Callable[[Window], int] = lambda window: _counter(window),
    longest: float = 0.25,
) -> list[Row]:
    """Edits as fast as they are acknowledged, interrupted by kill -9, many times on one project."""
    rng = random.Random(1)
    acknowledged, lost, opened = 0, 0, []
    for number in range(rounds + 1):
        begin = time.perf_counter()
        server = start()
        window = server.window(f"writer {number}")  # another name, because each of its requests is done once
        opened.append(time.perf_counter() - begin)
        there = count(window)
        lost += max(0, acknowledged - there)
        acknowledged = there
        if number == rounds:
            server.stop(signal.SIGKILL)
            break
        killer = threading.Timer(rng.uniform(0.0, longest), server.stop, [signal.SIGKILL])
        killer.start()
        try:
            while True:
                edit(window, acknowledged + 1)
                acknowledged += 1
        except Exception:  # any error that the library raises for a lost connection
            pass
        killer.join()
        window.link.close()
    what = f"lost of {acknowledged:,} acknowledged edits in {rounds} kills of {words}"
    rows = [Row(what, str(lost), "0", float(lost == 0), goal=1.0)]
    for share, late in (("median", float(np.median(opened))), ("99 of 100", float(np.percentile(opened, 99)))):
        rows.append(Row(f"{words}, from its start to its document, {share}", readable(late), "1 s", 1.0 / late, 1.0))
    return rows


def _counter(window: Window) -> int:
    """The number of the last edit that the project knows."""
    name = str(window.document["head"]["name"])
    return int(name.removeprefix("edit ")) if name.startswith("edit ") else 0


class Forked(Editor):
    """The same server in a fork of this process, which saves the time to import."""

    def __init__(self, path: Path, folder: Path) -> None:
        from manikin.editor.launch import run_editor

        os.environ["XDG_STATE_HOME"] = str(folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        reading, writing = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            os.dup2(writing, 1)
            try:
                run_editor(open_store(path), port=self.port, browser=False)
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as said:
            self.line = said.readline()
        self.token = self.line.strip().rpartition("token=")[2]

    def stop(self, how: int = signal.SIGTERM) -> int:
        os.kill(self.child, how)
        return os.waitpid(self.child, 0)[1]
