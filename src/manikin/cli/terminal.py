"""The terminal that commands print to."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console"]

FILE_WIDTH = 160
"""Columns of the output if it does not go to a terminal."""


def console() -> Console:
    """A console as wide as the terminal, or ``FILE_WIDTH`` wide if the output goes elsewhere."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else FILE_WIDTH)
