"""``manikin info``: the content of a figure or a file."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manikin.cli.requests import Ungrouped
from manikin.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.tree import Tree

    from manikin.figure.figure import Figure
    from manikin.formats.content import PoseValues
    from manikin.skeleton.skeleton import Joint
    from manikin.skeleton.variables import LinearLimit, Variable

__all__ = ["info"]

MAX_TREE_JOINTS = 1000
"""Joints that are shown in the tree."""


def info(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FIGURE_OR_FILE", help="A shipped figure (see: manikin figures) or a file of any format."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, in degrees and metres.")] = False,
    figure: Annotated[
        str | None,
        typer.Option("-f", "--figure", help="The figure that moves, for tables that hold none.", show_default=False),
    ] = None,
    ungrouped: Ungrouped = False,
) -> None:
    """Show the content of a figure or a file.

    For a figure: joints, limits, masses, joint groups, totals. For a file also its clips, its skin, its unit, and what
    is lost when it is read. For a file of poses: the figure, the units and the values.
    """
    from manikin.cli.sources import is_file, open_figure

    if not is_file(source):
        chosen, own = open_figure(source, ungrouped=ungrouped), None
    else:
        from manikin.cli.info_file import figure_in, file_data, file_lines
        from manikin.formats.files import load_content
        from manikin.formats.format import format_for

        options = {}
        if figure is not None:
            if "figure" not in format_for(source).options():
                raise InputError(f"{source} holds its figure: leave out --figure")
            options["figure"] = open_figure(figure)
        content = load_content(source, **options)
        if content.poses:
            _show_poses(content.poses, as_json)
            return
        chosen, own = figure_in(content, ungrouped), content
    if as_json:
        print(json.dumps({**_document(chosen), "file": None if own is None else file_data(source, own)}, indent=2))
        return
    _print(chosen)
    for line in () if own is None else file_lines(source, own):
        print(line)


def _show_poses(poses: Sequence[PoseValues], as_json: bool) -> None:
    from manikin.formats.pose_json import pose_data

    if as_json:
        print(json.dumps([pose_data(pose) for pose in poses], indent=2))
        return
    for pose in poses:
        name = f"pose {pose.name}" if pose.name else "a pose"
        groups = ", without joint groups" if pose.ungrouped else ""
        print(f"{name} of {pose.figure or 'a figure that the file does not name'}{groups}, in {pose.angle_unit} and m")
        for parameter, value in pose.values:
            print(f"  {parameter} {value:.6g}")


# ---- text output -------------------------------------------------------------------------------


def _print(figure: Figure) -> None:
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console

    out = console()
    out.print(_tree(figure))
    skeleton = figure.skeleton
    if skeleton.couplings:
        out.print("\n[bold]joint groups[/]")
        table = Table(box=None, pad_edge=False, show_header=False)
        for coupling in skeleton.couplings:
            parameters = ", ".join(f"{v.name} {_range(v)}" for v in coupling.parameters)
            state = "" if coupling.name in figure.active_couplings else " (not in use)"
            table.add_row(
                f"  [cyan]{escape(coupling.name)}[/]{state}", escape(parameters), f"drive {len(coupling.driven)}"
            )
        out.print(table)
    if figure.linear_limits:
        out.print("\n[bold]linear limits[/]")
        for limit in figure.linear_limits:
            out.print(f"  [cyan]{escape(limit.name)}[/]  {escape(_inequality(figure, limit))}")
    totals = _totals(figure)
    mass = f"{totals['mass']:.4g} kg" if totals["mass"] else "no masses"
    out.print(
        f"\n[bold]{escape(figure.name)}[/]: {totals['joints']} joints, {totals['dofs']} degrees of freedom, "
        f"{totals['parameters']} parameters ({totals['ungrouped']} ungrouped), {mass}, "
        f"{totals['height']:.3g} m high, {skeleton.up} up"
    )


def _tree(figure: Figure) -> Tree:
    from rich.tree import Tree

    skeleton = figure.skeleton
    nodes = [Tree(_line(skeleton.root), guide_style="dim")]
    for i, joint in enumerate(skeleton.joints[1:MAX_TREE_JOINTS], start=1):
        nodes.append(nodes[skeleton.parents[i]].add(_line(joint)))
    if len(skeleton) > MAX_TREE_JOINTS:
        nodes[0].add(f"… and {len(skeleton) - MAX_TREE_JOINTS} more joints (--json shows all)")
    return nodes[0]


def _line(joint: Joint) -> str:
    from rich.markup import escape

    parts = [f"[bold]{escape(joint.name)}[/]", f"[dim]{joint.kind}[/]"]
    for dof in joint.dofs:
        short = dof.name.removeprefix(f"{joint.name}.") if dof.name != joint.name else ""
        parts.append(escape(f"{short} {_range(dof)}".strip()))
    if joint.mass:
        parts.append(f"[green]{joint.mass:.3g} kg[/]")
    return "  ".join(parts)


def _range(variable: Variable) -> str:
    """Limits in degrees or metres."""
    if math.isinf(variable.lo) and math.isinf(variable.hi):
        return "free"
    lo, hi = (_number(end, variable.kind) for end in (variable.lo, variable.hi))
    return f"{lo}…{hi}{'°' if variable.kind == 'hinge' else ' m'}"


def _number(value: float, kind: str) -> str:
    if math.isinf(value):
        return "−∞" if value < 0 else "∞"
    return f"{math.degrees(value) if kind == 'hinge' else value:.4g}".replace("-", "−")


def _inequality(figure: Figure, limit: LinearLimit) -> str:
    kind = _kind(figure, limit)
    total = ""
    for name, a in limit.terms:
        total += (" − " if a < 0 else " + ") if total else ("−" if a < 0 else "")
        total += name if abs(a) == 1 else f"{abs(a):.4g}·{name}"
    unit = {"hinge": "°", "slide": " m", "mixed": " (rad, m)"}[kind]
    low = f"{_number(limit.lo, kind)}{unit} ≤ " if math.isfinite(limit.lo) else ""
    high = f" ≤ {_number(limit.hi, kind)}{unit}" if math.isfinite(limit.hi) else ""
    return f"{low}{total}{high}"


def _kind(figure: Figure, limit: LinearLimit) -> str:
    """hinge or slide if all variables of a limit are of this kind, else mixed."""
    kinds = {figure.parameters[figure.index(name)].kind for name, _ in limit.terms}
    return kinds.pop() if len(kinds) == 1 else "mixed"


# ---- JSON output -------------------------------------------------------------------------------


def _document(figure: Figure) -> dict[str, Any]:
    skeleton = figure.skeleton
    return {
        "name": figure.name,
        "up": skeleton.up,
        "totals": _totals(figure),
        "joints": [
            {
                "name": joint.name,
                "parent": joint.parent,
                "kind": joint.kind,
                "offset": joint.offset,
                "dofs": [{**_variable(dof), "axis": dof.axis} for dof in joint.dofs],
                "mass": joint.mass,
                "centre": joint.centre,
                "mirror": joint.mirror,
                "limb": joint.limb,
                "shapes": [shape.kind for shape in joint.shapes],
            }
            for joint in skeleton.joints
        ],
        "parameters": [
            {**_variable(v), **_ends(float(lo), float(hi), v.kind)}
            for v, lo, hi in zip(figure.parameters, figure.lo, figure.hi, strict=True)
        ],
        "couplings": [
            {
                "name": coupling.name,
                "active": coupling.name in figure.active_couplings,
                "parameters": [_variable(v) for v in coupling.parameters],
                "driven": coupling.driven,
            }
            for coupling in skeleton.couplings
        ],
        "linear_limits": [
            {"name": limit.name, "terms": dict(limit.terms), **_ends(limit.lo, limit.hi, _kind(figure, limit))}
            for limit in figure.linear_limits
        ],
    }


def _totals(figure: Figure) -> dict[str, Any]:
    from manikin.figure.scaling import height_of

    return {
        "joints": len(figure.skeleton),
        "dofs": len(figure.skeleton.dofs),
        "parameters": figure.size,
        "ungrouped": figure.ungrouped().size,
        "mass": figure.skeleton.mass,
        "height": height_of(figure),
    }


def _variable(variable: Variable) -> dict[str, Any]:
    return {
        "name": variable.name,
        "kind": variable.kind,
        **_ends(variable.lo, variable.hi, variable.kind),
        "rest": math.degrees(variable.rest) if variable.kind == "hinge" else variable.rest,
        "stiffness": variable.stiffness,
    }


def _ends(lo: float, hi: float, kind: str) -> dict[str, Any]:
    """Limits as data for JSON; null means no limit."""
    unit = {"hinge": "degrees", "slide": "metres", "mixed": "radians and metres"}[kind]
    lo, hi = (math.degrees(end) if kind == "hinge" else end for end in (lo, hi))
    return {"unit": unit, "lo": lo if math.isfinite(lo) else None, "hi": hi if math.isfinite(hi) else None}
