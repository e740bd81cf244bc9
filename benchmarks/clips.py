"""Clips: states between keys, goals held on in-betweens; beside SciPy, pymotion and Blender."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation, RotationSpline, Slerp

from benchmarks.captured import foot_locks, read_bvh
from benchmarks.environments import python_with
from benchmarks.timing import Row, best_times, readable
from manikin import bodies
from manikin.clips import Constrained, Keyframes, balls
from manikin.clips.differences import difference
from manikin.clips.key import Key
from manikin.clips.smooth import KEPT
from manikin.clips.timed_goal import TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.experiments.x11_walk import hills
from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.language.goals import lock_from_text
from manikin.language.motion.script import play

__all__ = ["calm_rows", "held_rows", "peer_rows", "state_rows"]

HERE = Path(__file__).parent
DATA = Path(os.environ.get("MANIKIN_DATA", HERE.parent.parent / "shared" / "data"))
HUMAN = bodies.load("human")
MANY_JOINTS = HUMAN.ungrouped("spine", "right shoulder", "left shoulder")
"""102 parameters: every joint but those of single fingers."""
FEET = tuple(lock_from_text(foot, HUMAN.pose()) for foot in ("l_foot", "r_foot"))
MANY = 10_000


def _bound(numbers: dict[str, Any], bounds: dict[str, float], calls: dict[str, Callable[[], object]]) -> list[Row]:
    """Times beside the most that they should be."""
    rows = []
    for what, call in calls.items():
        seconds = best_times({what: call}, rounds=8)[what]
        numbers[what] = seconds
        bound = bounds[what]
        rows.append(Row(what, readable(seconds), f"at most {readable(bound)}", bound / seconds, 1.0))
    return rows


def _keyed(figure: Figure, count: int = 10, seed: int = 0) -> Keyframes:
    """Random keys near the rest pose."""
    rng = np.random.default_rng(seed)
    q = np.clip(figure.rest + 0.3 * rng.normal(size=(count, figure.size)), figure.lo, figure.hi)
    return Keyframes(figure=figure, keys=tuple(Key(frame=30.0 * i, q=tuple(row)) for i, row in enumerate(q)))


def state_rows(numbers: dict[str, Any]) -> list[Row]:
    """States between keys."""
    bounds: dict[str, float] = {}
    calls: dict[str, Callable[[], object]] = {}
    for name, figure, one, many in (("human", HUMAN, 6e-6, 15e-3), ("ungrouped", MANY_JOINTS, 12e-6, 35e-3)):
        clip = _keyed(figure)
        frames = np.random.default_rng(1).uniform(0, clip.end, MANY)
        calls[f"state at a frame, {name}"] = lambda clip=clip: clip.state(77.3)  # type: ignore[misc]
        bounds[f"state at a frame, {name}"] = one
        calls[f"10,000 states, {name}"] = lambda clip=clip, frames=frames: clip.at(frames)  # type: ignore[misc]
        bounds[f"10,000 states, {name}"] = many
    clip = _keyed(HUMAN)
    frames = np.random.default_rng(1).uniform(0, clip.end, MANY)
    what = "10,000 states and their transforms, human"
    calls[what], bounds[what] = lambda: HUMAN.tree.forward_batch(clip.at(frames)), 25e-3
    rows = _bound(numbers, bounds, calls)
    share = _memory()
    numbers["memory of 100,000 frames over their numbers"] = share
    rows.append(Row("memory of 100,000 frames over their numbers", f"{share:.2f}", "at most 1.2", 1.2 / share, 1.0))
    return rows


def _memory() -> float:
    """Memory that a process takes for a long clip that is asked all along, over that of its numbers."""
    code = """
import numpy as np
from manikin import bodies
from manikin.clips import Samples
human = bodies.load("human")
small = Samples(figure=human, data=np.tile(human.rest, (200, 1)))
small.at(np.linspace(0.5, 198.5, 64))
def resident():
    with open("/proc/self/statm") as file:
        return 4096 * int(file.read().split()[1])
before = resident()
data = np.tile(human.rest, (100_000, 1))
data.flags.writeable = False
clip = Samples(figure=human, data=data)
for frame in np.linspace(0.5, 99_998.5, 300):
    clip.state(frame)
print((resident() - before) / data.nbytes)
"""
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def swaying(seed: int, keys: int = 4, *, easy: bool = True) -> Keyframes:
    """Poses with both feet in place and the pelvis elsewhere in each; easy ones have no leg at a limit."""
    rng = np.random.default_rng(seed)
    rest = HUMAN.pose()
    legs = [HUMAN.index(f"{side}_{name}") for side in "lr" for name in ("hip_twist", "knee", "ankle_flexion")]
    made: list[Key] = []
    while len(made) < keys:
        start = HUMAN.rest.copy()
        for name in ("spine_bend", "spine_twist", "l_shoulder_elevation", "r_shoulder_elevation", "l_elbow", "r_elbow"):
            column = HUMAN.index(name)
            start[column] = np.clip(start[column] + 0.4 * rng.normal(), HUMAN.lo[column], HUMAN.hi[column])
        start[HUMAN.index("root_turn")] += 0.3 * rng.normal()
        place = rest.position("pelvis") + rng.uniform((-0.06, -0.12, -0.06), (0.06, -0.02, 0.06))
        goal = Position(point=HUMAN.point("pelvis"), target=tuple(place), weight=10.0)
        q = HUMAN.solve([goal], hard=FEET, start=start).q
        if not easy or (np.minimum(q - HUMAN.lo, HUMAN.hi - q)[legs] > 0.01).all():
            made.append(Key(frame=30.0 * len(made), q=tuple(q)))
    return Keyframes(figure=HUMAN, keys=tuple(made))


def held_rows(numbers: dict[str, Any]) -> list[Row]:
    """Goals held on in-betweens: each time with everything that an edit would have to do again."""
    source = swaying(0, keys=11)
    feet = tuple(TimedGoal(goal=goal) for goal in FEET)
    live = Constrained(source=source, goals=feet)
    live.state(3.3)
    hard = Constrained(source=swaying(0, keys=11, easy=False), goals=feet)
    frames = np.arange(301.0)
    calls: dict[str, Callable[[], object]] = {
        "one held frame, both feet": lambda: live.state(77.3),
        "300 frames, both feet, live": lambda: replace(live).at(frames),
        "300 frames, both feet, smooth": lambda: _smooth(live, frames),
        "300 frames, both feet, legs at limits, live": lambda: replace(hard).at(frames),
        "300 frames, both feet, legs at limits, smooth": lambda: _smooth(hard, frames),
    }
    bounds = dict(zip(calls, (60e-6, 15e-3, 25e-3, 15e-3, 25e-3), strict=True))
    whole = _feet_and_hand()
    what = "301 frames x 102, feet and hand, smooth"
    calls[what], bounds[what] = lambda: _smooth(whole, frames), 0.2
    file = DATA / "bvh" / "cmu_02_01_walk.bvh"
    if file.is_file():
        captured = read_bvh(file)
        locked = Constrained(source=captured, goals=foot_locks(captured))
        what = f"captured {len(captured.data)} x {captured.figure.size}, {len(locked.goals)} locks, smooth"
        calls[what] = lambda: _smooth(locked, captured.frames())
        bounds[what] = 50e-3
    what = "a walk of 12 steps over hills, from text to frames"
    calls[what], bounds[what] = _walked, 0.5
    return _bound(numbers, bounds, calls)


def _smooth(clip: Constrained, frames: np.ndarray) -> np.ndarray:
    """Frames of a clip solved over whole intervals, none of which is known from before."""
    KEPT.forget()
    return replace(clip, method="smooth").at(frames)


HILLS = """
ground heights 33 {heights} origin -2 -1 spacing 0.15625 0.159
0: walk through 0 0, 0.1 1.6, 0.9 3.2, 1.0 5.0 step 0.5
"""


def _walked() -> object:
    """The frames of a motion script that walks through four places over hills."""
    clip = play(HILLS.format(heights=_heights()), HUMAN)
    return clip.at(clip.frames())


@cache
def _heights() -> str:
    return " ".join(f"{height:.4f}" for row in hills().heights for height in row)


def _feet_and_hand() -> Constrained:
    """The ungrouped human sways with a hand and both feet in place."""
    figure = MANY_JOINTS
    rest, rng = figure.pose(), np.random.default_rng(3)
    locks = [lock_from_text(part, rest) for part in ("l_foot", "r_foot", "r_hand")]
    keys = []
    for i in range(11):
        place = rest.position("pelvis") + rng.uniform((-0.05, -0.08, -0.05), (0.05, -0.02, 0.05))
        goal = Position(point=figure.point("pelvis"), target=tuple(place), weight=10.0)
        keys.append(Key(frame=30.0 * i, q=tuple(figure.solve([goal], hard=locks, start=figure.rest).q)))
    source = Keyframes(figure=figure, keys=tuple(keys))
    return Constrained(source=source, goals=tuple(TimedGoal(goal=lock) for lock in locks))


def calm_rows(numbers: dict[str, Any], count: int) -> list[Row]:
    """Slip at fractional frames and acceleration over the plain clip's, in random clips with both feet held."""
    rows = []
    rest = HUMAN.pose()
    for method, easy in (("live", True), ("live", False), ("smooth", True), ("smooth", False)):
        slips, ratios = [], []
        frames, fractions = np.arange(91.0), np.arange(90.0) + 0.37
        for seed in range(count):
            plain = swaying(seed, easy=easy)
            clip = Constrained(source=plain, goals=tuple(TimedGoal(goal=goal) for goal in FEET), method=method)  # type: ignore[arg-type]
            ratios.append(_acceleration(clip.at(frames)) / _acceleration(plain.at(frames)))
            for q in clip.at(fractions)[::6]:
                pose = HUMAN.pose(q)
                slips += [float(np.linalg.norm(pose.position(p) - rest.position(p))) for p in ("l_foot", "r_foot")]
        what = f"{count} random clips, {method}" + ("" if easy else ", legs at limits")
        numbers[what] = {"slip [m]": max(slips), "acceleration": ratios}
        rows.append(
            Row(f"{what}: slip", f"{1000 * max(slips):.1e} mm", "below 0.001 mm", 1e-6 / max(max(slips), 1e-12), 1.0)
        )
        text = f"median {np.median(ratios):.2f}, worst {max(ratios):.2f}"
        rows.append(Row(f"{what}: acceleration over the plain", text, "worst at most 1.25", 1.25 / max(ratios), 1.0))
    clip = Constrained(source=swaying(0), goals=tuple(TimedGoal(goal=goal) for goal in FEET))
    frames = np.linspace(0, 90, 181)
    order = np.random.default_rng(0).permutation(len(frames))
    same = bool((np.array([replace(clip).state(f) for f in frames[order]]) == clip.at(frames)[order]).all())
    rows.append(Row("frames in any order", "the same bits" if same else "differ", "the same bits", float(same), 1.0))
    return rows


def _acceleration(states: np.ndarray) -> float:
    return float(np.abs(np.diff(difference(HUMAN, states[1:], states[:-1]), axis=0)).max())


# ---- other libraries ---------------------------------------------------------------------------


def peer_rows(numbers: dict[str, Any]) -> list[Row]:
    """25 balls at 10,000 times beside SciPy's curves and pymotion's slerp; a frame of an armature beside Blender."""
    figure = MANY_JOINTS
    clip = _keyed(figure)
    frames = np.random.default_rng(1).uniform(0, clip.end, MANY)
    keys = np.array([key.q for key in clip.keys])
    times = [key.frame for key in clip.keys]
    turns = []
    for track in tracks_of(figure):
        if track.is_ball:
            axes = np.broadcast_to(track.axis_rows, (len(keys), 3, 3))
            turns.append(Rotation.from_quat(balls.rotation(axes, keys[:, list(track.columns)])))
    slerps = [Slerp(times, turn) for turn in turns]
    splines = [RotationSpline(times, turn) for turn in turns]
    straight = Keyframes(figure=figure, keys=tuple(replace(key, curve="linear") for key in clip.keys))
    seconds = best_times(
        {
            "slerp": lambda: straight.at(frames),
            "spline": lambda: clip.at(frames),
            "SciPy Slerp": lambda: [slerp(frames) for slerp in slerps],
            "SciPy RotationSpline": lambda: [spline(frames) for spline in splines],
        },
        rounds=5,
    )
    numbers["25 balls"] = seconds
    rows = [
        Row(
            f"10,000 states of 102 parameters ({own}), beside {other} of the 25 balls alone",
            readable(seconds[own]),
            readable(seconds[other]),
            seconds[other] / seconds[own],
            1.0,
        )
        for own, other in (("slerp", "SciPy Slerp"), ("spline", "SciPy RotationSpline"))
    ]
    for name, requirements in (("pymotion", ("upc-pymotion",)), ("bpy", ("bpy",))):
        found = _run_peer(name, requirements)
        numbers[name] = found
        if isinstance(found, str):
            rows.append(Row(f"beside {name}", "", found, float("nan")))
            continue
        own = {"slerp of 25 rotations at 10,000 times": seconds["slerp"]} if name == "pymotion" else _frames_alone(clip)
        for what, other in found.items():
            rows.append(Row(f"beside {name}: {what}", readable(own[what]), readable(other), other / own[what], 1.0))
    return rows


def _frames_alone(clip: Keyframes) -> dict[str, float]:
    """Times of what Blender is timed for: a frame, a frame with both feet held, and 300 of them baked."""
    held = Constrained(source=swaying(0, keys=11), goals=tuple(TimedGoal(goal=goal) for goal in FEET))
    held.state(3.3)
    poses = {
        "frame_set of 47 bones with keyed rotations": lambda: clip.figure.tree.forward(clip.state(77.3)),
        "the same with IK on two limbs": lambda: HUMAN.tree.forward(held.state(77.3)),
        "nla.bake of 300 frames with IK on two limbs": lambda: replace(held).bake(0, 299),
    }
    return best_times(poses, rounds=12)


def _run_peer(name: str, requirements: tuple[str, ...]) -> dict[str, float] | str:
    """Times of another library by what was measured, or why there are none."""
    python, reason = python_with(f"clips-{name}", requirements)
    if not python:
        return reason
    done = subprocess.run(
        [python, str(HERE / "peers_clips" / f"{name}_times.py")], capture_output=True, text=True, timeout=900
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not lines:
        last = (done.stderr or done.stdout).strip().splitlines()
        return f"does not run: {last[-1] if last else 'no answer'}"
    found: dict[str, float] = json.loads(lines[-1])
    return found
