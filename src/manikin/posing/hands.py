"""Hands: shapes that fingers and thumb take, and fingers that move together or one by one."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np

from manikin.document.document import Document
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.posing.keep_locks import set_parameters
from manikin.skeleton.skeleton import Joint

__all__ = ["HandShape", "Side", "closing_hand", "finger_group", "with_fingers", "with_hand"]

Side = Literal["left", "right"]
HandShape = Literal["fist", "point", "flat", "grip", "relaxed"]
FINGERS = ("index", "middle", "ring", "pinky")
FIRST_CLOSING = 0.05
"""What share of the way to a fist tells where fingers close to; farther on they come back to the wrist."""
END_OF_CURL = 0.6
"""How far the last joint of a finger follows the one before it, in figures where both are moved one by one."""


@dataclass(frozen=True)
class _Shape:
    """A shape of a hand [degrees]: bend of the knuckle and curl of each finger, then the thumb."""

    index: tuple[float, float]
    middle: tuple[float, float]
    ring: tuple[float, float]
    pinky: tuple[float, float]
    opposition: float = 0.0
    flexion: float = 0.0
    knuckle: float = 0.0
    spread: float = 0.0

    @property
    def is_even(self) -> bool:
        """Whether fingers that move together can take it, nearly."""
        bends = np.array([getattr(self, finger) for finger in FINGERS])
        return bool(np.ptp(bends, axis=0).max() < 30)


SHAPES: dict[str, _Shape] = {
    "fist": _Shape((84, 98), (86, 100), (88, 100), (88, 98), opposition=55, flexion=48, knuckle=30),
    "point": _Shape((2, 4), (84, 98), (86, 100), (86, 98), opposition=55, flexion=48, knuckle=30),
    "flat": _Shape((0, 0), (0, 0), (0, 0), (0, 0), spread=8),
    "grip": _Shape((42, 52), (46, 56), (50, 58), (54, 58), opposition=55, flexion=18, knuckle=12),
    "relaxed": _Shape((10, 16), (13, 20), (16, 24), (19, 27), opposition=8, flexion=10, knuckle=6),
}


def finger_group(figure: Figure, side: Side) -> str | None:
    """The joint group that moves the fingers of a hand together, in use or not; None if there is none."""
    wanted = f"{side[0]}_knuckles"
    for coupling in figure.skeleton.couplings:
        if any(variable.name == wanted for variable in coupling.parameters):
            return coupling.name
    return None


def with_fingers(document: Document, figure: str | None, side: Side, *, single: bool) -> Document:
    """The document with the fingers of a hand moved one by one, or together again."""
    from manikin.document.regrouping import with_group, without_group  # clips are not needed to start the editor

    actor = document.actor(figure)
    group = finger_group(actor.figure, side)
    if group is None:
        raise InputError(f"{actor.name} has no {side} hand whose fingers are moved together")
    if single != (group in actor.figure.active_couplings):
        return document
    return document.with_actor(without_group(actor, group) if single else with_group(actor, group))


def prepared_for(document: Document, figure: str | None, side: Side, shape: HandShape) -> Document:
    """The document with single fingers where a shape needs them."""
    group = finger_group(document.actor(figure).figure, side)
    return document if group is None or SHAPES[shape].is_even else with_fingers(document, figure, side, single=True)


def with_hand(document: Document, figure: str | None, side: Side, shape: HandShape, share: float = 1.0) -> Document:
    """The document with a hand a share of the way towards a shape; locks are kept."""
    if not 0 <= share <= 1:
        raise InputError(f"the share of a shape lies between 0 and 1, not {share:g}")
    document = prepared_for(document, figure, side, shape)
    actor = document.movable(figure)
    wanted = _values(actor.figure, side, SHAPES[shape])
    if not wanted:
        raise InputError(f"{actor.name} has no {side} hand with fingers that move")
    now = dict(zip(actor.figure.parameter_names, actor.q, strict=True))
    values = {name: now[name] + share * (value - now[name]) for name, value in wanted.items()}
    return set_parameters(document, actor.name, values)


def closing_hand(figure: Figure, side: Side) -> tuple[str, Array, Array] | None:
    """A hand, the way to the end of its flat fingers in its frame [m], and the direction in which they close.

    None without fingers that move.
    """
    fist = {name: value for name, value in _values(figure, side, SHAPES["fist"]).items() if "thumb" not in name}
    fingers = [joint for joint in figure.skeleton if _moves(figure, joint, fist)]
    hand = fingers[0].parent if fingers else None
    if hand is None:
        return None
    flat = figure.pose().replace(dict.fromkeys(fist, 0.0)).clipped()
    closed = flat.replace({name: flat[name] + FIRST_CLOSING * (value - flat[name]) for name, value in fist.items()})
    ways = [flat.position(joint.name) - flat.position(hand) for joint in fingers]
    palm = np.sum([closed.position(joint.name) - flat.position(joint.name) for joint in fingers], axis=0)
    inward = flat.orientation(hand).T
    return hand, inward @ max(ways, key=np.linalg.norm), inward @ palm / np.linalg.norm(palm)


def _moves(figure: Figure, joint: Joint, wanted: Collection[str]) -> bool:
    """Whether one of some parameters moves a joint."""
    columns = figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton)
    return any(figure.parameter_names[column] in wanted for column in columns)


def _values(figure: Figure, side: Side, shape: _Shape) -> dict[str, float]:
    """The parameters of a hand [rad] in a shape, as far as the figure has them, within their limits."""
    s = f"{side[0]}_"
    bends = {finger: getattr(shape, finger) for finger in FINGERS}
    knuckles, curls = np.mean(list(bends.values()), axis=0)
    degrees = {
        f"{s}knuckles": knuckles, f"{s}finger_curl": curls,
        f"{s}thumb_opposition": shape.opposition, f"{s}thumb_flexion": shape.flexion,
        f"{s}thumb_knuckle": shape.knuckle, f"{s}thumb_spread": shape.spread,
    }  # fmt: skip
    for finger, (knuckle, curl) in bends.items():
        degrees |= {f"{s}{finger}_knuckle": knuckle, f"{s}{finger}_curl": curl, f"{s}{finger}_spread": 0.0}
        # characters call the joints of a finger by their number
        degrees |= {f"{s}{finger}1": knuckle, f"{s}{finger}2": curl, f"{s}{finger}3": END_OF_CURL * curl}
    known = set(figure.parameter_names)
    found = {}
    for name, value in degrees.items():
        if name in known:
            i = figure.index(name)
            found[name] = float(np.clip(math.radians(value), figure.lo[i], figure.hi[i]))
    return found
