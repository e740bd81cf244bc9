"""Solving leaves no memory behind: measured for as long as it takes to see 100 bytes a solve.

A million solves: python -m tests.support.memory 500000 lm (each time is a solve of its own and one in a session).
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from manikin.solvers.solver import solver_kinds
from tests.support.arms import KINDS, arm, asked, start_and_target
from tests.support.paths import TOP

TIMES = 5000
NOISE = 60 * TIMES
"""Bytes: what a process may grow by on its own; a leak of 100 bytes a time is above, and the test shows that it is."""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell how large a process is")
def test_compiled_solvers_leave_nothing_behind() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.memory", str(TIMES)],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=True,
    )
    grown = json.loads(ran.stdout)
    assert grown.pop("a leak") > NOISE
    assert {kind: size for kind, size in grown.items() if size > NOISE} == {}


@pytest.fixture
def thawed() -> Iterator[None]:
    """Afterwards the collector looks at all objects again."""
    yield
    gc.unfreeze()


@pytest.mark.slow
@pytest.mark.usefixtures("thawed")
@pytest.mark.parametrize("kind", KINDS)
def test_solvers_in_python_leave_nothing_behind(kind: str) -> None:
    """Python counts its blocks of memory.  A leak is one a solve, every time; what Python learns of its code is not."""
    rng = np.random.default_rng(0)
    start, target = start_and_target(kind, arm(kind), "hand", rng)
    problem = asked(kind, arm(kind), "hand", target, evaluate_with="network")
    solver = solver_kinds[kind](max_iterations=3)
    before, grown = 0, []
    gc.collect()
    gc.freeze()  # what other tests have left is not looked at again
    for _ in range(30):
        for _ in range(20):
            solver.solve(problem, start)
        gc.collect()
        now = sys.getallocatedblocks()
        grown.append(now - before)
        if grown[-1] < 10:
            return
        before = now
    pytest.fail(f"{kind} leaves memory behind: blocks after 20 solves each {grown[1:]}")
