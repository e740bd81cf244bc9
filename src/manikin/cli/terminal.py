"""Text for people."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console"]

WIDTH_OF_FILES = 160  # where the output is no terminal


def console() -> Console:
    """The terminal, as wide as it is; wide enough not to break lines where the output goes elsewhere."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH_OF_FILES)
