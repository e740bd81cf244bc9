"""The figures of a motion script: their shapes, their names, and where they are at the beginning."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from manikin import bodies
from manikin.clips.carried import root_at
from manikin.clips.ground import GroundMotion, moved_on_ground
from manikin.clips.tracks import ground_tracks
from manikin.errors import InputError, ManikinError
from manikin.figure.figure import Figure
from manikin.language.motion.lines import Line
from manikin.language.motion.reading import read
from manikin.language.motion.statements import FigureIs
from manikin.math.rotations import Array

__all__ = ["cast_of"]

MOST_FIGURES = 20
"""Figures in a script."""


def cast_of(lines: list[Line], given: Mapping[str, Figure]) -> tuple[dict[str, Figure], dict[str, Array]]:
    """The figures of a script by name, and the states of those that it puts somewhere.

    Figures that are given stand for those that the script names alike; a single one for the only figure, whatever the
    script calls it.  A script that names none is about the human.
    """
    figures: dict[str, Figure] = {}
    starts: dict[str, Array] = {}
    named = [line for line in lines if line.text.partition(" ")[0] == "figure"]
    if len(named) > MOST_FIGURES:
        raise named[MOST_FIGURES].wrong(f"a script has at most {MOST_FIGURES} figures")
    for line in named:
        statement = read(line, ())
        assert isinstance(statement, FigureIs)
        try:
            if statement.name in figures:
                raise InputError(f"there is a figure {statement.name!r} already: give this one a name with as")
            if len(named) == len(given) == 1:
                (figure,) = given.values()
            else:
                figure = given.get(statement.name) or bodies.load(statement.shape).renamed(statement.name)
            figures[figure.name] = figure
            if statement.place is not None or statement.heading is not None:
                starts[figure.name] = _start(figure, statement.place, statement.heading)
        except ManikinError as error:
            raise line.wrong(str(error), line.column + len("figure ")) from None
    if not figures:
        figures = dict(given) or {"human": bodies.load("human")}
    ups = {figure.skeleton.up for figure in figures.values()}
    if len(ups) > 1:
        raise named[-1].wrong("figures of one script have the same axis up")
    return figures, starts


def _start(figure: Figure, place: tuple[float, ...] | None, heading: float | None) -> Array:
    """The figure at rest, turned about the vertical [degrees] and put at two numbers of the ground or at three."""
    if ground_tracks(figure) is None:
        raise InputError(f"{figure.name} cannot be put anywhere: its root does not move")
    rest = np.array(figure.rest)[None]
    where = np.asarray(figure.forward(rest))[0, 0, :, 3].copy()
    if place is not None:
        level = [axis for axis in range(3) if axis != figure.skeleton.up_index]
        where[level if len(place) == 2 else [0, 1, 2]] = place
    turned = moved_on_ground(figure, rest, GroundMotion(np.radians(heading or 0.0), (0.0, 0.0)))
    root = np.asarray(figure.forward(turned))[:, 0]
    return np.asarray(root_at(figure, root[:, :, :3], where[None], turned)[0])
