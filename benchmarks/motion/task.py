"""A task: aims, where they go from frame to frame, and where the figure starts.  Needs NumPy alone."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["Aim", "Task"]


@dataclass(frozen=True)
class Aim:
    """What a link is to reach: a point of it, or its frame at that point.

    Attributes:
        link: Name of the link.
        pose: Whether its orientation counts as well.
        weight: Factor of the squared miss.
        hard: Whether it is a lock that holds before all other aims; its target never moves.
        at: The point, in the link's frame [m].
    """

    link: str
    pose: bool = False
    weight: float = 1.0
    hard: bool = False
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Task:
    """Targets to be followed at 60 Hz.

    Attributes:
        name: Its name; begins with the family's.
        kind: The variant of the family, such as "through"; tables count by it.
        model: Name of the figure.
        aims: What is to be reached.
        targets: Frames of the targets (frames, aims, 3, 4) [m].
        q, base: State and base at the start (joints,), (3, 4).
        reach: Length of the limb that the aims pull [m].
        settle: Frames at the first target that do not count.
        cold: Whether every frame is a task of its own, from the start.
        balance: Whether the centre of mass is to stay above the soles.
        other: Targets of a second run (frames, aims, 3, 4), or None.
        pairs: Frames that are compared (pairs, 2): of the run and of the second run, or of the run with itself.
        facts: Other arrays that measures need, by name: the least misses ``least`` (frames, aims), …
    """

    name: str
    kind: str
    model: str
    aims: tuple[Aim, ...]
    targets: np.ndarray
    q: np.ndarray
    base: np.ndarray
    reach: float
    settle: int = 60
    cold: bool = False
    balance: bool = False
    other: np.ndarray | None = None
    pairs: np.ndarray | None = None
    facts: dict[str, np.ndarray] = field(default_factory=dict)

    @property
    def family(self) -> str:
        """T1 to T12."""
        return self.name.split("-")[0]

    @property
    def hash(self) -> str:
        """Of all that a library is given; numbers are multiples of 1e-9 in every task, so that machines agree."""
        state = hashlib.sha256(json.dumps(self._words(), sort_keys=True).encode())
        for array in (self.targets, self.q, self.base, self.other):
            if array is not None:
                state.update(np.round(array * 1e9).astype("<i8").tobytes())
        return state.hexdigest()[:16]

    def _words(self) -> dict[str, Any]:
        words = {"name": self.name, "kind": self.kind, "model": self.model, "reach": round(self.reach, 9)}
        words |= {"settle": self.settle, "cold": self.cold, "balance": self.balance}
        return words | {"aims": [asdict(aim) for aim in self.aims]}

    def save(self, file: str | Path) -> None:
        arrays = {f"fact_{name}": value for name, value in self.facts.items()}
        for name in ("other", "pairs"):
            if getattr(self, name) is not None:
                arrays[name] = getattr(self, name)
        words = json.dumps(self._words())
        np.savez(file, words=words, targets=self.targets, q=self.q, base=self.base, **arrays)  # type: ignore[arg-type]

    @classmethod
    def load(cls, file: str | Path) -> Task:
        with np.load(file) as data:
            words = json.loads(str(data["words"]))
            aims = tuple(Aim(**{**aim, "at": tuple(aim["at"])}) for aim in words.pop("aims"))
            facts = {name[5:]: data[name] for name in data.files if name.startswith("fact_")}
            more = {name: data[name] for name in ("other", "pairs") if name in data.files}
            return cls(**words, aims=aims, targets=data["targets"], q=data["q"], base=data["base"], facts=facts, **more)


def rounded(array: np.ndarray) -> np.ndarray:
    """Multiples of 1e-9: the last bits of sines differ between machines, and tasks must not."""
    return np.asarray(np.round(array, 9))
