"""Files read in a process of their own, without what other tests left behind and without tracing: time and memory."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

__all__ = ["BYTES", "SECONDS", "Reading", "read_alone"]

SECONDS, BYTES = 2.0, 512 * 2**20  # what reading a file may take, whatever stands in it

PROGRAM = """
import sys, time
from manikin.errors import FormatError
from manikin.formats.format import format_for

data, form = sys.stdin.buffer.read(), format_for("file" + sys.argv[1])
start = time.process_time()
try:
    skeleton = form.read(data).skeleton
    told = f"{len(skeleton)} joints, {len(skeleton.dofs)} motions, the last hangs from {skeleton.joints[-1].parent}"
except FormatError as error:
    told = "refused"
print(time.process_time() - start)
# not ru_maxrss, in which a child inherits what its parent had when it was started
print(next((int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")), 0) * 1024
      if sys.platform == "linux" else 0)
print(told)
"""


@dataclass(frozen=True)
class Reading:
    """``seconds`` of the processor, ``peak`` in bytes (0 where the system does not tell), and what came of it."""

    seconds: float
    peak: int
    told: str


def read_alone(suffix: str, data: bytes) -> Reading:
    """The quickest of up to three readings: what another process took from the caches is not the reader's time."""
    alone = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    found: list[Reading] = []
    while len(found) < 3 and not any(reading.seconds < SECONDS for reading in found):
        command = [sys.executable, "-c", PROGRAM, suffix]
        done = subprocess.run(command, input=data, capture_output=True, check=True, env=alone)
        seconds, peak, told = done.stdout.decode().splitlines()
        found.append(Reading(float(seconds), int(peak), told))
    return min(found, key=lambda reading: reading.seconds)
