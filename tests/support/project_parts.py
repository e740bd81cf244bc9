"""Documents in parts, made up for tests of project files: they look like a human's, and mean nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from manikin.errors import ManikinError
from manikin.project.store import Origin, Store

__all__ = ["canonical", "first_parts", "history", "lock_part", "opened", "with_state"]


def canonical(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


def lock_part(number: int, weight: float) -> bytes:
    goal = {
        "goal": "position", "weight": weight,
        "point": {"handle": "point", "figure": "human", "part": "r_hand", "at": [-3.469e-18, -0.0437341206, 0.001497]},
        "target": {"handle": "fixed_point", "position": [-0.2501886270569314, 0.9042265454537165, 0.18374480678456]},
    }  # fmt: skip
    return canonical({"id": number, "name": "right hand", "figure": "human", "part": "r_hand", "goal": goal})


def first_parts(seed: int = 1) -> dict[str, bytes]:
    """A document as large as the human's: 50 numbers of state, nine stored poses, four locks, a skeleton's text."""
    rng = random.Random(seed)
    parts = {
        "document": canonical({"name": "ünïcode 名前", "actors": ["human"], "locks": [1, 2, 3, 4], "made": 4}),
        "settings": canonical({"solver": "lm", "options": {}, "iterations_per_refresh": 20}),
        "actor/human": canonical({"skeleton": "text", "poses": [f"pose {k}" for k in range(9)]}),
        "skeleton/text": rng.randbytes(18_000).hex().encode(),
    }
    for k in range(9):
        parts[f"pose/human/pose {k}"] = canonical([[f"parameter {j}", rng.uniform(-1, 1)] for j in range(50)])
    for number in range(1, 5):
        parts[f"lock/{number}"] = lock_part(number, 1.0)
    return with_state(parts, [rng.uniform(-1, 1) for _ in range(50)])


def opened(path: Path) -> Store | ManikinError:
    """The project at a path, or how it is refused."""
    try:
        return Store(path)
    except ManikinError as error:
        return error


def with_state(parts: dict[str, bytes], q: list[float]) -> dict[str, bytes]:
    return {**parts, "state/human": canonical(q)}


def history(path: Path, steps: int, *, seed: int = 2) -> list[tuple[str, dict[str, bytes]]]:
    """A closed project with an awkward history (locks come and go, steps are undone and others done); its steps."""
    rng = random.Random(seed)
    store = Store(path, first_parts)
    told = [("Open", first_parts())]
    q = [rng.uniform(-1, 1) for _ in range(50)]
    number = 5
    while len(told) <= steps:
        parts = dict(told[-1][1])
        kind = rng.random()
        if kind < 0.7:
            for _ in range(2):
                q[rng.randrange(50)] = rng.uniform(-1, 1)
            parts = with_state(parts, q)
        elif kind < 0.9:
            parts[f"lock/{number}"] = lock_part(number, rng.random())
            number += 1
        else:
            parts.pop(rng.choice([key for key in parts if key.startswith("lock/")] or ["settings"]))
        label = f"Step {len(told)} {rng.choice(['Zug', 'pull', 'тяга'])}"
        told.append((label, parts))
        store.record(
            len(told) - 1,
            label,
            {"kind": "x", "value": rng.random()},
            parts,
            store.revision + 1,
            Origin("w", store.revision),
        )
        if rng.random() < 0.05 and len(told) > 3:  # some are undone, and others done in their place
            back = rng.randrange(1, 3)
            store.move(store.place - back, store.revision + 1)
            del told[-back:]
    store.keep_view({"camera": [1, 2, 3]})
    store.close()
    return told
