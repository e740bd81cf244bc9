"""Measures of poses: whether an elbow hangs as people's do, and who moves that need not (T12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.motion.models import model as model_of
from benchmarks.motion.referee import kinematics, log
from benchmarks.motion.support import depths

if TYPE_CHECKING:
    from benchmarks.motion.measures import Run

__all__ = ["posture_measures"]

FAR_OFF = 45.0
AT_LIMIT = np.radians(0.1)
ARM = ("r_upper_arm", "r_forearm", "r_hand")
IDLE = ("l_clavicle", "l_upper_arm", "l_forearm", "l_hand", "neck", "head")


def posture_measures(run: Run) -> dict[str, float]:
    """Of poses that each were reached from rest."""
    m, world = run.model, run.counted
    swivel = _swivel(run)
    found = {"swivel": float(np.median(swivel)), "swivel_far": 100 * float((swivel > FAR_OFF).mean())}
    if run.motion.q is not None:
        found |= _strain(run)
    if m.name != "human96":
        return found
    rest = kinematics(m).forward(m.rest)
    near = run.task.facts["arm_reaches"].astype(bool)
    pelvis = 1e3 * np.linalg.norm(world[:, 0, :, 3] - rest[0, :, 3], axis=1)
    trunk = m.index["t1"]
    lean = np.degrees(np.linalg.norm(log(rest[trunk, :, :3].T @ world[:, trunk, :, :3]), axis=1))
    idle = [m.index[name] for name in IDLE]
    above = [m.links[next(k for k in m.path(n) if m.links[k].part == n)].parent for n in IDLE]
    turns = np.swapaxes(world[:, above, :, :3], -1, -2) @ world[:, idle, :, :3]
    still = np.swapaxes(rest[above, :, :3], -1, -2) @ rest[idle, :, :3]
    fidget = np.degrees(np.linalg.norm(log(np.swapaxes(still, -1, -2) @ turns), axis=-1)).max(axis=1)
    poise = depths(m, world)
    for name, values in (("pelvis", pelvis), ("lean", lean)):
        found |= {name: float(np.median(values[near])), f"{name}_beyond": float(np.median(values[~near]))}
    return found | {
        "fidget": float(np.median(fidget)),
        "falls": 100 * float((poise < -1e-6).mean()),
        "poise": 1e3 * float(poise.min()),
    }


def _swivel(run: Run) -> np.ndarray:
    """Angles [°] of the elbow from where flexing it brings the hand to the head (Kim et al., EMBC 2011).

    The elbow is then in the plane of shoulder, wrist and head, on the side of the line shoulder-wrist that is away from
    the head.
    """
    m, world = run.model, run.counted
    shoulder, elbow, wrist = (world[:, m.index[name], :, 3] for name in ARM)
    if m.name == "human96":
        head = world[:, m.index["eyes"], :, 3]
    else:
        human = model_of("human96")
        head = kinematics(human).forward(human.rest)[human.index["eyes"], :, 3]
    line = wrist - shoulder
    line = line / np.linalg.norm(line, axis=1, keepdims=True)

    def across(v: np.ndarray) -> np.ndarray:
        v = v - (v * line).sum(axis=1, keepdims=True) * line
        return np.asarray(v / np.maximum(np.linalg.norm(v, axis=1, keepdims=True), 1e-12))

    return np.degrees(np.arccos(np.clip(-(across(elbow - shoulder) * across(head - shoulder)).sum(axis=1), -1, 1)))


def _strain(run: Run) -> dict[str, float]:
    """Of the arm's joints: how far they are from rest, as a share of the way to the limit on that side."""
    m, q = run.model, run.motion.q
    assert q is not None
    own = [k for k, link in enumerate(m.joints) if m.links[link].part in ARM]
    off, lo, hi = q[:, own] - m.rest[own], m.lo[own], m.hi[own]
    strain = off / np.maximum(np.where(off > 0, hi - m.rest[own], m.rest[own] - lo), 1e-9)
    at = ((q[:, own] < lo + AT_LIMIT) | (q[:, own] > hi - AT_LIMIT)).any(axis=1)
    return {"comfort": 1 - float(np.sqrt((np.clip(strain, -1, 1) ** 2).mean())), "at_limits": 100 * float(at.mean())}
