"""No input from Python brings the process down: thousands of tables and arrays, sound and broken."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.forests import builds
from tests.support.paths import TOP


@pytest.mark.slow
@pytest.mark.parametrize("name", builds())
def test_the_process_survives_whatever_the_kernels_are_given(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.support.fuzz", name, "1", "250"],
        cwd=TOP,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    made, refused = map(int, done.stdout.split())
    assert made > 300
    assert refused > 1000
