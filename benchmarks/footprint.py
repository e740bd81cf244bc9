"""What manikin costs before it computes anything: time to import, time of the command line, disk space."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import manikin
from benchmarks.timing import Row, readable

__all__ = ["footprint_rows"]


def footprint_rows() -> list[Row]:
    """Start-up times of fresh processes, without Python's own start; megabytes on top of NumPy and SciPy."""
    python = _best([sys.executable, "-c", "pass"])
    rows = []
    for what, code in (
        ("import manikin", "import manikin"),
        ("import manikin, pose a chain", "from manikin import Figure, chain; Figure(chain([1, 1])).pose()"),
    ):
        rows.append(_bound(what, _best([sys.executable, "-c", code]) - python, 0.3))
    command = Path(sys.executable).with_name("manikin")
    rows.append(_bound("manikin --help", _best([str(command), "--help"]), 0.5))
    size = installed_megabytes()
    rows.append(Row("installed, without NumPy and SciPy", f"{size:.1f} MB", "bound 30 MB", 30 / size, 1.0))
    return rows


def installed_megabytes() -> float:
    """The package and all that it requires, without NumPy and SciPy."""
    total = sum(f.stat().st_size for f in Path(manikin.__file__).parent.rglob("*") if "__pycache__" not in f.parts)
    waiting, seen = ["manikin"], {"numpy", "scipy"}
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        for requirement in found.requires or ():
            if "extra ==" not in requirement:
                waiting.append(re.split(r"[^\w.-]", requirement)[0].lower())
        paths = [Path(str(found.locate_file(file))) for file in found.files or ()]
        total += sum(path.stat().st_size for path in paths if path.is_file() and "__pycache__" not in path.parts)
    return total / 1e6


def _bound(what: str, seconds: float, bound: float) -> Row:
    return Row(what, readable(seconds), f"bound {readable(bound)}", bound / seconds, 1.0)


def _best(command: list[str], rounds: int = 7) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)
