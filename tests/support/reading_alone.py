"""Files read in a process of their own, without the remains of other tests and without tracing: time and memory.

``python -m tests.support.reading_alone SUFFIX`` reads a file from the standard input and prints what it took.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import TOP
from tests.support.yardstick import reference_seconds, yardstick_seconds

__all__ = ["BYTES", "SECONDS", "Reading", "read_alone"]

SECONDS, BYTES = 2.0, 512 * 2**20
"""What reading a file may take, whatever is in it: seconds of the reference machine's processor, and memory."""


@dataclass(frozen=True)
class Reading:
    """``seconds`` of the reference machine, ``peak`` in bytes (0 where the system does not tell), and the outcome."""

    seconds: float
    peak: int
    told: str


def read_alone(suffix: str, data: bytes) -> Reading:
    """Read a file once; the yardstick, measured before and after, takes the machine's present speed out of the time."""
    alone = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    command = [sys.executable, "-m", "tests.support.reading_alone", suffix]
    done = subprocess.run(command, input=data, capture_output=True, check=True, env=alone, cwd=TOP)
    seconds, peak, told = done.stdout.decode().splitlines()
    return Reading(float(seconds), int(peak), told)


def main() -> None:
    from manikin.errors import FormatError
    from manikin.formats.format import format_for

    data, form = sys.stdin.buffer.read(), format_for("file" + sys.argv[1])
    yardstick = [yardstick_seconds() for _ in range(3)]
    start = time.process_time()
    try:
        skeleton = form.read(data).skeleton
        told = f"{len(skeleton)} joints, {len(skeleton.dofs)} motions, the last hangs from {skeleton.joints[-1].parent}"
    except FormatError:
        told = "refused"
    seconds = time.process_time() - start
    peak = _peak()
    yardstick += [yardstick_seconds() for _ in range(3)]
    print(reference_seconds(seconds, statistics.median(yardstick)))
    print(peak)
    print(told)


def _peak() -> int:
    """Most memory of this process so far [bytes].  Not ru_maxrss, which a child inherits from its parent."""
    if sys.platform != "linux":
        return 0
    lines = Path("/proc/self/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0) * 1024


if __name__ == "__main__":
    main()
