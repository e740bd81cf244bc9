"""Mistakes in calls about clips are told by an error of manikin's own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from manikin import CallError, moves
from manikin.clips import editing

WAVE = moves.load("wave")
FUNCTIONS = [name for name in editing.__all__ if inspect.isfunction(getattr(editing, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_argument_that_does_not_exist_is_told_by_every_edit(name: str) -> None:
    with pytest.raises(CallError, match=f"{name} has no argument 'no_such_argument'"):
        getattr(editing, name)(no_such_argument=1)


CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "no end": (lambda: editing.stretch(WAVE, 0, 20), "stretch needs new_end"),  # type: ignore[call-arg]
    "a name for a clip": (lambda: editing.delete("wave", 0, 5), "clip must be a Clip, not 'wave'"),  # type: ignore[arg-type]
    "a rate to bake": (lambda: WAVE.bake(rate=30), "bake has no argument 'rate'"),  # type: ignore[call-arg]
    "no rate": (lambda: WAVE.at_rate(), "at_rate needs rate"),  # type: ignore[call-arg]
    "a name for a figure": (lambda: WAVE.on("human"), "figure must be a Figure, not 'human'"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", CALLS)
def test_a_wrong_call_is_told(case: str) -> None:
    call, wanted = CALLS[case]
    with pytest.raises(CallError) as told:
        call()
    assert wanted in str(told.value)
