"""The log of an editor that was killed: damage in it is told, with the number of edits that it costs."""

from __future__ import annotations

import contextlib
import random
import shutil
from pathlib import Path

import pytest

from manikin.errors import FormatError
from manikin.project.store import Origin, Store
from tests.support.project_parts import history, lock_part

PAGE = 1024


@pytest.fixture
def killed(tmp_path: Path) -> tuple[Path, list[dict[str, bytes]]]:
    """A project whose last five edits are in its log alone, and its documents by place."""
    made = tmp_path / "open" / "a.manikin"
    made.parent.mkdir()
    told = [parts for _, parts in history(made, 10)]
    store = Store(made)
    store._checkpoints.end()  # nothing more is merged into the file
    for _ in range(5):
        told.append({**told[-1], f"lock/{len(told)}": lock_part(len(told), 1.0)})
        store.record(len(told) - 1, "Lock", None, told[-1], store.revision + 1, Origin("w", store.revision))
    path = tmp_path / "a.manikin"
    for end in ("", "-wal"):
        shutil.copy(f"{made}{end}", f"{path}{end}")
    store._file.close()
    return path, told


def frames(log: bytes) -> list[tuple[int, bool]]:
    """Where each frame of a log begins, and whether it ends a transaction."""
    begins = range(32, len(log), 24 + PAGE)
    return [(at, log[at + 4 : at + 8] != bytes(4)) for at in begins]


def test_a_sound_log_is_merged_and_nothing_is_said(killed: tuple[Path, list[dict[str, bytes]]]) -> None:
    path, told = killed
    with contextlib.closing(Store(path)) as store:
        assert (store.place, store.notices) == (15, [])
        assert store.parts(15) == told[15]


@pytest.mark.slow
def test_damage_inside_a_log_is_told_with_the_number_of_edits_that_it_costs(
    killed: tuple[Path, list[dict[str, bytes]]], tmp_path: Path
) -> None:
    path, told = killed
    project, log = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    rng = random.Random(5)
    ends = [k for k, (_, last) in enumerate(frames(log)) if last]
    assert len(ends) == 5
    lost_counts = set()
    for frame, (at, _) in enumerate(frames(log)):
        for offset in (0, 9, 17, *(24 + rng.randrange(PAGE) for _ in range(4))):  # page, salt, checksum, the page
            content = bytearray(log)
            content[at + offset] ^= 1 << rng.randrange(8)
            other = tmp_path / "b.manikin"
            other.write_bytes(project)
            Path(f"{other}-wal").write_bytes(content)
            with contextlib.closing(Store(other)) as store:
                lost = sum(end >= frame for end in ends)
                lost_counts.add(lost)
                assert store.place == 15 - lost
                assert store.parts(store.place) == told[store.place]
                edits = "the last edit" if lost == 1 else f"the last {lost} edits"
                assert store.notices == [f"The project is damaged: {edits} in its log, b.manikin-wal, cannot be read."]
    assert lost_counts == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("at", [0, 10, 17, 22, 28])
def test_a_log_with_a_damaged_header_is_told(killed: tuple[Path, list[dict[str, bytes]]], at: int) -> None:
    path, _ = killed
    content = bytearray(Path(f"{path}-wal").read_bytes())
    content[at] ^= 4
    Path(f"{path}-wal").write_bytes(content)
    with contextlib.closing(Store(path)) as store:
        assert store.place == 10
        assert store.notices == ["The project is damaged: the last 5 edits in its log, a.manikin-wal, cannot be read."]


def test_a_log_that_is_far_too_large_is_refused_and_not_read(killed: tuple[Path, list[dict[str, bytes]]]) -> None:
    path, _ = killed
    with Path(f"{path}-wal").open("r+b") as log:
        log.truncate(3_000_000_000)  # takes no room on disk
    with pytest.raises(FormatError, match=r"its log, a\.manikin-wal, has more than 1,000,000,000 bytes"):
        Store(path)


def test_an_edit_that_a_crash_interrupted_was_not_acknowledged_and_is_no_damage(
    killed: tuple[Path, list[dict[str, bytes]]],
) -> None:
    path, _ = killed
    log = Path(f"{path}-wal").read_bytes()
    Path(f"{path}-wal").write_bytes(log[: frames(log)[-1][0] + 500])  # the last frame of the last edit is cut
    with contextlib.closing(Store(path)) as store:
        assert (store.place, store.notices) == (14, [])
