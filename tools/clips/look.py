"""Looks at takes: python -m tools.clips.look FOLDER NAME… draws strips, and prints what would make one wince."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from tools.clips.__main__ import taken
from tools.clips.take import HUMAN

from manikin.body.support import sole_points
from manikin.picture import to_png
from manikin.picture.motion import film_strip

UNDER = -0.003
"""What lies lower is under the floor [m]."""


def look(folder: Path, name: str, step: int = 4) -> None:
    """Strips from three sides; the largest accelerations; what is under the floor; how the centre of mass moves."""
    take = taken(name)
    clip = take.clip
    frames = clip.frames()
    states = clip.at(frames)
    audit = clip.audit()
    print(f"{name}: {len(frames)} frames. {audit.message} Pop {audit.pop:.2f}.")
    acceleration = np.abs(np.diff(states, 2, axis=0)) * clip.rate**2
    for k in np.argsort(acceleration.max(axis=1))[-5:][::-1]:
        i = int(acceleration[k].argmax())
        print(f"  {acceleration[k, i]:.0f} rad/s² at {frames[k + 1]:g}: {HUMAN.parameter_names[i]}")
    soles = [point for side in "lr" for point in sole_points(HUMAN, f"{side}_foot")]
    heights = np.array([[point.value(HUMAN.pose(q))[1] for point in soles] for q in states])
    for k in np.flatnonzero(heights.min(axis=1) < UNDER):
        part = soles[int(heights[k].argmin())].part
        print(f"  {part} is {-1000 * heights[k].min():.1f} mm under the floor at {frames[k]:g}")
    centre = np.array([HUMAN.pose(q).centre_of_mass() for q in states])
    print(f"  centre of mass from {centre.min(axis=0).round(3)} to {centre.max(axis=0).round(3)}")
    for view in ("perspective", "side", "front"):
        image = film_strip(clip, frames[::step].tolist(), view=view, size=(150, 210), columns=12, things=take.things)
        (folder / f"{name}_{view}.png").write_bytes(to_png(image))


if __name__ == "__main__":
    for name in sys.argv[2:]:
        look(Path(sys.argv[1]), name)
