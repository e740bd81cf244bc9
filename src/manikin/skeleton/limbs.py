"""Limbs of a skeleton that names none, found from its branches."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import numpy as np

from manikin.skeleton.skeleton import Skeleton

__all__ = ["with_limbs"]


def with_limbs(skeleton: Skeleton) -> Skeleton:
    """The skeleton with limbs where it names none: each begins where several branches that move leave a part.

    A limb is called like its first part, without a number and the word "link" at the end, if that is unique.
    """
    moving = np.concatenate([[0], np.cumsum([bool(joint.dofs) for joint in skeleton.joints])])
    branches = Counter(
        int(parent)
        for i, parent in enumerate(skeleton.parents.tolist())
        if parent >= 0 and moving[int(skeleton.ends[i])] > moving[i]
    )
    first: list[int] = []
    for i, parent in enumerate(skeleton.parents.tolist()):
        begins = parent < 0 or (branches[parent] > 1 and moving[int(skeleton.ends[i])] > moving[i])
        first.append(i if begins else first[parent])
    labels = {i: _label(skeleton.joints[i].name) for i in set(first)}
    often = Counter(labels.values())
    names = {i: label if often[label] == 1 else skeleton.joints[i].name for i, label in labels.items()}
    joints = tuple(
        joint if joint.limb is not None else replace(joint, limb=names[first[i]])
        for i, joint in enumerate(skeleton.joints)
    )
    return replace(skeleton, joints=joints)


def _label(name: str) -> str:
    """As in "Arm left" for "arm_left_1_link"."""
    short = re.sub(r"([_\W]*(link|\d+))+$", "", name, flags=re.IGNORECASE) or name
    words = short.replace("_", " ").strip() or name
    return words[:1].upper() + words[1:]
