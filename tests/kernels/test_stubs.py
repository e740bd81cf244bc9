"""The types of the compiled classes: the committed stub is the one that the binding makes."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from manikin.kernels import library
from tests.support.paths import SOURCE

pytest.importorskip("nanobind.stubgen")
STUB = SOURCE / "kernels" / "_baseline.pyi"


def content(path: Path) -> str:
    """What a stub says, but for its layout."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = " ".join(node.value.split())
    return ast.unparse(tree)


@pytest.mark.skipif(library() is None, reason="there are no compiled kernels")
def test_the_committed_stub_is_the_one_that_the_binding_makes(tmp_path: Path) -> None:
    made = tmp_path / "made.pyi"
    asked = ["nanobind.stubgen", "-q", "--exclude-values", "-m", "manikin.kernels._baseline", "-o", str(made)]
    subprocess.run([sys.executable, "-m", *asked], check=True)
    assert content(made) == content(STUB), f"see the first line of {STUB.name}"


def test_the_stub_names_every_class_that_a_build_has() -> None:
    compiled = library()
    if compiled is None:
        pytest.skip("there are no compiled kernels")
    described = {node.name for node in ast.parse(STUB.read_text("utf-8")).body if isinstance(node, ast.ClassDef)}
    assert described == {name for name, value in vars(compiled).items() if isinstance(value, type)}
