"""``python -m tools.bodies.pictures``: the pictures of docs/bodies.md."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from manikin import bodies
from manikin.picture import four_views, render, to_png

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images" / "bodies"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in bodies.names():
        (FOLDER / f"{name}.png").write_bytes(to_png(four_views(bodies.load(name).pose(), size=(802, 600))))
    human = bodies.load("human")
    tiles = [render(human.pose(name), size=(260, 330)) for name in human.pose_names]
    rows = [np.concatenate(tiles[k : k + 4], axis=1) for k in range(0, len(tiles), 4)]
    (FOLDER / "postures.png").write_bytes(to_png(np.concatenate(rows)))


if __name__ == "__main__":
    main()
