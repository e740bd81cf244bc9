"""Our modes beside the best of the other libraries: who is first in each family, and by how much.

Two modes are compared on the tasks that both can state, by the median and by the worst.  Where the ideal is nought,
values below what anybody could see count as that much, so that 1e-11 mm is not a thousand times better than 1e-8.
A library that leaves its target moves calmly with ease: one that is on target in clearly fewer frames than we are
does not count as first, but it is shown beside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.motion.bars import HIGHER_IS_BETTER, Results, worst
from benchmarks.motion.headlines import BODIES, LIMBS, Headline

__all__ = ["OURS", "Contest", "contests"]

OURS = ("follow", "editor", "solve")
"""The way that is recommended, and what comes by default: in the editor, and from ``figure.solve``."""
LEAST = {"jitter": 5e-6, "slip": 1e-6, "drift": 0.01, "apart": 0.01}
"""What counts as nothing, in the measure's unit: what we promise of ourselves."""
NEAR = 1.1
"""Times the first's value that is still near it."""
FOLLOWS = 5.0
"""Points of ``ok`` below ours that a library may have and still count as following."""


@dataclass(frozen=True)
class Contest:
    """One of our modes against all others in one measure.

    Attributes:
        headline: Family and measure.
        median: Whether medians are compared, or the worst.
        ours: Our mode's value over all its tasks.
        peer: Label of the best of those that follow; empty where nobody else can state the tasks.
        own, other: Our value and that one's, on the tasks that both did.
        ratio: How many times worse ours is; below 1 where it is better.
        any_peer, any_ratio: The same of all libraries, also those that leave their targets.
    """

    headline: Headline
    median: bool
    ours: float
    peer: str
    own: float
    other: float
    ratio: float
    any_peer: str
    any_ratio: float

    @property
    def verdict(self) -> str:
        if not self.peer:
            return "alone"
        return "first" if self.ratio <= 1 + 1e-9 else "within 10 %" if self.ratio <= NEAR else "NO"


def contests(results: Mapping[str, Results], mode: str, peers: Iterable[str]) -> list[Contest]:
    """All families and measures in which the mode did anything."""
    found = []
    others = list(peers)
    for headline in (*LIMBS, *BODIES):
        for median in (True, False):
            contest = _contest(results, mode, others, headline, median)
            if contest is not None and (median or not _single(headline, results[mode])):
                found.append(contest)
    return found


def _single(headline: Headline, found: Results) -> bool:
    return len(headline.of(found)) == 1


def _contest(
    results: Mapping[str, Results], mode: str, peers: list[str], headline: Headline, median: bool
) -> Contest | None:
    own = headline.of(results[mode])
    value = _value(headline.measure, own.values(), median)
    if value is None:
        return None
    best, of_all = ("", np.nan, np.nan, -np.inf), ("", -np.inf)
    for peer in peers:
        theirs = headline.of(results[peer])
        both = [name for name in own if name in theirs]
        a = _value(headline.measure, [own[name] for name in both], median)
        b = _value(headline.measure, [theirs[name] for name in both], median)
        if a is None or b is None:
            continue
        ratio = _ratio(headline.measure, a, b)
        if ratio > of_all[1]:
            of_all = (peer, ratio)
        if ratio > best[3] and _follows([own[name] for name in both], [theirs[name] for name in both]):
            best = (peer, a, b, ratio)
    return Contest(headline, median, value, *best, *of_all)


def _value(measure: str, found: Iterable[Mapping[str, Any]], median: bool) -> float | None:
    """The median or the worst; a task that failed is as bad as can be."""
    bad = 0.0 if measure in HIGHER_IS_BETTER else np.inf
    values = [bad if "failed" in m else m[measure] for m in found if "failed" in m or measure in m]
    if not values or not np.isfinite(values).any():
        return None
    return float(np.median(values)) if median else worst(measure, values)


def _ratio(measure: str, ours: float, theirs: float) -> float:
    """How many times worse ours is."""
    if measure in HIGHER_IS_BETTER:
        ours, theirs = theirs, ours
    least = LEAST.get(measure, 0.0)
    ours, theirs = max(ours, least), max(theirs, least)
    if ours == theirs:
        return 1.0
    return ours / theirs if theirs > 0 else np.inf


def _follows(ours: list[Mapping[str, Any]], theirs: list[Mapping[str, Any]]) -> bool:
    """Whether a library is on target about as often as we are; so it is where that is not measured."""
    own, other = _value("ok", ours, True), _value("ok", theirs, True)
    return own is None or other is None or other >= own - FOLLOWS
