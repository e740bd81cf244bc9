"""ssik: closed forms for arms of six and seven hinges, by the module that it generates for an arm."""

from __future__ import annotations

import contextlib
import importlib
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.peers_solvers.tasks import Array, Solve, Task, Unfit

REQUIREMENTS = ("ssik[urdf]>=8,<9",)


def prepare(task: Task) -> Solve:
    """``ssik build`` once, then its solve with one solution and no other windings, which is its fastest mode."""
    tip = task.tip
    task.pose_goal()
    if len(task.joints) not in (6, 7):
        raise Unfit("arms of six and seven hinges only")
    folder = tempfile.mkdtemp()
    name = f"{task.urdf.stem}_closed"
    command = [str(Path(sys.executable).with_name("ssik")), "build", str(task.urdf), "--base", task.base, "--ee", tip]
    command += ["--out", f"{folder}/{name}.py", "--module-name", name, "--no-validate"]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        raise Unfit(made.stderr.strip().splitlines()[-1])
    sys.path.insert(0, folder)
    with contextlib.redirect_stdout(sys.stderr):
        arm = importlib.import_module(name)
    targets = task.targets[:, 0]

    def solve(i: int) -> Array:
        found = arm.solve(targets[i], max_solutions=1, enumerate_windings=False)
        return np.asarray(found[0].q) if found else task.starts[i]

    return solve
