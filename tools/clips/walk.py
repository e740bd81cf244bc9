"""A cycle of a walk, two steps of 0.68 m, cut at the strikes of the left heel; and a quarter turn on the spot."""

from __future__ import annotations

from dataclasses import replace

from tools.clips.take import HUMAN, RATE, Take

from manikin.clips import Keyframes
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.gait.options import Gait
from manikin.gait.walk import turn_on_spot, walk as walked

GAIT = Gait(step=0.68)
TURNING = Gait(pace=2.0)


def walk() -> Take:
    start = 0.0
    for _ in range(2):  # the second time it begins where the strike is at the origin
        made = walked(HUMAN, [(0.0, start), (0.0, start + 8.0)], gait=GAIT, rate=RATE)
        strikes = [contact.strike for contact in made.plan.of("l")]
        first, last = strikes[3], strikes[4]
        start -= made.clip().pose(first).position("pelvis")[2]
    take = Take("walk", rests=False)
    found = made.keys()
    keys = [replace(key, frame=key.frame - first) for key in found if first <= key.frame <= last]
    ahead = keys[-1].q[HUMAN.index("root_z")] - keys[0].q[HUMAN.index("root_z")]
    plain = Keyframes(figure=HUMAN, rate=RATE, keys=tuple(found))
    near = plain.at([first - 0.01, first + 0.01])
    keys[0] = replace(keys[0], rates=tuple(((near[1] - near[0]) / 0.02).tolist()))  # the loop goes on as the walk does
    end = list(keys[0].q)
    end[HUMAN.index("root_z")] += ahead
    keys[-1] = replace(keys[0], frame=keys[-1].frame, q=tuple(end))
    take.keys = keys
    for goal in made.goals():
        spans = [span for span in goal.ordered if span.end > first and span.start < last]
        take.goals += [
            TimedGoal(goal=goal.goal, hard=goal.hard, moving=goal.moving, spans=(_cut(span, first, last),))
            for span in spans
        ]
    return take


def _cut(span: Span, first: float, last: float) -> Span:
    span = span.at_rate(RATE)
    return Span(
        start=max(span.start, first) - first,
        end=min(span.end, last) - first,
        ease_in=0 if span.start < first else span.ease_in,
        ease_out=0 if span.end > last else span.ease_out,
    )


def turn() -> Take:
    made = turn_on_spot(HUMAN, 90.0, gait=TURNING, rate=RATE)
    return Take("turn", rests=False, keys=made.keys(), goals=made.goals())
