"""Files that are written whole or not at all, and what a crash leaves of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from manikin.project.store import Store
from tests.support.project_parts import history


def test_files_that_an_ended_process_left_are_deleted_and_those_of_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "a [b].manikin"
    history(path, 3)
    child = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    left = tmp_path / f"{path.name}.{int(child.stdout)}.new"
    others = [
        tmp_path / f"{path.name}.{os.getpid()}.new",  # this process still runs
        tmp_path / f"b.manikin.{int(child.stdout)}.new",
        tmp_path / f"{path.name}.notes.new",
    ]
    for file in (left, *others):
        file.write_bytes(b"half a project")
    Store(path).close()
    assert not left.exists()
    assert all(file.exists() for file in others)
