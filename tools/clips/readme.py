"""Makes the moving picture of the README: ``python -m tools.clips.readme docs/images/moves.png``."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from manikin import moves
from manikin.clips import Looped
from manikin.clips.clip import Clip
from manikin.picture.apng import to_apng
from manikin.picture.moving import moving_frames

RATE = 15.0
WIDE, PANEL = (800, 190), (160, 200)
BELOW = ("sit_down", "wave", "jump", "throw", "reach")
TURNS = 3


def _filled(clip: Clip, count: int, **how: object) -> list[np.ndarray]:
    """So many images of a clip; after its end it rests."""
    images = list(moving_frames(clip, rate=RATE, **how))  # type: ignore[arg-type]
    return (images + images[-1:] * count)[:count]


def main(path: Path) -> None:
    walk = moves.load("walk")
    across = Looped(source=walk, times=TURNS, carry=True)
    top = list(moving_frames(across, rate=RATE, view="side", size=WIDE))
    rows = [_filled(moves.load(name), len(top), size=PANEL, things=moves.things(name)) for name in BELOW]
    frames = [np.concatenate([above, np.concatenate(below, axis=1)]) for above, *below in zip(top, *rows, strict=True)]
    path.write_bytes(to_apng(frames, rate=RATE, colours=200))
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
