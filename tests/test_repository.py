"""The repository keeps its own rules: imports point one way, names exist, files are short and documented."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from tools.layers import LAYERS, PAGE, sentence, written

import manikin
from tests.support.paths import SOURCE, TOP

RANK = {name: rank for rank, name in enumerate(LAYERS)}

# Imports against the direction, each made inside a function when it is called for, and why.
UPWARD = {
    ("figure", "handles"): "figure.point(…) and its like make handles",
    ("figure", "problem"): "figure.solve(…) makes a problem",
    ("figure", "solvers"): "figure.solve(…) has it solved",
    ("figure", "diagnosis"): "pose.mobility(…) tells how freely a handle moves",
    ("figure", "simulation"): "pose.rates(…) makes a velocity control",
    ("figure", "picture"): "figures and poses show themselves in a notebook, and save pictures",
    ("figure", "formats"): "pose.save(…) writes a file",
    ("formats", "characters"): "what a .vrm, .vrma or AMASS file says of a human body",
    ("clips", "picture"): "clips show themselves in a notebook, still and moving",
    ("problem", "diagnosis"): "problem.diagnose(…)",
    ("solvers", "diagnosis"): "result.conflict and result.diagnosis explain a result",
    ("commands", "language"): "a script that is run makes keys and locks",
    ("cli", "__init__"): "the version",
    ("editor", "__init__"): "the version",
}

MODULES = [manikin.__name__] + [m.name for m in pkgutil.walk_packages(manikin.__path__, "manikin.")]
MODULES = [name for name in MODULES if not name.endswith("__main__") and ".kernels._" not in name]
FILES = sorted(SOURCE.rglob("*.py"))


def part_of(path: Path) -> str:
    """The layer that a source file belongs to: the folder, or the module, right below manikin."""
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imported_names(path: Path) -> Iterator[str]:
    """Every name that a file imports, with its module before it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@cache
def imports_of(path: Path) -> tuple[tuple[str, bool, int], ...]:
    """Every manikin module that a file imports: its layer, whether only for type checkers, the line."""
    return tuple(_imports_of(path))


def _imports_of(path: Path) -> Iterator[tuple[str, bool, int]]:
    tree = ast.parse(path.read_text("utf-8"), str(path))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for child in node.body
        for inner in ast.walk(child)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            full = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            full = [alias.name for alias in node.names]
        else:
            continue
        for name in full:
            words = name.split(".")
            if words[0] == "manikin":
                target = words[1] if words[1:] and words[1] in RANK else "__init__"
                yield target, id(node) in typing_only, node.lineno


def tracked_files(*patterns: str) -> list[Path]:
    """Files that are, or are about to be, in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", *patterns],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    found = (TOP / name for name in listed.stdout.split("\0") if name)
    return [path for path in found if path.is_file()]


def test_every_source_file_has_a_place_in_the_layers() -> None:
    assert {part_of(path) for path in FILES} == set(RANK)


def test_the_table_of_layers_in_the_documentation_is_the_tree() -> None:
    assert PAGE.read_text("utf-8") == written(PAGE.read_text("utf-8")), "run python -m tools.layers"
    assert [layer for layer in LAYERS if not re.fullmatch(r".{20,140}\.", sentence(layer))] == []


@pytest.mark.parametrize("here", LAYERS)
def test_imports_point_one_way(here: str) -> None:
    wrong = [
        f"{path.relative_to(SOURCE)}, line {line}: {here} imports {target}"
        for path in FILES
        if part_of(path) == here
        for target, typing_only, line in imports_of(path)
        if RANK[target] > RANK[here] and not typing_only and (here, target) not in UPWARD
    ]
    assert wrong == []


def test_every_exception_to_the_import_direction_is_still_needed() -> None:
    used = {(part_of(path), target) for path in FILES for target, typing_only, _ in imports_of(path) if not typing_only}
    assert set(UPWARD) <= used


def test_the_layers_are_checked_against_imports_that_really_occur() -> None:
    seen = {(part_of(path), target) for path in FILES for target, _, _ in imports_of(path)}
    assert {("figure", "skeleton"), ("handles", "figure"), ("figure", "handles")} <= seen


def modules_of(layer: str) -> Iterator[ModuleType]:
    """The modules of a layer."""
    full = manikin.__name__ if layer == "__init__" else f"manikin.{layer}"
    for name in MODULES:
        if name == full or (name.startswith(f"{full}.") and layer != "__init__"):
            yield importlib.import_module(name)


@pytest.mark.parametrize("layer", LAYERS)
def test_every_module_has_an_all_whose_names_exist(layer: str) -> None:
    for module in modules_of(layer):
        if len(ast.parse(inspect.getsource(module)).body) == 1:
            continue  # a docstring and nothing else
        listed = module.__all__
        assert len(listed) == len(set(listed)), module.__name__
        assert [n for n in listed if not hasattr(module, n)] == [], module.__name__
        assert [n for n in listed if n.startswith("_") and n != "__version__"] == [], module.__name__


@pytest.mark.parametrize("layer", LAYERS)
def test_all_that_is_public_has_a_docstring(layer: str) -> None:
    for module in modules_of(layer):
        assert (module.__doc__ or "").strip(), module.__name__
        public = [(label, getattr(module, label)) for label in getattr(module, "__all__", ())]
        code = [(label, thing) for label, thing in public if inspect.isfunction(thing) or inspect.isclass(thing)]
        assert [label for label, thing in code if not (inspect.getdoc(thing) or "").strip()] == [], module.__name__


def test_every_module_belongs_to_a_layer() -> None:
    assert {module.__name__ for layer in LAYERS for module in modules_of(layer)} == set(MODULES)


def test_every_public_name_has_one_import_path() -> None:
    homes: dict[str, str] = {}
    for name in manikin.__all__:
        home = getattr(getattr(manikin, name), "__module__", None)
        if home and home.startswith("manikin."):
            homes[name] = home
            assert name in importlib.import_module(home).__all__, f"{name} is not in {home}.__all__"
    for name in MODULES[1:]:
        module = importlib.import_module(name)
        for public in set(getattr(module, "__all__", ())) & set(homes):
            if getattr(module, public) is getattr(manikin, public):
                home = homes[public]
                assert home == name or home.startswith(name + "."), f"{public} is public in {name} and in {home}"


def test_the_public_names_are_the_ones_shown_to_type_checkers() -> None:
    stub = ast.parse((SOURCE / "__init__.pyi").read_text("utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    shown = {alias.asname: node.module for node in imports for alias in node.names}
    assert [alias.name for node in imports for alias in node.names] == list(shown), "X as X exports a name"
    assert set(shown) == set(manikin.__all__) - {"__version__"}
    for name, home in shown.items():
        assert getattr(manikin, name or "") is getattr(importlib.import_module(home or ""), name or "")
    assert set(manikin.__all__) <= set(dir(manikin))


def test_all_public_names_come_with_a_star_import() -> None:
    found: dict[str, object] = {}
    exec("from manikin import *", found)
    assert set(manikin.__all__) <= set(found)


def test_no_public_name_is_hidden_by_a_module_of_the_same_name() -> None:
    for name in set(manikin.__all__) & {name.split(".")[1] for name in MODULES[1:]}:
        assert inspect.ismodule(getattr(manikin, name))


def test_an_unknown_public_name_is_an_attribute_error_that_names_the_closest() -> None:
    with pytest.raises(AttributeError, match='did you mean "Figure"'):
        manikin.Figur  # noqa: B018


def test_the_version_is_the_one_of_the_package() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    assert manikin.__version__ == project["version"]
    assert f"## {project['version']}" in (TOP / "CHANGELOG.md").read_text("utf-8")
    assert f"\nversion: {project['version']}\n" in (TOP / "CITATION.cff").read_text("utf-8")


def test_importing_manikin_loads_nothing_heavy() -> None:
    code = "import sys, manikin; print([m for m in ('numpy', 'scipy', 'typer', 'rich', 'PIL') if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_no_file_is_longer_than_400_lines() -> None:
    files = tracked_files("*.py", "*.cpp", "*.hpp", "*.h", "*.ts", "Makefile")
    lengths = {str(path.relative_to(TOP)): len(path.read_text("utf-8").splitlines()) for path in files}
    lengths.pop("web/src/messages.ts", None)  # made by a program
    assert {name: count for name, count in lengths.items() if count > 400} == {}


# Folders of tests that are no layers of the package.
OTHER_FOLDERS = {"support", "contracts", "browser", "data", "benchmarks"}


def test_the_tests_lie_in_the_folders_of_what_they_test() -> None:
    """Every folder of the tests, at any depth, is one of the package."""
    tests = TOP / "tests"
    folders = {path.parent.relative_to(tests) for path in tracked_files("tests/*.py")} - {Path()}
    own = {folder for folder in folders if folder.parts[0] not in OTHER_FOLDERS}
    assert [str(folder) for folder in sorted(own) if not (SOURCE / folder).is_dir()] == []
    assert {folder.parts[0] for folder in folders} <= set(LAYERS) | OTHER_FOLDERS


def test_no_test_imports_from_another_test() -> None:
    """What several tests need lies in tests/support; fixtures of a folder are in its conftest.py."""
    wrong = []
    for path in tracked_files("tests/*.py"):
        for name in imported_names(path):
            words = name.split(".")
            if words[0] == "tests" and any(word.startswith("test_") for word in words[1:-1]):
                wrong.append(f"{path.relative_to(TOP)} imports {name}")
    assert wrong == []


# What no other file may hold.
FORBIDDEN = [
    r"\b T O D O \b | \b F I X M E \b | \b X X X \b",
    r"(?<! [\w.~-]) / (work | root | farm | home | Users | tmp) / \w",
    r"\b pypi \. | pythonhosted | npmjs \.",
    r"\b (claude | openai | chatgpt | anthropic) \b",
]


def test_no_loose_ends_machine_paths_or_registry_hosts_are_in_the_repository() -> None:
    wrong = []
    for path in tracked_files():
        if path == Path(__file__):
            continue
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        for pattern in FORBIDDEN:
            for found in re.finditer(pattern, text, re.VERBOSE):
                line = text.count("\n", 0, found.start()) + 1
                wrong.append(f"{path.relative_to(TOP)}:{line}: {found[0]}")
    assert wrong == []
