"""A document whose figure moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manikin import bodies
from manikin.clips import Keyframes
from manikin.clips.key import Key
from manikin.commands.figures import first_document
from manikin.document.document import Document


def moving_document(keys: int = 5, step: float = 10.0) -> Document:
    """The human with locked feet, its keys drawn around rest."""
    document = first_document(bodies.load("human"))
    actor = document.actor()
    rng = np.random.default_rng(7)
    figure = actor.figure
    found = []
    for place in range(keys):
        q = np.clip(figure.rest + rng.normal(0, 0.1, figure.size), figure.lo, figure.hi)
        q[:6] = figure.rest[:6]
        found.append(Key(frame=place * step, q=tuple(q.tolist())))
    return document.with_actor(replace(actor, clip=Keyframes(figure=figure, keys=tuple(found))))
