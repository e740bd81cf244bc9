"""A task in manikin's terms: the figure, its start, its goals, and the way back to the benchmark's states."""

from __future__ import annotations

import numpy as np

from benchmarks.motion.follow import State
from benchmarks.motion.model import Model
from benchmarks.motion.models import human96
from benchmarks.motion.task import Task
from manikin import MatchValues, PoseGoal, Position, Problem, balance, bodies
from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.skeleton.build import dofs_of_kind, named_dofs
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof, PreferredBend

__all__ = ["Posed", "figure_of"]

BENDS = {"arm7": "right elbow", "leg6": "right knee"}
"""The human's preferred bends, for its limbs that stand alone."""


class Posed:
    """A task for manikin.

    Attributes:
        figure: The figure; chains are figures of their own, whose root stands still.
        start: The state at the start (size,).
        locks, goals: The task's hard aims, balance among them, and its other aims, as goals.
    """

    def __init__(self, task: Task, model: Model, *, grouped: bool = False) -> None:
        self.task, self.model = task, model
        self.figure = figure_of(model, grouped=grouped)
        self._dofs = [self.figure.skeleton.dof_index[name] for name in model.joint_names]
        self.start = self._start(grouped)
        self.locks = [self.goal(i, task.targets[0][i]) for i, aim in enumerate(task.aims) if aim.hard]
        if task.balance:
            self.locks.append(balance(self.figure, *(aim.link for aim in task.aims if aim.hard)))
        self.asked = [i for i, aim in enumerate(task.aims) if not aim.hard]
        self.goals = self.goals_at(task.targets[0])

    def _start(self, grouped: bool) -> np.ndarray:
        q = self.figure.rest.copy()
        if not grouped:  # groups start at rest, as the tasks of whole bodies do
            names = self.figure.parameter_names
            q[[names.index(name) for name in self.model.joint_names]] = self.task.q
        return np.clip(q, self.figure.lo, self.figure.hi)

    def goal(self, i: int, target: np.ndarray) -> Goal:
        """The goal of an aim."""
        aim = self.task.aims[i]
        common = {"weight": aim.weight, "name": f"aim {i}"}
        if aim.pose:
            return PoseGoal(frame=self.figure.frame(aim.link, aim.at), target=target, **common)
        return Position(point=self.figure.point(aim.link, aim.at), target=target[:, 3], **common)

    def goals_at(self, targets: np.ndarray) -> list[Goal]:
        """The goals that are no locks, for targets (aims, 3, 4)."""
        return [self.goal(i, targets[i]) for i in self.asked]

    def rest_goal(self, weight: float) -> MatchValues:
        """A wish for the rest pose; a root that floats is left out, for it has none."""
        root = {dof.name for dof in self.figure.skeleton.root.dofs}
        names = [name for name in self.figure.parameter_names if name not in root]
        target = [self.figure.rest[self.figure.index(name)] for name in names]
        return MatchValues(values=self.figure.parameter_values(*names), target=target, weight=weight)

    def constants(self, problem: Problem, targets: np.ndarray) -> np.ndarray:
        """The constants of a problem with these targets for the goals that are no locks."""
        out = np.array(problem.constants)
        for i, goal in enumerate(problem.all_goals):
            if goal.name is not None and goal.name.startswith("aim "):
                k = int(goal.name[4:])
                if k in self.asked:
                    where = problem.constants_of(i)["target"]
                    out[where] = targets[k].reshape(-1) if self.task.aims[k].pose else targets[k][:, 3]
        return out

    def state(self, q: np.ndarray) -> State:
        """A state of the figure as the benchmark has it."""
        values = self.figure.coupling.joint_values(np.asarray(q, float))
        base = self.figure.forward(np.asarray(q, float))[0] if self.model.floating else None
        return State(values[self._dofs], self.model.base_frame if base is None else base)


def figure_of(model: Model, *, grouped: bool = False) -> Figure:
    """The figure of a model: the human as it is shipped, others as figures of their own."""
    if model.name == "human96":
        human = human96()
        return human if grouped else human.ungrouped()
    return Figure(skeleton_of(model))


def skeleton_of(model: Model) -> Skeleton:
    """A model as a skeleton: the links of a part are the degrees of freedom of one joint."""
    joints = []
    for part in model.parts:
        links = [link for link in model.links if link.part == part]
        first = links[0]
        root = first.parent < 0
        dofs: tuple[Dof, ...] = tuple(
            Dof(name=link.joint, axis=link.axis, lo=link.lo, hi=link.hi, rest=link.rest) for link in links if link.joint
        )
        if root and model.floating:
            dofs = named_dofs("root", dofs_of_kind("free"))
        joints.append(
            Joint(
                name=part,
                parent=None if root else model.links[first.parent].part,
                before=model.base if root else first.origin,
                dofs=dofs,
                mass=sum(link.mass for link in links),
                centre=links[-1].centre,
            )
        )
    bends = (_bend(BENDS[model.name], model),) if model.name in BENDS else ()
    return Skeleton(name=model.name, joints=tuple(joints), bends=bends, up="y" if model.up == 1 else "z")


def _bend(name: str, model: Model) -> PreferredBend:
    """The human's own bend, with the point it is toward in the frame of the chain's base."""
    human = bodies.load("human").ungrouped()
    bend = next(bend for bend in human.skeleton.bends if bend.name == name)
    point = human.pose().convert_point(bend.toward, bend.part)
    base = model.base_frame
    local = base[:, :3].T @ (np.asarray(point) - base[:, 3])
    return PreferredBend(name=name, limb=bend.limb, part=model.links[0].name, toward=tuple(local.tolist()))
