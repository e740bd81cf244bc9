"""The swivel of a figure's limbs: how it is read, and the goal that brings it to a value."""

from __future__ import annotations

import numpy as np

from manikin.arguments import explained, tell_degrees
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.goals import SwivelGoal
from manikin.handles import Swivel
from manikin.handles.handle import ValuesLike
from manikin.math.rotations import VectorLike
from manikin.math.transport import carried
from manikin.skeleton.variables import PreferredBend

__all__ = ["limb_swivel", "swivel_goal"]


@explained
def limb_swivel(figure: Figure, limb: str, *, ahead: VectorLike | None = None) -> Swivel:
    """A handle on the swivel of a limb; 0 where the limb of the rest pose would bend as it prefers.

    Args:
        figure: A figure with preferred bends.
        limb: Name of a bend, or of the part below the elbow or knee: "right elbow", "r_forearm".
        ahead: The direction of the rest pose opposite to which the limb cannot go; by default the way that figures
            face, z if y points up and x if z does.
    """
    bend, rest = _bend(figure, limb), figure.pose()
    base, middle, tip = bend.limb
    line = rest.position(tip) - rest.position(base)
    toward = np.asarray(rest.convert_point(bend.toward, bend.part)) - rest.position(base)
    front = np.array(((0.0, 0.0, 1.0) if figure.skeleton.up == "y" else (1.0, 0.0, 0.0)) if ahead is None else ahead)
    length, size = float(np.linalg.norm(line)), float(np.linalg.norm(front))
    if not (length > 0 and size > 0 and front @ line > -0.999 * length * size):
        raise InputError(f"the limb of {shorten(limb)} points away from {shorten(front.tolist())} at rest")
    line, front = line / length, front / size
    aside = toward - (toward @ line) * line
    reference = carried(aside / np.linalg.norm(aside), line, front).value
    inward = rest.orientation(bend.part).T
    return Swivel(
        figure=figure.name,
        limb=(base, middle, tip),
        part=bend.part,
        ahead=inward @ front,
        reference=inward @ reference,
    )


@explained
def swivel_goal(
    figure: Figure,
    limb: str,
    target: float | ValuesLike = 0.0,
    *,
    ahead: VectorLike | None = None,
    weight: float = 1.0,
    name: str | None = None,
) -> SwivelGoal:
    """A goal that brings the swivel of a limb to a value.

    Args:
        figure: A figure with preferred bends.
        limb: Name of a bend, or of the part below the elbow or knee: "right elbow", "r_forearm".
        target: The swivel [rad]; 0 is where the limb would bend as it prefers.
        ahead: See ``limb_swivel``.
        weight: Weight of the goal.
        name: Name of the goal.
    """
    if isinstance(target, (int, float)):
        tell_degrees(f"the swivel of {shorten(limb)}", target)
    read = limb_swivel(figure, limb, ahead=ahead)
    base, middle, tip = (figure.point(part) for part in read.limb)
    return SwivelGoal(
        base=base,
        middle=middle,
        tip=tip,
        ahead=figure.direction(read.part, read.ahead),
        reference=figure.direction(read.part, read.reference),
        target=(target,) if isinstance(target, (int, float)) else target,
        weight=weight,
        name=name,
    )


def _bend(figure: Figure, limb: str) -> PreferredBend:
    for bend in figure.skeleton.bends:
        if limb in (bend.name, bend.limb[1]):
            return bend
    if not figure.skeleton.bends:
        raise InputError(f"{shorten(figure.name)} has no limbs with preferred bends")
    raise UnknownName("limb", limb, [name for bend in figure.skeleton.bends for name in (bend.name, bend.limb[1])])
