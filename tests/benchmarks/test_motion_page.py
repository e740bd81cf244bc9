"""Results of runs are kept by seed, compared fairly, and put on the page, of which nothing else changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.motion.families.paths import path_task
from benchmarks.motion.follow import Motion
from benchmarks.motion.kept import Kept
from benchmarks.motion.page import BEGIN, END, PAGE, results_section, update_page
from benchmarks.motion.perform import Performance
from benchmarks.motion.tables import comparison
from benchmarks.motion.task import Task

KEPT: dict[str, Any] = {
    "version": 1,
    "seed": 9,
    "quick": False,
    "facts": {
        "follow": {"library": "manikin 0", "day": "2026-01-02"},
        "other plain": {"library": "other 1", "day": "2026-01-01"},
        "gone best": {"library": "gone", "absent": "does not install: no wheel"},
    },
    "results": {
        "follow": {
            "T1-a": {"kind": "point", "ok": 100.0, "pop": 2.0, "cpu": 1e-3, "same": True},
            "T1-b": {"kind": "point", "ok": 100.0, "pop": 40.0, "cpu": 1e-3},
            "T1-c": {"kind": "point", "ok": 100.0, "pop": 60.0, "cpu": 1e-3},
        },
        "other plain": {
            "T1-a": {"kind": "point", "ok": 99.0, "pop": 7.0, "cpu": 3e-3, "same": False},
            "T1-b": {"kind": "point", "failed": "no"},
            "T1-c": {"kind": "point", "left_out": True},
        },
    },
}


def test_the_tables_have_values_failures_and_what_is_missed() -> None:
    text = results_section(KEPT)
    assert "Version 1, seed 9." in text
    assert "| follow | 100 | 40 / 60 |" in text
    assert "| other plain | 99 (1 failed) | 7 (1 failed) |" in text
    assert "| T1: worst pop ≤ 30 | follow | 60 **NO** |" in text
    assert "| T1: worst ok ≥ 100 | follow | 100 |" in text
    assert "| other plain | other 1 | 2026-01-01 | 2 | 1 | 1 | no | 3 |" in text
    assert "left out: does not install: no wheel" in text


def test_the_best_mode_of_a_bar_is_named() -> None:
    own = {"T1-a": {"kind": "point", "ok": 99.0, "pop": 20.0, "cpu": 1e-3}}
    facts = {**KEPT["facts"], "editor": KEPT["facts"]["follow"]}
    text = results_section({**KEPT, "facts": facts, "results": {**KEPT["results"], "editor": own}})
    assert "| T1: worst pop ≤ 30 | editor | 60 **NO** | 20 |" in text
    assert "| T1: worst ok ≥ 100 | follow | 100 | 99 **NO** |" in text
    assert "| T5: worst beyond ≤ 0 |  |  |  |" in text


def beside(results: dict[str, dict[str, dict[str, Any]]]) -> dict[str, list[str]]:
    """The rows of the comparison by their titles: value, best other, times worse, place."""
    facts = {mode: {"library": "manikin 0" if mode == "follow" else "other 1"} for mode in results}
    return {row[0]: row[1:] for row in comparison(results, facts)[1]}


def test_modes_are_compared_on_the_tasks_that_both_did() -> None:
    rows = beside({"follow": {"T1-a": {"pop": 2.0}, "T1-b": {"pop": 40.0}}, "other": {"T1-a": {"pop": 1.9}}})
    # only the first task is common; 2.0 is 1.05 times 1.9
    assert rows["T1 pop, median"] == ["21", "other 1.9", "1.05", "within 10 %"]
    assert rows["T1 pop, worst"] == ["40", "other 1.9", "1.05", "within 10 %"]
    assert rows["first or within 10 %"][-1] == "2 of 2"


def test_who_fails_a_task_is_not_first() -> None:
    task = {"T1-a": {"pop": 2.0}, "T1-b": {"pop": 4.0}}
    rows = beside({"follow": task, "other": {"T1-a": {"pop": 1.0}, "T1-b": {"failed": "no"}}})
    assert rows["T1 pop, worst"][-1] == "first"


def test_who_leaves_its_target_is_named_but_not_first() -> None:
    lazy = {"T1-a": {"pop": 1.0, "ok": 40.0}}
    rows = beside(
        {"follow": {"T1-a": {"pop": 2.0, "ok": 100.0}}, "lazy": lazy, "good": {"T1-a": {"pop": 3.0, "ok": 97.0}}}
    )
    assert rows["T1 pop, median"] == ["2", "good 3 (off target: lazy, 0.5)", "0.667", "first"]
    assert rows["T1 ok, median"][-1] == "first"


def test_a_better_one_that_follows_is_told() -> None:
    rows = beside({"follow": {"T1-a": {"pop": 2.0, "ok": 90.0}}, "good": {"T1-a": {"pop": 1.0, "ok": 90.0}}})
    assert rows["T1 pop, median"] == ["2", "good 1", "2", "NO"]
    assert rows["first or within 10 %"][-1] == "1 of 2"


def test_what_nobody_can_see_counts_as_equal() -> None:
    rows = beside({"follow": {"T6-a": {"slip": 1e-7}}, "good": {"T6-a": {"slip": 0.0}}})
    assert rows["T6 slip, median"][-2:] == ["1", "first"]


def motion() -> Motion:
    return Motion(np.zeros((3, 7)), None, None, 1e-3)


def test_results_of_a_seed_are_kept_beside_those_of_a_later_run(tmp_path: Path) -> None:
    first, second = (path_task(3, f"T1-arm7-{shape}", "point", "arm7", shape, False) for shape in ("circle", "line"))
    kept = Kept(tmp_path, 3, False)
    kept.add("other plain", "other 1", [(first, Performance(motion(), same=True), {"pop": 1.0})])
    kept.add("other plain", "other 1", [(second, Performance(stated=False), {})])
    later = Kept(tmp_path, 3, False)
    assert later.load([first, second]) == 0
    later.add("follow", "manikin 0", [(first, Performance(failed="no"), {})])
    assert later.results["other plain"][first.name]["pop"] == 1.0
    assert later.results["other plain"][first.name]["same"] is True
    assert later.results["other plain"][second.name]["left_out"] is True
    assert later.results["follow"][first.name]["failed"] == "no"
    assert (later.motions("other plain") / f"{first.name}.npz").is_file()


def test_two_runs_at_a_time_leave_what_both_had(tmp_path: Path) -> None:
    task = path_task(3, "T1-arm7-line", "point", "arm7", "line", False)
    one, two = Kept(tmp_path, 3, False), Kept(tmp_path, 3, False)
    one.load([task])
    two.load([task])
    one.add("a", "a 1", [(task, Performance(motion()), {"pop": 1.0})])
    two.add("b", "b 1", [(task, Performance(motion()), {"pop": 2.0})])
    later = Kept(tmp_path, 3, False)
    later.load([task])
    assert set(later.results) == set(later.facts) == {"a", "b"}


def test_results_go_when_their_task_has_become_another_one(tmp_path: Path) -> None:
    task = path_task(3, "T1-arm7-line", "point", "arm7", "line", False)
    kept = Kept(tmp_path, 3, False)
    kept.add("other plain", "other 1", [(task, Performance(motion()), {"pop": 1.0})])
    changed = Task(**{**vars(task), "targets": task.targets + 0.01})
    assert Kept(tmp_path, 3, False).load([changed]) == 1


def test_only_what_is_between_the_marks_is_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nformer table\n{END}\nafter\n")
    update_page(KEPT, page)
    update_page(KEPT, page)
    text = page.read_text()
    assert text.startswith(f"before\n{BEGIN}\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "former table" not in text
    assert text.count("seed 9") == 1


def test_the_page_of_the_documentation_has_the_marks() -> None:
    text = PAGE.read_text("utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
