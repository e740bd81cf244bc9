"""Makes the shipped clips: ``python -m tools.clips`` writes src/manikin/moves/human.clip; names choose some of them."""

from __future__ import annotations

import importlib
import json
import math
import sys
from dataclasses import replace
from typing import Any

import numpy as np
from tools.clips.take import HUMAN, Take

from manikin.clips.constrained import Constrained
from manikin.clips.key import Key
from manikin.clips.segments import linear_rows
from manikin.clips.timed_goal import TimedGoal
from manikin.formats.clip import ClipJson
from manikin.formats.content import Content, StoredClip
from manikin.moves import FILE, MOVES, load


def taken(name: str) -> Take:
    """The take of a clip."""
    module = {"turn": "walk"}.get(name, name)
    take = getattr(importlib.import_module(f"tools.clips.{module}"), name)()
    assert isinstance(take, Take)
    return take


def clip_of(take: Take) -> Constrained:
    """The clip of a take; numbers are rounded to micrometres and microradians."""
    frames = [key.frame for key in take.keys]
    ends = min(frames), max(frames)
    plain = replace(take.plain, keys=tuple(_rounded(key) for key in take.plain.keys))
    return Constrained(source=plain, goals=tuple(_inside(goal, *ends) for goal in take.goals))


def _rounded(key: Key) -> Key:
    rates = None if key.rates is None else tuple(round(value, 8) for value in key.rates)
    inside = np.clip(np.round(key.q, 6), np.ceil(HUMAN.lo * 1e6) / 1e6, np.floor(HUMAN.hi * 1e6) / 1e6)
    for row in linear_rows(HUMAN):  # what rounding moved past a limit over several parameters comes back
        over = max(inside[row.columns] @ row.coefficients - row.hi, row.lo - inside[row.columns] @ row.coefficients)
        if 0 < over < 1e-5:
            inside[row.columns] = np.round(inside[row.columns] + 1e-5 * (HUMAN.rest - inside)[row.columns], 6)
    return replace(key, frame=float(key.frame), q=tuple(inside.tolist()), rates=rates)


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


def _rounded_numbers(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _rounded_numbers(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_rounded_numbers(value) for value in data]
    return round(data, 9) if isinstance(data, float) else data


def main(names: list[str]) -> None:
    clips = {name: clip_of(taken(name)) if name in (names or MOVES) else load(name) for name in sorted(MOVES)}
    stored = tuple(StoredClip(name=name, clip=clip) for name, clip in clips.items())
    data = json.loads(ClipJson().write(Content(clips=stored)))
    data["clips"] = _rounded_numbers(data["clips"])
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for start in ('{"name"', '{"frame"', '{"goal"', '"figures"'):  # a line for each clip, key and goal
        text = text.replace(start, "\n" + start)
    FILE.write_text(text + "\n", "utf-8")
    print(len(clips), "clips,", len(text), "bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
