"""Tables of a run: by family and kind of task «median / worst» of every measure, the bars, and who is first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.motion.bars import BARS, Results, worst
from benchmarks.motion.compare import OURS, Contest, contests

__all__ = [
    "COLUMNS",
    "cell",
    "comparison",
    "mode_rows",
    "number",
    "show_bars",
    "show_comparison",
    "show_families",
    "show_summary",
]

COLUMNS = {
    "T1": "ok miss_max pop pop_run rough speed acceleration flips snaps beyond",
    "T2": "ok miss_max pop pop_run rough speed acceleration flips snaps beyond",
    "T3": "ok miss_max pop pop_run rough speed acceleration flips snaps beyond",
    "T4": "ok worse jitter settled speed snaps beyond",
    "T5": "ok miss_max pop pop_run rough speed acceleration snaps beyond",
    "T6": "ok miss_max slip slip_turn pop rough speed acceleration flips snaps beyond",
    "T6b": "miss_max slip slip_turn poise pop speed acceleration flips snaps beyond",
    "T7": "ok compromise objective slip slip_turn pop rough speed acceleration snaps beyond",
    "T8": "ok gain gain_fast speed acceleration snaps beyond",
    "T9": "ok drift drift_last speed snaps beyond",
    "T10": "ok apart speed snaps beyond",
    "T11": "miss miss_max rough speed acceleration flips snaps elbows knees beyond",
    "T12": "ok miss_max swivel swivel_far comfort at_limits pelvis pelvis_beyond lean lean_beyond fidget falls poise "
    "slip",
}
UNITS = {
    "ok": "%", "miss": "mm", "miss95": "mm", "miss_max": "mm", "speed": "rad/s", "acceleration": "rad/s²",
    "jitter": "rad", "settled": "frames", "worse": "mm", "beyond": "°", "slip": "mm", "slip_turn": "°", "poise": "mm",
    "compromise": "mm", "objective": "m²", "drift": "°", "drift_last": "°", "apart": "°", "elbows": "°", "knees": "°",
    "swivel": "°", "swivel_far": "%", "at_limits": "%", "pelvis": "mm", "pelvis_beyond": "mm", "lean": "°",
    "lean_beyond": "°", "fidget": "°", "falls": "%",
}  # fmt: skip

TIMED = ("follow", "session")
"""The mode whose CPU time is the unit: the first of these that ran."""
All = Mapping[str, Results]
"""Results by library and mode."""


def number(value: float) -> str:
    """Three digits."""
    if not np.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    size = abs(value)
    if size >= 1e5 or size < 1e-3:
        return f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e")
    return f"{value:.0f}" if size >= 100 else f"{value:.3g}"


def cell(measure: str, values: list[float]) -> str:
    """«median / worst», or one number where they are the same."""
    if not values:
        return ""
    middle, far = number(float(np.median(values))), number(worst(measure, values))
    return middle if middle == far else f"{middle} / {far}"


def groups(everything: All) -> dict[tuple[str, str], list[str]]:
    """Names of the tasks by family and kind, in the order of the families."""
    found: dict[tuple[str, str], list[str]] = {}
    for results in everything.values():
        for name, measures in results.items():
            key = (name.split("-")[0], str(measures.get("kind", "")))
            if name not in found.setdefault(key, []):
                found[key].append(name)
    order = list(COLUMNS)
    return dict(sorted(found.items(), key=lambda item: order.index(item[0][0])))


def show_families(everything: All, titles: str, width: int = 190) -> None:
    """A table for every family and kind of task; what failed is counted, and leaves the other tasks' numbers."""
    console = Console(width=width)
    for (family, kind), names in groups(everything).items():
        columns = [
            column
            for column in COLUMNS[family].split()
            if any(column in results.get(name, {}) for results in everything.values() for name in names)
        ]
        heads = [f"{column}\n{UNITS.get(column, '')}" for column in columns]
        title = f"{family} {kind}: {len(names)} tasks, median / worst ({titles})"
        table = Table("", *heads, "failed", "ms", title=title, title_justify="left")
        for mode, results in everything.items():
            own = [results[name] for name in names if "left_out" not in results.get(name, {"left_out": True})]
            if not own:
                continue
            good = [measures for measures in own if "failed" not in measures]
            cells = [cell(column, [m[column] for m in good if column in m]) for column in columns]
            times = [m["cpu"] for m in good if "cpu" in m]
            failed = str(len(own) - len(good)) if len(own) > len(good) else ""
            table.add_row(mode, *cells, failed, f"{1e3 * np.median(times):.3f}" if times else "")
        console.print(table)


def show_bars(everything: All, modes: Iterable[str], width: int = 190, most: int = 8) -> None:
    """The bars, with each mode's value and whether it is met; at most so many modes beside each other."""
    shown = [mode for mode in modes if mode in everything]
    for first in range(0, len(shown), most):
        _bars_of(everything, shown[first : first + most], width)


def _bars_of(everything: All, modes: list[str], width: int) -> None:
    table = Table("bar", *modes, title="bars: value, and NO where it is missed", title_justify="left")
    met, count = dict.fromkeys(modes, 0), dict.fromkeys(modes, 0)
    for bar in BARS:
        cells = []
        for mode in modes:
            value = bar.value(everything[mode])
            if value is None:
                cells.append("")
                continue
            good = bar.met(value)
            met[mode] += good
            count[mode] += 1
            cells.append(f"{number(value)}{'' if good else '  NO'}")
        if any(cells):
            table.add_row(bar.text, *cells)
    table.add_row("met", *(f"{met[mode]} of {count[mode]}" for mode in modes))
    Console(width=width).print(table)


def comparison(everything: All, facts: Mapping[str, Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of who is first: our modes beside the best of the other libraries, measure by measure."""
    peers = [mode for mode, said in facts.items() if mode in everything and not said["library"].startswith("manikin")]
    modes = [mode for mode in OURS if mode in everything]
    found = {
        mode: {(c.headline.title, c.median): c for c in contests(everything, mode, peers)} if peers else {}
        for mode in modes
    }
    heads = ["", *modes, *(head for mode in modes for head in (f"best other beside {mode}", "times worse", "place"))]
    rows: list[list[str]] = []
    counts = dict.fromkeys(modes, (0, 0))
    for title, median in dict.fromkeys(key for own in found.values() for key in own):
        row = [f"{title}, {'median' if median else 'worst'}"]
        own = [found[mode].get((title, median)) for mode in modes]
        row += ["" if contest is None else number(contest.ours) for contest in own]
        for mode, contest in zip(modes, own, strict=True):
            row += ["", "", ""] if contest is None else _place(contest)
            if contest is not None and contest.peer:
                counts[mode] = (counts[mode][0] + (contest.verdict != "NO"), counts[mode][1] + 1)
        rows.append(row)
    total = ["first or within 10 %", *[""] * len(modes)]
    for mode in modes:
        total += ["", "", f"{counts[mode][0]} of {counts[mode][1]}"]
    return heads, [*rows, total] if rows else []


def _place(contest: Contest) -> list[str]:
    """The best other mode with its value, how many times worse ours is, and the place."""
    other = f"{contest.peer} {number(contest.other)}" if contest.peer else ""
    if contest.any_ratio > max(contest.ratio, 1):
        other += f" (off target: {contest.any_peer}, {number(1 / contest.any_ratio)})"
    return [other, number(contest.ratio) if contest.peer else "", contest.verdict]


def show_comparison(everything: All, facts: Mapping[str, Mapping[str, Any]], width: int = 230) -> None:
    """Who is first, family by family; nothing where no other library has run."""
    heads, rows = comparison(everything, facts)
    table = Table(*heads, title="beside other libraries, on the tasks that both can state", title_justify="left")
    for row in rows:
        table.add_row(*row)
    if rows:
        Console(width=width).print(table)


def mode_rows(everything: All, facts: Mapping[str, Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of what is said of whole modes: failures, what could not be stated, bits, CPU time by ours."""
    ours = next((mode for mode in TIMED if mode in everything), None)
    heads = ["mode", "library", "day", "tasks", "failed", "cannot state", "repeats to the bit", f"CPU time / {ours}"]
    rows = []
    for mode, said in facts.items():
        if "absent" in said:
            rows.append([mode, said["library"], f"left out: {said['absent']}", *[""] * 5])
            continue
        found = everything[mode].values()
        left_out = sum("left_out" in measures for measures in found)
        same = [measures["same"] for measures in found if "same" in measures]
        ratio = number(cpu_ratio(everything[mode], everything[ours])) if ours else ""
        counts = [str(len(found) - left_out), str(sum("failed" in m for m in found)), str(left_out)]
        repeats = "" if not same else "yes" if all(same) else "no"
        rows.append([mode, said["library"], said["day"], *counts, repeats, ratio])
    return heads, rows


def show_summary(everything: All, facts: Mapping[str, Mapping[str, Any]], width: int = 190) -> None:
    """What is said of whole modes."""
    heads, rows = mode_rows(everything, facts)
    table = Table(*heads, title="the modes", title_justify="left")
    for row in rows:
        table.add_row(*row)
    Console(width=width).print(table)


def cpu_ratio(results: Results, ours: Results) -> float:
    """Median over the tasks that both did of the ratio of CPU times a frame."""
    both = [name for name in results if "cpu" in results[name] and "cpu" in ours.get(name, {})]
    return float(np.median([results[name]["cpu"] / ours[name]["cpu"] for name in both])) if both else float("nan")
