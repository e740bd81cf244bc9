"""X11: the stance foot of the thesis, and a walk over hills."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from manikin import bodies, moves
from manikin.body.support import sole_points
from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.clips.derived import Looped
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.figure.figure import Figure
from manikin.gait.ground import Ground, HeightField, Level, Stairs
from manikin.gait.walk import walk
from manikin.language.motion.script import play
from manikin.math.rotations import Array, Vec3
from manikin.picture import Camera
from manikin.picture.motion import strobe
from manikin.picture.terrain import ground_shapes

__all__ = ["STANCE_FOOT", "HillWalk", "hills", "slipping_walk"]

STANCE_FOOT = """
rate 30
take slipping_walk
mark strike    when l_heel below 0.012 after 15
mark ball_down when l_ball below 0.004 after strike
mark heel_off  when l_heel above 0.012 after ball_down+3
mark ball_off  when l_ball above 0.02  after heel_off
strike    .. ball_down-1: lock l_heel as position   ease 5 0
ball_down .. heel_off-1:  lock l_foot               ease 0
heel_off  .. ball_off:    lock l_ball as position   ease 0 6
"""
"""The thesis's words as a motion script."""
KEPT = 6
"""The walk that slips has only every so many frames of the shipped one."""
PLACES = ((0.0, 0.0), (0.1, 1.6), (0.9, 3.2), (1.0, 5.0))
LEGS = ("hip_flexion", "knee", "ankle_flexion")


def hills(seed: int = 11) -> HeightField:
    """Rounded hills, some 25 cm up and down over a metre or two, level where the walk begins."""
    rng = np.random.default_rng(seed)
    x, z = np.meshgrid(np.linspace(-2.0, 3.0, 33), np.linspace(-1.0, 6.0, 45), indexing="ij")
    heights = np.zeros_like(x)
    for _ in range(9):
        place, width = rng.uniform((-1.5, 0.8), (2.5, 6.0)), rng.uniform(0.5, 0.9)
        heights += rng.uniform(-0.18, 0.26) * np.exp(-((x - place[0]) ** 2 + (z - place[1]) ** 2) / (2 * width**2))
    heights *= np.clip((z + 0.2) / 1.5, 0, 1) ** 2
    spacing = (float(x[1, 0] - x[0, 0]), float(z[0, 1] - z[0, 0]))
    return HeightField(heights=tuple(map(tuple, heights.tolist())), origin=(-2.0, -1.0), spacing=spacing)


def slipping_walk() -> Keyframes:
    """Two cycles of the shipped walk, as keys that are too far apart to keep its feet still."""
    walked = Looped(source=moves.load("walk"), times=2, carry=True)
    frames = np.arange(walked.start, walked.end, KEPT)
    keys = [Key(frame=float(frame), q=tuple(q.tolist())) for frame, q in zip(frames, walked.at(frames), strict=True)]
    return Keyframes(figure=walked.figure, rate=walked.rate, keys=tuple(keys))


class HillWalk(Experiment, id="X11", title="The stance foot, over hills and stairs", source="Welman, 7.2.1"):
    """A walk that slips, put right by the thesis's script; a walk through four places over hills, and one up stairs.

    The foot that stands does as the thesis says: after the heel strikes, it keeps its place until the ball of the foot
    is down; then the whole foot is locked; then the heel leaves the ground, and shortly after it the ball.
    """

    def run(self, folder: Path) -> list[Row]:
        human = bodies.load("human")
        scenes: dict[str, tuple[Ground, Any]] = {
            "hills": (hills(), PLACES),
            "stairs": (Stairs(count=5, start=(0.0, 1.2)), ((0.0, 0.0), (0.0, 4.0))),
        }
        facts: dict[str, dict[str, float]] = {}
        curves = {}
        for name, (ground, places) in scenes.items():
            begin = time.process_time()
            clip = walk(human, places, ground=ground).clip()
            states = clip.at(clip.frames())
            seconds = time.process_time() - begin
            facts[name] = {**_facts(clip, ground), "seconds": seconds, "frames": len(states)}
            curves[name] = (clip, states)
            self._picture(folder / f"x11_{name}.png", clip, ground)
        held = play(STANCE_FOOT, human, open_clip=lambda _: slipping_walk())
        assert isinstance(held, Constrained)
        marks = {mark.name: mark.frame for mark in held.marks}
        facts["stance foot"] = {**_facts(held, Level()), **marks}
        self._plot(folder / "x11_legs.png", human, curves)
        write_numbers(folder / "x11.json", facts)
        stance = facts.pop("stance foot")
        found = ", ".join(f"{name.replace('_', ' ')} {stance[name]:g}" for name in marks)
        rows = [
            Row("stance foot: frames found", "heel strike, ball down, heel off, ball off", found),
            Row(
                "stance foot: slide",
                "locked",
                f"{stance['held']:.2g} mm; {stance['plain']:.0f} mm without constraints",
            ),
        ]
        for name, fact in facts.items():
            ours = f"{fact['held']:.2g} mm; {fact['plain']:.0f} mm without constraints"
            rows += [
                Row(f"{name}: slide of the standing foot", "locked", ours),
                Row(f"{name}: lowest point of a sole", "", f"{fact['under']:.1f} mm under the ground"),
                Row(f"{name}: acceleration of the knees", "", f"{fact['knee']:.0f} rad/s²"),
                Row(f"{name}: time", "", f"{fact['seconds']:.2f} s for {fact['frames']} frames"),
            ]
        return rows

    def _picture(self, path: Path, clip: Clip, ground: Ground) -> None:
        frames = np.linspace(clip.start, clip.end, 9)
        middle = (clip.pose(clip.start).position("pelvis") + clip.pose(clip.end).position("pelvis")) / 2
        eye = middle + np.array([-6.3, 1.5, 1.2])
        camera = Camera(eye=_vec(eye), target=_vec(middle - (0, 0.2, 0)), field_of_view=0.6)
        how: dict[str, Any] = {"scenery": ground_shapes(ground), "size": (1100, 480), "camera": camera}
        points = ["l_heel", "r_heel"]
        image = strobe(clip, frames.tolist(), spread=False, points=points, ground=isinstance(ground, Stairs), **how)
        write_picture(path, image)

    def _plot(self, path: Path, human: Figure, curves: dict[str, tuple[Constrained, Array]]) -> None:
        plot = new_plot(11, 6)
        grid = plot.subplots(len(LEGS), len(curves), sharex="col", sharey="row", squeeze=False)
        for column, (name, (clip, states)) in zip(grid.T, curves.items(), strict=True):
            seconds = clip.frames() / clip.rate
            for axes, joint in zip(column, LEGS, strict=True):
                for side, colour in (("l", "tab:blue"), ("r", "tab:orange")):
                    axes.plot(seconds, np.degrees(states[:, human.index(f"{side}_{joint}")]), color=colour, lw=1.2)
                axes.grid(alpha=0.3)
                axes.set_ylabel(f"{joint.replace('_', ' ')} [°]")
            column[0].set_title(name)
            column[-1].set_xlabel("time [s]")
        plot.savefig(path)


def _vec(place: Array) -> Vec3:
    x, y, z = place.tolist()
    return (x, y, z)


def _facts(clip: Constrained, ground: Ground) -> dict[str, float]:
    frames = clip.frames(step=0.5)
    states, plain = clip.at(frames), clip.source.at(frames)
    figure = clip.figure
    soles = [point for side in "lr" for point in sole_points(figure, f"{side}_foot")]
    places = np.array([[point.value(figure.pose(q)) for point in soles] for q in states]).reshape(-1, 3)
    knees = states[::2][:, [figure.index("l_knee"), figure.index("r_knee")]]
    return {
        "held": 1000 * _slide(clip, frames, states),
        "plain": 1000 * _slide(clip, frames, plain),
        "under": 1000 * float((ground.height(places[:, [0, 2]]) - places[:, 1]).max()),
        "knee": float(np.abs(np.diff(knees, 2, axis=0)).max()) * clip.rate**2,
    }


def _slide(clip: Constrained, frames: Array, states: Array) -> float:
    """The largest distance of a held part from where it should be [m]."""
    worst = 0.0
    for timed in clip.goals:
        for frame, q in zip(frames.tolist(), states, strict=True):
            if timed.moving is None and timed.holds_at(frame):
                pose = clip.figure.pose(q)
                values = [handle.value(pose) for handle in timed.goal.handles]
                error = np.asarray(timed.goal.residual(*values))
                units = np.array(timed.goal.units)
                worst = max(worst, float(np.linalg.norm(error[units == "m"])))
    return worst
