"""Thousands of random problems, valid and broken, thrown at the compiled Program in a process of its own."""

from __future__ import annotations

import pytest

from manikin.kernels import library
from tests.support.fuzz_process import counts_of

FUZZ = """
import sys
from dataclasses import fields, replace
import numpy as np
from manikin.errors import InputError
from manikin.problem.kernel_tables import flatten
from manikin.goals.goal import goal_kinds
from manikin.kernels import library
from tests.support import figures_and_goals as scenes

Program = library().Program
rng = np.random.default_rng(int(sys.argv[1]))
kinds = sorted(goal_kinds)

def spoiled(array):
    array = np.array(array)
    way = rng.integers(9)
    if way == 0 and array.size:
        odd = [0, 1, 2, 5, 99] if array.dtype == np.uint8 else [-2**31, -1, 0, 1, 7, 2**31 - 1]
        array.reshape(-1)[rng.integers(array.size)] = rng.choice(odd)
    elif way == 1 and array.dtype.kind == "f" and array.size:
        array.reshape(-1)[rng.integers(array.size)] = rng.choice([np.nan, np.inf, -np.inf, 1e308, -1e308, 0.0])
    elif way == 2:
        array = array[:-1]
    elif way == 3:
        array = np.concatenate([array, array])
    elif way == 4:
        array = array.astype(rng.choice(["f4", "i8", "u1", "f8", "i4", "O", "S3"]))
    elif way == 5:
        array = np.repeat(array, 2, axis=0)[::2]
    elif way == 6:
        array = array.reshape(-1)
    elif way == 7:
        return rng.choice([None, 3.0, "x"])
    else:
        array = rng.permutation(array)
    return array

counts = {"made": 0, "refused": 0}
for trial in range(int(sys.argv[2])):
    figures = [scenes.figure(rng, name=n, scaled=bool(rng.integers(2)), coupled=bool(rng.integers(2))) for n in "ab"]
    goals = [scenes.goal_of_kind(rng, figures, str(k)) for k in rng.choice(kinds, rng.integers(0, 6))]
    tables = flatten(figures, goals)
    for _ in range(6):
        broken = tables
        for _ in range(rng.integers(1, 3)):
            if rng.random() < 0.3:
                name = str(rng.choice([f.name for f in fields(broken.tree) if f.name not in ("coupling", "size")]))
                try:
                    broken = replace(broken, tree=replace(broken.tree, **{name: spoiled(getattr(broken.tree, name))}))
                except (ValueError, TypeError, OverflowError, IndexError):
                    continue
            else:
                name = str(rng.choice([f.name for f in fields(broken) if f.name != "tree"]))
                try:
                    broken = replace(broken, **{name: spoiled(getattr(broken, name))})
                except (ValueError, TypeError, OverflowError, IndexError):
                    continue
        try:
            program = Program(broken)
        except (InputError, TypeError, ValueError):
            counts["refused"] += 1
            continue
        counts["made"] += 1
        q = rng.normal(size=(rng.integers(1, 11), program.size))
        for method in ("values", "slopes", "raw_residual", "residual", "jacobian", "cost_and_gradient"):
            getattr(program, method)(q[0].copy())
            if method != "raw_residual":
                getattr(program, method + "_batch")(q, threads=int(rng.integers(1, 4)))
        program.jacobian_blocks(q[0].copy())
        program.pattern
        for bad in (q[0][:-1], q[0].astype("f4"), q[:, ::-1], np.full(program.size, np.nan), None, [1.0], q[0][None]):
            for method in ("residual", "cost_and_gradient", "jacobian_batch"):
                try:
                    getattr(program, method)(bad)
                except (InputError, TypeError):
                    pass
print(counts["made"], counts["refused"])
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_no_problem_from_python_brings_the_process_down(seed: int) -> None:
    if library() is None:
        pytest.skip("no compiled kernels here")
    made, refused = counts_of("-c", FUZZ, str(seed), "250")
    assert made > 100
    assert refused > 300
