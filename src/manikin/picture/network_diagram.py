"""A network as an SVG drawing: figures, handles and goals from left to right, and the blocks of the Jacobian.

Beside each goal are its rows of the Jacobian with a cell for each parameter.  A dark cell is a large derivative, a pale
cell is zero at this state, and an empty cell is always zero (W 5.3.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from manikin.problem.network import Block, GoalBlock, HandleBlock, Network, PoseBlock

__all__ = ["describe", "network_svg"]

BOX_WIDTH, BOX_HEIGHT, GAP, COLUMN, MARGIN = 176, 42, 12, 252, 24
CELL = 9
"""Sizes [pixels]; ``COLUMN`` is the distance between columns of boxes, ``CELL`` an entry of the Jacobian."""
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #26303a }
.small { font-size: 10px; fill: #66727e } .tick { font-size: 8px; fill: #66727e }
rect.pose { fill: #dfe9f3; stroke: #7fa3c4 } rect.handle { fill: #e9f0e4; stroke: #8fb07c }
rect.constant { fill: #f3f1ea; stroke: #bdb391 } rect.goal { fill: #f7e8dc; stroke: #cf9a6e }
rect.hard { stroke: #26303a; stroke-width: 2 }
path { fill: none; stroke: #9aa5b0 } .cell { fill: #2f6ea5 } .row { fill: #f4f6f8 }
"""


@dataclass(frozen=True)
class BlockText:
    """The text on a block: its sort (also its CSS class), a title, and a line below it."""

    sort: str
    title: str
    detail: str


def describe(block: Block) -> BlockText:
    """The text on a block."""
    if isinstance(block, PoseBlock):
        return BlockText("pose", block.label, f"{block.figure.size} parameters")
    if isinstance(block, HandleBlock):
        parts = ", ".join(block.handle.parts()) or block.handle.kind
        return BlockText("handle", parts, f"{block.handle.kind}, {block.handle.tangent} × {len(block.own_columns)}")
    if isinstance(block, GoalBlock):
        rows = f"{block.goal.rows} row{'s' * (block.goal.rows != 1)}"
        return BlockText("goal", block.label, f"{block.goal.kind}, {rows}, weight {block.goal.weight:g}")
    numbers = getattr(block, "value", np.zeros(0))
    places = numbers.reshape(3, 4)[:, 3] if numbers.size == 12 else numbers[:3]
    return BlockText("constant", "(" + ", ".join(f"{x:.3g}" for x in places) + ")", block.label.replace("_", " "))


def network_svg(network: Network, *, hard: int = 0) -> bytes:
    """An SVG file with the network at its present state; the first ``hard`` goals are drawn as hard goals."""
    columns: list[list[Block]] = [
        list(network.poses.values()),
        [block for block in network.blocks if not isinstance(block, (PoseBlock, GoalBlock))],
        list(network.goals),
    ]
    heights = [[BOX_HEIGHT] * len(column) for column in columns[:2]]
    heights.append([max(BOX_HEIGHT, CELL * block.goal.rows) for block in network.goals])
    ticks = _ticks(network)
    top = MARGIN + max([30.0, *(5.0 * len(name) for name in ticks)])
    height = max(sum(column) + GAP * max(len(column) - 1, 0) for column in heights)
    places: dict[Block, tuple[float, float]] = {
        block: (float(MARGIN + COLUMN * x), y)
        for x, column in enumerate(columns)
        for block, y in zip(column, _stacked(heights[x], top, height), strict=True)
    }
    matrix = MARGIN + COLUMN * 2 + BOX_WIDTH + 28
    parts = [_wire(places, below, block) for below, block in network.wires]
    for block, (x, y) in places.items():
        parts += _box(block, x, y, hard=isinstance(block, GoalBlock) and block in network.goals[:hard])
    for i, name in enumerate(ticks):
        at = matrix + CELL * (i + 0.75)
        parts.append(f'<text class="tick" transform="translate({at:g} {top - 8:g}) rotate(-90)">{escape(name)}</text>')
    for block in network.goals:
        parts += _rows(network, block, matrix, places[block][1])
    size = (matrix + CELL * network.size + MARGIN, top + height + MARGIN)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:g}" height="{size[1]:g}">'
    text = "\n".join([head, f"<style>{STYLE}</style>", '<rect width="100%" height="100%" fill="#fff"/>', *parts])
    return (text + "\n</svg>\n").encode()


def _stacked(heights: Sequence[float], top: float, room: float) -> list[float]:
    """Upper edges of boxes that are stacked in the middle of the space ``room``."""
    used = sum(heights) + GAP * max(len(heights) - 1, 0)
    starts = np.cumsum([0.0, *(h + GAP for h in heights)])[: len(heights)]
    return [float(top + (room - used) / 2 + start) for start in starts]


def _ticks(network: Network) -> list[str]:
    several = len(network.poses) > 1
    return [
        f"{block.label} {name}" if several else name
        for block in network.poses.values()
        for name in block.figure.parameter_names
    ]


def _box(block: Block, x: float, y: float, *, hard: bool) -> list[str]:
    words = describe(block)
    title = words.title if len(words.title) <= 27 else words.title[:26] + "…"
    place = f'x="{x:g}" y="{y:g}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}"'
    return [
        f'<rect class="{words.sort}{" hard" * hard}" {place} rx="5">'
        f"<title>{escape(words.title)}: {escape(words.detail)}</title></rect>",
        f'<text x="{x + 9:g}" y="{y + 18:g}">{escape(title)}</text>',
        f'<text class="small" x="{x + 9:g}" y="{y + 33:g}">{escape(words.detail)}{", hard" * hard}</text>',
    ]


def _wire(places: dict[Block, tuple[float, float]], below: Block, block: Block) -> str:
    (x0, y0), (x1, y1) = places[below], places[block]
    x0, y0, y1 = x0 + BOX_WIDTH, y0 + BOX_HEIGHT / 2, y1 + BOX_HEIGHT / 2
    middle = (x0 + x1) / 2
    return f'<path d="M{x0:g} {y0:g}C{middle:g} {y0:g} {middle:g} {y1:g} {x1:g} {y1:g}"/>'


def _rows(network: Network, block: GoalBlock, x: float, y: float) -> list[str]:
    """The rows of a goal in the Jacobian."""
    jacobian = block.jacobian
    largest = float(np.abs(jacobian.block).max(initial=0.0)) or 1.0
    found = [
        f'<rect class="row" x="{x:g}" y="{y:g}" width="{CELL * network.size}" height="{CELL * len(jacobian.block)}"/>'
    ]
    for row, values in enumerate(jacobian.block):
        for column, value in zip(jacobian.columns, values, strict=True):
            dark = 0.12 + 0.88 * abs(value) / largest
            place = f'x="{x + CELL * column + 0.5:g}" y="{y + CELL * row + 0.5:g}"'
            found.append(f'<rect class="cell" {place} width="{CELL - 1}" height="{CELL - 1}" opacity="{dark:.2f}"/>')
    return found
