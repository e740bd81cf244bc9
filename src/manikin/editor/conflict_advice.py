"""Conflicts in words (W 7.3): which locks cannot hold, by how much, and the commands that would help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from manikin.commands import ChangeLock, MoveLock
from manikin.diagnosis.conflict import Conflict as Found, find_conflict
from manikin.diagnosis.relaxations import Relaxation as Way
from manikin.document.document import Document
from manikin.document.lock import Lock, anchor_of
from manikin.editor.messages import Conflict
from manikin.editor.wire_types import ConflictMember, Relaxation
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.goal import error_in_words
from manikin.plain_data import to_data
from manikin.posing.keep_locks import all_of, problem_of

__all__ = ["advise"]

HELD = 1e-3
"""How near a goal must come to hold [m, rad]."""
MOST_LOCKS = 24
"""More locks than these would take too long to weigh against one another between two edits."""
MOST_WAYS = 5
TURNING = ("orientation", "orientation_axes", "pose", "pose_axes")
PLACING = ("position", "pose", "pose_axes", "plane", "line", "half_space", "attach")


def advise(document: Document) -> Conflict | None:
    """The conflict of a document's locks with its ways out; None where they all hold, or could."""
    concern = all_of(document)
    if not 0 < len(concern.locks) <= MOST_LOCKS:
        return None
    # names that no two locks share, so that every way out can be told whose it is
    named = {f"#{lock.id}#": lock for lock in concern.locks}
    unique = replace(concern, locks=tuple(replace(lock, name=name) for name, lock in named.items()))
    plain = replace(document, settings=replace(document.settings, balance=False, comfort=False, collision=False))
    problem = problem_of(plain, [], unique, document.settings.make_solver())
    found = find_conflict(problem, np.array(document.q), tolerance=HELD, restarts=0)
    return None if found is None else _told(document, found, named)


def _told(document: Document, found: Found, named: dict[str, Lock]) -> Conflict:
    members, words = [], []
    for member in found.members:
        lock = named.get(member.name)
        if lock is None or not member.error:
            continue
        unit, error = max(member.error.items(), key=lambda item: item[1])
        members.append(ConflictMember(lock=lock.id, name=lock.name, error=error, unit="rad" if unit == "rad" else "m"))
        if error > HELD:
            words.append((lock.name, error_in_words({unit: error})))
    sentence = _spoken(found.clash, named)
    if len(words) == 1 and sentence == f"{words[0][0]} is out of reach":
        sentence += f" by {words[0][1]}."
    else:
        off = ", ".join(f"{name} is off by {much}" for name, much in words)
        sentence += f": {off}." if off else "."
    ways = [way for relaxation in found.relaxations for way in _ways(document, relaxation, found, named)]
    # one that moves a little before one that is given up altogether, and of each lock both
    return Conflict(
        sentence=sentence[0].upper() + sentence[1:], members=tuple(members), relaxations=tuple(ways[:MOST_WAYS])
    )


def _spoken(text: str, named: dict[str, Lock]) -> str:
    for name, lock in named.items():
        text = text.replace(name, lock.name)
    return text


def _ways(document: Document, way: Way, found: Found, named: dict[str, Lock]) -> Iterator[Relaxation]:
    """What a button may do about it; limits are the figure's own, and are not widened here."""
    lock = named.get(way.name)
    if way.kind == "drop" and lock is not None:
        yield Relaxation(label=f"Switch off {lock.name}", command=to_data(ChangeLock(id=lock.id, enabled=False)))
    elif way.kind == "move" and lock is not None and lock.kind in (*TURNING, *PLACING):
        pose = Pose(document.figure, way.q)
        turn = tuple(pose.orientation(lock.part).reshape(9).tolist()) if lock.kind in TURNING else None
        x, y, z = anchor_of(lock, pose).tolist()
        target = (x, y, z) if lock.kind in PLACING else None
        much = error_in_words({unit: amount for unit, amount in way.amounts.items() if amount > 0})
        command = MoveLock(id=lock.id, target=target, turn=turn, q=tuple(way.q.tolist()))
        yield Relaxation(label=f"Move {lock.name} by {much}", command=to_data(command))
    elif way.kind == "free":
        joints = _joints(document.figure, way.name)
        for member in found.members:
            owner = named.get(member.name)
            if owner is None or not set(joints) & set(document.figure.skeleton.path(owner.part)):
                continue
            chain = tuple(dict.fromkeys([*joints, *owner.serving(document.figure)]))
            freed = ChangeLock(id=owner.id, chain=chain)
            yield Relaxation(label=f"Let {way.name} help {owner.name}", command=to_data(freed))
            break


def _joints(figure: Figure, name: str) -> tuple[str, ...]:
    """The joints of a group, or the joint itself."""
    if name in figure.skeleton:
        return (name,)
    driven = {dof for coupling in figure.skeleton.couplings if coupling.name == name for dof in coupling.driven}
    return tuple(joint.name for joint in figure.skeleton if any(dof.name in driven for dof in joint.dofs))
