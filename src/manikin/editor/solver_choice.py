"""Which solvers can pull a figure, and why the others cannot."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from manikin.document.document import Document, Settings
from manikin.document.ik_chain import chain_of
from manikin.editor.gestures import begin_gesture
from manikin.editor.messages import DragBegin
from manikin.errors import ManikinError
from manikin.figure.figure import Figure
from manikin.solvers.solver import solver_kinds

__all__ = ["unsuited"]

MOST_LIMBS = 24
"""Limbs that are tried; a figure with more of them has them alike."""


@lru_cache(maxsize=4)
def unsuited(figure: Figure) -> dict[str, str]:
    """Of every solver that can pull none of the figure's limbs, alone and without locks, the reason.

    What a solver refuses besides depends on the locks and on the part: that is told when it is tried.
    """
    import manikin.solvers  # noqa: F401  (registers the kinds)

    skeleton = figure.skeleton
    ends = [joint.name for joint in skeleton if not skeleton.children(joint.name)]
    limbs = {chain_of(figure, end, "branch")[:1]: end for end in ends}  # one end of each
    plain = Document.of(figure)
    found = {}
    for kind in solver_kinds:
        reasons: list[str] = []
        document = replace(plain, settings=Settings(solver=kind))
        for end in list(limbs.values())[:MOST_LIMBS]:
            try:
                begin_gesture(document, DragBegin(what="part", part=end))
            except ManikinError as error:
                reasons.append(str(error))
            else:
                break
        else:
            often = max(reasons, key=reasons.count, default="there is nothing to pull")
            found[kind] = often.partition(";")[0].removeprefix(f"the solver {kind} ")
    return found
