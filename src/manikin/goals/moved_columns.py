"""Which parameters of a figure goals depend on."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed

__all__ = ["moved_columns"]


def moved_columns(figure: Figure, goals: Iterable[Goal]) -> np.ndarray:
    """Which parameters of a figure (size,) change the values of the goals' handles on it."""
    found = np.zeros(figure.size, bool)
    for goal in goals:
        for handle in goal.handles:
            if not isinstance(handle, Fixed) and handle.figure in (None, figure.name):
                found[handle.columns(figure)] = True
    return found
