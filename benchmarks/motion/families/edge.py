"""T2 at the edge of reach, T4 out of reach and still, T5 at joint limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.motion.families.draw import (
    CHAINS,
    Draw,
    along_states,
    base_of_reach,
    chain_task,
    eased,
    frames_at,
    least_misses,
    random_state,
    witness,
)
from benchmarks.motion.model import Model
from benchmarks.motion.models import model
from benchmarks.motion.referee import Searcher
from benchmarks.motion.task import Aim, Task

__all__ = ["t2", "t4", "t5"]

FRAMES = 240
STILL_NOISE = 1e-6


def t2(seed: int, quick: bool) -> Iterator[Task]:
    for figure in ("arm7", "leg6", "limb7"):
        m = model(figure)
        base, length = base_of_reach(m)
        for k in range(1 if quick else 2):
            draw = Draw(seed, f"T2-{figure}-{k}")
            d, reach = _open_direction(m, draw, base, length)
            side = draw.square_to(d)
            wave = 0.5 - 0.5 * np.cos(2 * np.pi * eased(FRAMES))[:, None]
            twice = 0.5 - 0.5 * np.cos(4 * np.pi * eased(FRAMES))[:, None]
            aside = (0.0 if k == 0 else 0.03) * np.sin(4 * np.pi * eased(FRAMES))[:, None]
            swing = np.sin(2 * np.pi * eased(FRAMES))[:, None]
            paths = {
                "touch": (0.7 + 0.299 * wave) * d,
                "through": (0.75 + 0.35 * twice) * d + aside * side,
                "graze": 0.98 * d + 0.45 * swing * side,
            }
            for kind, path in paths.items():
                targets = frames_at(base + reach * path)
                first = Searcher(m, [Aim(m.tip)], posture=1e-9).search(targets[0], m.rest, m.base_frame)
                task = chain_task(f"T2-{figure}-{kind}{k}", kind, m, targets, first.q)
                yield replace(task, facts={"least": least_misses(task)})


def _open_direction(m: Model, draw: Draw, base: np.ndarray, length: float) -> tuple[np.ndarray, float]:
    """A direction in which the limb comes to at least 0.97 of its length within its limits; and how far it comes."""
    searcher = Searcher(m, [Aim(m.tip)])
    for _ in range(400):
        d = draw.direction()
        starts = [(m.rest, m.base_frame), *((random_state(m, draw), m.base_frame) for _ in range(3))]

        def reached(r: float, d: np.ndarray = d, starts: list = starts) -> bool:
            return bool(searcher.best(frames_at((base + r * d)[None])[0], starts, 1e-6).miss.max() < 1e-6)

        near = frames_at(base + length * np.linspace(0.7, 0.97, 10)[:, None] * d)
        if not reached(0.97 * length) or witness(m, Aim(m.tip), near, m.rest, 1, np.inf) is None:
            continue
        inside, outside = 0.97 * length, 1.0001 * length
        for _ in range(12):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if reached(middle) else (inside, middle)
        return d, round(inside, 7)
    raise RuntimeError(f"{m.name} reaches far in no direction")


def t4(seed: int, quick: bool) -> Iterator[Task]:
    for figure in CHAINS:
        m = model(figure)
        base, length = base_of_reach(m)
        for kind in ("distance", "limits")[: 1 if quick else None]:
            name = f"T4-{figure}-{kind}"
            draw = Draw(seed, name)
            searcher = Searcher(m, [Aim(m.tip)])
            for _ in range(200):
                far = (
                    draw.rng.uniform(1.15, 1.6)
                    if kind == "distance" or figure == "limb7"
                    else draw.rng.uniform(0.3, 0.9)
                )
                place = base + far * length * draw.direction()
                starts = [(m.rest, m.base_frame), *((random_state(m, draw, 1.0), m.base_frame) for _ in range(8))]
                best = searcher.best(frames_at(place[None])[0], starts)
                if best.miss.max() > 0.05 * length:
                    break
            noise = draw.rng.normal(scale=STILL_NOISE, size=(FRAMES, 3))
            task = chain_task(name, kind, m, frames_at(place + noise), m.rest, settle=0)
            yield replace(task, facts={"least": np.full((FRAMES, 1), best.miss.max())})


def t5(seed: int, quick: bool) -> Iterator[Task]:
    """Two joints swing to their limits (graze), or would pass them by 8° (press); the frame of the tip is wanted."""
    for figure in ("arm7", "leg6", "panda"):
        m = model(figure)
        for kind in ("graze", "press"):
            for k in range(1 if quick else 2):
                name = f"T5-{figure}-{kind}{k}"
                draw = Draw(seed, name)
                states = _swinging(m, draw, 0.0 if kind == "graze" else np.radians(8.0))
                targets = along_states(m, states, m.tip)
                task = chain_task(name, kind, m, targets, states[0], pose=True)
                yield replace(task, facts={"witness": states} if kind == "graze" else {})


def _swinging(m: Model, draw: Draw, beyond: float, frames: int = 300) -> np.ndarray:
    """Joint motions from the middle out and back; two of them come to a limit at different times, and beyond it."""
    q = random_state(m, draw, 0.4)
    a = 2 * np.pi * eased(frames)
    states = q + 0.15 * np.sin(a)[:, None] * draw.rng.uniform(-1, 1, len(q))
    for joint, harmonic in zip(draw.rng.choice(len(q), 2, replace=False), (1, 2), strict=True):
        upper = draw.rng.random() < 0.5
        end = m.hi[joint] + beyond if upper else m.lo[joint] - beyond
        wave = 0.5 - 0.5 * np.cos(harmonic * a)
        states[:, joint] = q[joint] + (end - q[joint]) * wave
    return states
