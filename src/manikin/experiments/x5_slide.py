"""X5: feet that stand still in the keys slide between them; constraints hold them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from manikin import bodies
from manikin.clips import Constrained, Keyframes
from manikin.clips.clip import Clip
from manikin.clips.key import Key
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.figure.figure import Figure
from manikin.goals import MatchValues, OrientationGoal, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.handles import Parameters
from manikin.math.rotations import Array
from manikin.picture.motion import strobe
from manikin.problem.problem import Problem
from manikin.solvers.solver import as_solver

__all__ = ["FootSlide", "Scene", "standing", "stepping"]

EACH = "each frame by itself"
# the pelvis in the three keys: place [m], turn and tilt [°]; and what the upper body does [°]
PELVIS = (((0.10, -0.04, 0.02), 35, 0), ((-0.08, -0.34, -0.16), -30, 25), ((-0.02, -0.01, 0.04), 10, -5))
UPPER = (
    {"l_shoulder_abduction": 40, "r_elbow": 50, "spine_twist": 15},
    {"r_shoulder_elevation": 60, "l_shoulder_elevation": 70, "spine_bend": 20, "l_elbow": 30},
    {"r_shoulder_abduction": 50, "spine_side": 12, "l_elbow": 70},
)


Courses = dict[str, tuple[Array, Array, float]]
"""By method: the states, the states when frames are asked for backwards, and seconds a frame."""


@dataclass(frozen=True)
class Scene:
    """A clip of keys, and what should hold between them."""

    plain: Keyframes
    goals: tuple[TimedGoal, ...]

    def held(self, **how: Any) -> Constrained:
        """The clip with its goals held."""
        return Constrained(source=self.plain, goals=self.goals, **how)


def _key(human: Figure, frame: float, number: int, feet: Sequence[Goal]) -> Key:
    place, turn, tilt = PELVIS[number]
    rest = human.pose()
    orientation = Rotation.from_euler("YX", [turn, tilt], degrees=True).as_matrix() @ rest.orientation("pelvis")
    start = rest.replace({name: np.radians(value) for name, value in UPPER[number].items()})
    goals = [
        Position(point=human.point("pelvis"), target=tuple(rest.position("pelvis") + place)),
        OrientationGoal(orientation=human.orientation("pelvis"), target=orientation),
    ]
    found = human.solve(goals, hard=feet, start=start)
    return Key(frame=frame, q=tuple(found.q))


def _foot(human: Figure, side: str, shift: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> PoseGoal:
    part = f"{side}_foot"
    target = human.pose().transform(part)[:3].copy()
    target[:, 3] += shift
    return PoseGoal(frame=human.frame(part), target=target, name=part)


def standing(human: Figure) -> Scene:
    """Both feet where they are, three keys with the pelvis in very different places; 120 frames."""
    feet = [_foot(human, side) for side in "lr"]
    keys = tuple(_key(human, 60.0 * k, k, feet) for k in range(3))
    return Scene(Keyframes(figure=human, keys=keys), tuple(TimedGoal(goal=foot) for foot in feet))


def stepping(human: Figure) -> Scene:
    """The same keys, but the left foot steps 30 cm forward between frames 40 and 80."""
    right, left = _foot(human, "r"), _foot(human, "l")
    ahead, above = _foot(human, "l", (0.05, 0.0, 0.30)), _foot(human, "l", (0.02, 0.12, 0.15))
    keys = tuple(_key(human, 60.0 * k, k, [right, foot]) for k, foot in enumerate((left, above, ahead)))
    goals = (
        TimedGoal(goal=right),
        TimedGoal(goal=left, spans=(Span(start=0, end=40),)),
        TimedGoal(goal=ahead, spans=(Span(start=80, end=120),)),
    )
    return Scene(Keyframes(figure=human, keys=keys), goals)


class FootSlide(Experiment, id="X5", title="Feet slide between keys", source="Welman, fig. 6.5"):
    """Keys in which the feet stand at the same place.  Interpolated, the feet slide; held by constraints, they do not.

    A second scene has a foot that leaves the ground and comes down again.  Each frame by itself, as in the thesis, is
    compared with frames solved one after the other, with the least change whose jumps are faded out (live), and with
    the whole clip at once (smooth).
    """

    repetitions = 3

    def run(self, folder: Path) -> list[Row]:
        human = bodies.load("human")
        scenes = {"standing": standing(human), "stepping": stepping(human)}
        self._pictures(folder, scenes["standing"])
        courses = {name: self._courses(scene) for name, scene in scenes.items()}
        self._plot(folder / "x5_slip.png", scenes, courses)
        facts = {
            name: {method: _facts(scenes[name], *course) for method, course in found.items()}
            for name, found in courses.items()
        }
        write_numbers(folder / "x5.json", facts)
        rows = [
            Row("slip without constraints", "visible", _slip(facts["standing"]["plain"])),
            Row("slip with constraints", "none", _slip(facts["standing"]["live"])),
        ]
        for name, found in facts.items():
            for method, fact in found.items():
                calm = f"{fact['acceleration']:,.1f} rad/s², jerk {fact['jerk']:,.0f} rad/s³"
                asked = f"order {fact['order']:.2g}°" if method != "plain" else "interpolated"
                ours = f"{_slip(fact)}; {calm}; {asked}; {fact['milliseconds']:.2g} ms a frame"
                rows.append(Row(f"{name}, {method}", "", ours))
        return rows

    def _courses(self, scene: Scene) -> Courses:
        frames = scene.plain.frames()
        each = Scene(scene.plain, tuple(_without_windows(goal) for goal in scene.goals))
        ways: dict[str, Callable[[], Callable[[Array], Array]]] = {
            "plain": lambda: scene.plain.at,
            EACH: lambda: each.held().at,
            "one after the other": lambda: _Chain(scene),
            "live": lambda: scene.held().at,
            "smooth": lambda: scene.held(method="smooth").at,
        }
        made = {}
        for name, new in ways.items():
            seconds = []
            for _ in range(self.repetitions):
                way = new()  # a clip keeps what it has solved
                begin = time.process_time()
                states = way(frames)
                seconds.append(time.process_time() - begin)
            made[name] = (states, new()(frames[::-1])[::-1], min(seconds) / len(frames))
        return made

    def _pictures(self, folder: Path, scene: Scene) -> None:
        """Three pictures, as in the thesis: the keys, the frames between them, and the same with constraints."""
        clips: dict[str, tuple[Clip, Sequence[float]]] = {
            "keys": (scene.plain, (0, 60, 120)),
            "plain": (scene.plain, tuple(range(0, 121, 20))),
            "held": (scene.held(), tuple(range(0, 121, 20))),
        }
        for name, (clip, frames) in clips.items():
            points = () if name == "keys" else ("l_toe tip", "r_toe tip")
            image = strobe(clip, frames, spread=False, points=points, size=(560, 640), title=name)
            write_picture(folder / f"x5_{name}.png", image)

    def _plot(self, path: Path, scenes: dict[str, Scene], courses: dict[str, Courses]) -> None:
        plot = new_plot(11, 6.5)
        grid = plot.subplots(2, len(scenes), sharex=True, squeeze=False)
        for (above, below), (name, scene) in zip(grid.T, scenes.items(), strict=True):
            frames, rate = scene.plain.frames(), scene.plain.rate
            for k, (method, (states, _, _)) in enumerate(courses[name].items()):
                slip = 1000 * np.maximum(_slips(scene, frames, states)[0], 1e-9)
                above.semilogy(frames, slip, color=f"C{k}", lw=1.5 + (method == EACH), label=method)
                if method != "plain":
                    change = np.diff(states - courses[name]["plain"][0], 2, axis=0) * rate**2
                    below.semilogy(frames[1:-1], np.abs(change).max(axis=1), color=f"C{k}", lw=1.5 + (method == EACH))
            above.set(title=name, ylabel="slip of the feet [mm]")
            below.set(xlabel="frame", ylabel="acceleration of the change [rad/s²]")
            for axes in (above, below):
                axes.grid(alpha=0.3)
        grid[0, 0].legend(fontsize="small")
        plot.savefig(path)


class _Chain:
    """Frames solved one after the other, each from the one before: near the plain pose, and going on as it did."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def __call__(self, frames: Array) -> Array:
        figure = self._scene.plain.figure
        handle = Parameters(names=figure.parameter_names)
        states: list[Array] = []
        for frame, plain in zip(frames.tolist(), self._scene.plain.at(frames), strict=True):
            hard = [goal.goal for goal in self._scene.goals if goal.holds_at(frame)]
            last = states[-1] if states else plain
            before = states[-2] if len(states) > 1 else last
            soft: list[Goal] = [MatchValues(values=handle, target=tuple(plain))]
            soft.append(MatchValues(values=handle, target=tuple(2 * last - before)))  # go on as before
            problem = Problem(figure, soft, hard=hard)
            states.append(as_solver("lm", restarts=0).solve(problem, last, preferred_bends=False).q)
        return np.array(states)


def _without_windows(goal: TimedGoal) -> TimedGoal:
    spans = tuple(Span(start=span.start, end=span.end, ease_in=0, ease_out=0) for span in goal.ordered)
    return TimedGoal(goal=goal.goal, spans=spans)


def _slips(scene: Scene, frames: Array, states: Array) -> tuple[Array, Array]:
    """How far [m] and by how much [rad] a foot is from where it should stand, at each frame."""
    problems = [(goal, Problem(scene.plain.figure, hard=[goal.goal])) for goal in scene.goals]
    metres, radians = np.zeros(len(frames)), np.zeros(len(frames))
    for k, (frame, q) in enumerate(zip(frames.tolist(), states, strict=True)):
        errors = [problem.errors(q)[0] for goal, problem in problems if goal.holds_at(frame)]
        metres[k], radians[k] = (max((error[unit] for error in errors), default=0.0) for unit in ("m", "rad"))
    return metres, radians


def _facts(scene: Scene, states: Array, backwards: Array, seconds: float) -> dict[str, float]:
    frames, rate = scene.plain.frames(), scene.plain.rate
    metres, radians = _slips(scene, frames, states)
    moved = np.diff(states, 2, axis=0) * rate**2
    return {
        "slip": 1000 * float(metres.max()),
        "turn": float(np.degrees(radians.max())),
        "acceleration": float(np.abs(moved).max()),
        "jerk": float(np.abs(np.diff(moved, axis=0)).max()) * rate,
        "order": float(np.degrees(np.abs(states - backwards).max())),
        "milliseconds": 1000 * seconds,
    }


def _slip(fact: dict[str, float]) -> str:
    return f"{fact['slip']:.3g} mm, {fact['turn']:.2g}°"
