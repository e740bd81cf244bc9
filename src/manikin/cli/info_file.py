"""What ``manikin info`` says of a file besides its figure: format, unit, clips, skin, losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manikin.figure.figure import Figure
    from manikin.formats.content import Content, StoredClip

__all__ = ["figure_in", "file_data", "file_lines"]


def figure_in(content: Content, ungrouped: bool) -> Figure:
    """The figure of a file: its skeleton, or the figure of its clips."""
    from manikin.figure.figure import Figure

    figure = content.clips[0].clip.figure if content.clips and not content.skeletons else Figure(content.skeleton)
    return figure.ungrouped() if ungrouped else figure


def file_lines(source: str, content: Content) -> list[str]:
    """The same as text."""
    data = file_data(source, content)
    lines = []
    for clip in data["clips"]:
        frames = f"{clip['frames']:g} frames at {clip['rate']:.6g} per second, {clip['seconds']:.4g} s"
        lines.append(f"clip {clip['name'] or 'without a name'}: {frames}")
    if data["unit"] != 1:
        lines.append(f"one unit of length in the file is {data['unit']:.6g} m")
    lines.append(f"{source}: format {data['format']}; lost in reading: {data['losses']}")
    return lines


def file_data(source: str, content: Content) -> dict[str, Any]:
    """What a file holds, as plain data; lengths in metres, times in seconds."""
    from manikin.formats.format import format_for

    chosen = format_for(source)
    return {
        "format": chosen.name,
        "losses": "; ".join(dict.fromkeys(chosen.losses[kind] for kind in content.counts)),
        "writes": chosen.can_write(),
        "unit": next((stored.unit for stored in content.clips), 1.0),
        "clips": [_clip(stored) for stored in content.clips],
        "warnings": list(content.warnings),
    }


def _clip(stored: StoredClip) -> dict[str, Any]:
    clip = stored.clip
    return {
        "name": stored.name,
        "kind": clip.kind,
        "frames": clip.end - clip.start + 1,
        "rate": clip.rate,
        "seconds": clip.seconds,
        "marks": {mark.name: mark.frame for mark in clip.marks},
    }
