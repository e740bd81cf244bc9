"""Retargeting and foot-skate clean-up on captured clips, each measure beside its goal.

Lengths are for legs (thigh and shin) of 0.84 m.  The clips are files of others, in the folder that MANIKIN_DATA names.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from tests.support.paths import REAL_FILES
from tests.support.rigs import rig
from tests.support.skating import drifts, jerk, knee_pop, near_ground_slide, places

from benchmarks.timing import Row
from manikin import Figure, InputError, Samples, bodies, clean_feet, load_clip, load_skeleton, retarget
from manikin.body.clearance import avoid_self
from manikin.characters.contacts import find_contacts, ground_of
from manikin.characters.foot_points import LEG, foot_points
from manikin.characters.reference import reference_of
from manikin.characters.retargeting import Retargeted
from manikin.characters.roles import find_roles
from manikin.errors import FormatWarning
from manikin.problem.problem import Problem

__all__ = ["cleaning_rows", "present", "retarget_rows"]

WALK, ROBOT = "bvh/cmu_02_01_walk.bvh", "urdf/simple_humanoid.urdf"
SKATE = "bvh/footskate_demo_3d_1_raw.bvh"
CUTS = (40, 100, 150, 200)
"""Frames at which the walk is cut, in a stance and in a swing."""
AFTER = 0.5
"""When a clip that was cut must be as the whole [s]."""


def present() -> bool:
    """Whether the files are here."""
    return all((REAL_FILES / file).exists() for file in (WALK, ROBOT, SKATE))


@cache
def load(file: str) -> Samples:
    """A clip; the first frame of the walk is a T-pose and no part of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        clip = load_clip(REAL_FILES / file)
    assert isinstance(clip, Samples)
    return replace(clip, data=clip.data[1:]) if file == WALK else clip


@cache
def robot() -> Figure:
    """A humanoid of hinges."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        return Figure(load_skeleton(REAL_FILES / ROBOT))


def row(what: str, value: float, goal: float, unit: str = "", *, least: bool = False) -> Row:
    """A line with a bound: the value may not be larger, or with ``least`` not smaller."""
    ratio = (value / goal if least else (goal / value if value > 0 else math.inf)) if goal else float(value <= 0)
    shown = f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    return Row(what, f"{shown} {unit}".strip(), f"{'≥' if least else '≤'} {goal:g} {unit}".strip(), ratio, 1.0)


# ---- retargeting -------------------------------------------------------------------------------


def retarget_rows(numbers: dict[str, Any]) -> list[Row]:
    """Every measure, for the captured walk on itself, on the human and on a robot."""
    walk, human = load(WALK), bodies.load("human")
    found = [*_own_rows(walk), *_zero_pose_rows(walk), *_tail_rows(walk, human)]
    for name, figure, angle in (("human", human, 8.0), ("robot", robot(), 20.0)):
        found += _figure_rows(name, walk, figure, angle)
    refused = {"gltf/khronos_Fox.glb": "is no biped", "bvh/babylon_alien_blender.bvh": "not taken for a human body"}
    for file, sentence in refused.items():
        if (REAL_FILES / file).exists():
            found.append(
                row(
                    f"{Path(file).stem} is refused with a sentence",
                    float(_refused(walk, file, sentence)),
                    1,
                    least=True,
                )
            )
    numbers["retargeting"] = {one.what: one.ours for one in found}
    return found


def _own_rows(walk: Samples) -> list[Row]:
    scale = _scale(walk.figure)
    raw = retarget(walk, walk.figure, feet=False)
    clean = clean_feet(walk).clip
    planted = retarget(clean, clean.figure)
    apart = [
        np.linalg.norm(places(one.clip) - places(other), axis=-1).max()
        for one, other in ((raw, walk), (planted, clean))
    ]
    return [
        row("walk on its own skeleton, feet as they are: places", 1000 * apart[0] / scale, 1, "mm"),
        row("… directions of limbs", math.degrees(raw.worst[1]), 0.1, "°"),
        row("cleaned walk on its own skeleton, feet planted: places", 1000 * apart[1] / scale, 1, "mm"),
        row("… directions of limbs", math.degrees(planted.worst[1]), 0.1, "°"),
    ]


def _zero_pose_rows(walk: Samples) -> list[Row]:
    one = retarget(walk, rig("mixamo")).clip
    apart = 0.0
    for arms, legs in ((45.0, 0.0), (90.0, 8.0), (20.0, 15.0)):
        other = retarget(walk, rig("mixamo", arms=arms, legs=legs)).clip
        apart = max(apart, float(np.linalg.norm(places(other) - places(one), axis=-1).max()))
    return [row("the same character with other zero poses", 1000 * apart / _scale(one.figure), 1, "mm")]


def _tail_rows(walk: Samples, human: Figure) -> list[Row]:
    whole, found = places(retarget(walk, human).clip), []
    later, scale = round(AFTER * walk.rate), _scale(human)
    for cut in CUTS:
        part = places(retarget(replace(walk, data=walk.data[cut:]), human).clip)
        apart = np.linalg.norm(part - whole[cut:], axis=-1).max(axis=1)
        found.append(
            row(
                f"from frame {cut} on alone against the whole, after {AFTER} s",
                1000 * apart[later:].max() / scale,
                5,
                "mm",
            )
        )
    return found


def _figure_rows(name: str, walk: Samples, figure: Figure, angle: float) -> list[Row]:
    done, clear = retarget(walk, figure), retarget(walk, figure, avoid_self=True)
    clip, own = done.clip, done.clip.figure
    scale = _scale(own)
    skate, below, above = _planted(done, scale)
    beyond = np.maximum(clip.data - own.hi, own.lo - clip.data).max()
    rate = _fastest(lambda: retarget(walk, figure), len(walk.data))
    return [
        row(f"walk on the {name}: directions of limbs, median", math.degrees(done.direction_error), angle, "°"),
        row("… hands against the chest, in heights, mean", 100 * _hands(walk, done), 3, "%"),
        row("… travel in the source's contacts", 1000 * skate * 120 / walk.rate, 0.1, "mm/frame"),
        row("… below the ground in contacts, worst", 1000 * below, 3, "mm"),
        row("… over the ground in contacts, worst", 1000 * above, 8, "mm"),
        replace(row("… frames of contacts that are kept", 100 * _kept(walk, done), 90, "%", least=True), goal=None),
        row("… limits broken", max(float(beyond), 0.0) if beyond > 1e-9 else 0.0, 0, "rad"),
        row("… jerk against the source", _jerk_ratio(walk, done), 1.2),
        row("… with avoid_self: capsules through each other, worst", 1000 * _overlap(clear) / scale, 0, "mm"),
        row("… with avoid_self: jerk against the source", _jerk_ratio(walk, clear), 1.2),
        row("… speed on one core", rate, 200, "frames/s", least=True),
    ]  # fmt: skip


def _scale(figure: Figure) -> float:
    return reference_of(figure, find_roles(figure)).leg / LEG


def _planted(done: Retargeted, scale: float) -> tuple[float, float, float]:
    """Mean travel of a ball per frame, and how far it is below and above its ground, in contacts of the source [m]."""
    points = foot_points(done.clip, done.clip.data, done.roles)
    travel, low, high = [], 0.0, 0.0
    for contact in (one for one in done.contacts if one.point == "ball"):
        way = points.ways[contact.side, "ball"][contact.start : contact.end + 1]
        travel += np.linalg.norm(np.diff(way, axis=0), axis=1).tolist()
        height = way[:, points.up] - contact.place[points.up]
        low, high = max(low, -float(height.min())), max(high, float(height.max()))
    return float(np.mean(travel)) / scale, low / scale, high / scale


def _kept(walk: Samples, done: Retargeted) -> float:
    """Share of the frames of the source's contacts in which the target has one."""
    count = [0, 0]
    for k, contacts in enumerate((find_contacts(foot_points(walk, walk.data)), done.contacts)):
        count[k] = sum(one.end - one.start + 1 for one in contacts if one.point == "ball")
    return count[1] / count[0]


def _hands(walk: Samples, done: Retargeted) -> float:
    """How far hands are from where those of the source are against the shoulders, arms made as long; in heights."""
    ways = []
    for clip, roles in ((walk, done.source_roles), (done.clip, done.roles)):
        reference = reference_of(clip.figure, roles)
        world = np.asarray(clip.figure.forward(clip.data))
        chest = reference.turns(world)[:, reference.index(roles.chest)]
        at = world[..., 3] @ reference.turn.T
        for side in "lr":
            way = at[:, reference.index(f"{side}_hand")] - at[:, reference.index(f"{side}_upper_arm")]
            ways.append((np.swapaxes(chest, 1, 2) @ way[..., None])[..., 0] / reference.arm)
    target = reference_of(done.clip.figure, done.roles)
    top = "head" if "head" in done.roles else "neck" if "neck" in done.roles else "l_upper_arm"
    height = float(target.place(top)[1])
    apart = [np.linalg.norm(ways[k] - ways[k + 2], axis=1).mean() for k in range(2)]
    return float(np.mean(apart)) * target.arm / height


def _overlap(done: Retargeted) -> float:
    """How deep capsules of a figure go through each other at worst, of pairs that are apart at rest [m]."""
    apart = Problem(done.clip.figure, avoid_self(done.clip.figure, margin=0.0))
    return max(-float(apart.raw_residual(q).min(initial=0.0)) for q in done.clip.data[::3])


def _jerk_ratio(walk: Samples, done: Retargeted) -> float:
    own, other = done.source_roles, done.roles
    shared = [role for role in own.joints if role in other and not role.startswith("spine")]
    rough = []
    for clip, roles in ((walk, own), (done.clip, other)):
        way = places(clip)[:, [clip.figure.skeleton.index(roles[role]) for role in shared]]
        rough.append(float(np.sqrt((np.diff(way, 3, axis=0) ** 2).sum(-1).mean())))
    return rough[1] / rough[0] / done.scale


def _refused(walk: Samples, file: str, sentence: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            retarget(walk, Figure(load_skeleton(REAL_FILES / file)))
    except InputError as error:
        return sentence in str(error)
    return False


def _fastest(call: Callable[[], object], frames: int, rounds: int = 4) -> float:
    """Frames a second of processor time, the best of several rounds."""
    seconds = []
    for _ in range(rounds):
        begin = process_time()
        call()
        seconds.append(process_time() - begin)
    return frames / min(seconds)


# ---- clean-up ----------------------------------------------------------------------------------


def cleaning_rows(numbers: dict[str, Any]) -> list[Row]:
    """Every measure, on a captured run with much skate; the same on the walk for information."""
    found = _cleaned_rows("captured run", load(SKATE), goals=True)
    found += _cleaned_rows("captured walk", load(WALK), goals=False)
    rate = _fastest(lambda: clean_feet(load(WALK)), len(load(WALK).data))
    found.append(row("clean-up of 96 parameters, speed on one core", rate, 500, "frames/s", least=True))
    numbers["clean-up"] = {one.what: one.ours for one in found}
    return found


def _cleaned_rows(name: str, raw: Samples, *, goals: bool) -> list[Row]:
    before = foot_points(raw, raw.data)
    level, scale = ground_of(before)["ball"], before.scale
    done = clean_feet(raw)
    after = foot_points(done.clip, done.clip.data)
    again = clean_feet(done.clip)
    second = float(np.abs(places(again.clip) - places(done.clip)).max())
    drift = drifts(after, done.contacts)
    rows = [
        row(f"{name}: travel in contacts", 1000 * done.skate_after / scale, 0.1, "mm/frame"),
        row("… drift in a contact, mean", 1000 * float(np.mean(drift)) / scale, 0.5, "mm"),
        row("… drift in a contact, worst", 1000 * max(drift) / scale, 2, "mm"),
        row("… v (2 − 2^(h/25 mm))", 1000 * near_ground_slide(after, level), 0.5, "mm/frame"),
        row("… jerk against the raw clip", jerk(done.clip) / jerk(raw), 1.10),
        row("… largest pop of a knee against the raw clip", knee_pop(done.clip, after) / knee_pop(raw, before), 1.15),
        row("… hands and head moved, mean", 1000 * done.moved / scale, 12, "mm"),
        row("… moved by a second clean-up, worst", 1000 * second / scale, 0.1, "mm"),
    ]  # fmt: skip
    always = ("travel", "second")  # the run has a goal in every row, other clips in these
    return [one if goals or any(word in one.what for word in always) else replace(one, goal=None) for one in rows]
