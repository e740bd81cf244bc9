"""Easing: how a motion starts and stops."""

from __future__ import annotations

__all__ = ["ease_in_out", "eased_between"]


def ease_in_out(t: float) -> float:
    """From 0 at t = 0 to 1 at t = 1, with zero speed at both ends: t²(3 − 2t)."""
    return t * t * (3 - 2 * t)


def eased_between(t: float) -> float:
    """The same; 0 before it begins and 1 after it has ended."""
    return ease_in_out(min(max(t, 0.0), 1.0))
