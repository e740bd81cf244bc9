"""Which solvers can pull a figure, and why the others cannot."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from manikin.document.document import Document
from manikin.document.ik_chain import chain_of
from manikin.document.settings import Settings
from manikin.errors import ManikinError
from manikin.figure.figure import Figure
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Grab
from manikin.solvers.solver import solver_kinds

__all__ = ["unsuited"]

MAX_LIMBS = 24
"""Largest number of limbs that are tried; further limbs of a figure are assumed to be like these."""


@lru_cache(maxsize=64)
def unsuited(figure: Figure) -> dict[str, str]:
    """The solvers that cannot pull every limb of the figure, even without locks, with the reasons.

    Where a body stands on locked limbs, one that turns joint after joint cannot move the body between them: it stays
    far behind the cursor.  Other refusals depend on the locks and on the part; they are reported when a pull is tried.
    """
    import manikin.solvers  # noqa: F401  (registers the kinds)

    skeleton = figure.skeleton
    ends = [joint.name for joint in skeleton if not skeleton.children(joint.name)]
    limbs = {chain_of(figure, end, "branch")[:1]: end for end in ends}  # one end of each
    plain = Document.of(figure)
    tried = list(limbs.values())[:MAX_LIMBS]
    if not tried:
        return dict.fromkeys(solver_kinds, "there is nothing to pull")
    found = {}
    if len(limbs) > 1 and any(dof.kind == "slide" for dof in skeleton.root.dofs):
        found["ccd"] = "turns joint after joint, so a body whose limbs are locked stays behind"
    for kind in solver_kinds:
        if kind in found or (kind == "lm" and figure.size):  # lm pulls whatever can move, and takes long to begin
            continue
        document = replace(plain, settings=Settings(solver=kind))
        for end in tried:
            try:
                begin_drag(document, Grab(what="part", part=end))
            except ManikinError as error:
                found[kind] = str(error).partition(";")[0].removeprefix(f"the solver {kind} ")
                break
    return found
