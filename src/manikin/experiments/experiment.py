"""Experiments: what the documents show, done again, with pictures, a plot, numbers, and a table beside theirs.

A new one is one file in ``experiments/``:

    class Stretch(Experiment, id="X0", title="A straight arm", source="W fig. 4.2"):
        '''What is done and what it shows.'''
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

from manikin.errors import Unsupported
from manikin.picture import to_png
from manikin.registry import Registry

__all__ = ["Experiment", "Row", "experiment_kinds", "new_plot", "write_numbers", "write_picture"]


@dataclass(frozen=True)
class Row:
    """A line of the table that an experiment prints: a quantity, the document's figure, ours."""

    quantity: str
    document: str
    ours: str


class Experiment:
    """Base of all experiments: an id, a title, the place in the documents, and ``run``."""

    id: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]

    def __init_subclass__(cls, *, id: str, title: str, source: str, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.id, cls.title, cls.source = id, title, source
        experiment_kinds.add(id, cls)

    def run(self, folder: Path) -> list[Row]:
        """Do it, write pictures, plot and numbers into a folder that exists, and say what came out."""
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
    """Write pixels as ``manikin.picture.render`` gives them as a PNG file."""
    path.write_bytes(to_png(pixels))


def new_plot(width: float = 8.0, height: float = 4.5) -> Any:
    """An empty Matplotlib figure [inches], drawn without any window; to be kept with ``savefig``."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Unsupported("the plots of experiments need Matplotlib: pip install 'manikin[plots]'") from None
    return Figure(figsize=(width, height), dpi=120, layout="constrained")
