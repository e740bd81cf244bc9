"""Names and numbers as USD writes them."""

from __future__ import annotations

import re

from manikin.math.rotations import Array

__all__ = ["identifier", "vector"]


def identifier(name: str, taken: set[str]) -> str:
    """A name of letters, digits and underscores that is not taken yet; it is then."""
    plain = re.sub(r"\W", "_", name, flags=re.ASCII) or "joint"
    plain = f"_{plain}" if plain[0].isdigit() else plain
    made, count = plain, 1
    while made in taken:
        count += 1
        made = f"{plain}_{count}"
    taken.add(made)
    return made


def vector(values: Array, digits: int) -> str:
    """Numbers in brackets."""
    return "(" + ", ".join(f"{float(x):.{digits}g}" for x in values) + ")"
