"""Times of pymotion: slerp of 25 rotations at 10,000 times."""

from __future__ import annotations

import json
import time

import numpy as np
import pymotion.rotations.quat as quat  # type: ignore[import-not-found]


def main() -> None:
    """Print the best of five."""
    rng = np.random.default_rng(0)
    first, second = (rng.normal(size=(10_000, 25, 4)) for _ in range(2))
    first, second = (q / np.linalg.norm(q, axis=-1, keepdims=True) for q in (first, second))
    share = rng.uniform(size=(10_000, 25, 1))
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        quat.slerp(first, second, share)
        best = min(best, time.process_time() - start)
    print(json.dumps({"slerp of 25 rotations at 10,000 times": best}))


if __name__ == "__main__":
    main()
