"""T1 paths well inside the reach, T8 the same with noise, T9 ten times round, T10 in another order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.motion.families.draw import (
    CHAINS,
    Draw,
    base_of_reach,
    chain_task,
    frames_at,
    random_state,
    shape as shape_of,
    witness,
)
from benchmarks.motion.families.far import far_tasks
from benchmarks.motion.models import model
from benchmarks.motion.referee import kinematics
from benchmarks.motion.task import Aim, Task, rounded

__all__ = ["t1", "t8", "t9", "t10"]

HELD = ("arm7", "leg6", "panda")
SHAPES = ("circle", "eight", "line")
NOISE = 1e-3


def path_task(seed: int, name: str, kind: str, figure: str, shape: str, pose: bool, frames: int = 180) -> Task:
    """A path of 0.12 of the reach at 0.35 to 0.8 of it, with a witness."""
    m, draw = model(figure), Draw(seed, name)
    base, reach = base_of_reach(m)
    kin, size = kinematics(m), 0.12 * reach
    points = shape_of(shape, frames) if shape != "loops" else _loops(frames)
    for _ in range(400):
        q = random_state(m, draw, 0.6)
        start = kin.forward(q)[m.index[m.tip]]
        side = draw.direction()
        across = draw.square_to(side)
        places = start[:, 3] + size * (points @ np.stack([side, across]))
        far = np.linalg.norm(places - base, axis=1) / reach
        if far.min() < 0.35 or far.max() > (0.92 if figure == "snake12" else 0.8):  # which bends little
            continue
        targets = frames_at(places, start[:, :3] if pose else None)
        aim = Aim(m.tip, pose)
        # a figure comes to its first target from rest where it can: so would somebody who uses it
        first = witness(m, aim, targets, m.rest)
        first = witness(m, aim, targets, q) if first is None else first
        if first is not None:
            return chain_task(name, kind, m, targets, first[0], pose=pose)
    raise RuntimeError(f"no path with a witness was found for {name}")


def _loops(frames: int, loops: int = 10) -> np.ndarray:
    a = 2 * np.pi * np.arange(frames) / (frames // loops)
    return np.stack([np.cos(a) - 1.0, np.sin(a)], axis=1)


def t1(seed: int, quick: bool) -> Iterator[Task]:
    for figure in CHAINS:
        for shape in SHAPES[: 1 if quick else None]:
            yield path_task(seed, f"T1-{figure}-{shape}", "point", figure, shape, False)
        if figure in HELD:
            for shape in SHAPES[: 1 if quick else None]:
                yield path_task(seed, f"T1-{figure}-{shape}-held", "held", figure, shape, True)


def t8(seed: int, quick: bool) -> Iterator[Task]:
    for figure in CHAINS[: 3 if quick else None]:
        clean = path_task(seed, f"T8-{figure}-circle", "point", figure, "circle", False)
        noisy = clean.targets.copy()
        noisy[:, :, :, 3] += Draw(seed, f"noise {clean.name}").rng.normal(scale=NOISE, size=noisy[..., 3].shape)
        count = np.arange(len(noisy))
        yield replace(clean, targets=rounded(noisy), other=clean.targets, pairs=np.stack([count, count], axis=1))


def t9(seed: int, quick: bool) -> Iterator[Task]:
    for figure in CHAINS[: 3 if quick else None]:
        yield path_task(seed, f"T9-{figure}-loops", "loops", figure, "loops", False, frames=930)


def t10(seed: int, quick: bool) -> Iterator[Task]:
    """In order and in a random order; there and back."""
    for figure in ("arm7", "leg6", "limb7", "panda")[: 2 if quick else None]:
        task = path_task(seed, f"T10-{figure}-order", "order", figure, "eight", False)
        order = Draw(seed, f"order {task.name}").rng.permutation(len(task.targets))
        pairs = np.stack([order, np.arange(len(order))], axis=1)
        yield replace(task, other=task.targets[order], pairs=pairs)
    for task in far_tasks(seed, ("over_shoulder",) if quick else ("over_shoulder", "across", "heel_to_seat")):
        there = len(task.targets) // 2 + 1
        count = np.arange(there)
        targets = np.concatenate([task.targets[:there], task.targets[there - 2 :: -1]])
        pairs = np.stack([count, 2 * there - 2 - count], axis=1)
        yield replace(task, name=task.name.replace("T3", "T10"), kind="back", targets=targets, pairs=pairs)
