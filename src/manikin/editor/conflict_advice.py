"""Conflicts in words (W 7.3): which locks cannot hold, by how much, and the commands that would help."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from manikin.commands import ChangeLock, MoveLock
from manikin.diagnosis.conflict import Conflict, find_conflict
from manikin.diagnosis.relaxations import Relaxation
from manikin.document.document import Document
from manikin.document.lock import Lock, Poses, value_of
from manikin.document.lock_mark import anchor_of
from manikin.document.names import display_name
from manikin.editor.messages import ConflictChanged
from manikin.editor.wire_types import ConflictMember, Remedy
from manikin.figure.figure import Figure
from manikin.goals.goal import error_in_words
from manikin.math.rotations import Array
from manikin.plain_data import to_data
from manikin.posing.keep_locks import locks_on, start_of, states_of
from manikin.posing.levels import problem_of
from manikin.problem.problem import Problem

__all__ = ["advise"]

HELD_TOLERANCE = 1e-3
"""Largest error [m, rad] of a goal that counts as held."""
MAX_LOCKS = 24
"""With more locks than this the search for conflicts would take too long after an edit."""
MAX_REMEDIES, MOST_REMEDIES = 5, 8
"""Remedies that are offered, and how many there may be so that every lock of a conflict can give way."""
TURNING = ("orientation", "orientation_axes", "pose", "pose_axes", "hold")
PLACING = ("position", "pose", "pose_axes", "plane", "line", "half_space", "attach", "hold")


def advise(document: Document, violated: Collection[int]) -> ConflictChanged | None:
    """The conflict of the violated locks with others on their figures, and its remedies; None if all could hold."""
    figures = {name for lock in document.locks if lock.id in violated for name in lock.figures}
    affected = locks_on(document, figures)
    if not 0 < len(affected.locks) <= MAX_LOCKS:
        return None
    # unique names, so that each remedy can be assigned to its lock
    named = {f"#{lock.id}#": lock for lock in affected.locks}
    unique = replace(affected, locks=tuple(replace(lock, name=name) for name, lock in named.items()))
    plain = replace(document, settings=replace(document.settings, balance=False, comfort=False, collision=False))
    problem = problem_of(plain, [], unique, document.settings.make_solver())
    found = find_conflict(problem, start_of(document, problem.figures), tolerance=HELD_TOLERANCE, restarts=0)
    return None if found is None else _Advice(document, problem, found, named).told()


class _Advice:
    """The message for a conflict that was found with these unique names."""

    def __init__(self, document: Document, problem: Problem, found: Conflict, named: dict[str, Lock]) -> None:
        self.document, self.problem, self.found, self.named = document, problem, found, named

    def told(self) -> ConflictChanged:
        members, words = [], []
        for member in self.found.members:
            lock = self.named.get(member.name)
            if lock is None or not member.error:
                continue
            unit, error = max(member.error.items(), key=lambda item: item[1])
            members.append(
                ConflictMember(lock=lock.id, name=lock.name, error=error, unit="rad" if unit == "rad" else "m")
            )
            if error > HELD_TOLERANCE:
                words.append((lock.name, error_in_words({unit: error})))
        sentence = self.found.clash
        for name in sorted(self.found.limits, key=len, reverse=True):
            figure, colon, own = name.rpartition(": ")
            sentence = sentence.replace(name, f"{figure}{colon}{display_name(own)}")
        for name, lock in self.named.items():
            sentence = sentence.replace(name, lock.name)
        if len(words) == 1 and sentence == f"{words[0][0]} is out of reach":
            sentence += f" by {words[0][1]}."
        else:
            off = ", ".join(f"{name} is off by {much}" for name, much in words)
            sentence += f": {off}." if off else "."
        ways = [(way.kind, remedy) for way in self.found.relaxations for remedy in self.remedies(way)]
        # each lock can be moved or switched off; what could help them comes as far as there is room
        room = MAX_REMEDIES - sum(kind != "free" for kind, _ in ways)
        helping = [remedy for kind, remedy in ways if kind == "free"][: max(room, 0)]
        remedies = [remedy for kind, remedy in ways if kind != "free" or remedy in helping]
        return ConflictChanged(
            sentence=sentence[0].upper() + sentence[1:],
            members=tuple(members),
            remedies=tuple(remedies[:MOST_REMEDIES]),
        )

    def remedies(self, way: Relaxation) -> Iterator[Remedy]:
        """The command and label of a button; limits belong to the figure and are not changed here."""
        lock = self.named.get(way.name)
        if way.kind == "drop" and lock is not None:
            off = ChangeLock(id=lock.id, changes={"enabled": False})
            yield Remedy(label=f"Switch off {lock.name}", command=to_data(off))
        elif way.kind == "move" and lock is not None and lock.kind in (*TURNING, *PLACING):
            yield self._move(lock, way)
        elif way.kind == "free":
            yield from self._free(way)

    def _move(self, lock: Lock, way: Relaxation) -> Remedy:
        problem = self.problem
        states = states_of(problem, way.q, {figure.name for figure in problem.figures})
        poses = self.document.at(states).poses
        turn = tuple(_orientation_of(lock, poses).reshape(9).tolist()) if lock.kind in TURNING else None
        x, y, z = anchor_of(lock, poses).tolist()
        target = (x, y, z) if lock.kind in PLACING else None
        much = error_in_words({unit: amount for unit, amount in way.amounts.items() if amount > 0})
        free = {name: tuple(q.tolist()) for name, q in states.items() if not self.document.actor(name).frozen}
        command = MoveLock(id=lock.id, target=target, turn=turn, states=free)
        return Remedy(label=f"Move {lock.name} by {much}", command=to_data(command))

    def _free(self, way: Relaxation) -> Iterator[Remedy]:
        for member in self.found.members:
            owner = self.named.get(member.name)
            if owner is None:
                continue
            figure = self.document.figures[owner.figure]
            joints = _joints(figure, way.name.removeprefix(f"{figure.name}: "))
            path = figure.skeleton.path(owner.part)
            above = [joint for joint in path if joint in joints]
            if not above:
                continue
            # with a pelvis the spine helps too: help goes along the body
            between = path[path.index(above[0]) :]
            chain = list(dict.fromkeys([*joints, *between, *owner.chains(self.document.figures)[owner.figure]]))
            freed = ChangeLock(id=owner.id, changes={"chain": chain})
            yield Remedy(label=f"Let {way.name} help {owner.name}", command=to_data(freed))
            break


def _orientation_of(lock: Lock, poses: Poses) -> Array:
    """The present orientation (3, 3) of what a lock holds."""
    held = next(handle for handle in lock.goal.handles if handle.value_type in ("orientation", "frame"))
    return value_of(held, poses).reshape(3, -1)[:, :3]


def _joints(figure: Figure, name: str) -> tuple[str, ...]:
    """The joints of a group, or the joint itself."""
    if name in figure.skeleton:
        return (name,)
    driven = {dof for coupling in figure.skeleton.couplings if coupling.name == name for dof in coupling.driven}
    return tuple(joint.name for joint in figure.skeleton if any(dof.name in driven for dof in joint.dofs))
