"""The words of goals, of their arguments and of pose scripts, each with what it does and an example.

The readers are in ``goals``, ``whole_body`` and ``pose_script``; ``manikin goals`` prints these tables, and
``python -m tools.words`` writes them to docs/words.md.  Tests hold the tables against the readers and run each example.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ARGUMENTS", "GOALS", "OPTIONS", "STEPS", "Entry"]


class Entry(NamedTuple):
    """A word: the form of what follows it, what it does, and an example on the shipped human."""

    form: str
    does: str
    example: str


GOALS: dict[str, Entry] = {
    "position": Entry(
        "POINT PLACE [axes X Y Z]",
        "move a point of a part to a position; axes: weights of x, y, z",
        "position r_hand 0.3 1.2 0.4",
    ),
    "orientation": Entry("FRAME ANGLES", "rotate a part, or a tool fixed to it", "orientation pelvis by 0 30 0"),
    "pose": Entry(
        "FRAME PLACE ANGLES", "position and orientation", "pose r_hand[0 -0.1 0 turned 0 90 0] 0.3 1.2 0.4 0 0 0"
    ),
    "aim": Entry("DIRECTION PLACE", "point a direction of a part at a position", "aim eyes[z] @l_hand"),
    "look_at": Entry(
        "DIRECTION PLACE [up AXIS]", "aim, and keep that axis of the part upright", "look_at head[z] 1 1.5 2 up y"
    ),
    "align": Entry(
        "DIRECTION HEADING [either_way]", "make a direction of a part parallel to a heading", "align l_foot[y] y"
    ),
    "line": Entry(
        "POINT through PLACE along HEADING", "keep a point on a line", "line r_hand through 0.3 1 0.3 along y"
    ),
    "plane": Entry(
        "POINT through PLACE normal HEADING", "keep a point in a plane", "plane r_hand through 0 1 0.3 normal z"
    ),
    "half_space": Entry(
        "POINT through PLACE normal HEADING",
        "keep a point on the side of a plane that its normal points to",
        "half_space r_hand through 0 0.5 0 normal y",
    ),
    "distance": Entry(
        "POINT PLACE LO [HI]",
        "keep a distance [m] between LO and HI; with LO only, exactly LO",
        "distance l_hand @r_hand 0.2 0.5",
    ),
    "pole": Entry(
        "POINT POINT POINT PLACE",
        "swing the middle of a limb (base, middle, tip) toward a position",
        "pole l_upper_arm l_forearm l_hand 1 1 -1",
    ),
    "path": Entry(
        "POINT PLACE PLACE … [closed]", "keep a point on a polyline", "path r_hand 0.2 1 0.3, 0.4 1 0.3, 0.4 1.2 0.3"
    ),
    "match": Entry("PARAMETER VALUE", "give a parameter a value [degrees, m]", "match r_elbow 90"),
    "gaze": Entry("PLACE", "look at a position", "gaze 1 1.5 2"),
    "balance": Entry(
        "PART PART … [margin M]",
        "keep the centre of mass above the soles of these parts; M: how far their area is shrunk, 0 to 1",
        "balance l_foot r_foot",
    ),
    "comfort": Entry("[easy E]", "stay away from joint limits; E: comfortable share of the range", "comfort easy 0.5"),
    "bend_toward": Entry(
        "POINT POINT POINT PLACE",
        "bend a limb (base, middle, tip) toward a position",
        "bend_toward l_thigh l_shin l_foot 0.1 0.5 1",
    ),
    "swivel": Entry(
        "PART VALUE",
        "turn a limb, named by its forearm or shin, about the line base-tip [degrees]; 0: as it prefers to bend",
        "swivel r_forearm 30",
    ),
    "apart": Entry(
        "PART … from PART … [margin M]",
        "keep solids of parts away from those of other parts [m]",
        "apart l_hand r_hand from head margin 0.05",
    ),
    "outside": Entry(
        "PART … box PLACE SIZE [margin M]",
        "keep solids of parts outside a box, given by its centre and its edges",
        "outside r_hand r_forearm box 0 0.5 0.5 1 1 0.4",
    ),
    "on_ground": Entry(
        "POINT heights N H H … [origin X Z] [spacing DX DZ] [lift L]",
        "keep a point on uneven ground [m]: N rows of heights along x, each row along z, from the origin; L above it",
        "on_ground l_foot heights 2 0 0.1 0.1 0.2",
    ),
    "above_ground": Entry(
        "as on_ground", "keep a point on the ground or above it", "above_ground r_foot heights 2 0 0 0 0 lift 0.02"
    ),
}
"""The words that a goal begins with."""

ARGUMENTS: dict[str, Entry] = {
    "PART": Entry("NAME", "a part of the figure; with several figures, if need be, FIGURE:NAME", "human:r_hand"),
    "POINT": Entry(
        "PART, PART[X Y Z], centre_of_mass",
        "a part, a point in its frame [m], or the centre of mass",
        "r_hand[0 -0.1 0]",
    ),
    "FRAME": Entry(
        "PART, PART[X Y Z], PART[turned RX RY RZ], PART[X Y Z turned RX RY RZ]",
        "the frame of a part, or of a tool fixed to it: its origin [m], its angles [degrees], or both",
        "r_hand[0 -0.1 0 turned 0 90 0]",
    ),
    "DIRECTION": Entry(
        "PART, PART[AXIS], PART[AXIS at X Y Z]",
        "a direction fixed in a part, z by default, from its origin or from a point of it",
        "eyes[z at 0 0 0.1]",
    ),
    "AXIS": Entry("x, y, z, -x, -y, -z, X Y Z", "a direction in the frame that is meant", "-x"),
    "PLACE": Entry(
        "X Y Z, @POINT, by X Y Z",
        "a position [m], a point of another part, or, for the goal's own point, a distance from the start pose",
        "by 0 0.1 0",
    ),
    "ANGLES": Entry(
        "RX RY RZ, @FRAME, by RX RY RZ",
        "degrees about the fixed x, then y, then z axis; another frame; or relative to the start. With @FRAME, pose "
        "has no PLACE",
        "@tube[turned 0 0 90]",
    ),
    "HEADING": Entry("AXIS, @DIRECTION", "a direction in the world, or one of another part", "@l_hand[y]"),
}
"""What stands in capitals in the forms."""

OPTIONS: dict[str, Entry] = {
    "weight": Entry("W", "how much the goal counts, 1 by default", "weight 0.1"),
    "name": Entry("NAME", "its name in results and messages", "name reach"),
    "chain": Entry("JOINT JOINT …", "the joints that may move for it", "chain r_upper_arm r_forearm"),
}
"""What any goal may end with."""

STEPS: dict[str, Entry] = {
    "pose": Entry("NAME", "take a named pose of the figure", '{"pose": "crouch"}'),
    "set": Entry(
        "{PARAMETER: VALUE, …}",
        "set parameters [degrees, m]; locks are kept",
        '{"set": {"spine_bend": 20, "root_y": -0.1}}',
    ),
    "lock": Entry(
        "PART",
        'keep a part as it is; "as" names the kind of lock, pose by default, and its options may follow',
        '{"lock": "l_foot", "as": "position", "axes": [true, true, false]}',
    ),
    "goal": Entry(
        "GOAL",
        'reach a goal in words and keep it; "hard": true makes it a hard goal, "chain" lists joints',
        '{"goal": "position r_hand 0.3 1.2 0.4", "hard": true}',
    ),
    "pull": Entry(
        "PART",
        'pull a part "by" a distance or "to" a position [m]; "chain" is "part", "branch", or "joint" with a "base"; '
        '"steps" is 25 by default',
        '{"pull": "pelvis", "by": [0, -0.3, 0]}',
    ),
    "release": Entry("NAME", "remove a lock or goal by its name", '{"release": "left foot"}'),
    "kind": Entry("COMMAND", "any command of the editor", '{"kind": "change_settings", "changes": {"solver": "ccd"}}'),
}
"""The steps of a pose script; any of them may have a "title", and with several figures a "figure"."""
