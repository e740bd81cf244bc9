"""The page of results says what was kept of a run, and nothing else of it changes."""

from __future__ import annotations

from pathlib import Path

from benchmarks.motion.page import BEGIN, END, PAGE, results_section, update_page

KEPT = {
    "version": 1,
    "seed": 9,
    "quick": False,
    "day": "2026-01-02",
    "facts": {
        "session": {"library": "manikin 0", "same": True, "left_out": 0},
        "other plain": {"library": "other 1", "same": False, "left_out": 3},
        "gone best": {"library": "gone", "absent": "does not install: no wheel"},
    },
    "results": {
        "session": {
            "T1-a": {"kind": "point", "ok": 100.0, "pop": 2.0, "cpu": 1e-3},
            "T1-b": {"kind": "point", "ok": 100.0, "pop": 40.0, "cpu": 1e-3},
        },
        "other plain": {"T1-a": {"kind": "point", "ok": 90.0, "pop": 7.0, "cpu": 3e-3}, "T1-b": {"failed": "no"}},
    },
}


def test_the_tables_have_values_failures_and_what_is_missed() -> None:
    text = results_section(KEPT)
    assert "Version 1, seed 9, 2026-01-02" in text
    assert "| session | 21 / 40 |" in text
    assert "| other plain | 7 (1 failed) |" in text
    assert "| T1: worst pop ≤ 30 | 40 **NO** |" in text
    assert "| T1: worst ok ≥ 100 | 100 |" in text
    assert "| other plain | other 1 | 2 | 1 | 3 | no | 3 |" in text
    assert "left out: does not install: no wheel" in text


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
