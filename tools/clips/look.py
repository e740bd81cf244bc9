"""Looks at a take: strips, accelerations, what slides and what lies under the floor."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np

from manikin.body.support import sole_points
from manikin.picture import to_png
from manikin.picture.motion import film_strip
from manikin import bodies
from tools.clips.take import HUMAN


def look(name: str, step: int = 4) -> None:
    take = getattr(importlib.import_module(f"tools.clips.{name}"), name)()
    clip = take.clip
    frames = clip.frames()
    states = clip.at(frames)
    audit = clip.audit()
    print(name, len(frames), "frames;", audit.message, "pop", round(audit.pop, 2), "limits", audit.limit_violation)
    acc = np.abs(np.diff(states, 2, axis=0)) * clip.rate**2
    worst = np.argsort(acc.max(axis=1))[-5:][::-1]
    for k in worst:
        i = int(acc[k].argmax())
        print(f"  acc {acc[k, i]:.0f} at {frames[k + 1]:g} {HUMAN.parameter_names[i]}")
    soles = [p for side in "lr" for p in sole_points(HUMAN, f"{side}_foot")]
    heights = np.array([[p.value(HUMAN.pose(q))[1] for p in soles] for q in states])
    low = heights.min(axis=1)
    for k in np.flatnonzero(low < -0.003):
        p = soles[int(heights[k].argmin())]
        print("  under", frames[k], p.part, np.round(p.at, 3), (1000 * low[k]).round(1))
    print("  lowest", (1000 * low.min()).round(2), "mm at", frames[low.argmin()])
    com = np.array([HUMAN.pose(q).centre_of_mass() for q in states])
    print("  com", com[:, [0, 2]].min(axis=0).round(3), com[:, [0, 2]].max(axis=0).round(3))
    things = take.things
    for view in ("perspective", "side", "front"):
        image = film_strip(clip, frames[::step].tolist(), view=view, size=(150, 210), columns=12, things=things)
        Path(f"/tmp/clip_{name}_{view}.png").write_bytes(to_png(image))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        look(name)
