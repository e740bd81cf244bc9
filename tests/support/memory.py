"""What solving costs in memory that is not given back: python -m tests.support.memory [SOLVES] [SOLVER …]"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from manikin.solvers.solver import solver_kinds
from tests.support.arms import COMPILED, arm, asked, start_and_target

PAGE = 4096


def resident() -> int:
    """Bytes of this process that are in memory."""
    return PAGE * int(Path("/proc/self/statm").read_text().split()[1])


def growth(work: Callable[[], object], times: int) -> int:
    """Bytes by which the process grows while something is done many times, after a fifth as many to warm up."""
    for _ in range(times // 5):
        work()
    gc.collect()
    before = resident()
    for _ in range(times):
        work()
    gc.collect()
    return resident() - before


def solving(kind: str) -> Callable[[], object]:
    """Solves in turn a problem in reach, one out of reach, anew and in a session, and a batch on two threads."""
    rng = np.random.default_rng(0)
    start, target = start_and_target(kind, arm(kind), "hand", rng)
    solver = solver_kinds[kind](max_iterations=5)
    problems = [asked(kind, arm(kind), "hand", target * np.array([1, 1, 1, far])) for far in (1, 3)]
    session = solver.start(problems[0], start)
    batch = np.tile(start, (2, 1))
    count = 0

    def work() -> None:
        nonlocal count
        count += 1
        solver.solve(problems[count % 2], start)
        session.solve(start, problems[count % 2].constants)
        if count % 20 == 0:
            solver.solve_batch(problems[0], batch, threads=2)

    return work


def leaking() -> Callable[[], object]:
    """What must be noticed: 100 bytes a time."""
    kept: list[bytes] = []
    return lambda: kept.append(bytes(100 - 33 - 8))  # the object's head, and its place in the list


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    kinds = sys.argv[2:] or [*COMPILED, "a leak"]
    print(json.dumps({kind: growth(leaking() if kind == "a leak" else solving(kind), times) for kind in kinds}))


if __name__ == "__main__":
    main()
