"""Edits of poses; locks are kept through all of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.commands.command import Command, of_figure
from manikin.document.document import Document
from manikin.document.ik_chain import columns_of, limb_of
from manikin.document.names import display_name
from manikin.document.stored_pose import mirrored_lock
from manikin.errors import InputError
from manikin.figure.mirror import mirror_state
from manikin.posing.keep_locks import keep_locks, set_parameters
from manikin.posing.stored_poses import at_rest, own_locks

__all__ = ["Mirror", "Reset", "RollFoot", "SetParameters", "SetPose", "SetStates"]


@dataclass(frozen=True, kw_only=True)
class SetPose(Command, kind="set_pose"):
    """Set the whole state [rad, m] of a figure, clipped to the limits.  Without ``keep`` the locks are not solved
    for.

    ``what`` says what was done to get there, as in "Import wave.json".
    """

    q: tuple[float, ...]
    figure: str | None = None
    keep: bool = True
    what: str = "Set pose"

    def label(self, document: Document) -> str:
        return self.what[:80] + of_figure(document, self.figure)

    def apply(self, document: Document) -> Document:
        actor = document.movable(self.figure)
        figure = actor.figure
        states = {actor.name: np.clip(figure.check_state(self.q), figure.lo, figure.hi)}
        return keep_locks(document, states) if self.keep else document.at(states)


@dataclass(frozen=True, kw_only=True)
class SetStates(Command, kind="set_states"):
    """Set the states [rad, m] that are the result of a gesture, clipped to the limits; locks are not solved for.

    ``what`` says what was done, as in "Drag right hand".
    """

    states: dict[str, tuple[float, ...]]
    what: str

    def label(self, document: Document) -> str:
        return self.what[:80]

    def apply(self, document: Document) -> Document:
        return document.at(clipped_states(document, self.states))


def clipped_states(document: Document, states: dict[str, tuple[float, ...]]) -> dict[str, np.ndarray]:
    """States of some figures, checked and clipped to the limits."""
    found = {}
    for name, q in states.items():
        figure = document.movable(name).figure
        found[name] = np.clip(figure.check_state(q), figure.lo, figure.hi)
    return found


@dataclass(frozen=True, kw_only=True)
class SetParameters(Command, kind="set_parameters"):
    """Set some parameters [rad, m] of a figure by name."""

    values: dict[str, float]
    figure: str | None = None

    def label(self, document: Document) -> str:
        names = [display_name(name) for name in self.values]
        said = f"Set {names[0]}" if len(names) == 1 else f"Set {len(names)} values"
        return said + of_figure(document, self.figure)

    def apply(self, document: Document) -> Document:
        if not self.values:
            raise InputError("name at least one parameter")
        return set_parameters(document, document.movable(self.figure).name, self.values)


@dataclass(frozen=True, kw_only=True)
class Reset(Command, kind="reset"):
    """Bring some parameters of a figure, or all, back to rest."""

    figure: str | None = None
    names: tuple[str, ...] | None = None

    def label(self, document: Document) -> str:
        if self.names is None:
            said = "Reset pose"
        else:
            said = f"Reset {display_name(self.names[0])}" if len(self.names) == 1 else f"Reset {len(self.names)} values"
        return said + of_figure(document, self.figure)

    def apply(self, document: Document) -> Document:
        actor = document.movable(self.figure)
        figure = actor.figure
        if self.names is None:
            return at_rest(document, actor.name)
        if not self.names:
            raise InputError("name at least one parameter")
        rest = {name: float(figure.rest[figure.index(name)]) for name in self.names}
        return set_parameters(document, actor.name, rest)


@dataclass(frozen=True, kw_only=True)
class Mirror(Command, kind="mirror"):
    """Mirror a pose and its locks; with a part, copy the pose of its limb to the limb on the other side."""

    figure: str | None = None
    part: str | None = None

    def label(self, document: Document) -> str:
        said = "Mirror pose" if self.part is None else f"Mirror {display_name(self.part)}"
        return said + of_figure(document, self.figure)

    def apply(self, document: Document) -> Document:
        actor = document.movable(self.figure)
        figure, q = actor.figure, np.array(actor.q)
        mirrored = mirror_state(figure, q)
        if self.part is None:
            if actor.clip is None:  # locks of a figure that moves belong to its motion
                for lock in own_locks(document, actor.name):
                    document = document.with_lock(mirrored_lock(figure, lock))
            return keep_locks(document, {actor.name: np.clip(mirrored, figure.lo, figure.hi)})
        partners = [figure.skeleton[name].mirror for name in limb_of(figure, self.part)]
        if not any(partners):
            raise InputError(f"{display_name(self.part)} has no partner on the other side")
        columns = sorted(columns_of(figure, [partner for partner in partners if partner is not None]))
        q[columns] = mirrored[columns]
        return keep_locks(document, {actor.name: np.clip(q, figure.lo, figure.hi)})


@dataclass(frozen=True, kw_only=True)
class RollFoot(Command, kind="roll_foot"):
    """Roll a foot by an angle [rad], with its locks: below 0 about the heel, above it about the ball, then the toes."""

    part: str
    angle: float
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Roll {display_name(self.part)}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        from manikin.posing.foot_roll import rolled_foot  # it is not needed to start the editor

        return rolled_foot(document, self.figure, self.part, self.angle)
