"""A gallery of ten poses with constraints, each solved in milliseconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.experiments.gallery_poses import GALLERY
from manikin.picture.strip import Panel, strip
from manikin.solvers import LevenbergMarquardt

__all__ = ["Gallery"]


class Gallery(Experiment, id="gallery", title="Ten poses with constraints", source="wanted"):
    """Balance, locks, closed loops, two figures, a held tube, uneven ground, obstacles and gaze.

    Hard goals, for example locks, hold up to rounding errors; soft goals come as close as the hard goals allow.
    """

    size = (400, 460)
    columns = 5

    def run(self, folder: Path) -> list[Row]:
        solver = LevenbergMarquardt(restarts=0)
        facts: dict[str, dict[str, Any]] = {}
        pictures, rows = [], []
        for make in GALLERY:
            scene = make()
            result = solver.solve(scene.problem, scene.start)
            pictures.append(strip([Panel([*result.poses, *scene.things], scene.title)], size=self.size))
            write_picture(folder / f"gallery_{make.__name__}.png", pictures[-1])
            facts[scene.title] = {
                "status": result.status.value,
                "violation": result.violation,
                "seconds": result.seconds,
                "iterations": result.iterations,
                "rows": scene.problem.rows,
                "parameters": scene.problem.size,
            }
            held = f"{1000 * result.violation:.1g} mm or mrad, {1000 * result.seconds:.1f} ms"
            rows.append(Row(scene.title, "locks hold", held))
        write_picture(folder / "gallery.png", self._wall(pictures))
        self._plot(folder / "gallery_times.png", facts)
        write_numbers(folder / "gallery.json", facts)
        return rows

    def _wall(self, pictures: list[np.ndarray]) -> np.ndarray:
        lines = [pictures[i : i + self.columns] for i in range(0, len(pictures), self.columns)]
        return np.concatenate([np.concatenate(line, axis=1) for line in lines], axis=0)

    def _plot(self, path: Path, facts: dict[str, dict[str, Any]]) -> None:
        plot = new_plot(8, 4)
        axes = plot.subplots()
        axes.barh(list(facts), [1000 * fact["seconds"] for fact in facts.values()])
        axes.invert_yaxis()
        axes.set_xlabel("time to solve from the start [ms]")
        axes.grid(axis="x", alpha=0.3)
        plot.savefig(path)
