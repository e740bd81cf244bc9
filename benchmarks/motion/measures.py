"""What a motion is worth: numbers by name, from world frames that the referee computed; see docs/motion-quality.md."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchmarks.motion import RATE
from benchmarks.motion.follow import Motion
from benchmarks.motion.model import Limb, Model
from benchmarks.motion.posture import posture_measures
from benchmarks.motion.referee import exp, kinematics, log, misses
from benchmarks.motion.support import depths
from benchmarks.motion.task import Task

__all__ = ["Run", "measure", "turns_between"]

OK_MISS, OK_TURN = 1e-3, 1e-2
FLIP = np.radians(30.0)
BENT, FOLDED = 0.04, 0.15
ONSET = 8
STILL = 1e-5


@dataclass
class Run:
    """A motion along targets, seen by the referee.  ``lead`` frames at the begin do not count."""

    model: Model
    task: Task
    targets: np.ndarray
    motion: Motion

    @property
    def lead(self) -> int:
        return 0 if self.task.cold else self.task.settle

    @property
    def begin(self) -> int:
        """The first frame whose motion counts: a capture begins in full motion, and its first frames tell the onset."""
        return ONSET if self.task.family == "T11" else self.lead

    @cached_property
    def world(self) -> np.ndarray:
        """(lead + frames, links, 3, 4); of a library of bones only the last links of parts are there."""
        if self.motion.q is not None:
            return kinematics(self.model).forward(self.motion.q, self.motion.base)
        assert self.motion.frames is not None
        world = np.full((len(self.motion.frames), len(self.model.links), 3, 4), np.nan)
        world[:, [self.model.index[part] for part in self.model.parts]] = self.motion.frames
        return world

    @cached_property
    def turns(self) -> np.ndarray:
        """Rotations of the parts against their parents (lead + frames, parts, 3, 3)."""
        found = []
        for link, above in self.model.turning_parts:
            R = self.world[:, link, :, :3]
            found.append(R if above < 0 else np.swapaxes(self.world[:, above, :, :3], 1, 2) @ R)
        return np.stack(found, axis=1)

    @cached_property
    def speeds(self) -> np.ndarray:
        """ω = log(Rₜᵀ Rₜ₊₁)/Δt (frames between, parts, 3) [rad/s], from the last two frames that do not count on."""
        R = self.turns[max(self.begin - 2, 0) :]
        return log(np.swapaxes(R[:-1], -1, -2) @ R[1:]) * RATE

    @cached_property
    def accelerations(self) -> np.ndarray:
        """α = Δω/Δt (frames between, parts, 3) [rad/s²]."""
        return np.diff(self.speeds, axis=0) * RATE

    @cached_property
    def counted(self) -> np.ndarray:
        """World frames that count (frames, links, 3, 4)."""
        return self.world[self.lead :]

    @cached_property
    def misses(self) -> tuple[np.ndarray, np.ndarray]:
        """(frames, aims) [m] and [rad]."""
        return misses(self.model, self.task.aims, self.targets, self.counted)


def turns_between(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Angles (…) between rotations (…, 3, 3) [rad]."""
    return np.asarray(np.linalg.norm(log(np.swapaxes(A, -1, -2) @ B), axis=-1))


def measure(run: Run, second: Run | None = None) -> dict[str, float]:
    """All measures of a task's family; those that do not apply are not there."""
    task, found = run.task, {}
    found |= _misses(run)
    if run.motion.q is not None:
        found["beyond"] = _beyond(run)
    if any(aim.hard for aim in task.aims):
        found |= _slip(run)
    if task.cold:
        return found | posture_measures(run)
    speed = np.linalg.norm(run.speeds, axis=-1)
    found["speed"] = float(speed.max())
    if run.begin:
        found["acceleration"] = float(np.linalg.norm(run.accelerations, axis=-1).max())
        found |= _pops(run)
    if task.family == "T11":
        found |= {"elbows": _bends(run, "upper_arm"), "knees": _bends(run, "thigh")}
    found["flips"] = float(sum(_flips(run, limb) for limb in run.model.limbs))
    found["snaps"] = float((speed / RATE > FLIP).any(axis=1).sum())
    if task.family == "T4":
        found |= _stillness(run)
    if task.balance:
        found["poise"] = 1e3 * float(depths(run.model, run.counted).min())
    if "mean" in task.facts:
        link = run.model.index[task.aims[0].link]
        off = np.linalg.norm(run.counted[:, link, :, 3] - task.facts["mean"], axis=1)
        found["compromise"] = 1e3 * float(off.max())
        found["ok"] = 100 * float((off <= OK_MISS).mean())
    if task.family == "T7":
        weights = np.array([0.0 if aim.hard else aim.weight for aim in task.aims])
        found["objective"] = float((run.misses[0][-int(RATE) :] ** 2 @ weights).mean())
    if task.pairs is not None:
        found |= _pairs(run, run if second is None else second)
    if task.family == "T9":
        found |= _drift(run)
    return found


# ---- where the aims are ------------------------------------------------------------------------


def _misses(run: Run) -> dict[str, float]:
    task = run.task
    miss, turn = run.misses
    asked = np.array([not aim.hard for aim in task.aims])
    off = miss[:, asked].max(axis=1)
    found = {"miss": float(np.median(off)), "miss95": float(np.quantile(off, 0.95)), "miss_max": float(off.max())}
    found = {name: 1e3 * value for name, value in found.items()}
    # where aims cannot all be met, and the referee knows no least misses, frames cannot be said to be all right
    unknown = task.kind in ("press", "apart", "weights") or (task.balance and not task.cold)
    if not unknown:
        least = task.facts.get("least", 0.0)
        good = ((miss - least <= OK_MISS) & (turn <= OK_TURN)).all(axis=1)
        found["ok"] = 100 * float(good.mean())
    return found


def _beyond(run: Run) -> float:
    """Largest passing of a limit [°]."""
    assert run.motion.q is not None
    q = run.motion.q[run.lead :]
    return float(np.degrees(np.maximum(run.model.lo - q, q - run.model.hi).max(initial=0.0)))


def _slip(run: Run) -> dict[str, float]:
    locked = np.array([aim.hard for aim in run.task.aims])
    miss, turn = run.misses
    return {"slip": 1e3 * float(miss[:, locked].max()), "slip_turn": float(np.degrees(turn[:, locked].max()))}


# ---- how it moves ------------------------------------------------------------------------------


def _pops(run: Run) -> dict[str, float]:
    """Accelerations of the parts over those of the targets, as angles at the reach."""
    alpha = np.linalg.norm(run.accelerations, axis=-1)
    if run.lead:
        targets = np.concatenate([run.targets[:1], run.targets[:1], run.targets])
    else:
        targets = run.targets[run.begin - 2 :]
    linear = np.linalg.norm(np.diff(targets[..., 3], n=2, axis=0), axis=-1) * RATE**2 / run.task.reach
    omega = log(np.swapaxes(targets[:-1, ..., :3], -1, -2) @ targets[1:, ..., :3]) * RATE
    turned = [float(aim.pose) for aim in run.task.aims]  # of a point only its place is asked for
    asked = np.maximum(linear, np.linalg.norm(np.diff(omega, axis=0), axis=-1) * RATE * turned)
    peak, mean = asked.max(), np.sqrt((asked.max(axis=1) ** 2).mean())
    worst = alpha.max(axis=1)
    if peak < 1e-6 or len(worst) <= ONSET + 2:
        return {}
    return {
        "onset": float(worst[: ONSET + 2].max() / max(worst[ONSET + 2 :].max(), 1e-9)),
        "pop": float(worst.max() / peak),
        "pop_run": float(worst[ONSET + 2 :].max() / peak),
        "rough": float(np.sqrt((worst**2).mean()) / mean),
    }


def _flips(run: Run, limb: Limb) -> int:
    """Frames in which the middle of a bent limb swings by more than 30° about the line from base to tip.

    The line carries the middle along.  A straight limb has no side, and one that is folded together has no line.
    """
    start = max(run.begin - 1, 0)
    base, middle, tip = (run.world[start:, run.model.index[name], :, 3] for name in (limb.base, limb.middle, limb.tip))
    line, out, size, apart = bend(base, middle, tip)
    length = run.model.length(limb.base, limb.tip)
    swing = swings(line[:-1], out[:-1], line[1:], out[1:])
    tells = (size > BENT * length) & (apart > FOLDED * length)
    return int((tells[:-1] & tells[1:] & (swing > FLIP)).sum())


def bend(base: np.ndarray, middle: np.ndarray, tip: np.ndarray) -> tuple[np.ndarray, ...]:
    """Of places (frames, 3): the line's direction, what the middle is off it, how far, and the line's length."""
    line = tip - base
    apart = np.linalg.norm(line, axis=1)
    line = line / np.maximum(apart, 1e-12)[:, None]
    out = middle - base
    out = out - (out * line).sum(axis=1, keepdims=True) * line
    return line, out, np.linalg.norm(out, axis=1), apart


def swings(line: np.ndarray, out: np.ndarray, new_line: np.ndarray, new_out: np.ndarray) -> np.ndarray:
    """Angles (frames,) [rad] between bends, the first ones carried to the new lines by the shortest turn."""
    axis = np.cross(line, new_line)
    sine = np.linalg.norm(axis, axis=1)
    angle = np.arctan2(sine, (line * new_line).sum(axis=1))
    carried = np.einsum("fij,fj->fi", exp(axis / np.maximum(sine, 1e-12)[:, None] * angle[:, None]), out)
    across = np.linalg.norm(np.cross(carried, new_out), axis=1)
    return np.asarray(np.arctan2(across, (carried * new_out).sum(axis=1)))


def _bends(run: Run, kind: str) -> float:
    """Median angle [°] of elbows or knees from the captured ones, where both limbs are bent."""
    found = []
    for limb in run.model.limbs:
        if limb.base.endswith(kind):
            links = [run.model.index[name] for name in (limb.base, limb.middle, limb.tip)]
            own = bend(*(run.counted[ONSET:, link, :, 3] for link in links))
            true = bend(*np.moveaxis(run.task.facts[limb.base][ONSET:], 1, 0))
            length = run.model.length(limb.base, limb.tip)
            bent = (own[2] > BENT * length) & (true[2] > BENT * length)
            found.append(swings(true[0], true[1], own[0], own[1])[bent])
    return float(np.degrees(np.median(np.concatenate(found))))


def _stillness(run: Run) -> dict[str, float]:
    steps = np.linalg.norm(run.speeds, axis=-1) / RATE
    half = len(steps) // 2
    moving = np.flatnonzero(steps.max(axis=1) > STILL)
    over = (run.misses[0] - run.task.facts["least"])[half:]
    return {
        "jitter": float(np.sqrt((steps[half:] ** 2).mean())),
        "settled": float(moving[-1] + 1 if len(moving) else 0),
        "worse": 1e3 * float(over.max()),
    }


# ---- the same target twice ---------------------------------------------------------------------


def _pairs(run: Run, second: Run) -> dict[str, float]:
    assert run.task.pairs is not None
    first, other = run.task.pairs.T
    angles = turns_between(run.turns[run.lead + first], second.turns[second.lead + other])
    if run.task.family != "T8":
        return {"apart": float(np.degrees(angles.max()))}
    noise = np.linalg.norm(run.targets[first, ..., 3] - second.targets[other, ..., 3], axis=-1)
    unit = np.sqrt((noise**2).sum(axis=1).mean()) / run.task.reach
    relative = log(np.swapaxes(second.turns[second.lead + other], -1, -2) @ run.turns[run.lead + first])
    jumps = np.diff(relative, n=2, axis=0)
    own = np.diff(run.targets[first, ..., 3] - second.targets[other, ..., 3], n=2, axis=0)
    fast = np.sqrt((np.linalg.norm(own, axis=-1) ** 2).sum(axis=1).mean()) / run.task.reach
    return {
        "gain": float(np.sqrt((angles**2).sum(axis=1).mean()) / unit),
        "gain_fast": float(np.sqrt((jumps**2).sum(axis=(1, 2)).mean()) / fast),
    }


def _drift(run: Run) -> dict[str, float]:
    loops = np.array_split(run.turns[run.lead :], 10)
    size = min(map(len, loops))
    first, ninth, tenth = (loops[k][:size] for k in (0, 8, 9))
    return {
        "drift": float(np.degrees(turns_between(first, tenth).max())),
        "drift_last": float(np.degrees(turns_between(ninth, tenth).max())),
    }
