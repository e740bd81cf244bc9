"""Bounds of reports: what of a retargeted or cleaned clip is so far off that one should look at it.

``--strict`` of the command line fails with these sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from manikin.characters.roles import Roles

__all__ = [
    "KEPT",
    "LIMB_MEDIAN",
    "LIMB_WORST",
    "MOVED",
    "doubtful_roles",
    "kept_too_little",
    "limits_met_for_long",
    "not_held",
    "travelled",
]

LIMB_MEDIAN, LIMB_WORST = 8.0, 30.0
"""By how much limbs may point elsewhere than in the source, in the median and at worst [°]."""
TRAVEL = 0.012
"""How fast a ball may travel over the ground while it stands, for legs of 0.84 m [m/s]."""
AT_LIMIT = 0.5
"""In which share of the frames a parameter may be at a limit."""
KEPT = 0.5
"""Which share of the frames in which feet of the source stand must be kept."""
MOVED = 0.012
"""How far hands and head may be moved by a clean-up, in the mean, for legs of 0.84 m [m]."""
SHOWN = 6


def not_held(off: Mapping[int, float]) -> Iterator[str]:
    """Frames in which a foot that should stand is off its place, by how much [m]."""
    if off:
        frames = ", ".join(map(str, list(off)[:SHOWN])) + (" …" if len(off) > SHOWN else "")
        yield f"feet are not held at {len(off)} frames ({frames}), by up to {1000 * max(off.values()):.1f} mm"


def travelled(skate: float, rate: float, scale: float) -> Iterator[str]:
    """Balls that travel while they stand [m/frame], of a figure of some size."""
    most = TRAVEL * scale / rate
    if skate > most:
        yield f"feet travel by {1000 * skate:.2f} mm/frame while they stand; the bound is {1000 * most:.2f}"


def limits_met_for_long(at_limit: Mapping[str, int], frames: int) -> Iterator[str]:
    """Parameters that are at a limit in too many frames."""
    long = {name: count for name, count in at_limit.items() if count > AT_LIMIT * frames}
    if long:
        some = ", ".join(f"{name} in {count}" for name, count in list(long.items())[:SHOWN])
        more = f" and {len(long) - SHOWN} more" if len(long) > SHOWN else ""
        yield f"parameters are at a limit in more than half of the {frames} frames: {some}{more}"


def kept_too_little(kept: float) -> Iterator[str]:
    """Feet of the source that stand, of which too little is kept."""
    if kept < KEPT:
        yield f"{100 * kept:.0f} % of the frames in which feet stand are kept; the bound is {100 * KEPT:.0f} %"


def doubtful_roles(roles: Roles, whose: str) -> Iterator[str]:
    """Roles that were found by where joints lie, and all that was odd about them."""
    guessed = [role for role, why in roles.why.items() if why == "geometry"]
    if guessed:
        more = f" and {len(guessed) - SHOWN} more" if len(guessed) > SHOWN else ""
        yield f"roles of {whose} are guessed by where joints lie: {', '.join(guessed[:SHOWN])}{more}; give a map"
    for odd in roles.warnings:
        if not guessed or "found by where they lie" not in odd:
            yield f"roles of {whose}: {odd}"
