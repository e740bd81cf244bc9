"""Arms and legs: chains of joints, found by the words in their names and by where they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

import numpy as np

from manikin.characters.tree_view import TreeView
from manikin.characters.words import read_name

__all__ = ["find_limbs"]

PARTS = {"leg": ("thigh", "shin", "foot", "toes"), "arm": ("clavicle", "upper_arm", "forearm", "hand")}
MIDDLE = {"leg": (0, 1, 2), "arm": (1, 2, 3)}
"""The three parts that every limb has."""
MOST_JOINTS = 14
"""Joints of a chain that are tried; longer ones are tails and tentacles."""
EVEN = 2.0
"""What two long segments of much the same length count, in clear words."""
FOURTH = 0.5
"""What toes or a clavicle count in a chain that has no names."""
MIRRORED = 0.08
"""How far two tips may be from each other's mirror image, in sizes of the figure."""

Found = tuple[float, dict[str, str]]


def find_limbs(
    view: TreeView, known: Mapping[str, str], barred: set[str]
) -> tuple[dict[str, str], dict[str, str], list[str]]:
    """The roles of arms and legs, how each was found, and what was odd."""
    joints: dict[str, str] = {}
    why: dict[str, str] = {}
    odd: list[str] = []
    for limb in PARTS:
        for side in "lr":
            given = {part: known[f"{side}_{part}"] for part in PARTS[limb] if f"{side}_{part}" in known}
            best = _by_names(view, limb, side, barred | set(joints.values()), given)
            joints |= {f"{side}_{part}": joint for part, joint in {**best, **given}.items()}
    missing = [limb for limb in PARTS if not all(f"{s}_{PARTS[limb][1]}" in joints for s in "lr")]
    if missing:
        others = {joint for role, joint in joints.items() if not any(role[2:] in PARTS[limb] for limb in missing)}
        found = _by_geometry(view, missing, barred | others)
        joints |= {role: joint for role, joint in found.items() if role not in joints}
        why |= {role: "geometry" for role in found if joints[role] == found[role]}
        if found:
            odd.append(f"{' and '.join(missing)}s have no names that are known; they were found by where they lie")
    for role, joint in joints.items():
        part = role[2:]
        why.setdefault(role, "name" if read_name(joint).scores.get(part, 0) >= 2 else "tree")
    return joints, why, odd


def _by_names(view: TreeView, limb: str, side: str, barred: set[str], given: Mapping[str, str]) -> dict[str, str]:
    """The chain whose names speak most clearly for a limb of a side."""
    best: Found = (0.0, {})
    for leaf in view.leaves():
        chain = [
            name
            for name in view.skeleton.path(leaf)
            if read_name(name).side == side and name not in barred and not read_name(name).helper
        ]
        words = {part for name in chain for part in read_name(name).scores}
        if words.isdisjoint(PARTS[limb]):
            continue
        chain = [name for name in chain if not read_name(name).finger]
        found = _assigned(view, limb, chain[:MOST_JOINTS], given)
        best = max(best, found, key=lambda one: one[0])
    return best[1]


def _assigned(view: TreeView, limb: str, chain: Sequence[str], given: Mapping[str, str], fourth: float = 0.0) -> Found:
    """The best way to give the parts of a limb to the joints of a chain, in order; a fourth part counts something."""
    parts = PARTS[limb]
    best: Found = (0.0, {})
    ends = list(dict.fromkeys(view.last_in_place(name) for name in chain))
    for count in (3, 4):
        chosen_parts = parts if count == 4 else tuple(parts[i] for i in MIDDLE[limb])
        for joints in combinations(ends, count):
            roles = dict(zip(chosen_parts, joints, strict=True))
            if any(roles.get(part) != joint for part, joint in given.items() if part in roles):
                continue
            score = sum(_word_score(view, joint, part) for part, joint in roles.items())
            score += fourth if count == 4 else 0.0
            middle = [view.place(roles[parts[i]]) for i in MIDDLE[limb]]
            lengths = [float(np.linalg.norm(b - a)) for a, b in pairwise(middle)]
            if min(lengths) < 0.01 * view.size:
                continue
            score += EVEN * min(lengths) / max(*lengths, 0.15 * view.size)
            if score > best[0]:
                best = (score, roles)
    return best


def _word_score(view: TreeView, joint: str, part: str) -> float:
    """How clearly a name, or one before it in the same place, speaks for a part; below 0 if it speaks for others."""
    path = view.skeleton.path(joint)
    here = [n for n in path[-4:] if np.linalg.norm(view.place(n) - view.place(joint)) < 1e-3 * view.size]
    scores = [read_name(name).scores for name in here]
    own = max((score.get(part, 0.0) for score in scores), default=0.0)
    return own if own or not any(scores) else -1.0


def _by_geometry(view: TreeView, limbs: Sequence[str], barred: set[str]) -> dict[str, str]:
    """Pairs of chains that are mirror images: the lowest are legs, of the others the longest are arms."""
    skeleton, across = view.skeleton, _across(view)
    tips = [leaf for leaf in view.leaves() if leaf not in barred]
    middle = float(np.median(view.places @ across))
    pairs = []
    for a, b in combinations(tips, 2):
        pa, pb = view.place(a), view.place(b)
        mirrored = pa - 2 * (pa @ across - middle) * across
        if np.linalg.norm(mirrored - pb) < MIRRORED * view.size and abs(pa @ across - middle) > 0.02 * view.size:
            meet = view.meeting(a, b)
            left, right = (a, b) if pa @ across > middle else (b, a)
            chains = [[n for n in skeleton.path(tip) if n not in skeleton.path(meet)] for tip in (left, right)]
            pairs.append(((pa + pb) @ view.up / 2, _length(view, chains[0]), chains))
    found: dict[str, str] = {}
    used: set[str] = set(barred)
    for limb in limbs:
        free = [pair for pair in pairs if used.isdisjoint(pair[2][0]) and len(pair[2][0]) >= 3]
        if not free:
            continue
        longest = max(pair[1] for pair in free)
        long = [pair for pair in free if pair[1] > 0.7 * longest]
        chosen = min(long, key=lambda pair: pair[0]) if limb == "leg" else max(free, key=lambda pair: pair[1])
        for side, chain in zip("lr", chosen[2], strict=True):
            joints = list(dict.fromkeys(view.last_in_place(name) for name in chain if view.moves(name)))
            roles = _assigned(view, limb, joints[:MOST_JOINTS], {}, FOURTH)[1]
            found |= {f"{side}_{part}": joint for part, joint in roles.items()}
            used |= set(chain)
    return found


def _across(view: TreeView) -> np.ndarray:
    """The level axis along which the figure is widest: from right to left, if it looks along z, or x where z is up."""
    first, second = view.skeleton.level_axes
    wide = first if view.skeleton.up == "y" else second
    axis = np.zeros(3)
    axis[wide] = 1.0
    return axis


def _length(view: TreeView, chain: Sequence[str]) -> float:
    places = np.array([view.place(name) for name in chain])
    return float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
