"""A walk in a document: keys and locks that can be edited, feet that do not slide."""

from __future__ import annotations

import numpy as np

from manikin import bodies, commands
from manikin.clips import Constrained
from manikin.commands.figures import first_document
from manikin.document.motion import motion_of
from manikin.document.parts import from_parts, to_parts


def test_a_walk_becomes_keys_and_locks_and_its_feet_hold_at_quarter_frames() -> None:
    document = commands.Walk(frame=0, ahead=1.5).apply(first_document(bodies.load("human")))
    assert from_parts(to_parts(document)) == document
    motion = motion_of(document, "human")
    assert isinstance(motion, Constrained)
    audit = motion.audit(motion.frames(step=0.25))
    assert max(goal.worst.get("m", 0.0) for goal in audit.goals.values()) < 1e-5
    first, last = motion.pose(motion.start).position("pelvis"), motion.pose(motion.end).position("pelvis")
    assert np.allclose((last - first)[[0, 2]], [0, 1.5], atol=0.05)
    assert not any(lock.enabled for lock in document.locks[:2])  # the feet are free to walk


def test_a_walk_begins_where_the_figure_is_and_faces() -> None:
    document = commands.Walk(frame=0, ahead=1.0).apply(first_document(bodies.load("human")))
    end = document.actor().clip.end  # type: ignore[union-attr]
    further = commands.Walk(frame=end, ahead=1.0, aside=0.3).apply(document)
    motion = motion_of(further, "human")
    assert motion is not None
    way = motion.pose(motion.end).position("pelvis") - motion.pose(end).position("pelvis")
    assert np.allclose(way[[0, 2]], [0.3, 1.0], atol=0.06)
