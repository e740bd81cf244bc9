"""T6 feet locked, T7 aims that disagree, T12 a place from rest: the whole body, and one arm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.motion.families.draw import Draw, base_of_reach, chain_task, eased, frames_at, random_state
from benchmarks.motion.families.paths import path_task
from benchmarks.motion.model import Model
from benchmarks.motion.models import absent, model
from benchmarks.motion.referee import Searcher, exp, kinematics
from benchmarks.motion.task import Aim, Task, rounded

__all__ = ["t6", "t7", "t12"]

FEET = {"human96": ("l_foot", "r_foot"), "talos": ("leg_left_6_link", "leg_right_6_link")}
FRAMES = 240


def body_task(
    name: str, kind: str, m: Model, aims: list[Aim], moving: np.ndarray, reach: float, q: np.ndarray, **more: object
) -> Task:
    """Feet locked where they are at the start, then the aims: moving (frames, aims, 3, 4)."""
    world = kinematics(m).forward(q)
    feet = [Aim(foot, True, hard=True) for foot in FEET[m.name]]
    still = np.broadcast_to(world[[m.index[foot] for foot in FEET[m.name]]], (len(moving), len(feet), 3, 4))
    targets = rounded(np.concatenate([still, moving], axis=1))
    base = rounded(m.base_frame)
    return Task(name, kind, m.name, (*feet, *aims), targets, rounded(q), base, reach, **more)  # type: ignore[arg-type]


def t6(seed: int, quick: bool) -> Iterator[Task]:
    for figure in ("human96",) if quick or absent("talos") else ("human96", "talos"):
        m = model(figure)
        q = m.rest if figure == "human96" else _crouched(m)
        leg = m.length(m.limbs[1].base, m.limbs[1].tip)
        start = kinematics(m).forward(q)[0]
        up = np.eye(3)[m.up]
        ahead, left = (np.eye(3)[2], np.eye(3)[0]) if m.up == 1 else (np.eye(3)[0], np.eye(3)[1])
        wave, a = 0.5 - 0.5 * np.cos(2 * np.pi * eased(FRAMES)), 2 * np.pi * eased(FRAMES)
        draw = Draw(seed, f"T6-{figure}")
        low, size, turn = draw.rng.uniform(0.15, 0.2), draw.rng.uniform(0.04, 0.06), draw.rng.uniform(0.25, 0.4)
        lift = draw.rng.uniform(0.08, 0.12)
        back = -ahead  # a pelvis that only goes down is stopped by the ankles
        lowered = start[:, 3] - 0.08 * up + 0.06 * back
        moves = {
            "down": start[:, 3] + low * wave[:, None] * (0.9 * back - up),
            "round": lowered + size * ((np.cos(a) - 1)[:, None] * ahead + np.sin(a)[:, None] * left),
            "turn": np.broadcast_to(lowered, (FRAMES, 3)),
            "above": start[:, 3] + lift * wave[:, None] * up,
        }
        for kind, places in moves.items():
            if quick and kind in ("round", "turn"):
                continue
            targets = frames_at(places, start[:, :3])
            if kind == "turn":
                targets[:, 0, :, :3] = exp(turn * np.sin(a)[:, None] * up) @ start[:, :3]
            aims = [Aim(m.links[0].name, kind == "turn")]
            task = body_task(f"T6-{figure}-{kind}", kind, m, aims, targets, leg, q)
            yield replace(task, facts={"least": _least_with_feet(task, m)})
    yield from _t6b(seed, quick)


def _crouched(m: Model) -> np.ndarray:
    """Knees a little bent, soles level: a robot's rest has straight knees beyond its limits."""
    q = np.clip(m.rest, m.lo, m.hi)
    for side in ("left", "right"):
        for joint, value in ((3, -0.4), (4, 0.8), (5, -0.4)):
            q[m.joint_names.index(f"leg_{side}_{joint}_joint")] = value
    return q


def _least_with_feet(task: Task, m: Model) -> np.ndarray:
    """The least misses with the feet locked; only legs and base can help a pelvis."""
    legs = {k for limb in (m.limbs[1], m.limbs[3]) for k in m.path(limb.tip)}
    free = np.array([i in legs for i in m.joints])
    searcher = Searcher(m, task.aims, free=free, fine=1e-9)
    count = np.arange(len(task.targets))
    least = np.full((len(count[::4]), len(task.aims)), np.inf)
    middle = len(least) // 2  # also from there on: a straight knee does not show the way in which it bends
    for order in (range(len(least)), range(middle, -1, -1), range(middle, len(least))):
        q, base = task.q, task.base
        for k in order:
            reach = searcher.search(task.targets[4 * k], q, base)
            q, base = reach.q, reach.base
            if reach.miss.sum() < least[k].sum():
                least[k] = np.where(reach.miss > 1e-4, reach.miss, 0.0)
    return np.stack([np.interp(count, count[::4], column) for column in least.T], axis=1)


def _t6b(seed: int, quick: bool) -> Iterator[Task]:
    """The right hand far ahead, far aside and low, and back; the body must not fall."""
    m = model("human96")
    kin = kinematics(m)
    start = kin.forward(m.rest)[m.index["r_palm"], :, 3]
    wave = (0.5 - 0.5 * np.cos(2 * np.pi * eased(FRAMES)))[:, None]
    for kind, far in {"front": (-0.25, 0.75, 0.85), "side": (-1.0, 1.1, 0.2), "low": (-0.2, 0.35, 0.55)}.items():
        if quick and kind != "front":
            continue
        name = f"T6b-human96-{kind}"
        place = np.array(far) + Draw(seed, name).rng.uniform(-0.03, 0.03, 3)
        targets = frames_at(start + wave * (place - start))
        reach = m.length("r_upper_arm", "r_palm")
        yield body_task(name, kind, m, [Aim("r_palm")], targets, reach, m.rest, balance=True)


def t7(seed: int, quick: bool) -> Iterator[Task]:
    for weight in (1, 10, 100):
        name = f"T7-arm7-weight{weight}"
        task = path_task(seed, name, "weights", "arm7", "circle", False)
        other = task.targets + np.zeros((3, 4))
        other[:, :, :, 3] += 0.04 * Draw(seed, f"other {name}").direction()
        both = rounded(np.concatenate([task.targets, other], axis=1))
        aims = (Aim("r_palm", weight=float(weight)), Aim("r_palm"))
        mean = (weight * both[:, 0, :, 3] + both[:, 1, :, 3]) / (weight + 1)
        yield replace(task, aims=aims, targets=both, facts={"mean": mean})
    m = model("human96")
    world = kinematics(m).forward(m.rest)
    ramp = np.concatenate([eased(180), np.ones(60)])[:, None]
    hands = ("l_palm", "r_palm")
    for kind, up in (("apart", 0.3), ("apart_low", -0.2))[: 1 if quick else None]:
        name = f"T7-human96-{kind}"
        far = np.array([[1.5, 1.3 + up, 0.1], [-1.5, 1.3 + up, 0.1]])
        far += Draw(seed, name).rng.uniform(-0.05, 0.05, (2, 3))
        ways = [frames_at(world[m.index[h], :, 3] * (1 - ramp) + ramp * p) for h, p in zip(hands, far, strict=True)]
        aims = [Aim(hand) for hand in hands]
        reach = m.length("r_upper_arm", "r_palm")
        yield body_task(name, "apart", m, aims, np.concatenate(ways, axis=1), reach, m.rest)


def t12(seed: int, quick: bool) -> Iterator[Task]:
    yield _arm_places(seed, 20 if quick else 200)
    yield from _body_places(seed, 8 if quick else 80)


def _arm_places(seed: int, count: int) -> Task:
    """Places in front of the body and beside it that the arm alone reaches, each from rest."""
    m, name = model("arm7"), "T12-arm7-places"
    draw = Draw(seed, name)
    base, reach = base_of_reach(m)
    searcher, places = Searcher(m, [Aim(m.tip)]), []
    while len(places) < count:
        place = base + reach * draw.rng.uniform(0.35, 0.92) * draw.direction()
        if place[2] < 0.05 or place[0] > 0.1:
            continue
        starts = [(m.rest, m.base_frame), *((random_state(m, draw), m.base_frame) for _ in range(3))]
        if searcher.best(frames_at(place[None])[0], starts, 1e-6).miss.max() < 1e-5:
            places.append(place)
    targets = frames_at(np.array(places))
    return chain_task(name, "arm", m, targets, m.rest, settle=0, cold=True)


def _body_places(seed: int, count: int) -> Iterator[Task]:
    """Places for the right palm with feet locked: half that the arm alone reaches, half beyond, of the same task."""
    m, arm, name = model("human96"), model("arm7"), "T12-human96-places"
    draw = Draw(seed, name)
    base, reach = base_of_reach(arm)
    alone = Searcher(arm, [Aim(arm.tip)])
    whole = Searcher(m, [*(Aim(f, True, hard=True) for f in FEET["human96"]), Aim("r_palm")])
    feet = kinematics(m).forward(m.rest)[[m.index[f] for f in FEET["human96"]]]
    near: list[np.ndarray] = []
    beyond: list[np.ndarray] = []
    while len(near) < count // 2 or len(beyond) < count // 2:
        place = base + reach * draw.rng.uniform(0.4, 1.6) * draw.direction()
        if place[2] < 0.1 or place[0] > 0.15 or place[1] < 0.5:
            continue
        target = frames_at(place[None])[0]
        starts = [(arm.rest, arm.base_frame), *((random_state(arm, draw), arm.base_frame) for _ in range(3))]
        if alone.best(target, starts, 1e-6).miss.max() < 1e-5:
            if len(near) < count // 2:
                near.append(place)
        elif len(beyond) < count // 2:
            found = whole.search(np.concatenate([feet, target]), m.rest, m.base_frame, 60)
            if found.miss.max() < 1e-3:
                beyond.append(place)
    targets = frames_at(np.array(near + beyond))
    facts = {"arm_reaches": np.arange(len(targets)) < len(near)}
    length = m.length("r_upper_arm", "r_palm")
    for balance in (False, True):
        full, kind = (f"{name}-balance", "balance") if balance else (name, "body")
        more = {"settle": 0, "cold": True, "balance": balance, "facts": facts}
        yield body_task(full, kind, m, [Aim("r_palm")], targets, length, m.rest, **more)
