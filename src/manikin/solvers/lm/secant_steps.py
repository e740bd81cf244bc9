"""Newton steps with one Jacobian for all of them.  Mirrors kernels/src/solvers/lm/secant_steps.hpp."""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array

__all__ = ["SecantSteps"]

MOST_SHARE = 0.5
"""What a step may leave of the one before, to be lengthened by it."""


class SecantSteps:
    """What each step tells about the next: Broyden's method by its steps.

    With the Jacobian of the start alone, every step would leave about the same share of the residual.
    """

    def __init__(self) -> None:
        self._steps: list[Array] = []

    @property
    def is_empty(self) -> bool:
        """Whether no step was made."""
        return not self._steps

    def improved(self, step: Array) -> Array:
        """The step of the first Jacobian as one that the steps before agree with."""
        for k, made in enumerate(self._steps):
            square = float(made @ made)
            share = float(made @ step) / square if square > 0 else 0.0
            last = k + 1 == len(self._steps)
            step = step / (1 - min(share, MOST_SHARE)) if last else step + share * self._steps[k + 1]
        return np.asarray(step)

    def remember(self, step: Array) -> None:
        """A step was made."""
        self._steps.append(step)
