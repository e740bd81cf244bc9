"""Damaged files of every format: bytes changed, blocks repeated or left out, ends cut; each is read or refused.

``python -m tests.support.mutants FORMAT COUNT`` prints what came of them.
"""

from __future__ import annotations

import io
import random
import resource
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from time import process_time
from typing import Any

import numpy as np

from manikin import Samples
from manikin.errors import FormatError, FormatWarning
from manikin.figure.figure import Figure
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import read_content, read_skeleton, write_content
from manikin.skeleton.build import chain
from tests.support.acclaim_files import AMC, ASF
from tests.support.bvh_files import SMALL
from tests.support.mjcf_files import ARMS, MODEL
from tests.support.rigs import rig
from tests.support.robot_files import ROBOT

__all__ = ["SOUND", "Attack", "attack"]

WORDS = b'0 \n\t{}[]():<>"=-.,e9/#'


@dataclass(frozen=True)
class Attack:
    """What came of some mutants: how many were read and refused, the longest [s of the processor], and peak memory."""

    read: int
    refused: int
    seconds: float
    peak: int


@dataclass(frozen=True)
class Sound:
    """A sound file, and what it takes to read it."""

    name: str
    data: bytes
    options: dict[str, Any]
    beside: dict[str, bytes]


def attack(kind: str, count: int, seed: int = 1) -> Attack:
    """Read mutants of a sound file; whatever is raised but a ``FormatError`` with the file's name is let through."""
    sound, rng = SOUND[kind](), random.Random(f"{kind} {seed}")
    read = refused = 0
    longest = 0.0
    for _ in range(count):
        data = _mutant(sound.data, rng)
        begin = process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            try:
                read_content(data, sound.name, beside=lambda name: _beside(sound, name), **sound.options)
                read += 1
            except FormatError as error:
                refused += 1
                longest = max(longest, process_time() - begin)
                _check(error, sound)
    unit = 1 if sys.platform == "darwin" else 1024
    return Attack(read, refused, longest, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


def _check(error: FormatError, sound: Sound) -> None:
    """It names the file, or one beside it, and is no longer than a screen."""
    said = str(error)
    assert said.startswith(sound.name) or (error.file or "") in sound.beside, said
    assert len(said) <= 500, said


def _beside(sound: Sound, name: str) -> bytes:
    if name not in sound.beside:
        raise FormatError("there is no such file", file=name)
    return sound.beside[name]


def _mutant(sound: bytes, rng: random.Random) -> bytes:
    data, way = bytearray(sound), rng.random()
    if way < 0.55:
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256) if rng.random() < 0.4 else rng.choice(WORDS)
    elif way < 0.7:
        del data[rng.randrange(len(data)) :]
    elif way < 0.85:
        a, b = sorted(rng.randrange(len(data)) for _ in range(2))
        data[a:a] = data[a:b]
    else:
        a = rng.randrange(len(data))
        del data[a : a + rng.randint(1, 40)]
    return bytes(data)


# ---- sound files -------------------------------------------------------------------------------


def _clip() -> Samples:
    figure = Figure(chain([0.3, 0.2]))
    return Samples(figure=figure, rate=24.0, data=np.linspace(0, 1, 4 * figure.size).reshape(4, figure.size))


def _written(suffix: str, **options: Any) -> Callable[[], Sound]:
    @cache
    def made() -> Sound:
        content = Content(clips=(StoredClip(clip=_clip(), name="swing"),))
        return Sound(f"fuzz{suffix}", write_content(content, f"fuzz{suffix}"), options, {})

    return made


def _human(suffix: str) -> Callable[[], Sound]:
    @cache
    def made() -> Sound:
        figure = rig("mixamo")
        clip = Samples(figure=figure, rate=30.0, data=figure.rest + np.linspace(0, 0.3, 3)[:, None])
        content = Content(clips=(StoredClip(clip=clip, name="sway"),))
        return Sound(f"fuzz{suffix}", write_content(content, f"fuzz{suffix}"), {}, {})

    return made


def _acclaim(suffix: str) -> Callable[[], Sound]:
    @cache
    def made() -> Sound:
        text = AMC if suffix == ".amc" else ASF
        return Sound(f"body{suffix}", text.encode(), {}, {"body.asf": ASF.encode(), "": b""})

    return made


@cache
def _mjcf() -> Sound:
    return Sound("fuzz.xml", MODEL.encode(), {}, {name: text.encode() for name, text in ARMS.items()})


@cache
def _unitree() -> Sound:
    rows = "".join(f"0,0,{0.1 * i},0,0,0,1,0.1,0.2,{0.01 * i},0\n" for i in range(6))
    figure = Figure(read_skeleton(ROBOT.encode(), "robot.urdf"))
    return Sound("fuzz.csv", rows.encode(), {"figure": figure, "dialect": "unitree"}, {})


@cache
def _amass() -> Sound:
    out = io.BytesIO()
    np.savez(out, poses=np.full((3, 66), 0.1), trans=np.zeros((3, 3)), mocap_framerate=np.array(120.0))
    return Sound("fuzz.npz", out.getvalue(), {"figure": rig("smpl"), "dialect": "amass"}, {})


@cache
def _robot() -> Sound:
    return Sound("fuzz.urdf", ROBOT.encode(), {}, {})


SOUND: dict[str, Callable[[], Sound]] = {
    "BVH": lambda: Sound("fuzz.bvh", SMALL.encode(), {}, {}),
    "ASF": _acclaim(".asf"),
    "AMC": _acclaim(".amc"),
    "MJCF": _mjcf,
    "glTF text": _written(".gltf"),
    "GLB": _written(".glb"),
    "VRM": _human(".vrm"),
    "VRMA": _human(".vrma"),
    "USD": _written(".usda"),
    "CSV": _written(".csv", figure=Figure(chain([0.3, 0.2]))),
    "CSV of Unitree": _unitree,
    "NPZ": _written(".npz"),
    "NPZ of AMASS": _amass,
    "CLIP": _written(".clip"),
    "URDF": _robot,
}
"""A sound file of every format that is read."""


if __name__ == "__main__":
    done = attack(sys.argv[1], int(sys.argv[2]), seed=2)
    print(done.read, done.refused, done.seconds, done.peak)
