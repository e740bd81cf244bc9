"""A project that is open is one file: copies are nearly up to date, and what happens to the file is noticed."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from manikin.errors import FormatError, InputError
from manikin.project.checkpoints import MAX_UNSETTLED_SECONDS, QUIET_SECONDS
from manikin.project.store import Store
from tests.support.project_parts import first_parts


def do(store: Store, k: int) -> None:
    store.record(store.place + 1, f"Step {k}", None, {"document": b"%d" % k}, store.revision + 1)


def wait_for(what: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_settled(store: Store) -> bool:
    with store._lock:
        return store._index.head.settled


def test_a_new_project_can_be_copied_at_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", first_parts)
    shutil.copy(tmp_path / "a.manikin", tmp_path / "copy.manikin")
    copy = Store(tmp_path / "copy.manikin")
    assert (copy.notices, copy.parts(0)) == ([], first_parts())
    copy.close()
    store.close()


def test_a_copy_made_when_edits_have_paused_has_them_all(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", first_parts)
    for k in range(1, 41):
        do(store, k)
    wait_for(lambda: is_settled(store))
    shutil.copy(tmp_path / "a.manikin", tmp_path / "copy.manikin")
    copy = Store(tmp_path / "copy.manikin")
    assert (copy.notices, copy.place, copy.steps()) == ([], 40, store.steps())
    copy.close()
    store.close()


def test_a_copy_made_amid_edits_is_nearly_up_to_date_and_says_what_it_lacks(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", first_parts)
    end = time.monotonic() + 3 * QUIET_SECONDS
    k = 0
    while time.monotonic() < end:
        k += 1
        do(store, k)
        time.sleep(0.02)
    before = store.place
    shutil.copy(tmp_path / "a.manikin", tmp_path / "copy.manikin")
    copy = Store(tmp_path / "copy.manikin")
    assert 0 < copy.place <= before
    (notice,) = copy.notices
    assert "was copied or moved away while the project was open" in notice
    assert time.strftime("%Y-%m-%d %H:") in notice
    assert copy.parts(copy.place) == {"document": b"%d" % copy.place}
    copy.close()
    assert Store(tmp_path / "copy.manikin").notices == []  # it was said once
    store.close()


@pytest.mark.slow
def test_during_edits_without_a_pause_the_file_is_brought_up_to_date_now_and_then(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.manikin", first_parts)
    end, places = time.monotonic() + 2 * MAX_UNSETTLED_SECONDS + QUIET_SECONDS, []
    while time.monotonic() < end:
        do(store, 1)
        time.sleep(0.01)
        places.append(store._file._filed.place)
    assert len(set(places)) > 2
    store.close()


def put_another_in_its_place(path: Path) -> None:
    Store(path.with_name("other.manikin"), first_parts).close()
    path.with_name("other.manikin").replace(path)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda path: path.rename(path.with_name("moved.manikin")), "was moved or deleted"),
        (lambda path: path.unlink(), "was moved or deleted"),
        (lambda path: path.parent.rename(path.parent.with_name("elsewhere")), "was moved or deleted"),
        (put_another_in_its_place, "was replaced by another file"),
        (lambda path: Path(f"{path}-wal").unlink(), "lost its log"),
        (lambda path: Path(f"{path}-wal").rename(path.with_name("x")), "lost its log"),
    ],
)
def test_a_file_that_is_no_longer_in_its_place_is_noticed_before_an_edit_is_acknowledged(
    tmp_path: Path, change: Callable[[Path], object], match: str
) -> None:
    path = tmp_path / "folder" / "a.manikin"
    path.parent.mkdir()
    store = Store(path, first_parts)
    do(store, 1)
    change(path)
    for edit in (lambda: do(store, 2), lambda: store.move(0, 9), lambda: store.attach("x", b"y")):
        with pytest.raises(InputError, match=f"{match}.*this edit was not kept; put the file back, or save a copy"):
            edit()
    assert (store.place, store.revision) == (1, 2)
    (tmp_path / "saved.manikin").write_bytes(store.content())  # as the message says
    store.close()
    saved = Store(tmp_path / "saved.manikin")
    assert (saved.notices, saved.parts(1)) == ([], {"document": b"1"})
    saved.close()


def test_work_goes_on_when_the_file_is_put_back(tmp_path: Path) -> None:
    path, away = tmp_path / "a.manikin", tmp_path / "away.manikin"
    store = Store(path, first_parts)
    do(store, 1)
    path.rename(away)
    with pytest.raises(InputError, match="moved"):
        do(store, 2)
    away.rename(path)
    do(store, 2)
    store.close()
    again = Store(path)
    assert (again.notices, again.place) == ([], 2)
    again.close()


def test_a_file_that_was_moved_has_all_edits_when_its_editor_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    child = os.fork()
    if child == 0:
        store = Store(path, first_parts)
        for k in range(1, 10):
            do(store, k)
        path.rename(tmp_path / "moved.manikin")
        wait_for(lambda: is_settled(store))
        os._exit(0)  # without closing anything
    os.waitpid(child, 0)
    store = Store(tmp_path / "moved.manikin")
    assert (store.notices, store.place) == ([], 9)
    store.close()


@pytest.mark.parametrize("settled", [True, False])
def test_a_file_that_another_program_wrote_over_is_noticed_and_left_to_it(
    tmp_path: Path, settled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.manikin"
    backup = tmp_path / "backup.manikin"
    store = Store(path, first_parts)
    do(store, 1)
    backup.write_bytes(store.content())
    wait_for(lambda: is_settled(store))
    if not settled:
        monkeypatch.setattr(store._checkpoints, "edited", lambda: None)  # the next edit stays in the log
    do(store, 2)
    if settled:
        wait_for(lambda: is_settled(store))
    else:
        assert Path(f"{path}-wal").stat().st_size > 0
    shutil.copyfile(backup, path)  # the same file, with other bytes
    with pytest.raises(InputError, match=r"was overwritten by another program.*this edit was not kept"):
        do(store, 3)
    assert store.place == 2
    store.close()
    assert path.read_bytes() == backup.read_bytes()
    again = Store(path)
    assert again.place == 1
    again.close()


def test_a_file_whose_time_was_changed_is_still_the_same(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    store = Store(path, first_parts)
    do(store, 1)
    wait_for(lambda: is_settled(store))
    os.utime(path, (1, 1))
    do(store, 2)
    os.utime(path, (2, 2))
    do(store, 3)
    store.close()
    again = Store(path)
    assert (again.notices, again.place) == ([], 3)
    again.close()


def test_a_log_that_belongs_to_another_file_is_not_taken_for_the_project_s(tmp_path: Path) -> None:
    path = tmp_path / "a.manikin"
    child = os.fork()
    if child == 0:
        store = Store(path, first_parts)
        for k in range(1, 30):
            do(store, k)
        store._file.base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with store._lock:
            store._file.base.execute("DELETE FROM content WHERE number > 5")
            os._exit(0)
    os.waitpid(child, 0)
    assert Path(f"{path}-wal").stat().st_size > 0
    Store(tmp_path / "b.manikin", lambda: {"document": b"b"}).close()
    shutil.copyfile(tmp_path / "b.manikin", path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(FormatError, match="damaged"):
        Store(path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
