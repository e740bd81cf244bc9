"""The C++ sources keep their own rules: folders are layers, includes point one way, the README shows the tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

KERNELS = Path(__file__).parents[2] / "kernels"
PACKAGE = KERNELS.parent / "src" / "manikin"
SOURCES = sorted(path for path in (KERNELS / "src").rglob("*") if path.suffix in (".hpp", ".cpp"))

# A file may include its own folder and the folders above it; two folders of one row do not include each other.
LAYERS = [["lanes"], ["numerics"], ["kinematics"], ["evaluation"], ["solvers", "simulation"], ["clips"], ["bind"]]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def folder(path: str) -> str:
    return path.partition("/")[0]


def own_name(path: Path) -> str:
    return path.relative_to(KERNELS / "src").as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=own_name)
def test_a_header_includes_its_own_layer_and_those_below(path: Path) -> None:
    own = folder(own_name(path))
    for included in re.findall(r'#include "(.*)"', path.read_text("utf-8")):
        assert (KERNELS / "src" / included).is_file(), f"{included} is not written from kernels/src"
        other = folder(included)
        assert other == own or RANK[other] < RANK[own], f"{included} lies above"


def test_every_folder_is_a_layer() -> None:
    assert {folder(own_name(path)) for path in SOURCES} == set(RANK)


def test_the_readme_shows_every_source() -> None:
    tree = (KERNELS / "README.md").read_text("utf-8").split("```")[1]
    words = set(re.findall(r"[\w.]+", tree))
    missing = [own_name(path) for path in SOURCES if not {path.stem, path.name} & words]
    assert not missing


def test_a_source_that_mirrors_a_python_module_names_one_that_exists() -> None:
    named = re.compile(r"manikin/[\w/]+\.py")
    for path in SOURCES:
        for twin in named.findall(path.read_text("utf-8")):
            assert (PACKAGE.parent / twin).is_file(), f"{own_name(path)} names {twin}"


def test_a_python_module_that_mirrors_a_source_names_one_that_exists() -> None:
    for path in PACKAGE.rglob("*.py"):
        for twin in re.findall(r"kernels/src/[\w/]+\.[hc]pp", path.read_text("utf-8")):
            assert (KERNELS.parent / twin).is_file(), f"{path.relative_to(PACKAGE)} names {twin}"
