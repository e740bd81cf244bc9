"""mink: weighted tasks in a quadratic program on MuJoCo's kinematics, one step per call."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.peers_solvers.circle import DAMPING, STEP, Circle
from benchmarks.peers_solvers.tasks import Array, Solve, Task, Unfit, search
from benchmarks.peers_solvers.urdf import joints_of

REQUIREMENTS = ("mink>=0.0.8", "daqp")


def prepare(task: Task) -> Solve:
    """``solve_ik`` in a loop, with whole Gauss-Newton steps inside the joint limits."""
    if len(task.joints) > 300:
        raise Unfit("takes long")
    import mink
    import mujoco

    model = model_of(task, mujoco)
    at = mink.Configuration(model)
    offsets = [model.joint(name).qposadr[0] for name in task.joints]
    rest = at.q.copy()
    if task.base_start is not None:
        rest[:3] = task.base_start[:3, 3]
    tasks = [
        mink.FrameTask(frame, "body", position_cost=float(place), orientation_cost=float(turn), lm_damping=1e-6)
        for frame, place, turn in zip(task.frames, task.places, task.turns, strict=True)
    ]
    limits = [mink.ConfigurationLimit(model, gain=1.0)]
    frames = [model.body(frame).id for frame in task.frames]
    out = np.zeros((len(frames), 4, 4))
    out[:, 3, 3] = 1.0

    def begin(q: Array) -> None:
        state = rest.copy()
        state[offsets] = q
        at.update(state)

    def step() -> Array:
        velocity = mink.solve_ik(at, tasks, 1.0, solver="daqp", limits=limits)
        at.integrate_inplace(velocity, 1.0)
        out[:, :3, :3] = at.data.xmat[frames].reshape(-1, 3, 3)
        out[:, :3, 3] = at.data.xpos[frames]
        return out

    def found() -> Array:
        q = np.clip(at.q[offsets], task.lo, task.hi)
        if not task.whole_figure:
            return q
        root = model.body(task.base).id
        return np.concatenate([q, np.c_[at.data.xmat[root].reshape(3, 3), at.data.xpos[root]].reshape(-1)])

    def solve(i: int) -> Array:
        for goal, target in zip(tasks, task.targets[i], strict=True):
            goal.set_target(mink.SE3.from_matrix(target))
        return search(task, i, begin, step, found)

    return solve


def follow(circle: Circle) -> Solve:
    """``solve_ik`` once per pass: the soles are equality constraints, the hand a task, joint limits hold."""
    import mink
    import mujoco

    task = circle.task
    model = model_of(task, mujoco)
    at = mink.Configuration(model)
    offsets = [model.joint(name).qposadr[0] for name in task.joints]
    start = at.q.copy()
    start[:3] = circle.base[:3, 3]
    start[offsets] = task.starts[0]
    at.update(start)
    feet = [mink.FrameTask(foot, "body", position_cost=1.0, orientation_cost=1.0) for foot in circle.feet]
    for foot in feet:
        foot.set_target_from_configuration(at)
    hand = mink.FrameTask(circle.hand, "body", position_cost=1.0, orientation_cost=0.0)
    first = at.get_transform_frame_to_world(circle.hand, "body").as_matrix()
    limits = [mink.ConfigurationLimit(model, gain=0.03)]  # the smoothest of 1, 0.3, 0.1, 0.03; else as good
    root = model.body(task.base).id

    def solve(k: int) -> Array:
        if k == 0:
            at.update(start)
        target = first.copy()
        target[:3, 3] += circle.offsets[k]
        hand.set_target(mink.SE3.from_matrix(target))
        for _ in range(circle.passes):
            velocity = mink.solve_ik(at, [hand], STEP, solver="daqp", damping=DAMPING, limits=limits, constraints=feet)
            at.integrate_inplace(velocity, STEP)
        base = np.c_[at.data.xmat[root].reshape(3, 3), at.data.xpos[root]].reshape(-1)
        return np.concatenate([at.q[offsets], base])

    return solve


def model_of(task: Task, mujoco: Any) -> Any:
    """The robot as bodies of a MuJoCo model under the links' names."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    solid = {"mass": 1.0, "inertia": [1.0, 1.0, 1.0], "explicitinertial": True}
    root = spec.worldbody.add_body(name=task.base, **solid)
    if task.whole_figure:
        root.add_freejoint()
    bodies = {task.base: root}
    waiting = joints_of(task.urdf)
    while waiting:
        ready = [joint for joint in waiting if joint.parent in bodies]
        if not ready:
            raise Unfit(f"{task.urdf.name} does not hang from {task.base}")
        for joint in ready:
            quaternion = np.zeros(4)
            mujoco.mju_mat2Quat(quaternion, joint.rotation.reshape(-1))
            body = bodies[joint.parent].add_body(name=joint.child, pos=joint.xyz, quat=quaternion, **solid)
            bodies[joint.child] = body
            if joint.moves:
                ends = {"limited": mujoco.mjtLimited.mjLIMITED_TRUE, "range": [joint.lo, joint.hi]}
                limits = ends if np.isfinite([joint.lo, joint.hi]).all() else {}
                body.add_joint(name=joint.name, type=mujoco.mjtJoint.mjJNT_HINGE, axis=joint.axis, **limits)
        waiting = [joint for joint in waiting if joint.parent not in bodies or joint.child not in bodies]
    return spec.compile()
