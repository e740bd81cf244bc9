"""Files: thousands of damaged ones of every format, and large ones, each beside its bound."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.mutants import SOUND

from benchmarks.timing import Row

__all__ = ["mutant_rows"]

TOP = Path(__file__).resolve().parent.parent
SECONDS, MEGABYTES = 2.0, 512
"""What a file that is refused may take: seconds of the processor, and memory of the whole process."""


def mutant_rows(numbers: dict[str, Any], count: int = 2000) -> list[Row]:
    """For each format, mutants of a sound file in a process of its own: nothing but a FormatError is raised."""
    found = []
    for kind in SOUND:
        if kind == "USD" and importlib.util.find_spec("pxr") is None:
            print("damaged files of USD: left out, for the extra usd is not installed")
            continue
        command = [sys.executable, "-m", "tests.support.mutants", kind, str(count)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=TOP, check=False)
        what = f"{count:,} damaged files: {kind}"
        if done.returncode:
            found.append(Row(what, done.stderr.strip().splitlines()[-1][:60], "no other exception", 0.0, 1.0))
            continue
        read, refused, seconds, peak = done.stdout.split()
        megabytes = int(peak) / 2**20
        numbers[kind] = {"read": int(read), "refused": int(refused), "seconds": float(seconds), "megabytes": megabytes}
        ours = f"{read} read, {refused} refused; {1000 * float(seconds):.0f} ms, {megabytes:.0f} MB"
        ratio = min(SECONDS / max(float(seconds), 1e-9), MEGABYTES / megabytes)
        found.append(Row(what, ours, f"≤ {SECONDS:g} s, {MEGABYTES} MB", ratio, 1.0))
    return found
