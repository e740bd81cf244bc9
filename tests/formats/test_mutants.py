"""Some hundred damaged files of each format that has no such test of its own; the benchmark has thousands of all."""

from __future__ import annotations

import pytest

from tests.support.mutants import attack


@pytest.mark.parametrize("kind", ["CSV", "CSV of Unitree", "NPZ", "NPZ of AMASS", "CLIP", "VRM", "VRMA", "URDF"])
def test_damaged_files_are_read_or_refused(kind: str) -> None:
    found = attack(kind, 200)
    assert found.refused > 20
    assert found.seconds < 2
