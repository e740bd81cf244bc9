"""Which limbs of a figure can stretch, and figures whose limbs do."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from manikin.arguments import explained
from manikin.body.effort import limbs as limbs_of
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.skeleton.stretching import MOST_STRETCH, with_stretch, without_stretch

__all__ = ["stretchable_limbs", "stretchy", "unstretchy"]

LONG = 0.65
"""Bones at the ends of a limb count if they are longer than this share of its longest bone: a thigh, not a toe."""


@explained
def stretchy(figure: Figure, *, most: float = MOST_STRETCH, limbs: Iterable[tuple[str, str]] | None = None) -> Figure:
    """The figure with limbs that stretch: each has one parameter more, the share by which its bones are longer.

    At 0, where it rests, nothing differs.  The parameter is called like the limb, as in ``"r_arm_stretch"``.  To
    solvers it is rigid: it moves where it is set, or where ``stiffness`` lets it move.

    Args:
        figure: The figure; one whose limbs stretch already gets the new share.
        most: How much longer a limb gets at most, over its length.
        limbs: The joints where each limb begins and ends; by default those of ``stretchable_limbs``.
    """
    plain = unstretchy(figure)
    found = stretchable_limbs(plain) if limbs is None else tuple(limbs)
    if not found:
        raise InputError(
            f"{shorten(figure.name)} has no pairs of limbs that could stretch: "
            "name the joints where each begins and ends, by limbs="
        )
    return plain.with_skeleton(with_stretch(plain.skeleton, found, most))


@explained
def unstretchy(figure: Figure) -> Figure:
    """The figure with all bones of a fixed length again."""
    skeleton = without_stretch(figure.skeleton)
    return figure if skeleton is figure.skeleton else figure.with_skeleton(skeleton)


def stretchable_limbs(figure: Figure) -> tuple[tuple[str, str], ...]:
    """The joints where each limb begins and ends that comes in a pair: arms and legs, not a trunk, a tail or a robot.

    Limbs with a preferred bend are those, from their base to their tip.  Else they are found from the branches of the
    skeleton and the masses of its parts.
    """
    skeleton = figure.skeleton
    if skeleton.bends:
        return tuple((bend.limb[0], bend.limb[2]) for bend in skeleton.bends)
    found = []
    for limb in limbs_of(figure):
        moving = [name for name in limb if skeleton[name].dofs]
        if len(moving) < 2 or any(skeleton[name].mirror is None for name in moving):
            continue
        path = [*skeleton.path(moving[-1])]
        path = path[path.index(moving[0]) :]
        while len(below := [name for name in skeleton.children(path[-1]) if skeleton[name].dofs]) == 1:
            path += below  # a paw may be too light for a limb
        lengths = np.linalg.norm([skeleton[name].offset for name in path[1:]], axis=1)
        long = np.flatnonzero(lengths > LONG * lengths.max())
        found.append((path[long[0]], path[long[-1] + 1]))
    return tuple(found)
