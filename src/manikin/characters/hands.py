"""Where hands of a target are to be: as far from its shoulders as those of the source, and as near to what they touch.

On a body with other proportions, arms that are turned as in the source do not bring both hands together, nor one to the
face.  So a hand that is near to the other one, or to the head, is placed as it is seen from there.
"""

from __future__ import annotations

import numpy as np

from manikin.characters.transfer import Transfer
from manikin.math.rotations import Array

__all__ = ["hand_places", "hands_are_near"]

NEAR = 0.15
"""A hand is near to what is no farther from it than this share of the body's height."""


def hand_places(transfer: Transfer, *, copies: bool) -> dict[str, Array]:
    """Where hands of the target are to be (frames, 3) [m], by role, if its trunk is turned as in the source.

    Args:
        transfer: The clip as the target sees it.
        copies: Whether hands that are far from everything are where arms have them whose parts are turned as in the
            source; else they are as far from the shoulder as there, for arms of the same length.
    """
    longer = transfer.target.arm / transfer.source.arm if transfer.source.arm else 1.0
    alone = {}
    for hand in _hands(transfer):
        shoulder = f"{hand[:2]}upper_arm"
        way = longer * (transfer.place(hand) - transfer.place(shoulder))
        alone[hand] = transfer.along(hand) if copies else transfer.along(shoulder) + way
    made = {}
    for hand, place in alone.items():
        total, sum_of_weights = place.copy(), np.ones((len(place), 1))
        for other, weight in _weights(transfer, hand).items():
            way = longer * (transfer.place(hand) - transfer.place(other))
            seen = (place + alone[other] + way) / 2 if other in alone else transfer.along(other) + way
            total += weight[:, None] * seen
            sum_of_weights += weight[:, None]
        made[hand] = total / sum_of_weights
    return made


def hands_are_near(transfer: Transfer) -> bool:
    """Whether a hand of the source is near to the other one or to the head at some time."""
    return any(weight.any() for hand in _hands(transfer) for weight in _weights(transfer, hand).values())


def _hands(transfer: Transfer) -> list[str]:
    """The hands that both have."""
    return [hand for hand in ("l_hand", "r_hand") if hand in transfer.source.roles and hand in transfer.target.roles]


def _weights(transfer: Transfer, hand: str) -> dict[str, Array]:
    """How much a place counts that is seen from what a hand is near to (frames,), by role: more the nearer it is."""
    others = ["head", *(one for one in _hands(transfer) if one != hand)]
    reach = NEAR * float(transfer.source.places[:, 1].max())
    found = {}
    for other in others:
        if other in transfer.source.roles and other in transfer.target.roles:
            far = np.linalg.norm(transfer.place(hand) - transfer.place(other), axis=1)
            found[other] = np.maximum(reach / np.maximum(far, 1e-6 * reach) - 1.0, 0.0) ** 2
    return found
