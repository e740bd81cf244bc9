"""The results of a run as tables of Markdown, put into the documentation's page on motion quality."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.motion.bars import BARS, Results
from benchmarks.motion.compare import OURS
from benchmarks.motion.headlines import BODIES, LIMBS, Headline
from benchmarks.motion.tables import UNITS, cell, comparison, mode_rows, number

__all__ = ["PAGE", "PICTURE", "results_section", "update_page"]

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "motion-quality.md"
PICTURE = PAGE.parent / "images" / "motion-quality.png"
BEGIN, END = "<!-- results: written by the benchmark -->", "<!-- end of the results -->"
BESIDE = (
    "Two modes are compared on the tasks that both can state: how many times worse ours is (below 1 it is better). The "
    "best other library is the best of those that are on target about as often as we are (at most 5 points of `ok` "
    "less); a better one that leaves its targets is named in brackets, with its value as a share of ours. What is "
    "nought for any eye counts as equal: jitter of 5e-6 rad, slip of 1e-6 mm, drift and apart of 0.01°. *Alone*: "
    "nobody else can state these tasks."
)


def update_page(kept: dict[str, Any], file: Path = PAGE) -> None:
    """Put the results between the two marks of the page."""
    text = file.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    file.write_text(f"{before}{BEGIN}\n{results_section(kept)}\n{END}{after}", "utf-8")


def results_section(kept: dict[str, Any]) -> str:
    """All tables of what a run kept."""
    ours = [mode for mode, said in kept["facts"].items() if said["library"].startswith("manikin")]
    ours = list(dict.fromkeys([*(mode for mode in OURS if mode in ours), *ours]))  # those that count most first
    results, facts = (
        {mode: found[mode] for mode in dict.fromkeys([*ours, *found])} for found in (kept["results"], kept["facts"])
    )
    quick = ", few tasks" if kept["quick"] else ""
    parts = [f"Version {kept['version']}, seed {kept['seed']}{quick}. «median / worst» over the tasks."]
    for headlines, title in ((LIMBS, "Limbs"), (BODIES, "Whole bodies")):
        parts += [f"### {title}", _headlines(headlines, results)]
    parts += ["### What we promise, and where it holds", _bars(results, ours)]
    heads, rows = comparison(results, facts)
    if rows:
        parts += ["### Beside other libraries", BESIDE, _table(heads, rows)]
    parts += ["### The modes", _table(*mode_rows(results, facts))]
    return "\n\n".join(parts)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join([_row(head), _row(["---"] * len(head)), *map(_row, rows)])


def _headlines(headlines: Iterable[Headline], results: dict[str, Results]) -> str:
    """A row for each mode that did any of the tasks."""
    heads = [f"{h.title} [{UNITS[h.measure]}]" if h.measure in UNITS else h.title for h in headlines]
    rows = []
    for mode, found in results.items():
        cells = []
        for headline in headlines:
            own = headline.of(found).values()
            failed = sum("failed" in m for m in own)
            values = [m[headline.measure] for m in own if headline.measure in m]
            cells.append(cell(headline.measure, values) + (f" ({failed} failed)" if failed else ""))
        if any(cells):
            rows.append([mode, *cells])
    return _table(["", *heads], rows)


def _bars(results: dict[str, Results], modes: list[str]) -> str:
    """A row for each bar: which mode is the best at it, and the values of all."""
    rows = []
    for bar in BARS:
        values = {mode: bar.value(results[mode]) for mode in modes}
        best = bar.best({mode: value for mode, value in values.items() if value is not None})
        cells = ["" if v is None else number(v) + ("" if bar.met(v) else " **NO**") for v in values.values()]
        rows.append([bar.text, best, *cells])
    return _table(["bar", "best mode", *modes], rows)
