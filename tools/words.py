"""The words of goals and of pose scripts as a page: ``python -m tools.words`` writes docs/words.md."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import manikin.goals  # noqa: F401  (registers the kinds)
from manikin.cli.goals import kind_facts
from manikin.document.lock_kinds import LOCK_KINDS
from manikin.goals.goal import goal_kinds
from manikin.language.vocabulary import ARGUMENTS, GOALS, OPTIONS, STEPS, Entry

__all__ = ["PAGE", "page"]

PAGE = Path(__file__).parent.parent / "docs" / "words.md"

TEXT = """\
# Words of goals and pose scripts

<!-- written by python -m tools.words -->

Goals in words are taken by `manikin solve --goal`, by pose scripts and by `goal_from_text`. `manikin goals` prints this
list in a terminal.

## Goals

A goal is a word and its arguments, separated by blanks or commas. In the forms, what is in square brackets may be left
out, except after PART, where the brackets are written: `r_hand[0 -0.1 0]`. The words `to`, `at`, `through`, `along` and
`normal` may be left out. Names with blanks are quoted: `'head top'`.

{goals}

A goal for the whole body (gaze, comfort) begins with its figure if there are several: `human:gaze @tube:tube`.

## Arguments

{arguments}

## Options of every goal

{options}

## Locks

`manikin solve --lock` and `lock_from_text` keep a part as it is in the start pose: `l_foot` its position and
orientation, `l_foot:position` and `l_foot:orientation` one of them, `human:l_foot` with the name of the figure.
`human:r_hand @tube:tube` keeps it as it is on another part: a firm grip.

## Pose scripts

A script is a JSON list of steps for `manikin pose`. Each step has one of these keys:

{steps}

The kinds of lock, by their names in `"as"`, with the options that each takes:

{locks}

## Goals as JSON

A file for `manikin solve --goal goals.json` is a list of goals, or `{{"goals": […], "hard": […]}}`. Each is a text as
above, or an object with its kind under the key `goal`, as `manikin.plain_data.to_data` makes it. All kinds:

{kinds}
"""


def page() -> str:
    """The page."""
    return TEXT.format(
        goals=_table("goal", GOALS),
        arguments=_table("argument", ARGUMENTS),
        options=_table("option", OPTIONS),
        steps=_table("step", STEPS),
        locks=_rows(
            ["kind", "what it keeps", "options"],
            ([f"`{name}`", kind.label, ", ".join(f"`{o}`" for o in kind.options)] for name, kind in LOCK_KINDS.items()),
        ),
        kinds=_rows(["kind", "what it does", "fields"], map(_kind, goal_kinds)),
    )


def _table(first: str, entries: dict[str, Entry]) -> str:
    rows = ([f"`{word}`", f"`{entry.form}`", entry.does, f"`{entry.example}`"] for word, entry in entries.items())
    return _rows([first, "form", "what it does", "example"], rows)


def _kind(name: str) -> list[str]:
    facts = kind_facts(name)
    return [f"`{name}`", facts["description"], ", ".join(f"`{field}`" for field in facts["fields"])]


def _rows(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
