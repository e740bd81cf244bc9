"""The examples and the code in the documentation run, with warnings as errors."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import manikin
from tests.support.paths import TOP

EXAMPLES = sorted((TOP / "examples").glob("*.py"))
PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").rglob("*.md"))]


def run(*arguments: str, folder: Path) -> str:
    """What a Python program prints that runs in a folder."""
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=150, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def blocks_of(page: Path, language: str) -> list[str]:
    """What stands between the fences of a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def code_of(page: Path) -> str:
    """The Python blocks of a page, one after the other, as if typed in one go."""
    return "\n".join(blocks_of(page, "python"))


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_prints_something(example: Path, tmp_path: Path) -> None:
    assert run(str(example), folder=tmp_path).strip()


def test_the_examples_are_numbered_without_gaps() -> None:
    assert [int(path.name[:2]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))


@pytest.mark.slow
@pytest.mark.parametrize("page", [p for p in PAGES if code_of(p)], ids=lambda path: path.name)
def test_the_code_on_a_page_runs(page: Path, tmp_path: Path) -> None:
    for skeleton in blocks_of(page, "scr"):
        name = re.search(r'define skeleton "(\w+)"', skeleton)
        assert name, skeleton
        (tmp_path / f"{name[1]}.scr").write_text(skeleton, "utf-8")
    run("-c", code_of(page), folder=tmp_path)


@pytest.mark.slow
def test_the_examples_and_the_code_on_all_pages_pass_strict_type_checks(tmp_path: Path) -> None:
    pages = [tmp_path / f"page_{number}.py" for number in range(len(PAGES))]
    for file, page in zip(pages, PAGES, strict=True):
        file.write_text(code_of(page), "utf-8")
    run("-m", "mypy", "--strict", "--enable-error-code=type-arg", *map(str, [*EXAMPLES, *pages]), folder=TOP)


def test_pages_with_code_are_found() -> None:
    assert TOP / "README.md" in [page for page in PAGES if code_of(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_relative_links_on_a_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    lost = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert lost == []


def test_every_public_name_is_in_the_api_pages() -> None:
    shown = set(re.findall(r"^::: manikin\.(\w+)$", (TOP / "docs" / "api.md").read_text("utf-8"), re.MULTILINE))
    assert shown == set(manikin.__all__) - {"__version__"}, "the API page and the public names differ"
