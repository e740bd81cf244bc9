"""Which kernels do the work, and what is said when they are missing."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.kernels import PureKernelsWarning, choice, make_tree
from manikin.kernels.pure import PureTree
from manikin.skeleton.build import chain
from tests.support.forests import builds

BUILDS = builds()
compiled = pytest.mark.skipif(not BUILDS, reason="no compiled kernels here")


@pytest.fixture(autouse=True)
def _forgetful() -> object:
    choice._library.cache_clear()
    yield
    choice._library.cache_clear()


def tree_under(monkeypatch: pytest.MonkeyPatch, value: str) -> object:
    monkeypatch.setenv("MANIKIN_KERNELS", value)
    return make_tree(Figure(chain([1.0, 2.0])).tables)


@pytest.mark.parametrize("name", BUILDS)
def test_the_variable_picks_the_build(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert type(tree_under(monkeypatch, name)).__module__ == f"manikin.kernels._{name}"


@compiled
@pytest.mark.parametrize("value", ["auto", ""])
def test_without_a_wish_the_best_build_is_taken(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    assert type(tree_under(monkeypatch, value)).__module__ == f"manikin.kernels._{BUILDS[-1]}"


def test_pure_means_numpy_and_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(tree_under(monkeypatch, "pure"), PureTree)


@pytest.mark.parametrize("value", ["fast", "V4", "pure ", "_v3"])
def test_an_unknown_wish_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    with pytest.raises(InputError, match="auto, pure, baseline, v3, v4"):
        tree_under(monkeypatch, value)


def missing(name: str) -> object:
    raise ModuleNotFoundError(f"No module named {name!r}")


def test_missing_kernels_are_mentioned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "import_module", missing)
    with pytest.warns(PureKernelsWarning, match="C\\+\\+ compiler"):
        assert isinstance(tree_under(monkeypatch, "auto"), PureTree)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert isinstance(tree_under(monkeypatch, "auto"), PureTree)


def test_a_build_that_was_asked_for_and_is_missing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "import_module", missing)
    with pytest.raises(InputError, match="cannot be loaded"):
        tree_under(monkeypatch, "v3")


@compiled
def test_a_build_that_the_machine_cannot_run_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Old:
        @staticmethod
        def supported() -> list[str]:
            return ["baseline"]

    monkeypatch.setattr(choice, "import_module", lambda name: Old)
    with pytest.raises(InputError, match="this machine supports only baseline"):
        tree_under(monkeypatch, "v4")


def test_importing_manikin_loads_no_kernels() -> None:
    code = "import sys, manikin.figure.figure; print([m for m in sys.modules if m.startswith('manikin.kernels._')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
