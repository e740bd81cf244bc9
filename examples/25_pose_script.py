"""Locks, goals and pulls one after another, as `manikin pose` plays them."""

from manikin import bodies
from manikin.document.document import Document
from manikin.language.pose_script import play

script = [
    {"lock": "l_foot"},
    {"lock": "r_foot"},
    {"pull": "pelvis", "by": [0, -0.3, -0.2], "title": "pelvis pulled down"},
    {"goal": "position r_hand -0.3 1.0 0.4", "title": "a hand reaches out"},
    {"release": "right foot", "title": "right foot let go"},
    {"pull": "r_foot", "by": [-0.2, 0.2, 0.3]},
]
for outcome in play(Document.of(bodies.load("human")), script):
    kept = {name: f"{max(error.values()):.0e}" for name, error in outcome.locks}
    print(f"{outcome.title:20} {1000 * outcome.seconds:5.1f} ms", kept)
