"""The operations of ``manikin clip``: their names, what they take, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from manikin.errors import InputError, UnknownName, shorten

if TYPE_CHECKING:
    from manikin.clips.clip import Clip

__all__ = ["OPERATIONS", "Operation", "apply", "parse"]


@dataclass(frozen=True)
class Operation:
    """An operation: what it takes, as in "START END", what it does, and how.

    FRAME, START, END are frames or marks; TIMES_OF_FRAMES are new frames, each with the frame or mark that comes there;
    FILE is a clip; NAME is text; all else are numbers.
    """

    takes: str
    does: str
    call: Callable[..., Any]

    @property
    def count(self) -> int:
        return len(self.takes.split())


def _editing(name: str, **options: Any) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        from manikin.clips import editing

        return getattr(editing, name)(*given, **options)

    return call


def _paste(mode: str, **options: Any) -> Callable[..., Any]:
    def call(clip: Clip, other: Clip, frame: float) -> Any:
        from manikin.clips import editing

        return editing.paste(clip, other, frame, mode, **options)  # type: ignore[arg-type]

    return call


def _cut(clip: Clip, start: float, end: float) -> Any:
    from manikin.clips import editing

    return editing.cut(clip, start, end, edges=True).rest


def _join(clip: Clip, other: Clip, overlap: float) -> Any:
    from manikin.clips import editing

    return editing.join(clip, other, overlap=overlap)


def _blend(clip: Clip, other: Clip, start: float, end: float) -> Any:
    from manikin.clips import editing

    return editing.blend(clip, other, ((start, 0.0), (end, 1.0)))


def _layer(clip: Clip, other: Clip, weight: float) -> Any:
    from manikin.clips import editing
    from manikin.clips.mixed import Layer

    return editing.layer(clip, Layer(clip=other, mode="add", weight=weight, reference=other.start))


def _reduce(clip: Clip, tolerance: float) -> Any:
    from manikin.clips.reduce import reduce

    return reduce(clip, tolerance)


def _smooth(clip: Clip) -> Any:
    from manikin.cli.clip_sources import smoothed

    return smoothed(clip)


OPERATIONS: dict[str, Operation] = {
    "copy": Operation("START END", "only this range, from frame 0 on", _editing("copy")),
    "crop": Operation("START END", "only this range, frames as they are", _editing("crop")),
    "cut": Operation("START END", "without the poses in a range, time stays; motion outside it as before", _cut),
    "clear": Operation("START END", "without the keys in a range, time stays", _editing("clear")),
    "delete": Operation("START END", "without a range of time", _editing("delete")),
    "split": Operation("FRAME", "a key where the motion passes", _editing("split")),
    "insert": Operation("FILE FRAME", "another clip, what follows moves back", _editing("insert")),
    "paste": Operation("FILE FRAME", "another clip in place of what is there", _paste("replace")),
    "continue": Operation(
        "FILE FRAME", "the same, moved on the ground to the pose there", _paste("replace", relative=True)
    ),
    "merge": Operation("FILE FRAME", "only the tracks that another clip keys", _paste("merge")),
    "slide": Operation("START END BY", "the keys of a range some frames later", _editing("slide")),
    "ripple": Operation("START END BY", "the same, and all that follows", _editing("slide", ripple=True)),
    "stretch": Operation("START END NEW_END", "a range longer or shorter", _editing("stretch")),
    "shift": Operation("BY", "all of it some frames later", _editing("shift")),
    "retime": Operation(
        "TIMES_OF_FRAMES", "the same poses at other frames, as in 0:start,20:strike,50:end", _editing("retime")
    ),
    "reverse": Operation("", "backwards", _editing("reverse")),
    "reverse_range": Operation("START END", "a range backwards", _editing("reverse", edges=True)),
    "mirror": Operation("", "left and right exchanged", _editing("mirror")),
    "on_the_spot": Operation("", "a walk without its way over the ground", _editing("on_the_spot")),
    "loop": Operation("TIMES", "several times", _editing("loop")),
    "carry": Operation("TIMES", "several times, going on over the ground", _editing("loop", carry=True)),
    "join": Operation("FILE OVERLAP", "another clip after it, blended over some frames", _join),
    "blend": Operation("FILE START END", "over to another clip between two frames", _blend),
    "layer": Operation("FILE WEIGHT", "the motion of another clip added", _layer),
    "mark": Operation("NAME FRAME", "a name for a frame", _editing("add_mark")),
    "unmark": Operation("NAME", "without a mark", _editing("remove_mark")),
    "smooth": Operation("", "goals held over the whole clip at once", _smooth),
    "bake": Operation("", "a sample for each frame", lambda clip: clip.bake()),
    "reduce": Operation("TOLERANCE", "few keys within a distance [m]", _reduce),
    "info": Operation("", "at the end: say what the clip holds then", lambda clip: clip),
}  # fmt: skip


def parse(words: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Operations and what each is given, from words in a row."""
    found: list[tuple[str, list[str]]] = []
    left = list(words)
    while left:
        name = left.pop(0)
        if name not in OPERATIONS:
            raise UnknownName("operation", name, OPERATIONS)
        operation = OPERATIONS[name]
        given, left = left[: operation.count], left[operation.count :]
        if len(given) < operation.count:
            raise InputError(f"{name} takes {operation.takes}, and only {len(given)} of these were given")
        found.append((name, given))
    return found


def apply(clip: Clip, name: str, given: Sequence[str]) -> Clip:
    """The clip after one operation."""
    from manikin.cli.clip_sources import frame_of, open_clip

    operation = OPERATIONS[name]
    values: list[Any] = []
    for kind, text in zip(operation.takes.split(), given, strict=True):
        if kind == "FILE":
            values.append(open_clip(text, clip.figure))
        elif kind == "NAME":
            values.append(text)
        elif kind == "TIMES_OF_FRAMES":
            values.append(_times(text, clip))
        elif kind in ("START", "END", "FRAME", "NEW_END"):
            values.append(frame_of(text, clip))
        else:
            values.append(_number(text, f"{name}: {kind}"))
    result: Clip = operation.call(clip, *values)
    return result


def _times(text: str, clip: Clip) -> list[tuple[float, float]]:
    """Pairs of a new frame and a frame of the clip, from "0:start,20:strike"."""
    from manikin.cli.clip_sources import frame_of

    pairs = [pair.partition(":") for pair in text.split(",")]
    if not all(between for _, between, _ in pairs):
        raise InputError(f"retime takes new frames with frames of the clip, as in 0:start,50:end, not {shorten(text)}")
    return [(_number(new, "retime: a new frame"), frame_of(old, clip)) for new, _, old in pairs]


def _number(text: str, what: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{what} is a number, not {shorten(text)}") from None
