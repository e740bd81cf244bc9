"""Project files: what was acknowledged is there, once, and can be read again."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sqlite3
import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from manikin.errors import FormatError, InputError, ManikinError
from manikin.project.journal import WHOLE_EVERY
from manikin.project.store import KEPT_STEPS, Answer, Origin, Parts, Store
from tests.support.project_parts import canonical, first_parts, history, lock_part, with_state


def do(store: Store, parts: Parts, label: str = "Edit", command: Any = None, origin: Origin | None = None) -> None:
    store.record(store.place + 1, label, command, parts, store.revision + 1, origin)


def small(k: int) -> dict[str, bytes]:
    return {"document": canonical({"name": f"name {k}"}), "state/a": canonical([k, 0.1 * k])}


def rows(path: Path, table: str) -> int:
    base = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    count = base.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    base.close()
    return int(count)


def test_a_project_comes_back_as_it_was_with_its_history(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: small(0))
    for k in range(1, 5):
        do(store, small(k), f"Step {k}", {"kind": "x", "k": k}, Origin("window", k))
    store.move(3, store.revision + 1)
    store.move(2, store.revision + 1, Origin("window", 9))
    store.keep_view({"camera": [1, 2, 3]})
    store.attach("x.bin", b"\0\1")
    store.close()

    again = Store(path)
    assert again.notices == []
    assert (again.place, again.revision) == (2, 7)
    assert again.steps() == [(0, "Open"), *((k, f"Step {k}") for k in range(1, 5))]
    assert [again.parts(k) for k in range(5)] == [small(k) for k in range(5)]
    assert again.view == {"camera": [1, 2, 3]}
    assert (again.attachments(), again.attachment("x.bin"), again.attachment("y")) == (["x.bin"], b"\0\1", None)
    assert again.answered(Origin("window", 1)) == Answer(2)
    assert again.answered(Origin("window", 9)) == Answer(7)
    assert again.answered(Origin("other", 1)) is None
    again.close()


def test_a_step_done_after_an_undo_takes_the_place_of_what_was_undone(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: small(0))
    for k in range(1, 4):
        do(store, small(k))
    store.move(1, store.revision + 1)
    do(store, small(7), "Other")
    assert [label for _, label in store.steps()] == ["Open", "Edit", "Other"]
    assert store.parts(2) == small(7)
    with pytest.raises(InputError, match="steps 0 to 2, not 3"):
        store.move(3, store.revision + 1)
    with pytest.raises(InputError, match="steps 0 to 2, not 3"):
        store.record(4, "Gap", None, small(1), 99)
    store.close()
    assert rows(tmp_path / "a.manikin", "content") == 6  # two of each of the three steps


@pytest.mark.parametrize("seed", [3, 4])
def test_every_step_of_an_awkward_history_is_read_as_it_was_recorded(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "a.manikin"
    told = history(path, 3 * WHOLE_EVERY + 7, seed=seed)
    store = Store(path)
    assert store.notices == []
    assert [label for _, label in store.steps()] == [label for label, _ in told]
    for place in random.Random(seed).sample(range(len(told)), len(told)):
        assert store.parts(place) == told[place][1]
    store.close()


def test_equal_contents_lie_in_the_file_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: {"a": b"same", "b": b"same", "blob/1": bytes(100_000)})
    do(store, {"a": b"other", "c": b"same", "blob/1": bytes(100_000)})
    do(store, {"a": b"same", "blob/2": bytes(100_000)})
    store.attach("copy", bytes(100_000))
    store.close()
    assert rows(tmp_path / "a.manikin", "content") == 3
    assert (tmp_path / "a.manikin").stat().st_size < 120_000


def test_contents_that_nothing_needs_make_room(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: small(0))
    for k in range(5):
        do(store, {**small(1), "blob/1": random.Random(k).randbytes(500_000)})
        store.move(0, store.revision + 1)
    store.attach("clip", random.Random(4).randbytes(500_000))  # the same as the last
    do(store, small(2))
    store.attach("clip", random.Random(9).randbytes(500_000))
    assert store.attachment("clip") == random.Random(9).randbytes(500_000)
    store.close()
    assert path.stat().st_size < 1_200_000
    assert rows(path, "content") == 5


def test_the_history_is_long_and_yet_has_an_end(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: {"document": b"0"})
    store._file.base.execute("PRAGMA synchronous=OFF")  # only here, for speed
    for k in range(1, KEPT_STEPS + 2 * WHOLE_EVERY + 20):
        do(store, {"document": b"%d" % k}, f"Step {k}", origin=Origin("w", k))
    last = store.place
    assert store.steps()[0] == (last - KEPT_STEPS, f"Step {last - KEPT_STEPS}")
    store.close()
    assert rows(path, "step") <= KEPT_STEPS + WHOLE_EVERY + 1
    assert rows(path, "content") == rows(path, "step")
    assert rows(path, "answer") <= 1100
    again = Store(path)
    assert again.notices == []
    assert len(again.steps()) == KEPT_STEPS + 1
    for place, _ in again.steps():
        assert again.parts(place) == {"document": b"%d" % place}
    assert again.answered(Origin("w", last)) == Answer(last + 1)
    assert again.answered(Origin("w", 1)) is None
    again.close()


def test_what_a_request_made_is_kept_with_its_answer(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: small(0))
    store.record(1, "Lock", None, small(1), 2, Origin("a", 1), {"locks": [4], "figures": ["é"]})
    store.close()
    with contextlib.closing(Store(tmp_path / "a.manikin")) as again:
        answer = again.answered(Origin("a", 1))
    assert answer is not None
    assert (answer.revision, json.loads(answer.made)) == (2, {"locks": [4], "figures": ["é"]})


def test_a_request_is_answered_with_the_revision_it_led_to(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: small(0))
    do(store, small(1), origin=Origin("a", 2**63 - 1))
    assert store.answered(Origin("a", 2**63 - 1)) == Answer(2)
    for client, request in (("a", 2**63), ("a", -1), ("\ud800", 1)):
        with pytest.raises(InputError):
            Origin(client, request)
    store.close()


def test_edits_are_flushed_before_they_are_acknowledged(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: small(0))
    assert store._file.base.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._file.base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_project_has_one_editor_in_this_process_and_in_others(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: small(0))
    (tmp_path / "link.manikin").symlink_to(path)
    for name in (path, tmp_path / "link.manikin"):
        with pytest.raises(InputError, match="open in another editor"):
            Store(name)
    for _ in range(2):  # what was refused did not give up the lock
        child = os.fork()
        if child == 0:
            try:
                Store(path)
            except InputError as error:
                os._exit(7 if "open in another editor" in str(error) else 1)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    store.close()
    Store(path).close()


def test_an_edit_that_cannot_be_written_is_not_done(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: small(0))
    do(store, small(1))
    store._file.base.execute("PRAGMA query_only=ON")
    for edit in (
        lambda: do(store, small(2)),
        lambda: store.move(0, 9),
        lambda: store.keep_view({"a": 1}),
        lambda: store.attach("x", b"x"),
    ):
        with pytest.raises(FormatError, match="cannot be used"):
            edit()
    assert (store.place, store.revision, store.view, store.attachments()) == (1, 2, {}, [])
    store._file.base.execute("PRAGMA query_only=OFF")
    do(store, small(2))
    assert store.parts(2) == small(2)
    store.close()
    again = Store(tmp_path / "a.manikin")
    assert (again.notices, again.place, again.parts(2)) == ([], 2, small(2))
    again.close()


def test_a_full_disk_is_told_and_work_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: small(0))
    base = store._file.base
    acknowledged = 0

    def fill() -> None:
        nonlocal acknowledged
        for k in range(200):
            do(store, {"document": b"%d" % (acknowledged + 1), "state/a": bytes(500) + b"%d" % k})
            acknowledged += 1

    for room in (2, 20, 5, 60):
        pages = base.execute("PRAGMA page_count").fetchone()[0]
        base.execute(f"PRAGMA max_page_count={pages + room}")
        with pytest.raises(FormatError, match="disk is full"):
            fill()
        assert (store.place, store.revision) == (acknowledged, acknowledged + 1)
        base.execute("PRAGMA max_page_count=1000000")
        do(store, {"document": b"%d" % (acknowledged + 1)})
        acknowledged += 1
    store.close()
    store.close()  # does nothing
    again = Store(path)
    assert (again.notices, again.place) == ([], acknowledged)
    for place in range(1, acknowledged + 1):
        assert again.parts(place)["document"] == b"%d" % place
    again.close()


def test_what_cannot_be_written_is_told_and_leaves_the_project_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: small(0))
    nested: Any = []
    for _ in range(600):
        nested = [nested]
    for view in ({"a": float("inf")}, {"a": nested}, {"a": object()}, {"a": "x" * 400_000}):
        with pytest.raises(InputError, match="view"):
            store.keep_view(view)
    with pytest.raises(InputError):
        do(store, small(1), "\ud800")
    with pytest.raises(InputError):
        do(store, small(1), command={"a": float("nan")})
    assert (store.place, store.view) == (0, {})
    do(store, small(1))
    store.close()


def test_nothing_is_recorded_that_cannot_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"

    def show(parts: Parts) -> None:
        if b"bad" in parts["document"]:
            raise InputError("a figure without degrees of freedom")

    with pytest.raises(InputError, match="degrees of freedom"):
        Store(path, lambda: {"document": b"bad"}, check=show)
    assert os.listdir(tmp_path) == []
    store = Store(path, lambda: {"document": b"0"}, check=show)
    with pytest.raises(InputError, match="degrees of freedom"):
        do(store, {"document": b"bad"})
    assert (store.place, store.revision) == (0, 1)
    store.close()
    assert rows(path, "step") == rows(path, "content") == 1


def test_a_project_is_opened_at_the_nearest_step_that_can_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, lambda: {"document": b"0"})
    for name in (b"1", b"2", b"bad 3", b"bad 4", b"5"):
        do(store, {"document": name}, f"Make {name.decode()}")
    store.move(4, store.revision + 1)
    store.close()

    def show(parts: Parts) -> None:
        if b"bad" in parts["document"]:
            raise InputError("it has no body")

    again = Store(path, check=show)
    assert again.place == 2
    assert again.notices == [
        "The project was opened at step 2, 'Make 2', because step 4 cannot be shown: it has no body"
    ]
    assert len(again.steps()) == 6
    do(again, {"document": b"new"})
    again.close()
    last = Store(path, check=show)
    assert (last.notices, last.place, len(last.steps())) == ([], 3, 4)
    last.close()

    def nothing(parts: Parts) -> None:
        raise InputError("no")

    before = path.read_bytes()
    with pytest.raises(FormatError, match=r"none of its steps can be shown: no"):
        Store(path, check=nothing)
    assert path.read_bytes() == before


def test_the_whole_project_can_be_taken_away(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", lambda: small(0))
    do(store, small(1), "One", origin=Origin("w", 1))
    store.attach("x", b"y" * 10_000)
    (tmp_path / "copy.manikin").write_bytes(store.content())
    copy = Store(tmp_path / "copy.manikin")
    assert (copy.notices, copy.steps(), copy.parts(1)) == ([], store.steps(), small(1))
    assert (copy.attachment("x"), copy.answered(Origin("w", 1))) == (b"y" * 10_000, Answer(2))
    copy.close()
    store.close()


@pytest.mark.timing
def test_what_did_not_change_is_the_same_object_and_is_not_digested_again(tmp_path: Path) -> None:
    clip = bytes(30_000_000)
    store = Store(tmp_path / "a.manikin", lambda: {**small(0), "blob/1": clip})
    parts = store.parts(0)
    do(store, {**parts, "document": b"other"})
    begin = time.process_time()
    for k in range(20):
        do(store, {**parts, "document": b"%d" % k})
    assert time.process_time() - begin < 0.2  # SHA-256 of it takes 0.02 s and more
    assert store.parts(3)["blob/1"] is parts["blob/1"]
    store.close()


def written() -> int:
    """Bytes that this process has written, to whatever files."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("wchar"))


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="the system does not count written bytes")
def test_an_edit_of_a_lock_writes_little_though_a_large_attachment_is_there(tmp_path: Path) -> None:
    clip = random.Random(1).randbytes(10_000_000)
    store = Store(tmp_path / "a.manikin", lambda: {**first_parts(), "blob/clip": clip})
    store.attach("walk.bvh", clip[::-1])
    store.settle()
    parts = store.parts(0)
    sizes = []
    for k in range(60):
        parts = {**parts, "lock/1": lock_part(1, 0.1 + 0.01 * k)}
        before = written()
        do(store, parts, "Change right hand", {"kind": "change_lock", "id": 1}, Origin("window", k))
        store.settle()
        sizes.append(written() - before)
    assert max(sizes) < 20_000
    store.close()


@pytest.fixture(scope="module")
def long_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thousand steps of a state of 50 numbers, two changes a step."""
    path = tmp_path_factory.mktemp("long") / "a.manikin"
    rng = random.Random(5)
    q = [rng.uniform(-1, 1) for _ in range(50)]
    store = Store(path, first_parts)
    store._file.base.execute("PRAGMA synchronous=OFF")  # only here, for speed
    for k in range(KEPT_STEPS):
        for _ in range(2):
            q[rng.randrange(50)] = rng.uniform(-1, 1)
        values = {"r_elbow": rng.random(), "spine_bend": rng.random()}
        parts = with_state(store.parts(store.place), q)
        do(store, parts, "Set 2 values", {"kind": "set_parameters", "values": values}, Origin("window", k))
    store.close()
    return path


def test_a_thousand_steps_are_small(long_project: Path) -> None:
    assert long_project.stat().st_size < 5_000_000


@pytest.mark.timing
def test_a_thousand_steps_are_soon_opened_and_read(long_project: Path) -> None:
    """Time of the processor: a tenth of a second to open them, five milliseconds to read one."""
    rng = random.Random(6)
    opened, read = [], []
    for _ in range(5):
        begin = time.process_time()
        store = Store(long_project)
        opened.append(time.process_time() - begin)
        for place in rng.sample(range(KEPT_STEPS), 10):
            begin = time.process_time()
            store.parts(place)
            read.append(time.process_time() - begin)
        store.close()
    assert statistics.median(opened) < 0.1
    assert statistics.median(read) < 0.005


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ManikinError):
        Store(tmp_path / "nowhere" / "a.manikin", first_parts)
    with pytest.raises(ManikinError):
        Store(tmp_path, first_parts)
    assert os.listdir(tmp_path) == []
