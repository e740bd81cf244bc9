"""A flag that stops a running solve."""

from __future__ import annotations

import numpy as np

from manikin.arguments import explained

__all__ = ["Cancel"]


@explained
class Cancel:
    """A flag that stops a running solve from another thread."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.uint8)

    def set(self) -> None:
        """Stop now."""
        self.flag[0] = 1
