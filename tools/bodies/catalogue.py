"""All shipped figures: their generators, and the comment at the head of their files."""

from __future__ import annotations

import textwrap

from manikin.formats.format import write_skeleton

from .chains import limb7, planar3, snake
from .human import human
from .quadruped import quadruped
from .stickman import stickman
from .zhao import z_reach, z_tube

SOURCES = """

    Lengths: Drillis & Contini 1966 (in Winter 2009, fig. 4.1) and de Leva 1996, table 2. Masses and their centres:
    de Leva 1996, table 4. Vertebrae: Panjabi et al. 1991, 1992; their ranges of motion: White & Panjabi 1990. Limits
    of the limbs: AAOS 1965, Norkin & White 2009. Shoulder rhythm: Inman, Saunders & Abbott 1944.
"""

FIGURES = {
    human: """
        A human, 1.75 m and 75 kg, with 17 vertebrae, hands and feet.

        Spine and shoulders are joint groups; without them every joint moves for itself.
    """
    + SOURCES,
    stickman: """
        A stick man of eleven joints, 1.75 m and 75 kg.

        Joints and groups are those of Welman 1993, fig. 6.1; lengths and masses those of the human.
    """,
    planar3: """
        A planar arm of three links, 15, 10 and 5 long, hinges about z, no limits.

        Its rest pose (pi/8, pi/4, pi/4) is the start of the examples in Parent, ch. 5, figs 5.20 to 5.25.
    """,
    limb7: """
        A limb of 1 m with 7 degrees of freedom: ball shoulder, hinge elbow, ball wrist, no limits.

        As in the comparison of Welman 1993, section 4.3. Straight along x at zero, bent at rest.
    """,
    quadruped: """
        A dog the size of a shepherd: 0.65 m at the withers, 32 kg.

        Lengths and masses are judged, not measured.
    """,
    snake: """
        A snake of 24 links of 6 cm, tail to nose along z; "snake:12" has 12 links.
    """,
    z_tube: """
        A human that looks down a tube: 22 degrees of freedom, 70 with the spine ungrouped.

        The figure of Zhao & Badler 1994, fig. 3: rigid from the pelvis down, spine and shoulders grouped, hands without
        moving fingers; the tube stands before the chest, its frames are "tube bottom" and "tube top".
    """
    + SOURCES,
    z_reach: """
        A human with a torso of five segments before a box: 22 degrees of freedom from the waist to the right hand.

        The more primitive figure of Zhao & Badler 1994, figs 6 to 8, without joint groups. "box right face", z pointing
        out of it, is beyond the reach of the arm alone.
    """
    + SOURCES,
}


def generate() -> dict[str, bytes]:
    """The content of every file by the name of its figure."""
    made = {}
    for generator, text in FIGURES.items():
        skeleton = generator()
        made[skeleton.name] = _comment(text) + write_skeleton(skeleton, "figure.scr")
    return made


def _comment(text: str) -> bytes:
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    first, *rest = [part for part in paragraphs if part]
    lines = [first]
    for part in rest:
        lines += ["", *textwrap.wrap(part, 116)]
    return ("".join(f"# {line}".rstrip() + "\n" for line in lines) + "\n").encode()
