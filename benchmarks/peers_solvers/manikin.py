"""Ours: one session for all problems of a task, solved one after another, or all in one call."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.peers_solvers.circle import DAMPING, STEP, Circle
from benchmarks.peers_solvers.tasks import Array, Solve, Task
from benchmarks.peers_solvers.track import Track

REQUIREMENTS = ()


def prepare(task: Task) -> Solve:
    """``Session.solve``: the public function for many problems of one structure."""
    figure, problem, starts, constants = posed(task)
    session = solver(task).start(problem, starts[0])
    if not task.whole_figure:
        return lambda i: session.solve(starts[i], constants[i]).q
    tree, columns = figure.tree, [figure.index(name) for name in task.joints]

    def finish(q: Array) -> Array:
        return np.concatenate([q[columns], tree.forward(q)[0].reshape(-1)])

    def solve(i: int) -> Array:
        return session.solve(starts[i], constants[i]).q

    solve.finish = finish
    return solve


def prepare_all(task: Task, threads: int) -> Callable[[slice], Array]:
    """Many problems in one call."""
    _, problem, starts, constants = posed(task)
    method = solver(task)
    return lambda part: method.solve_batch(problem, starts[part], constants=constants[part], threads=threads).q


def solver(task: Task) -> Any:
    """lm; each row must be so small that three of them together are small enough.  The starts mean nothing."""
    from manikin.solvers.solver import as_solver

    return as_solver("lm", tolerance=0.57 * min(task.metres, task.radians), restarts=100, stay_near=False)


def posed(task: Task) -> tuple[Any, Any, Array, Array]:
    """The figure, one problem for the whole task, starts (n, size) and constants (n, k)."""
    from manikin.figure.figure import Figure
    from manikin.formats.format import read_skeleton
    from manikin.goals import OrientationGoal, PoseGoal, Position
    from manikin.problem.problem import Problem
    from manikin.skeleton.build import free_dofs, named_dofs

    skeleton = read_skeleton(task.urdf.read_bytes(), task.urdf.name)
    if task.whole_figure:
        root = skeleton.joints[0]
        free = replace(root, dofs=named_dofs(root.name, free_dofs()))
        skeleton = replace(skeleton, joints=(free, *skeleton.joints[1:]))
    figure = Figure(skeleton)
    goals: list[Any] = []
    parts = []
    for frame, place, turn, targets in zip(
        task.frames, task.places, task.turns, np.moveaxis(task.targets, 1, 0), strict=True
    ):
        if place and turn:
            goals.append(PoseGoal(frame=figure.frame(frame), target=targets[0, :3]))
            parts.append(targets[:, :3].reshape(len(targets), 12))
        elif place:
            goals.append(Position(point=figure.point(frame), target=targets[0, :3, 3]))
            parts.append(targets[:, :3, 3])
        else:
            goals.append(OrientationGoal(orientation=figure.orientation(frame), target=targets[0, :3, :3]))
            parts.append(targets[:, :3, :3].reshape(len(targets), 9))
    starts = np.tile(figure.rest, (len(task.targets), 1))
    starts[:, [figure.index(name) for name in task.joints]] = task.starts
    if task.base_start is not None:
        starts[:, :3] += task.base_start[:3, 3]  # the free root slides along x, y, z first
    return figure, Problem(figure, goals), starts, np.ascontiguousarray(np.concatenate(parts, axis=1))


def follow(circle: Circle) -> Solve:
    """A ``Simulation``: the soles are constraints, the hand is pulled as hard as that of the others.

    A step of h seconds with a spring of strength s minimises |dq|²/h + s · error².  The base has almost no resistance,
    as in placo, which regularises joints only.  Joints brake before their limits, as in mink.  The first pass of a
    frame makes nearly all of its motion.  Measured in the time of a pass it is faster by the number of passes, and its
    acceleration is larger by the square of that number.
    """
    from manikin.goals import PoseGoal
    from manikin.simulation.simulation import Simulation

    task = circle.task
    figure, _, starts, _ = posed(task)
    pose = figure.pose(starts[0])
    feet = [PoseGoal(frame=figure.frame(foot), target=pose.transform(foot)) for foot in circle.feet]
    first, step = pose.position(circle.hand), STEP / circle.passes
    sim = Simulation(figure, feet, start=starts[0], gains="joints", braking=1.0 * circle.passes**2)
    sim.pull(figure.point(circle.hand), first, strength=1 / (DAMPING * step), name="hand")
    tree, columns = figure.tree, [figure.index(name) for name in task.joints]

    def finish(q: Array) -> Array:
        return np.concatenate([q[columns], tree.forward(q)[0].reshape(-1)])

    def solve(k: int) -> Array:
        if k == 0:
            sim.q = starts[0]
        sim.move("hand", first + circle.offsets[k])
        return sim.step(step, circle.passes)

    solve.finish = finish
    return solve


def track(path: Track) -> tuple[list[Array], list[float]]:
    """``VelocityControl.rates_to`` once a frame."""
    from manikin import Figure, VelocityControl, load_skeleton

    figure = Figure(load_skeleton(path.urdf))
    hand = figure.frame(path.frame)
    control = VelocityControl(figure, hand, dt=STEP, speed=path.speed, damping=DAMPING**0.5)
    q = path.start
    first = hand.value(figure.pose(q))
    states, seconds = [], []
    for offset in path.offsets:
        target = first.copy()
        target[3::4] += offset
        begin = time.perf_counter()
        q = q + STEP * control.rates_to(q, target)
        seconds.append(time.perf_counter() - begin)
        states.append(q)
    return states, seconds
