"""Tries that may be in vain: how many frames lie between them."""

from __future__ import annotations

from manikin.following.tries import Tries


def frames_of_tries(tries: Tries, frames: int, gains: frozenset[int] = frozenset()) -> list[int]:
    """The frames in which a try is due; those in ``gains`` gain something."""
    found = []
    for frame in range(frames):
        if tries.is_due():
            found.append(frame)
            tries.ended(gained=frame in gains)
    return found


def test_after_every_try_in_vain_the_next_one_waits_twice_as_long_up_to_the_most() -> None:
    assert frames_of_tries(Tries(2, 8), 40) == [0, 2, 6, 14, 22, 30, 38]


def test_a_gain_is_tried_again_at_once_and_patience_begins_anew() -> None:
    assert frames_of_tries(Tries(2, 8), 20, frozenset({6})) == [0, 2, 6, 7, 9, 13]


def test_a_try_that_was_not_made_stays_due() -> None:
    tries = Tries(4, 16)
    assert tries.is_due()
    assert tries.is_due()
