"""pink: weighted tasks in a quadratic program on Pinocchio's kinematics, one step per call."""

from __future__ import annotations

import numpy as np

from benchmarks.peers_solvers.tasks import Array, Solve, Task, Unfit, search

REQUIREMENTS = ("pin-pink>=3,<5", "daqp")


def prepare(task: Task) -> Solve:
    """``solve_ik`` in a loop, with whole Gauss-Newton steps inside the joint limits."""
    if len(task.joints) > 100:
        raise Unfit("takes gigabytes of memory")
    import pink
    import pinocchio as pin

    free = (pin.JointModelFreeFlyer(),) if task.whole_figure else ()
    model = pin.buildModelFromUrdf(str(task.urdf), *free)
    data = model.createData()
    offsets = [model.joints[model.getJointId(name)].idx_q for name in task.joints]
    rest = pin.neutral(model)
    if task.base_start is not None:
        rest[:3] = task.base_start[:3, 3]
    tasks = [
        pink.tasks.FrameTask(frame, position_cost=float(place), orientation_cost=float(turn), lm_damping=1e-6)
        for frame, place, turn in zip(task.frames, task.places, task.turns, strict=True)
    ]
    limits = [pink.limits.ConfigurationLimit(model, config_limit_gain=1.0)]
    at = pink.Configuration(model, data, rest)

    def begin(q: Array) -> None:
        state = rest.copy()
        state[offsets] = q
        at.update(state)

    def step() -> Array:
        velocity = pink.solve_ik(at, tasks, 1.0, solver="daqp", limits=limits, safety_break=False)
        at.integrate_inplace(velocity, 1.0)
        return np.array([at.get_transform_frame_to_world(frame).homogeneous for frame in task.frames])

    def found() -> Array:
        q = np.clip(at.q[offsets], task.lo, task.hi)
        return np.concatenate([q, pin.XYZQUATToSE3(at.q[:7]).homogeneous[:3].reshape(-1)]) if free else q

    def solve(i: int) -> Array:
        for goal, target in zip(tasks, task.targets[i], strict=True):
            goal.set_target(pin.SE3(target))
        return search(task, i, begin, step, found)

    return solve
