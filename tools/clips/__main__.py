"""Makes the shipped clips: ``python -m tools.clips`` writes src/manikin/moves/*.json; names choose some of them."""

from __future__ import annotations

import importlib
import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from tools.clips.take import HUMAN, RATE, Take

from manikin.clips.key import Key
from manikin.clips.segments import linear_rows
from manikin.clips.timed_goal import TimedGoal
from manikin.moves import Move
from manikin.plain_data import to_data

FOLDER = Path(__file__).parent.parent.parent / "src" / "manikin" / "moves"
ABOUT = {
    "walk": "Two steps of a walk at 1.2 m/s, from one strike of the left heel to the next; repeats.",
    "run": "Two steps of a run at 3 m/s, from one landing of the right foot to the next; repeats.",
    "turn": "A quarter turn to the left, in steps on the spot.",
    "sit_down": "Sits down on a chair and puts the hands on the thighs.",
    "stand_up": "Stands up from a chair.",
    "reach": "Reaches up for something in front with the right hand, takes it, and brings it down.",
    "throw": "Throws something overhand with the right hand, with a step of the left foot.",
    "bow": "Bows from the hips and comes up again.",
    "jump": "Jumps 35 cm forward with both feet.",
    "wave": "Waves with the right hand.",
}
REPEATING = ("walk", "run")


def taken(name: str) -> Take:
    """The take of a clip."""
    module = {"turn": "walk"}.get(name, name)
    take = getattr(importlib.import_module(f"tools.clips.{module}"), name)()
    assert isinstance(take, Take)
    return take


def move_of(name: str, take: Take) -> Move:
    """What the file of a clip holds; numbers are rounded to micrometres and microradians."""
    frames = [key.frame for key in take.keys]
    ends = min(frames), max(frames)
    return Move(
        about=ABOUT[name],
        figure="human",
        rate=RATE,
        loops=name in REPEATING,
        keys=tuple(_rounded(key) for key in take.plain.keys),
        goals=tuple(_inside(goal, *ends) for goal in take.goals),
        things={} if take.chair is None else {"chair": {"root_z": take.chair}},
    )


def _rounded(key: Key) -> Key:
    rates = None if key.rates is None else tuple(round(value, 8) for value in key.rates)
    inside = np.clip(np.round(key.q, 6), np.ceil(HUMAN.lo * 1e6) / 1e6, np.floor(HUMAN.hi * 1e6) / 1e6)
    for row in linear_rows(HUMAN):  # what rounding moved past a limit over several parameters comes back
        over = max(inside[row.columns] @ row.coefficients - row.hi, row.lo - inside[row.columns] @ row.coefficients)
        if 0 < over < 1e-5:
            inside[row.columns] = np.round(inside[row.columns] + 1e-5 * (HUMAN.rest - inside)[row.columns], 6)
    return replace(key, q=tuple(inside.tolist()), rates=rates)


def _inside(goal: TimedGoal, first: float, last: float) -> TimedGoal:
    """The goal with spans that end where the clip does."""
    spans = tuple(
        replace(
            span,
            start=max(span.start, first),
            end=min(span.end, last),
            ease_in=0 if span.start == -math.inf else span.ease_in,
            ease_out=0 if span.end == math.inf else span.ease_out,
        )
        for span in goal.ordered
    )
    return replace(goal, spans=spans)


def _shorter(data: Any) -> Any:
    """Without fields that say nothing."""
    if isinstance(data, dict):
        usual = {"tracks": None, "curve": "smooth", "tension": 0.0, "continuity": 0.0, "bias": 0.0, "slow_in": 0.0,
                 "slow_out": 0.0, "rates": None, "name": "", "moving": None, "hard": True}  # fmt: skip
        return {key: _shorter(value) for key, value in data.items() if key not in usual or value != usual[key]}
    if isinstance(data, list):
        return [_shorter(value) for value in data]
    return round(data, 9) if isinstance(data, float) else data


def main(names: list[str]) -> None:
    for name in names or ABOUT:
        data = _shorter(to_data(move_of(name, taken(name))))
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        for start in ('"keys":[', '"goals":[', '{"frame"', '{"goal"'):  # a line for each key and goal
            text = text.replace(start, "\n" + start)
        (FOLDER / f"{name}.json").write_text(text + "\n", "utf-8")
        print(name, len(text))


if __name__ == "__main__":
    main(sys.argv[1:])
