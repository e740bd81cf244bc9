"""``manikin goals``: the goals and their words."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

__all__ = ["goals", "kind_facts"]


def goals(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the goals: their words, what the words take, and the kinds that only files and Python know."""
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console
    from manikin.language.vocabulary import ARGUMENTS, GOALS, OPTIONS

    kinds = [kind_facts(name) for name in _kinds()]
    if as_json:
        words = [{"word": word, **entry._asdict()} for word, entry in GOALS.items()]
        print(json.dumps({"words": words, "kinds": kinds}, indent=1, ensure_ascii=False))
        return
    out = console()
    for title, entries in (("goals", GOALS), ("arguments", ARGUMENTS), ("options of every goal", OPTIONS)):
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        table.add_column(title, no_wrap=True, style="cyan")
        table.add_column("form", max_width=44)
        table.add_column("", min_width=30)
        for word, entry in entries.items():
            example = f"\n[dim]{escape(entry.example)}[/dim]" if entries is GOALS else ""
            table.add_row(word, escape(entry.form), escape(entry.does) + example)
        out.print(table)
        out.print()
    wordless = [kind for kind in kinds if kind["kind"] not in GOALS]
    out.print("Without words, for goal files and Python: " + ", ".join(kind["kind"] for kind in wordless) + ".")
    out.print('Try one: manikin solve human --goal "position r_hand 0.3 1.2 0.4". Pose scripts: docs/words.md.')


def _kinds() -> list[str]:
    import manikin.goals  # noqa: F401  (registers the kinds)
    from manikin.goals.goal import goal_kinds

    return list(goal_kinds)


def kind_facts(name: str) -> dict[str, Any]:
    """A kind of goal: its name, its class, what it does, and the fields of its own."""
    from dataclasses import fields

    from manikin.goals.goal import Goal, goal_kinds

    cls = goal_kinds[name]
    common = {field.name for field in fields(Goal)}
    return {
        "kind": name,
        "class": cls.__name__,
        "description": cls.summary(),
        "fields": [field.name for field in fields(cls) if field.name not in common],
    }
