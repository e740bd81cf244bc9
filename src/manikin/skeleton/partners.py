"""Partners on the other side of a body, found by their names: left_arm and right_arm, l_hip and r_hip, FL and FR."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from manikin.skeleton.skeleton import Joint

__all__ = ["partner_name", "with_partners", "without_side"]

SIDES = (("left", "right"), ("l", "r"))
"""Words for the two sides; a word may also begin or end with them: leftfinger, LLEG, FL for front left."""
ALONE = frozenset(side for pair in SIDES for side in pair)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+")
"""Words of a name as in ``l_hip``, ``LHip`` and ``leftHip``."""


def partner_name(name: str, names: Collection[str]) -> str | None:
    """The name among ``names`` that differs from ``name`` only in the words for left and right; None if none does."""
    return next((other for other in _others(name) if other != name and other in names), None)


def with_partners(joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
    """The joints with their mirror partners, where they name none: joints of the same kind with partner names."""
    known = {joint.name: joint for joint in joints}
    partners = {name: partner_name(name, known) for name in known}

    def mirror_of(joint: Joint) -> str | None:
        other = partners[joint.name]
        if joint.mirror is not None or other is None or partners[other] != joint.name:
            return joint.mirror
        alike = [dof.kind for dof in joint.dofs] == [dof.kind for dof in known[other].dofs]
        return other if alike else None

    found = {joint.name: mirror_of(joint) for joint in joints}
    return tuple(
        joint if found[joint.name] == joint.mirror else replace(joint, mirror=found[joint.name]) for joint in joints
    )


def without_side(name: str) -> str:
    """The name without the words for left and right: "forearm" for "l_forearm"."""
    kept = "".join(word for word in WORD.findall(name) if word.lower() not in ALONE)
    return re.sub(r"([_ .-])[_ .-]+", r"\1", kept).strip("_ .-")


def _others(name: str) -> Iterator[str]:
    """Names with other words for the sides: with all of them changed, then with each of them alone."""
    words = WORD.findall(name)
    changed = [list(_swapped(word)) for word in words]
    places = [i for i, others in enumerate(changed) if others]
    sides = [
        next((other for other in others if word.lower() in ALONE), None)
        for word, others in zip(words, changed, strict=True)
    ]
    if len(places) > 1:
        yield "".join(other or word for word, other in zip(words, sides, strict=True))
    for i in places:
        for other in changed[i]:
            yield "".join([*words[:i], other, *words[i + 1 :]])


def _swapped(word: str) -> Iterator[str]:
    """The word with left instead of right, or the reverse, at its beginning or its end."""
    small = word.lower()
    for left, right in SIDES:
        for own, other in ((left, right), (right, left)):
            changed = []
            if small.startswith(own):
                changed.append(other + small.removeprefix(own))
            if small.endswith(own):
                changed.append(small.removesuffix(own) + other)
            for new in changed:
                yield new.upper() if word.isupper() else new.capitalize() if word[0].isupper() else new
