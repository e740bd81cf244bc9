"""placo: a quadratic program on Pinocchio's kinematics, one step per call."""

from __future__ import annotations

import time

import numpy as np

from benchmarks.peers_solvers.circle import DAMPING, STEP, Circle
from benchmarks.peers_solvers.tasks import Array, Solve, Task, Unfit, search
from benchmarks.peers_solvers.track import Track

REQUIREMENTS = ("placo>=0.9,<1",)


def prepare(task: Task) -> Solve:
    """``KinematicsSolver.solve`` in a loop, with joint limits."""
    if len(task.joints) > 100:
        raise Unfit("takes gigabytes of memory")
    import placo

    robot = placo.RobotWrapper(str(task.urdf), placo.Flags.ignore_collisions)
    solver = placo.KinematicsSolver(robot)
    solver.enable_joint_limits(True)
    if not task.whole_figure:
        solver.mask_fbase(True)
    base = np.eye(4) if task.base_start is None else task.base_start
    wanted = []
    for frame, place, turn in zip(task.frames, task.places, task.turns, strict=True):
        if place and turn:
            both = solver.add_frame_task(frame, np.eye(4))
            both.configure(frame, "soft", 1.0, 1.0)
            wanted.append(both)
        elif place:
            wanted.append(solver.add_position_task(frame, np.zeros(3)))
            wanted[-1].configure(frame, "soft", 1.0)
        else:
            wanted.append(solver.add_orientation_task(frame, np.eye(3)))
            wanted[-1].configure(frame, "soft", 1.0)
    offsets = [robot.get_joint_offset(name) for name in task.joints]
    rest = np.array(robot.state.q)

    def begin(q: Array) -> None:
        state = rest.copy()
        state[offsets] = q
        robot.state.q = state
        if task.whole_figure:
            robot.set_T_world_fbase(base)
        robot.update_kinematics()

    def step() -> Array:
        solver.solve(True)
        robot.update_kinematics()
        return np.array([robot.get_T_world_frame(frame) for frame in task.frames])

    def found() -> Array:
        q = np.clip(np.array(robot.state.q)[offsets], task.lo, task.hi)
        return np.concatenate([q, robot.get_T_world_fbase()[:3].reshape(-1)]) if task.whole_figure else q

    def solve(i: int) -> Array:
        for goal, place, turn, target in zip(wanted, task.places, task.turns, task.targets[i], strict=True):
            if place and turn:
                goal.T_world_frame = target
            elif place:
                goal.target_world = target[:3, 3]
            else:
                goal.R_world_frame = target[:3, :3]
        return search(task, i, begin, step, found)

    return solve


def follow(circle: Circle) -> Solve:
    """``solve`` once per pass: the soles are hard tasks, the hand a soft one, joint limits hold."""
    import placo

    task = circle.task
    robot = placo.RobotWrapper(str(task.urdf), placo.Flags.ignore_collisions)
    solver = placo.KinematicsSolver(robot)
    solver.enable_joint_limits(True)
    solver.dt = STEP
    offsets = [robot.get_joint_offset(name) for name in task.joints]
    state = np.array(robot.state.q)
    state[offsets] = task.starts[0]

    def begin() -> None:
        robot.state.q = state.copy()
        robot.set_T_world_fbase(circle.base)
        robot.update_kinematics()

    begin()
    for foot in circle.feet:
        solver.add_frame_task(foot, robot.get_T_world_frame(foot)).configure(foot, "hard", 1.0, 1.0)
    first = robot.get_T_world_frame(circle.hand)[:3, 3].copy()
    hand = solver.add_position_task(circle.hand, first)
    hand.configure(circle.hand, "soft", 1.0)
    solver.add_regularization_task(DAMPING)

    def solve(k: int) -> Array:
        if k == 0:
            begin()
        hand.target_world = first + circle.offsets[k]
        for _ in range(circle.passes):
            solver.solve(True)
            robot.update_kinematics()
        return np.concatenate([np.array(robot.state.q)[offsets], robot.get_T_world_fbase()[:3].reshape(-1)])

    return solve


def track(path: Track) -> tuple[list[Array], list[float]]:
    """``solve`` once a frame, with joint and velocity limits."""
    import placo

    robot = placo.RobotWrapper(str(path.urdf), placo.Flags.ignore_collisions)
    solver = placo.KinematicsSolver(robot)
    solver.mask_fbase(True)
    solver.enable_joint_limits(True)
    robot.set_velocity_limits(path.speed)
    solver.enable_velocity_limits(True)
    solver.dt = STEP
    offsets = [robot.get_joint_offset(name) for name in robot.joint_names()]
    state = np.array(robot.state.q)
    state[offsets] = path.start
    robot.state.q = state
    robot.update_kinematics()
    first = robot.get_T_world_frame(path.frame).copy()
    hand = solver.add_frame_task(path.frame, first)
    hand.configure("hand", "soft", 1.0, 1.0)
    solver.add_regularization_task(DAMPING)
    states, seconds = [], []
    for offset in path.offsets:
        target = first.copy()
        target[:3, 3] += offset
        begin = time.perf_counter()
        hand.T_world_frame = target
        solver.solve(True)
        robot.update_kinematics()
        seconds.append(time.perf_counter() - begin)
        states.append(np.array(robot.state.q)[offsets])
    return states, seconds
