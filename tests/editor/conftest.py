"""One running editor for the tests that leave it as they found it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.live_editor import Editor


@pytest.fixture(scope="session")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with Editor(tmp_path_factory.mktemp("editor")) as running:
        yield running
