"""Which tests are slow as a whole: ``make quick`` leaves them out."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SLOW = (
    "benchmarks",
    "characters/test_cleaning.py",
    "characters/test_dressing.py",
    "characters/test_retargeting.py",
    "cli/test_cli.py",
    "cli/test_convert.py",
    "clips/editing/test_invariants.py",
    "contracts/test_commands.py",
    "document/test_scripts.py",
    "document/test_shelves.py",
    "editor",
    "formats/test_format.py",
    "formats/test_gltf.py",
    "formats/test_skins.py",
    "formats/test_vrm.py",
    "language/test_motion_of_several_figures.py",
    "language/test_motion_script.py",
    "posing/test_balance.py",
    "posing/test_several_figures.py",
    "posing/test_whole_body.py",
    "project/test_damage.py",
    "project/test_file_guard.py",
    "simulation/test_maintained.py",
    "test_repository.py",
)
"""Folders and files that start servers or take more than two seconds of a core."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = [TESTS / name for name in SLOW]
    for item in items:
        if any(item.path.is_relative_to(place) for place in slow):
            item.add_marker(pytest.mark.slow)
