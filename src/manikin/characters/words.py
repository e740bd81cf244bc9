"""Names of joints as words: which side, which part of a body, in the dialects of the programs that write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

__all__ = ["FINGERS", "Words", "read_name"]

_PREFIXES = re.compile(
    r"^(mixamorig\d*|bip\d*|character\d*|def|org|j[ _.]?bip|cc[ _.]?base|b|bone|jnt|sk|rig|valve[ _.]?biped)[ _.:-]+",
    re.I,
)
_TOKENS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_SIDES = {"l": "l", "left": "l", "lft": "l", "lt": "l", "r": "r", "right": "r", "rgt": "r", "rt": "r"}
_SCORES: dict[str, dict[str, float]] = {
    "pelvis": {"pelvis": 3}, "hips": {"pelvis": 3}, "hip": {"thigh": 2, "pelvis": 1}, "root": {"pelvis": 0.5},
    "thigh": {"thigh": 3}, "upleg": {"thigh": 3}, "upperleg": {"thigh": 3}, "legupper": {"thigh": 3},
    "femur": {"thigh": 3}, "hipjoint": {"thigh": 0.2}, "hippitch": {"thigh": 2.2},
    "shin": {"shin": 3}, "calf": {"shin": 3}, "lowerleg": {"shin": 3}, "lowleg": {"shin": 3}, "leglower": {"shin": 3},
    "leg": {"shin": 2, "thigh": 1, "foot": 0.5, "toes": 0.3}, "tibia": {"shin": 3}, "knee": {"shin": 2.5},
    "foot": {"foot": 3, "toes": 1}, "ankle": {"foot": 2.5}, "toe": {"toes": 3}, "toes": {"toes": 3},
    "toebase": {"toes": 3}, "ball": {"toes": 2.5},
    "clavicle": {"clavicle": 3}, "collar": {"clavicle": 3}, "collarbone": {"clavicle": 3}, "scapula": {"clavicle": 2},
    "shoulder": {"clavicle": 2, "upper_arm": 1.9}, "upperarm": {"upper_arm": 3}, "uparm": {"upper_arm": 3},
    "armupper": {"upper_arm": 3}, "humerus": {"upper_arm": 3}, "arm": {"upper_arm": 2, "forearm": 1, "hand": 0.5},
    "forearm": {"forearm": 3}, "lowerarm": {"forearm": 3}, "lowarm": {"forearm": 3}, "armlower": {"forearm": 3},
    "radius": {"forearm": 3}, "ulna": {"forearm": 2.5}, "elbow": {"forearm": 2.5},
    "hand": {"hand": 3}, "wrist": {"hand": 4},
    "neck": {"neck": 3}, "lowerneck": {"neck": 3}, "upperneck": {"neck": 2}, "head": {"head": 3}, "skull": {"head": 2},
}  # fmt: skip
"""What a word speaks for, and how clearly; a word with two meanings is decided by the tree."""
FINGERS = {
    "thumb": "thumb", "index": "index", "point": "index", "middle": "middle", "mid": "middle", "ring": "ring",
    "pinky": "pinky", "pinkie": "pinky", "little": "pinky", "finger": "finger", "fingers": "finger",
    "fingertips": "finger",
}  # fmt: skip
_NOT_A_PART = {"twist", "roll", "ik", "pole", "target", "ctrl", "control", "nub", "end", "tip", "site", "effector",
               "helper", "socket", "weapon", "prop", "share", "corrective", "eye", "eyes", "jaw", "top"}  # fmt: skip
"""Words of joints that stand beside a part: twist bones, tips, handles of rigs."""


@dataclass(frozen=True)
class Words:
    """What a name says.

    Attributes:
        side: "l", "r", or "" where it names none.
        scores: How clearly it speaks for each kind of part.
        finger: The finger that it names, or "".
        helper: Whether it names something beside a part, such as a twist bone.
    """

    side: str
    scores: dict[str, float]
    finger: str = ""
    helper: bool = False

    @property
    def silent(self) -> bool:
        """Whether it names no part, finger or helper."""
        return not (self.scores or self.finger or self.helper)


@lru_cache(maxsize=4096)
def read_name(name: str) -> Words:
    """The words of a joint's name, as in "mixamorig:LeftUpLeg", "Bip01 L Thigh", "upper_arm.L", "lfemur"."""
    own = name.rpartition(":")[2].rpartition("|")[2]
    while True:
        shorter = _PREFIXES.sub("", own)
        if shorter == own or not shorter:
            break
        own = shorter
    tokens = [token.lower() for token in _TOKENS.findall(own)]
    side, words = "", []
    for token in tokens:
        if token in _SIDES and not side:
            side = _SIDES[token]
        elif not token.isdigit():
            words.append(token)
    if not side:
        side, words = _attached_side(words)
    finger = next((FINGERS[word] for word in words if word in FINGERS), "")
    helper = any(word in _NOT_A_PART for word in words)
    if finger:
        return Words(side, {}, finger, helper)
    return Words(side, {} if helper else _scores(words), "", helper)


def _attached_side(words: list[str]) -> tuple[str, list[str]]:
    """The side in "lfemur", "rleg", "leftarm": a letter or word before one that is known."""
    for i, word in enumerate(words):
        for mark, side in (("left", "l"), ("right", "r"), ("l", "l"), ("r", "r")):
            rest = word.removeprefix(mark)
            if rest != word and (rest in _SCORES or rest in FINGERS) and word not in _SCORES:
                return side, [*words[:i], rest, *words[i + 1 :]]
    return "", words


def _scores(words: list[str]) -> dict[str, float]:
    """The meanings of two words that belong together ("up leg"), else of the clearest single one."""
    pairs = [a + b for a, b in pairwise(words)]
    for known in (pairs, words):
        found = [_SCORES[word] for word in known if word in _SCORES]
        if found:
            return max(found, key=lambda scores: max(scores.values()))
    return {}
