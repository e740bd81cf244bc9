"""The data of the human figures: lengths, masses, ranges of motion, with their sources.

Sources
- Drillis & Contini 1966, Body Segment Parameters, as in Winter 2009, Biomechanics and Motor Control of Human
  Movement, fig. 4.1: heights above the ground as shares of the stature.
- de Leva 1996, Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters, J. Biomechanics 29, tables 2 and 4
  (men): lengths between joint centres, shares of mass, centres of mass.
- Panjabi et al. 1991, Thoracic human vertebrae, Spine 16, and 1992, Human lumbar vertebrae, Spine 17: heights of the
  vertebral bodies.
- White & Panjabi 1990, Clinical Biomechanics of the Spine, ch. 2: representative ranges of motion per level.
- American Academy of Orthopaedic Surgeons (AAOS) 1965, Joint Motion; Norkin & White 2009, Measurement of Joint
  Motion: ranges of motion of the limbs.
- Inman, Saunders & Abbott 1944, Observations on the function of the shoulder joint, J. Bone Joint Surg. 26:
  two degrees at the shoulder joint for one of the shoulder blade, after a setting phase.
- Johnston 1937, The movements of the shoulder-joint, Br. J. Surg. 25: the plane of elevation, 30-45° before the
  frontal plane.
- Buchholz, Armstrong & Goldstein 1992, Anthropometric data for describing the kinematics of the human hand, Ergonomics
  35: lengths of the bones of fingers as shares of the length of the hand.
- Rijpkema & Girard 1991, Computer animation of knowledge-based human grasping, SIGGRAPH: the last joint of a finger
  bends by two thirds of the one before it.
"""

from __future__ import annotations

from dataclasses import dataclass

STATURE = 1.75  # m
MASS = 75.0  # kg

# Heights above the ground as shares of the stature (Drillis & Contini).
HEIGHT = {
    "ankle": 0.039,
    "knee": 0.285,
    "hip": 0.530,
    "fingertip": 0.377,
    "chin": 0.870,
    "eyes": 0.936,
}
FOOT_LENGTH, FOOT_BREADTH = 0.152, 0.055

# Lengths between joint centres as shares of the stature: de Leva's table 2 over the mean stature of his men, 1.741 m.
LENGTH = {
    "upper_arm": 0.2817 / 1.741,
    "forearm": 0.2689 / 1.741,
    "hand": 0.1879 / 1.741,  # to the tip of the middle finger
    "metacarpus": 0.0862 / 1.741,  # to its knuckle
}

# Heights of joints for which the tables have points on the skin only: estimated from those, as shares of the stature.
SACRUM, CERVICALE, SKULL_BASE = 0.590, 0.850, 0.911  # discs L5-S1 and C7-T1, joint between skull and neck
SHOULDER = HEIGHT["fingertip"] + LENGTH["upper_arm"] + LENGTH["forearm"] + LENGTH["hand"]  # arm hanging straight


@dataclass(frozen=True)
class Segment:
    """Share of the body's mass [%] and where its centre lies, as a share of the way from the proximal end."""

    mass: float
    centre: float


# de Leva table 4, men.  The trunk's parts meet at xiphion (about T9-T10) and omphalion (about L3-L4).
SEGMENTS = {
    "head": Segment(6.94, 0.5002),  # and neck: vertex to cervicale
    "upper_trunk": Segment(15.96, 0.5066),  # cervicale to xiphion
    "middle_trunk": Segment(16.33, 0.4502),
    "lower_trunk": Segment(11.17, 0.6115),  # omphalion to mid-hip
    "upper_arm": Segment(2.71, 0.5772),
    "forearm": Segment(1.62, 0.4574),
    "hand": Segment(0.61, 0.3624),  # wrist to fingertip
    "thigh": Segment(14.16, 0.4095),
    "shank": Segment(4.33, 0.4395),
    "foot": Segment(1.37, 0.4415),  # heel to toe tip
}


def kilograms(share: float) -> float:
    """A share of the body's mass [%] in kg."""
    return round(share * MASS / 100, 5)


@dataclass(frozen=True)
class Level:
    """A vertebra and the joint below it.

    ``body`` is the height of the vertebral body [mm] (Panjabi et al.), to which a disc of 5 mm (thoracic) or 11 mm
    (lumbar) is added.  The ranges [degrees] are White & Panjabi's for the joint below: bending forward and backward
    together, bending to one side, turning to one side.  ``depth`` is where the joint's centre lies in front of (+)
    or behind (−) the hips [mm]: the curve of a spine standing at ease.
    """

    name: str
    body: float
    bend: float
    side: float
    twist: float
    depth: float

    @property
    def height(self) -> float:
        return self.body + (11 if self.name.startswith("l") else 5)


SPINE = (
    Level("l5", 22.9, 17, 3, 1, -36),
    Level("l4", 24.1, 16, 6, 2, -28),
    Level("l3", 23.8, 15, 8, 2, -25),
    Level("l2", 24.3, 14, 6, 2, -28),
    Level("l1", 23.8, 12, 6, 2, -36),
    Level("t12", 22.7, 12, 8, 2, -45),
    Level("t11", 21.3, 12, 9, 2, -54),
    Level("t10", 20.2, 9, 7, 2, -62),
    Level("t9", 19.3, 6, 6, 4, -68),
    Level("t8", 18.7, 6, 6, 6, -73),
    Level("t7", 18.2, 6, 6, 7, -76),
    Level("t6", 17.4, 5, 6, 7, -76),
    Level("t5", 16.2, 4, 6, 8, -74),
    Level("t4", 16.2, 4, 6, 8, -70),
    Level("t3", 15.7, 4, 5, 8, -64),
    Level("t2", 15.6, 4, 6, 8, -57),
    Level("t1", 14.1, 4, 5, 9, -49),
)
FORWARD_SHARE = 0.7  # share of a level's bending that is forward; the rest is backward

# The whole trunk, forward, backward, to one side, turned: within the sums above (150, 105, 80 degrees) and a little
# beyond AAOS's 80, 25, 35, 45 for the trunk, without the hips.
SPINE_FORWARD, SPINE_BACKWARD, SPINE_SIDE, SPINE_TWIST = 90, 40, 40, 45

# Lower and upper limits [degrees]; positive is the movement named.  AAOS unless noted.
RANGE = {
    # C0-C2 moves in the joint of the head, C2-T1 in that of the neck (split after White & Panjabi)
    "neck_bend": (-40, 40),
    "neck_side": (-45, 45),
    "neck_twist": (-40, 40),
    "head_nod": (-25, 20),
    "head_turn": (-40, 40),
    "clavicle_elevation": (-10, 45),
    "clavicle_protraction": (-20, 25),
    "upper_arm_elevation": (-55, 130),
    "upper_arm_abduction": (-70, 70),
    "shoulder_twist": (-90, 80),  # outward 90, inward 70 to 80
    "elbow": (0, 150),
    "forearm_twist": (-80, 80),  # supination, pronation
    "wrist_flexion": (-70, 80),
    "wrist_deviation": (-30, 20),  # ulnar, radial
    "knuckle": (-20, 90),  # of a finger; AAOS has 45 for bending back, which only some people reach unaided
    "finger_spread": (-20, 20),  # away from the middle finger is positive; AAOS has 20 for spreading
    "curl": (0, 100),  # the middle joint
    "finger_end": (0, 90),
    "thumb_opposition": (-20, 60),  # ours: AAOS has 70 for the thumb away from the palm, and no angle for opposition
    "thumb_spread": (-15, 20),  # in the plane of the palm: AAOS's flexion and extension at the base of the thumb
    "thumb_knuckle": (-10, 50),  # AAOS has 0 for bending back, others 10
    "thumb_flexion": (-10, 80),  # the joint of its end; AAOS has 20 for bending back
    "hip_flexion": (-30, 125),
    "hip_abduction": (-30, 45),
    "hip_twist": (-45, 45),
    "knee": (0, 150),  # Norkin & White
    "ankle_flexion": (-50, 25),  # plantar flexion, dorsiflexion
    "ankle_inversion": (-15, 35),
    "toes": (-40, 70),  # flexion, extension
}

# Share of the last bone in a finger behind its first bone (Buchholz, Armstrong & Goldstein).
DISTAL_SHARE = {
    "index": 0.097 / (0.143 + 0.097),
    "middle": 0.108 / (0.170 + 0.108),
    "ring": 0.107 / (0.165 + 0.107),
    "pinky": 0.093 / (0.117 + 0.093),
}
END_OF_CURL = 2 / 3  # how far the end of a finger bends with its middle joint (Rijpkema & Girard)
THUMB_KNUCKLE_SHARE = 0.6  # how far the knuckle of the thumb bends with its end: as the ranges of the two are

# The polygon of the shoulder's elevation and abduction [degrees] (Z 6: "confined in a polygon"): corners found by
# placing an upper arm at the ends of AAOS's ranges (flexion 180, extension 60, abduction 180, horizontal flexion 130,
# horizontal extension 45).
SHOULDER_CORNERS = (
    (-50, 10), (0, -45), (60, -82), (115, -82), (170, -40), (170, 40), (115, 78), (45, 78), (-45, 42),
)  # fmt: skip
