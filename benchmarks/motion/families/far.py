"""T3: to places that are awkward to reach, of which a smooth motion within the limits is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from scipy.interpolate import BSpline

from benchmarks.motion.families.draw import Draw, along_states, chain_task, eased, frames_at, random_state, witness
from benchmarks.motion.model import Model
from benchmarks.motion.models import model
from benchmarks.motion.referee import Searcher
from benchmarks.motion.task import Aim, Task

__all__ = ["far_tasks", "t3"]

# Places for the tip in the human's world [m] (x to its left, y up, z ahead), on the way there one after another.
PLACES = {
    "behind_back": ("arm7", [(-0.42, 1.0, -0.05), (-0.22, 1.02, -0.24), (-0.1, 1.08, -0.2)]),
    "across": ("arm7", [(-0.2, 1.15, 0.4), (0.12, 1.25, 0.32), (0.22, 1.42, 0.2)]),
    "over_shoulder": ("arm7", [(-0.45, 1.5, 0.25), (-0.3, 1.72, 0.05), (-0.14, 1.5, -0.16)]),
    "armpit": ("arm7", [(-0.35, 1.2, 0.25), (-0.22, 1.25, 0.14)]),
    "heel_to_seat": ("leg6", [(-0.1, 0.35, -0.3), (-0.1, 0.62, -0.32)]),
    "legs_crossed": ("leg6", [(-0.1, 0.25, 0.25), (0.12, 0.22, 0.2), (0.22, 0.3, 0.1)]),
}
LIMB = ("past_base", "over_pole")
SMOOTH = 8.0
"""A motion counts as smooth up to this pop."""
FRAMES = 240


def t3(seed: int, quick: bool) -> Iterator[Task]:
    yield from far_tasks(seed, ("behind_back", "over_shoulder", "heel_to_seat") if quick else PLACES)
    for kind in LIMB[: 1 if quick else None]:
        yield _limb_task(seed, kind)


def far_tasks(seed: int, names: Iterable[str]) -> Iterator[Task]:
    """The witness goes from pose to pose and back the same way; the places are moved by some centimetres."""
    for place in names:
        figure, stations = PLACES[place]
        name = f"T3-{figure}-{place}"
        m, draw = model(figure), Draw(seed, name)
        states = _key_states(m, draw, np.array(stations))
        way = _spline(states, FRAMES // 2 + 1)
        path = np.concatenate([way, way[-2::-1]])
        aim = along_states(m, path, m.tip)
        yield chain_task(name, "witness", m, aim, path[0], facts={"witness": path})


def _key_states(m: Model, draw: Draw, stations: np.ndarray) -> list[np.ndarray]:
    """States at the stations, each the nearest to the one before that the referee finds."""
    searcher = Searcher(m, [Aim(m.tip)], posture=1e-8)
    for _ in range(100):
        moved = stations + draw.rng.uniform(-0.02, 0.02, stations.shape)
        states = [m.rest]
        for place in moved:
            reach = searcher.search(frames_at(place[None])[0], states[-1], m.base_frame)
            if reach.miss.max() > 0.03:
                break
            # a little away from the limits, so that the witness itself touches none
            states.append(np.clip(reach.q, m.lo + 0.02, m.hi - 0.02))
        else:
            return states
    raise RuntimeError(f"{m.name}: the places {stations.tolist()} are out of reach")


def _spline(states: list[np.ndarray], frames: int) -> np.ndarray:
    """A cubic B-spline from the first state to the last; it lies between its states, so within the limits."""
    control = np.array([states[0], *states, states[-1]])
    knots = np.concatenate([np.zeros(3), np.linspace(0, 1, len(control) - 2), np.ones(3)])
    return np.asarray(BSpline(knots, control, 3)(eased(frames)))


def _limb_task(seed: int, kind: str) -> Task:
    """limb7 has no limits: past its own base at 8 cm, or over the pole of its shoulder (the z axis)."""
    m, name = model("limb7"), f"T3-limb7-{kind}"
    draw = Draw(seed, name)
    sweep = (1 - 2 * _sweep(FRAMES))[:, None]
    for _ in range(400):
        if kind == "past_base":
            d = draw.direction()
            places = 0.08 * draw.square_to(d) + 0.5 * d * sweep
        else:
            side = draw.square_to(np.array([0.0, 0.0, 1.0]))
            places = np.array([0.0, 0.0, -0.7]) + 0.35 * side * sweep
        targets = frames_at(places)
        states = witness(m, Aim(m.tip), targets[: FRAMES // 2 + 1], random_state(m, draw), step=1)
        if states is not None and _pop(states, places[: FRAMES // 2 + 1]) < SMOOTH:
            back = states[-2:0:-1]
            return chain_task(name, "witness", m, targets, states[0], facts={"witness": np.concatenate([states, back])})
    raise RuntimeError(f"no motion was found for {name}")


def _pop(states: np.ndarray, places: np.ndarray) -> float:
    """Joints' accelerations over the target's, at a reach of 1 m; the referee's first step to the path left out."""
    asked = np.linalg.norm(np.diff(places, n=2, axis=0), axis=1).max()
    return float(np.abs(np.diff(states[1:], n=2, axis=0)).max() / asked)


def _sweep(frames: int) -> np.ndarray:
    """0 to 1 and back, eased."""
    there = eased(frames // 2 + 1)
    return np.concatenate([there, there[-2:0:-1]])
