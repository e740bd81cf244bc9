"""Write and read back random skeletons as .scr files; every difference counts.

python benchmarks/scr_round_trips.py [COUNT] [SEED]
"""

from __future__ import annotations

import random
import sys
import time

from tests.support.random_skeletons import random_skeleton

from manikin.formats.format import read_skeleton, write_skeleton
from manikin.skeleton.build import hinge, joint
from manikin.skeleton.skeleton import Skeleton


def main(count: int = 10_000, seed: int = 1) -> int:
    """The number of skeletons that changed."""
    rng = random.Random(seed)
    different = joints = size = 0
    seconds = {"write": 0.0, "read": 0.0}
    for _ in range(count):
        skeleton = random_skeleton(rng)
        started = time.perf_counter()
        data = write_skeleton(skeleton, "a.scr")
        written = time.perf_counter()
        back = read_skeleton(data, "a.scr")
        seconds["read"] += time.perf_counter() - written
        seconds["write"] += written - started
        joints += len(skeleton)
        size += len(data)
        # equality takes 0 and −0 for the same, the printed form does not
        different += back != skeleton or repr(back) != repr(skeleton) or write_skeleton(back, "a.scr") != data
    print(f"{count:,} round trips, {joints:,} joints, {size / 1e6:.1f} MB: {different} differences")
    print(f"written in {seconds['write']:.1f} s, read in {seconds['read']:.1f} s")
    return different


def big(count: int = 20_000) -> None:
    """How long a chain of many joints takes, best of three."""
    joints = [
        joint(
            f"link {i}", f"link {i - 1}" if i else None, offset=(0, i / 1000, 0), dofs=[hinge("x", -0.5, 0.5)], mass=1.5
        )
        for i in range(count)
    ]
    skeleton = Skeleton(name="big", joints=tuple(joints))
    data = write_skeleton(skeleton, "a.scr")
    seconds = []
    for _ in range(3):
        started = time.perf_counter()
        back = read_skeleton(data, "a.scr")
        seconds.append(time.perf_counter() - started)
        assert back == skeleton
        del back
    print(f"{count:,} joints, {len(data) / 1e6:.1f} MB: read in {min(seconds):.2f} s")


if __name__ == "__main__":
    failed = main(*map(int, sys.argv[1:]))
    big()
    sys.exit(bool(failed))
