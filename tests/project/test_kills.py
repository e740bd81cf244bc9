"""A project whose editor is killed in the midst of edits: what was acknowledged is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.project_kills import kill_rounds


@pytest.mark.slow
def test_no_acknowledged_edit_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    acknowledged, lost = kill_rounds(tmp_path / "a.manikin", 25, seed=3)
    assert acknowledged > 25
    assert lost == 0
