"""Edits of the pose; locks are kept through all of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.commands.command import Command, display_name
from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of
from manikin.errors import InputError
from manikin.figure.mirror import mirror_state
from manikin.posing.keep_locks import held, slid

__all__ = ["Mirror", "Reset", "SetParameters", "SetPose"]


@dataclass(frozen=True, kw_only=True)
class SetPose(Command, kind="set_pose"):
    """Set the whole state [rad, m], brought inside the limits.  Without ``keep`` locks are left alone.

    ``what`` says what was done to get there, as in "Drag right hand".
    """

    q: tuple[float, ...]
    keep: bool = True
    what: str = "Set pose"

    def label(self, document: Document) -> str:
        return self.what[:80]

    def apply(self, document: Document) -> Document:
        figure = document.figure
        q = np.clip(figure.check_state(self.q), figure.lo, figure.hi)
        return document.at(held(document, q) if self.keep else q)


@dataclass(frozen=True, kw_only=True)
class SetParameters(Command, kind="set_parameters"):
    """Set some parameters [rad, m] by name."""

    values: dict[str, float]

    def label(self, document: Document) -> str:
        names = [display_name(name) for name in self.values]
        return f"Set {names[0]}" if len(names) == 1 else f"Set {len(names)} values"

    def apply(self, document: Document) -> Document:
        if not self.values:
            raise InputError("name at least one parameter")
        return document.at(slid(document, self.values))


@dataclass(frozen=True, kw_only=True)
class Reset(Command, kind="reset"):
    """Bring some parameters, or all, back to rest."""

    names: tuple[str, ...] | None = None

    def label(self, document: Document) -> str:
        if self.names is None:
            return "Reset pose"
        return f"Reset {display_name(self.names[0])}" if len(self.names) == 1 else f"Reset {len(self.names)} values"

    def apply(self, document: Document) -> Document:
        figure = document.figure
        if self.names is None:
            return document.at(held(document, figure.rest.copy()))
        if not self.names:
            raise InputError("name at least one parameter")
        return document.at(slid(document, {name: float(figure.rest[figure.index(name)]) for name in self.names}))


@dataclass(frozen=True, kw_only=True)
class Mirror(Command, kind="mirror"):
    """Turn the pose into its mirror image; with a part, give its limb's pose to the limb of the other side."""

    part: str | None = None

    def label(self, document: Document) -> str:
        return "Mirror pose" if self.part is None else f"Mirror {display_name(self.part)}"

    def apply(self, document: Document) -> Document:
        figure, q = document.figure, np.array(document.q)
        mirrored = mirror_state(figure, q)
        if self.part is None:
            return document.at(held(document, np.clip(mirrored, figure.lo, figure.hi)))
        limb = chain_of(figure, self.part)
        first = figure.skeleton.index(limb[0])
        names = [joint.name for joint in figure.skeleton.joints[first : int(figure.skeleton.ends[first])]]
        partners = [figure.skeleton[name].mirror for name in names]
        if not any(partners):
            raise InputError(f"{display_name(self.part)} has no partner on the other side")
        columns = sorted(columns_of(figure, [partner for partner in partners if partner is not None]))
        q[columns] = mirrored[columns]
        return document.at(held(document, np.clip(q, figure.lo, figure.hi)))
