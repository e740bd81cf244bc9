"""Names of figures and parts: unique names, and names for display."""

from __future__ import annotations

import re
from collections.abc import Iterable

from manikin.errors import InputError, shorten

_FINGER_BONE = re.compile(r"^(thumb|index|middle|ring|pinky|finger)(\d)$")

__all__ = ["check_unique", "display_name", "unique_name"]


def display_name(name: str) -> str:
    """A part's name for display: "r_upper_arm" → "right upper arm", "l_index2" → "left index 2"."""
    side, _, rest = name.partition("_")
    if rest and side in ("l", "r"):
        name = ("left " if side == "l" else "right ") + _FINGER_BONE.sub(r"\1 \2", rest)
    return name.replace("_", " ")


def unique_name(name: str, taken: Iterable[str]) -> str:
    """The name, or the first of "name 2", "name 3", … that is not taken."""
    known = set(taken)
    if name not in known:
        return name
    number = 2
    while f"{name} {number}" in known:
        number += 1
    return f"{name} {number}"


def check_unique(names: Iterable[str], what: str) -> None:
    """Refuse a name that occurs twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError(f"there are two of the {what} {shorten(name)}")
        seen.add(name)
