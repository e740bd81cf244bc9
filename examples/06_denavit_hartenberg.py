"""An arm from a Denavit-Hartenberg table (P 5.1.2): three hinges and a slide, a SCARA robot."""

from math import pi

from manikin import DhRow, Figure, denavit_hartenberg

scara = Figure(
    denavit_hartenberg(
        [
            DhRow(name="shoulder", a=0.35, d=0.4, lo=-2.5, hi=2.5),
            DhRow(name="elbow", a=0.25, alpha=pi, lo=-2.6, hi=2.6),
            DhRow(name="quill", kind="slide", lo=0.0, hi=0.18),
            DhRow(name="wrist"),
        ],
        name="scara",
    )
)
pose = scara.pose(shoulder=pi / 2, elbow=-pi / 2, quill=0.1)
print(scara)
print("tool at", pose.position("wrist").round(4))
assert abs(pose.position("wrist") - [0.25, 0.35, 0.3]).max() < 1e-12
