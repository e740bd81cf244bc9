"""Exported pictures show what the page shows: tints, and no hidden figures."""

from __future__ import annotations

from dataclasses import replace

from manikin import bodies
from manikin.document.document import Document
from manikin.editor.exports import EXPORTS
from manikin.picture import render, to_png


def test_a_picture_has_the_tints_of_its_figures() -> None:
    document = Document.of(bodies.load("stickman"), bodies.load("ball"))
    tinted = replace(document, actors=(replace(document.actors[0], tint=(0.9, 0.1, 0.1)), document.actors[1]))
    make = EXPORTS["picture.png"][1]
    options = {"views": "front", "width": "64", "height": "64"}
    poses = list(tinted.poses.values())
    found = make(None, tinted, tinted.poses, options)  # type: ignore[arg-type]
    assert found == to_png(render(poses, view="front", size=(64, 64), tints=[(0.9, 0.1, 0.1), None]))
    assert found != to_png(render(poses, view="front", size=(64, 64)))
