"""Makes the strips of docs/moves.md: ``python -m tools.clips.strips docs/images/moves``."""

from __future__ import annotations

import sys
from pathlib import Path

from manikin import moves
from manikin.clips import Looped
from manikin.picture import to_png
from manikin.picture.motion import strobe

FIGURES = 9


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in moves.names():
        clip = moves.load(name)
        shown = Looped(source=clip, times=1.2, carry=True) if moves.loops(name) else clip
        view = "perspective" if name in ("wave", "turn") else "side"
        image = strobe(shown, FIGURES, view=view, size=(1100, 240), things=moves.things(name))
        (folder / f"{name}.png").write_bytes(to_png(image))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
