"""Clips of every kind as plain data: what their fields hold, and the clips that they are made from."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from manikin import clips as kinds
from manikin.clips.clip import Clip, clip_kinds
from manikin.clips.mixed import Layer
from manikin.clips.procedure import Procedure
from manikin.clips.timing import ArcLength, TimeCurve, TimeMap
from manikin.errors import FormatError, InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.formats.scr.reader import read as read_scr
from manikin.formats.scr.writer import write as write_scr
from manikin.handles.handle import Handle
from manikin.math.rotations import Array
from manikin.plain_data import from_data, to_data, type_hints, value_from_data

__all__ = ["check_parameters", "clip_data", "clip_from_data", "figure_data", "figure_from_data"]

TIME_MAPS: dict[str, type[Any]] = {"time_curve": TimeCurve, "arc_length": ArcLength}
"""Maps of time by the names that files have for them."""
ARC_LENGTH: dict[str, Any] = {
    "clip": Clip,
    "of": Handle,
    "speed": str | tuple[tuple[float, float], ...],
    "accuracy": float,
}
"""The fields of an ``ArcLength`` and their types."""
DEEPEST = 20
"""Clips may be made from clips that are made from clips, so many times."""


def clip_data(clip: Clip) -> dict[str, Any]:
    """A clip as plain data, without its figure: ``{"clip": kind, field: value, …}``; defaults are left out."""
    if isinstance(clip, Procedure) or clip.kind not in clip_kinds or not dataclasses.is_dataclass(clip):
        raise InputError(f"a {clip.kind} clip cannot be stored: bake() it first")
    data: dict[str, Any] = {"clip": clip.kind}
    for field in dataclasses.fields(clip):
        value = getattr(clip, field.name)
        default = field.default is not dataclasses.MISSING and type(value) is type(field.default)
        if field.name != "figure" and field.repr and not (default and value == field.default):
            data[field.name] = _written(value)
    return data


def _written(value: Any) -> Any:
    if isinstance(value, Clip):
        return clip_data(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Layer):
        rest = {f.name: getattr(value, f.name) for f in dataclasses.fields(value) if f.name != "clip"}
        return {"clip": clip_data(value.clip), **to_data(rest)}
    for name, kind in TIME_MAPS.items():
        if type(value) is kind:
            fields = {f.name: _written(getattr(value, f.name)) for f in dataclasses.fields(value)}
            return {"time": name, **fields}
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    return to_data(value)


def clip_from_data(data: Any, figure: Figure, what: str = "the clip", depth: int = 0) -> Clip:
    """The inverse of ``clip_data``, for a figure.  An error says which field of ``what`` is wrong, and how."""
    if depth > DEEPEST:
        raise InputError(f"{what}: clips are made from clips at most {DEEPEST} times over")
    if not isinstance(data, dict) or not isinstance(data.get("clip"), str):
        raise InputError(f'{what}: expected an object with its kind under "clip", not {shorten(data)}')
    if data["clip"] not in clip_kinds:
        raise InputError(f"{what}: {UnknownName('kind of clip', data['clip'], sorted(clip_kinds))}")
    cls: Any = clip_kinds[data["clip"]]
    fields = {field.name: field for field in dataclasses.fields(cls) if field.init and field.name != "figure"}
    hints = {**type_hints(cls)}
    given: dict[str, Any] = {}
    for name, value in data.items():
        if name != "clip":
            if name not in fields:
                raise InputError(f"{what}: {UnknownName(f'field of a {cls.kind} clip', name, sorted(fields))}")
            given[name] = _read(hints[name], value, figure, f"{what}: {name}", depth)
    for name, field in fields.items():
        if name not in given and field.default is field.default_factory is dataclasses.MISSING:
            raise InputError(f"{what}: {name} is missing")
    if "figure" in {field.name for field in dataclasses.fields(cls)}:
        given["figure"] = figure
    try:
        made: Clip = cls(**given)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
    return made


def _read(hint: Any, value: Any, figure: Figure, what: str, depth: int) -> Any:
    if hint is Clip:
        return clip_from_data(value, figure, what, depth + 1)
    if hint == tuple[Clip, ...] or hint == tuple[Layer, ...]:
        if not isinstance(value, list):
            raise InputError(f"{what} must be a list, not {shorten(value)}")
        one = Clip if hint == tuple[Clip, ...] else Layer
        return tuple(_read(one, item, figure, f"{what}[{i}]", depth) for i, item in enumerate(value))
    if hint is Layer:
        return _layer(value, figure, what, depth)
    if hint is TimeMap:
        return _time_map(value, figure, what, depth)
    if hint == Array:
        return _numbers(value, what)
    return value_from_data(hint, value, what)


def _layer(value: Any, figure: Figure, what: str, depth: int) -> Layer:
    hints = type_hints(Layer)
    known = {field.name for field in dataclasses.fields(Layer)}
    if not isinstance(value, dict) or "clip" not in value or value.keys() - known:
        raise InputError(f"{what}: expected an object with {', '.join(sorted(known))}, not {shorten(value)}")
    return Layer(**{name: _read(hints[name], item, figure, f"{what}: {name}", depth) for name, item in value.items()})


def _time_map(value: Any, figure: Figure, what: str, depth: int) -> Any:
    if not isinstance(value, dict) or value.get("time") not in TIME_MAPS:
        raise InputError(f'{what}: expected an object with "time", one of {", ".join(TIME_MAPS)}, not {shorten(value)}')
    rest = {name: item for name, item in value.items() if name != "time"}
    if value["time"] == "time_curve":
        return from_data(TimeCurve, rest, what)
    for name in rest.keys() - ARC_LENGTH.keys():
        raise InputError(f"{what}: {UnknownName('field of a map of time', name, sorted(ARC_LENGTH))}")
    for name in {"clip", "of"} - rest.keys():
        raise InputError(f"{what}: {name} is missing")
    fields = {name: _read(ARC_LENGTH[name], item, figure, f"{what}: {name}", depth) for name, item in rest.items()}
    return ArcLength(**fields)


def _numbers(value: Any, what: str) -> Array:
    try:
        found = np.array(value, float)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what} must be rows of numbers, all of one length") from None
    if not isinstance(value, list) or not np.isfinite(found).all():
        raise InputError(f"{what} must be rows of finite numbers")
    return found


# -- figures -----------------------------------------------------------------------------------------


def figure_data(figure: Figure) -> dict[str, Any]:
    """A figure as plain data: its name, the groups in use, and its skeleton as the text of an .scr file."""
    skeleton = write_scr(figure.skeleton).decode()
    return {"name": figure.name, "groups": sorted(figure.active_couplings), "skeleton": skeleton}


def figure_from_data(data: Any, file: str | None, what: str) -> Figure:
    """The inverse of ``figure_data``; ``file`` is for errors in the skeleton."""
    if not isinstance(data, dict) or data.keys() != {"name", "groups", "skeleton"}:
        raise InputError(f"{what}: expected an object with name, groups and skeleton, not {shorten(data)}")
    name = value_from_data(str, data["name"], f"{what}: name")
    groups = value_from_data(tuple[str, ...], data["groups"], f"{what}: groups")
    text = value_from_data(str, data["skeleton"], f"{what}: skeleton")
    try:
        skeleton = read_scr(text.encode("utf-8", "surrogatepass"), file)
    except FormatError as error:
        place = f", line {error.line}" if error.line else ""
        raise FormatError(f"{what}: skeleton{place}: {error.message}", file=file) from None
    try:
        return Figure(skeleton, active_couplings=groups, name=name)
    except UnknownName as error:
        raise InputError(f"{what}: {error}") from None


def check_parameters(figure: Figure, names: tuple[str, ...], what: str) -> None:
    """Raise unless a figure has these parameters, in this order."""
    for name in names:
        if name not in figure.parameter_names:
            raise InputError(f"{what}: {UnknownName('parameter', name, figure.parameter_names)}")
    for name in figure.parameter_names:
        if name not in names:
            raise InputError(f"{what}: the clip has no values for {shorten(name)} of {shorten(figure.name)}")
    if names != figure.parameter_names:
        raise InputError(f"{what}: {shorten(figure.name)} has its parameters in another order")


assert kinds  # all kinds are registered
