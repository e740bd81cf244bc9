"""A motion script: a ball goes from hand to hand."""

from __future__ import annotations

__all__ = ["handover_script"]

SCRIPT = """
figure human as {giver} at 0.2 0
figure human as bob at 0.2 1.0 heading 180
figure ball:0.2 as ball at -0.05 1.0 0.35
0:       {giver} pose rest
         bob pose rest
0..:     lock {giver}:l_foot
         lock {giver}:r_foot
         lock bob:l_foot
         lock bob:r_foot
10..30:  move {giver}:r_palm through @ball[0 0 -0.1] slow
30..:    lock ball as hold to {giver}:r_hand
31..50:  move {giver}:r_palm through by 0.1 0.1 0.05 slow
40..60:  move bob:l_palm through 0.05 1.1 0.57 slow
60..80:  lock ball as hold to bob:l_hand
61..80:  move bob:l_palm through by 0 -0.1 0.15 slow
61:      {giver} key
90:      {giver} pose rest
100:     bob pose rest
"""


def handover_script(giver: str) -> str:
    """The giver takes the ball at frame 30, bob has it from 60 to 80, and it stays where he lets go of it."""
    return SCRIPT.format(giver=giver)
