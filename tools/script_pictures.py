"""Makes the pictures of docs/scripts.md: python tools/script_pictures.py docs/images/scripts"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from manikin import bodies
from manikin.clips import Constrained
from manikin.clips.clip import Clip
from manikin.gait.ground import HeightField, Stairs
from manikin.gait.walk import turn_on_spot, walk
from manikin.language.motion.script import play, play_all
from manikin.picture.motion import film_strip, strobe
from manikin.picture.png import to_png
from manikin.picture.terrain import ground_shapes

TOP = Path(__file__).parent.parent
HUMAN = bodies.load("human")
SIZE = (1300, 420)


def hills() -> np.ndarray:
    """The table of heights of the example."""
    x, z = np.meshgrid(0.156 * np.arange(40) - 2, 0.159 * np.arange(50) - 1, indexing="ij")
    return np.round(0.06 * np.sin(1.7 * x + 0.3) * np.cos(1.3 * z) + 0.03 * np.sin(3.1 * z + 1), 4)


def scripts() -> list[str]:
    """The scripts of the page, in its order."""
    blocks = (TOP / "docs" / "scripts.md").read_text("utf-8").split("```")[1::2]
    return [block.split('"""')[1] if '"""' in block else block for block in blocks if "rate 30" in block]


def csv(_: str) -> bytes:
    """The hills as a file."""
    return "\n".join(",".join(map(str, row)) for row in hills().tolist()).encode()


def on_the_spot(clip: Clip, frames: list[float]) -> Clip:
    """Frames of a walk, each moved back to where it began."""
    from manikin.clips import Samples

    states = clip.at(np.array(frames))
    for name in ("root_x", "root_z"):
        states[:, HUMAN.index(name)] = 0.0
    return Samples(figure=HUMAN, rate=clip.rate, data=states, first=0.0)


def main(folder: Path) -> None:
    """Draw all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    reach, given, thrown, _, uneven = scripts()
    made = {"reach": film_strip(play(reach), [0, 30, 40, 50, 60, 70, 85, 100], view="front", size=(160, 320))}
    both = play_all(given)
    made["hand_over"] = film_strip(
        both.members(), [0, 43, 72, 101, 145, 159, 174, 188, 203, both.end], view="side", size=(250, 230), columns=5
    )
    flies = play_all(thrown)
    made["throw"] = film_strip(
        flies.members(), [0, 14, 22, 28, 32, 35, 42, 48, 54, 58, 64, flies.end], view="side", size=(300, 230), columns=4
    )
    level = walk(HUMAN, [(0, 0), (0, 4.3)]).clip()
    cycle = np.linspace(70, 108, 9)[:-1].tolist()
    made["walk"] = film_strip(on_the_spot(level, cycle), 8, view="side", size=(160, 320))
    clip = play(uneven, read_file=csv)
    heights = tuple(map(tuple, hills().tolist()))
    shapes = ground_shapes(HeightField(heights=heights, origin=(-2, -1), spacing=(0.156, 0.159)))
    made["uneven"] = strobe(clip, 9, spread=False, view="side", size=SIZE, scenery=shapes, ground=False)
    steps = Stairs(count=4, start=(0.0, 0.9))
    up = walk(HUMAN, [(0, 0), (0, 3.2)], ground=steps).clip()
    made["stairs"] = strobe(up, 8, spread=False, view="side", size=SIZE, scenery=ground_shapes(steps))
    run = play("0: run through 0 0, 0 9")
    assert isinstance(run, Constrained)
    middle = (run.start + run.end) / 2
    made["run"] = film_strip(
        on_the_spot(run, np.linspace(middle, middle + 22, 9)[:-1].tolist()), 8, view="side", size=(160, 320)
    )
    turn = turn_on_spot(HUMAN, 120).clip()
    made["turn"] = film_strip(turn, 8, size=(160, 320))
    leap = play("0: jump to 0 0.6 height 0.3")
    made["jump"] = film_strip(leap, [0, 10, 17, 24, 28, 34, 40, 43, 47, 52, 74], view="side", size=(118, 320))
    for name, image in made.items():
        (folder / f"{name}.png").write_bytes(to_png(image))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
