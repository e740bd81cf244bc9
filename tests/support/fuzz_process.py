"""Runs a program that throws broken input at the kernels, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

from tests.support.paths import TOP


def counts_of(*words: str) -> tuple[int, int]:
    """How much ``python WORDS`` says that it made, and how much was refused; it must end without an error."""
    done = subprocess.run([sys.executable, *words], cwd=TOP, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    made, refused = map(int, done.stdout.split())
    return made, refused
