"""``.clip``: clips of all kinds, with keys, timed goals and marks, as JSON; docs/formats/clip.md."""

from __future__ import annotations

import json
from typing import Any

from manikin.errors import InputError, NewerVersion, shorten
from manikin.figure.figure import Figure
from manikin.formats.clip_data import check_parameters, clip_data, clip_from_data, figure_data, figure_from_data
from manikin.formats.clip_reading import ClipReading
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Format
from manikin.formats.json_data import MAX_JSON_BYTES, read_json

__all__ = ["ClipJson"]

VERSION = 1
UNITS = {"angle": "rad", "length": "m", "time": "frame"}


class ClipJson(
    ClipReading,
    Format,
    name="clip",
    suffixes=(".clip",),
    describes="clips with keys, timed goals and marks, as JSON",
    losses={"clips": "none"},
):
    """Reads and writes clips of every kind but procedures; their figures stand in the file."""

    several_clips = True

    def clips(self, data: bytes, file: str | None, figure: Figure | None) -> tuple[StoredClip, ...]:
        return _clips(read_json(data, file), file, figure)

    def write(self, content: Content) -> bytes:
        figures = list(dict.fromkeys(stored.clip.figure for stored in content.clips))
        entries = [
            {
                **({"name": stored.name} if stored.name is not None else {}),
                "figure": figures.index(stored.clip.figure),
                "motion": clip_data(stored.clip),
            }
            for stored in content.clips
        ]
        head = {"format": "manikin clips", "version": VERSION, "units": UNITS}
        whole = {**head, "clips": entries, "figures": [figure_data(figure) for figure in figures]}
        text = (json.dumps(whole, ensure_ascii=False, allow_nan=False) + "\n").encode()
        if len(text) > MAX_JSON_BYTES:
            raise InputError(
                f"the clip would take {len(text):,} bytes of JSON, and at most {MAX_JSON_BYTES:,} can be read again: "
                "write it as .npz, or reduce it to keys"
            )
        return text


def _clips(found: Any, file: str | None, other: Figure | None) -> tuple[StoredClip, ...]:
    if not isinstance(found, dict) or found.get("format") != "manikin clips":
        raise InputError('expected an object with "format": "manikin clips"')
    if not isinstance(found.get("version"), int) or found["version"] < 1:
        raise InputError(f"the version of the file must be {VERSION}, not {shorten(found.get('version'))}")
    if found["version"] > VERSION:
        raise NewerVersion(f"clips of version {found['version']}", file=file)
    if found.get("units") != UNITS:
        raise InputError(f'"units" must be {json.dumps(UNITS)}, not {shorten(found.get("units"))}')
    for key in found.keys() - {"format", "version", "units", "clips", "figures"}:
        raise InputError(f"there is an unknown field {shorten(key)}")
    for key in ("clips", "figures"):
        if not isinstance(found.get(key), list) or not found[key]:
            raise InputError(f'"{key}" must be a list with one entry at least')
    figures = [figure_from_data(data, file, f"figures[{i}]") for i, data in enumerate(found["figures"])]
    return tuple(_stored(data, figures, other, f"clips[{i}]") for i, data in enumerate(found["clips"]))


def _stored(data: Any, figures: list[Figure], other: Figure | None, what: str) -> StoredClip:
    if not isinstance(data, dict) or data.keys() - {"name", "figure", "motion"} or "motion" not in data:
        raise InputError(f"{what}: expected an object with name, figure and motion, not {shorten(data)}")
    place, name = data.get("figure"), data.get("name")
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(figures):
        raise InputError(f"{what}: figure must be the number of one of the {len(figures)} figures, from 0")
    if name is not None and not isinstance(name, str):
        raise InputError(f"{what}: name must be a text, not {shorten(name)}")
    figure = figures[place]
    if other is not None:
        check_parameters(other, figure.parameter_names, what)
        figure = other
    return StoredClip(clip=clip_from_data(data["motion"], figure, f"{what}: motion"), name=name)
