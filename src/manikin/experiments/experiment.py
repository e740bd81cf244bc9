"""Experiments of the literature, repeated: pictures, a plot, numbers, and a table that compares the results.

A new experiment is one module in ``experiments/``:

    class Stretch(Experiment, id="X0", title="A straight arm", source="W fig. 4.2"):
        '''What the experiment does and what it shows.'''
        def run(self, folder: Path) -> list[Row]:
            write_picture(folder / "x0_start.png", render(pose))
            write_numbers(folder / "x0.json", {"seconds": 0.1})
            return [Row("time", "5 s", "0.1 s")]
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from manikin.picture import to_png
from manikin.picture.curves import new_plot
from manikin.registry import Registry

__all__ = ["Experiment", "Row", "experiment_kinds", "new_plot", "write_numbers", "write_picture"]


@dataclass(frozen=True)
class Row:
    """A row of the table of an experiment: a quantity, its value in the literature, our value."""

    quantity: str
    document: str
    ours: str


class Experiment:
    """Base class of all experiments: an id, a title, the source in the literature, and ``run``."""

    id: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]

    def __init_subclass__(cls, *, id: str, title: str, source: str, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.id, cls.title, cls.source = id, title, source
        experiment_kinds.add(id, cls)

    def run(self, folder: Path) -> list[Row]:
        """Run the experiment, write pictures, a plot and numbers to an existing folder, and return the table."""
        raise NotImplementedError


experiment_kinds: Registry[type[Experiment]] = Registry("experiment")


def write_numbers(path: Path, numbers: Mapping[str, Any]) -> None:
    """Write numbers, arrays and text as JSON."""

    def plain(value: Any) -> Any:
        if isinstance(value, (np.ndarray, np.generic)):
            return value.tolist()
        raise TypeError(f"{value!r} cannot be written as JSON")

    path.write_text(json.dumps(numbers, indent=1, default=plain) + "\n", "utf-8")


def write_picture(path: Path, pixels: np.ndarray) -> None:
    """Write an image of ``manikin.picture.render`` to a PNG file."""
    path.write_bytes(to_png(pixels))
