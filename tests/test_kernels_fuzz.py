"""No input from Python brings the process down: thousands of tables and arrays, sound and broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernels.forests import builds


@pytest.mark.parametrize("name", builds())
def test_the_process_survives_whatever_the_kernels_are_given(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.kernels.fuzz", name, "1", "250"],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    made, refused = map(int, done.stdout.split())
    assert made > 300
    assert refused > 1000
