"""Throws random tables and arrays, sound and broken, at one compiled build: python -m tests.support.fuzz BUILD SEED N.

Whatever is given, the answer is a result or one of the errors below; anything else ends the process, and the test
that started it sees that.  Prints how many trees were made and how many refused.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import numpy as np

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.kernels import Tables
from manikin.skeleton.build import joint
from manikin.skeleton.skeleton import Skeleton
from tests.support.forests import Rng, build, random_tables

REFUSALS = (InputError, TypeError, AttributeError, MemoryError, ValueError)
ODD_INTEGERS = (-(2**31), -2, -1, 0, 1, 2, 7, 255, 10**6, 2**31 - 1)
ODD_NUMBERS = (np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, 1e-300, 1e308, -1e308)
ODD_OBJECTS = (None, 3.0, "text", b"bytes", [1.0], object(), np.float64(2), 10**40, {}, Ellipsis)


def spoiled(rng: Rng, array: np.ndarray) -> Any:
    """The array with one thing wrong, or odd, or not an array at all."""
    way = rng.integers(12)
    if way == 0:
        return ODD_OBJECTS[rng.integers(len(ODD_OBJECTS))]
    if way == 1:
        return array.astype(str(rng.choice(["f4", "f8", "i4", "i8", "u1", "u2", "?", "O", "c16", ">f8", ">i4", "S3"])))
    if way == 2:
        return np.repeat(array, 2, axis=0)[::2]
    if way == 3:
        return array[:-1]
    if way == 4:
        return np.concatenate([array, array[: rng.integers(0, 3)]])
    if way == 5:
        return array.reshape(-1) if array.ndim > 1 else array.reshape(-1, 1)
    if way == 6:
        return np.asfortranarray(array) if array.ndim > 1 else array[::-1]
    if way == 7:
        rows = 10**6 // max(1, array[:1].size)  # 8 MB where somebody copies it, next to nothing else
        return np.lib.stride_tricks.as_strided(array, (rows, *array.shape[1:]), (0, *array.strides[1:]))
    if way == 8:
        return np.frombuffer(b"\0" + array.tobytes(), np.uint8)[1:].view(array.dtype).reshape(array.shape)
    if way == 9:
        return rng.permutation(array)
    array = array.copy()
    for _ in range(rng.integers(1, 4)):
        if array.size:
            odd = ODD_NUMBERS if array.dtype.kind == "f" else ODD_INTEGERS
            with np.errstate(all="ignore"):
                array.reshape(-1)[rng.integers(array.size)] = np.array(odd)[rng.integers(len(odd))].astype(array.dtype)
    return array


def broken(rng: Rng, tables: Tables) -> Tables:
    names = [f.name for f in fields(tables) if f.name not in ("coupling", "masses", "centres")]
    for name in rng.choice(names, rng.integers(1, 3)):
        value = getattr(tables, name)
        if name == "size":
            odd = (*ODD_INTEGERS, *ODD_OBJECTS, value)
            tables = replace(tables, size=odd[rng.integers(len(odd))])
        elif isinstance(value, np.ndarray):
            tables = replace(tables, **{str(name): spoiled(rng, value)})
    return tables


def call(rng: Rng, tree: Any, size: int, n: int) -> None:
    """Every method with arguments of which each may be spoiled."""
    count = int(rng.choice([0, 1, 5, 8, 21]))
    p = rng.normal(0, float(rng.choice([1.0, 1e7, 1e300])), (count, size))
    state, world = rng.normal(size=size), rng.normal(size=(n, 3, 4))
    changed = rng.integers(0, max(size, 1), 3 if size else 0).astype(np.int32)
    parts = rng.integers(0, n, rng.integers(0, 5)).astype(np.int32)
    out = np.empty((count, len(parts), 3, 4))
    short = out.astype(np.float32)

    def maybe(array: np.ndarray) -> Any:
        return spoiled(rng, array) if rng.random() < 0.4 else array

    calls = [
        lambda: tree.forward(maybe(state)),
        lambda: tree.trace(maybe(state)),
        lambda: tree.axes(maybe(state)),
        lambda: tree.update(maybe(world), maybe(state), maybe(changed)),
        lambda: tree.forward_batch(maybe(p), threads=odd_threads(rng)),
        lambda: tree.forward_batch(maybe(p), parts=maybe(parts)),
        lambda: tree.forward_batch(maybe(p), parts=maybe(parts), out=maybe(out), threads=2),
        lambda: tree.forward_batch(maybe(p), parts=maybe(parts), out=maybe(short), float32=True),
        lambda: tree.forward_batch(p, float32=odd_threads(rng)),
        lambda: tree.forward_batch(p, out=p),
        lambda: tree.forward_batch(*[maybe(p)] * rng.integers(0, 6)),
    ]
    for attempt in calls:
        with np.errstate(all="ignore"), suppress(*REFUSALS):
            attempt()


def tables_without_dofs() -> Tables:
    return Figure(Skeleton(name="still", joints=(joint("a"), joint("b", "a")))).tables


def odd_threads(rng: Rng) -> Any:
    choices = (0, 1, 2, 3, 4096, 4097, -1, 10**30, True, 1.0, None, "2", np.int64(2))
    return choices[rng.integers(len(choices))]


def main(name: str, seed: int, trials: int) -> None:
    rng = np.random.default_rng(seed)
    make = build(name).Tree
    made = refused = 0
    for _ in range(trials):
        roots, scaled, coupled = int(rng.integers(1, 4)), bool(rng.integers(2)), bool(rng.integers(2))
        tables = random_tables(rng, roots=roots, scaled=scaled, coupled=coupled)
        for tried in [tables, *(broken(rng, tables) for _ in range(8))]:
            try:
                tree = make(tried)
            except REFUSALS:
                refused += 1
                continue
            made += 1
            call(rng, tree, int(tried.size), len(tried.parents))
    uninitialised = make.__new__(make)
    awkward = [lambda thing=thing: make(thing) for thing in ODD_OBJECTS]
    awkward += [
        lambda name=name: getattr(uninitialised, name)(np.zeros(3)) for name in ("forward", "trace", "__reduce__")
    ]
    still = make(tables_without_dofs())
    awkward += [lambda: still.forward_batch(np.empty((10**12, 0))), lambda: still.forward_batch(np.empty((2**57, 0)))]
    for attempt in awkward:
        try:
            attempt()
        except REFUSALS:
            refused += 1
    nothing = still.forward_batch(np.empty((2**50, 0)), parts=np.empty(0, np.int32))
    assert nothing.size == 0
    print(made, refused)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
