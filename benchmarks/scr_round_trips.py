"""Write and read back random skeletons as .scr files; every difference counts.

python benchmarks/scr_round_trips.py [COUNT] [SEED]
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from manikin.formats.scr import Scr
from random_skeletons import random_skeleton


def main(count: int = 10_000, seed: int = 1) -> int:
    """The number of skeletons that did not come back as they were."""
    rng, scr = random.Random(seed), Scr()
    different = joints = size = 0
    seconds = {"write": 0.0, "read": 0.0}
    for _ in range(count):
        skeleton = random_skeleton(rng)
        started = time.perf_counter()
        data = scr.write(skeleton)
        written = time.perf_counter()
        back = scr.read(data)
        seconds["read"] += time.perf_counter() - written
        seconds["write"] += written - started
        joints += len(skeleton)
        size += len(data)
        # equality takes 0 and −0 for the same, the printed form does not
        different += back != skeleton or repr(back) != repr(skeleton) or scr.write(back) != data
    print(f"{count:,} round trips, {joints:,} joints, {size / 1e6:.1f} MB: {different} differences")
    print(f"written in {seconds['write']:.1f} s, read in {seconds['read']:.1f} s")
    return different


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:]))))
