"""The layers of the package, and their table in docs/architecture.md: ``python -m tools.layers`` writes it."""

from __future__ import annotations

import ast
from pathlib import Path

__all__ = ["LAYERS", "PAGE", "sentence", "table", "written"]

TOP = Path(__file__).parent.parent
PAGE = TOP / "docs" / "architecture.md"
BEGIN, END = "<!-- layers: python -m tools.layers -->\n", "<!-- end of layers -->\n"

# The folders and modules directly in src/manikin, from the lowest layer up.  Each may import from itself and from
# those before it.
LAYERS = [
    "errors", "arguments", "registry", "plain_data", "pickling",
    "math", "skeleton", "kernels", "figure", "handles", "goals", "body", "problem", "solvers", "following",
    "diagnosis",
    "simulation", "clips", "gait", "formats", "bodies", "moves", "characters", "library", "picture",
    "document", "posing", "commands", "project", "language",
    "editor", "experiments", "cli", "__init__", "__main__",
]  # fmt: skip


def sentence(layer: str) -> str:
    """The first paragraph of a layer's docstring, for Markdown."""
    folder = TOP / "src" / "manikin" / layer
    path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("``", "`").replace("|", "\\|")


def table() -> str:
    """The layers from the lowest up, one row for each."""
    rows = [
        f"| `{layer}{'/' if (TOP / 'src/manikin' / layer).is_dir() else '.py'}` | {sentence(layer)} |\n"
        for layer in LAYERS
    ]
    return "".join(["| layer | what is in it |\n", "|---|---|\n", *rows])


def written(page: str) -> str:
    """The page with the current table."""
    head, _, rest = page.partition(BEGIN)
    return head + BEGIN + "\n" + table() + "\n" + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
