"""Orocos KDL's Levenberg-Marquardt without limits, through PyKDL: Debian's python3-pykdl, which pip does not have."""

from __future__ import annotations

import numpy as np

from benchmarks.peers_solvers.tasks import Array, Solve, Task
from benchmarks.peers_solvers.urdf import joints_of

REQUIREMENTS = ()
SYSTEM = "PyKDL"
"""Found by the system's Python or not at all."""


def prepare(task: Task) -> Solve:
    """``ChainIkSolverPos_LMA``, with random restarts in a plain loop."""
    tip = task.tip
    import PyKDL as kdl  # noqa: N813

    by_child = {joint.child: joint for joint in joints_of(task.urdf)}
    way, link = [], tip
    while link != task.base:
        way.append(by_child[link])
        link = by_child[link].parent
    chain = kdl.Chain()
    for joint in reversed(way):
        # a segment of KDL moves first and is placed afterwards: its frame is the joint's position, not rotated
        place = kdl.Frame(kdl.Rotation.RPY(*joint.rpy), kdl.Vector(*joint.xyz))
        if joint.moves:
            axis = place.M * kdl.Vector(*joint.axis)
            moving = kdl.Joint(joint.name, place.p, axis, kdl.Joint.RotAxis)
            chain.addSegment(kdl.Segment(joint.child, moving, place))
        else:
            chain.addSegment(kdl.Segment(joint.child, kdl.Joint(joint.name, kdl.Joint.Fixed), place))
    turn = float(task.turns[0])
    weights = np.array([1.0, 1.0, 1.0, turn, turn, turn]).reshape(6, 1)
    solver = kdl.ChainIkSolverPos_LMA(chain, weights, 0.5 * task.metres, 500, 1e-15)
    count = len(task.joints)
    lo, hi = np.maximum(task.lo, -np.pi), np.minimum(task.hi, np.pi)
    targets = [
        kdl.Frame(kdl.Rotation(*target[:3, :3].reshape(-1)), kdl.Vector(*target[:3, 3]))
        for target in task.targets[:, 0]
    ]

    def solve(i: int) -> Array:
        rng = np.random.default_rng(i)
        q, out = kdl.JntArray(count), kdl.JntArray(count)
        for attempt in range(100):
            values = task.starts[i] if attempt == 0 else rng.uniform(lo, hi)
            for k in range(count):
                q[k] = values[k]
            if solver.CartToJnt(q, targets[i], out) >= 0:
                break
        return (np.array([out[k] for k in range(count)]) + np.pi) % (2 * np.pi) - np.pi

    return solve
