"""The results of a run as tables of Markdown, put into the documentation's page on motion quality."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.motion.bars import BARS, Results
from benchmarks.motion.tables import OURS, UNITS, cell, cpu_ratio, number

__all__ = ["PAGE", "results_section", "update_page"]

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "motion-quality.md"
BEGIN, END = "<!-- results: written by the benchmark -->", "<!-- end of the results -->"
HEADLINES: tuple[tuple[tuple[str, str, str, str], ...], ...] = (  # title, family, part of names ($: their end), measure
    (
        ("T1 pop", "T1", "", "pop"),
        ("T2 touch pop", "T2", "touch", "pop"),
        ("T2 through ok", "T2", "through", "ok"),
        ("T2 through speed", "T2", "through", "speed"),
        ("T2 graze pop", "T2", "graze", "pop"),
        ("T3 pop", "T3", "", "pop"),
        ("T3 flips", "T3", "", "flips"),
        ("T4 jitter", "T4", "", "jitter"),
        ("T5 pop", "T5", "", "pop"),
        ("T8 gain", "T8", "", "gain"),
        ("T9 drift", "T9", "", "drift"),
        ("T10 apart", "T10", "", "apart"),
        ("T12 arm swivel", "T12", "arm7", "swivel"),
    ),
    (
        ("T6 slip", "T6", "", "slip"),
        ("T6 acceleration", "T6", "", "acceleration"),
        ("T6b poise", "T6b", "", "poise"),
        ("T6b acceleration", "T6b", "", "acceleration"),
        ("T7 apart pop", "T7", "human96", "pop"),
        ("T7 apart objective", "T7", "human96", "objective"),
        ("T11 acceleration", "T11", "", "acceleration"),
        ("T11 flips", "T11", "", "flips"),
        ("T11 elbows", "T11", "", "elbows"),
        ("T12 pelvis", "T12", "human96-places$", "pelvis"),
        ("T12 falls", "T12", "human96-places$", "falls"),
        ("T12 falls with balance", "T12", "places-balance", "falls"),
    ),
)


def update_page(kept: dict[str, Any], file: Path = PAGE) -> None:
    """Put the results between the two marks of the page."""
    text = file.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    file.write_text(f"{before}{BEGIN}\n{results_section(kept)}\n{END}{after}", "utf-8")


def results_section(kept: dict[str, Any]) -> str:
    """All tables of what a run kept."""
    results, facts = kept["results"], kept["facts"]
    ours = [mode for mode, said in facts.items() if said["library"].startswith("manikin")]
    quick = ", few tasks" if kept["quick"] else ""
    parts = [f"Version {kept['version']}, seed {kept['seed']}{quick}, {kept['day']}. «median / worst» over the tasks."]
    for headlines, title in zip(HEADLINES, ("Limbs", "Whole bodies"), strict=True):
        parts += [f"### {title}", _headlines(headlines, results)]
    parts += ["### What we promise, and where it holds", _bars(results, ours), "### The modes", _modes(results, facts)]
    return "\n\n".join(parts)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join([_row(head), _row(["---"] * len(head)), *map(_row, rows)])


def _headlines(headlines: Iterable[tuple[str, str, str, str]], results: dict[str, Results]) -> str:
    """A row for each mode that did any of the tasks."""
    heads = [f"{title} [{UNITS[measure]}]" if measure in UNITS else title for title, _, _, measure in headlines]
    rows = []
    for mode, found in results.items():
        cells = []
        for _, family, part, measure in headlines:
            own = [m for name, m in found.items() if name.split("-")[0] == family and part in f"{name}$"]
            failed = sum("failed" in m for m in own)
            values = [m[measure] for m in own if measure in m]
            cells.append(cell(measure, values) + (f" ({failed} failed)" if failed else ""))
        if any(cells):
            rows.append([mode, *cells])
    return _table(["", *heads], rows)


def _bars(results: dict[str, Results], modes: list[str]) -> str:
    rows = []
    for bar in BARS:
        values = [bar.value(results[mode]) for mode in modes]
        cells = ["" if v is None else number(v) + ("" if bar.met(v) else " **NO**") for v in values]
        rows.append([bar.text, *cells])
    return _table(["bar", *modes], rows)


def _modes(results: dict[str, Results], facts: dict[str, dict[str, Any]]) -> str:
    ours = next((mode for mode in OURS if mode in results), None)
    rows = []
    for mode, said in facts.items():
        if "absent" in said:
            rows.append([mode, said["library"], f"left out: {said['absent']}", "", "", "", ""])
            continue
        found = results[mode]
        failed = sum("failed" in measures for measures in found.values())
        same = {True: "yes", False: "no", None: ""}[said["same"]]
        ratio = number(cpu_ratio(found, results[ours])) if ours else ""
        rows.append([mode, said["library"], str(len(found)), str(failed), str(said["left_out"]), same, ratio])
    heads = ["mode", "library", "tasks", "failed", "cannot state", "repeats to the bit", f"CPU time / {ours}"]
    return _table(heads, rows)
