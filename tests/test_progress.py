"""The set-up says what it does, and shows what a command wrote only if it fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.progress import _counted

from tests.support.paths import TOP


def run(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOP / "tools" / "progress.py"), "doing it", "a moment", sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_what_is_done_and_how_long_it_takes_is_said_at_once_and_the_output_is_kept_back() -> None:
    done = run("print('noise')")
    assert done.returncode == 0
    assert done.stdout.startswith("doing it (a moment) …\n  done in ")
    assert "noise" not in done.stdout + done.stderr


def test_a_failure_shows_the_last_lines_and_keeps_the_exit_code() -> None:
    done = run("print(*range(500), sep='\\n'); print('the reason'); raise SystemExit(3)")
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1] == "the reason"
    assert len(done.stderr.splitlines()) == 60


def test_compiled_files_are_counted(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("collecting\n", "utf-8")
    assert _counted(log) == ""
    log.write_text("x\n  [1/17] Building\n  [12/17] Linking\n", "utf-8")
    assert _counted(log) == ", 12 of 17 files compiled"
