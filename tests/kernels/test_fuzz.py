"""No input from Python brings the process down: thousands of tables and arrays, sound and broken."""

from __future__ import annotations

import pytest

from tests.support.forests import builds
from tests.support.fuzz_process import counts_of


@pytest.mark.slow
@pytest.mark.parametrize("name", builds())
def test_the_process_survives_whatever_the_kernels_are_given(name: str) -> None:
    made, refused = counts_of("-W", "ignore", "-m", "tests.support.fuzz", name, "1", "250")
    assert made > 300
    assert refused > 1000
