"""Scenes of our own with what other readers of USD fell over, as text."""

from __future__ import annotations

__all__ = ["BEND", "BIND", "LEG", "REST", "SCENES", "TURN", "matrices", "scene"]

EYE = "((1,0,0,0),(0,1,0,0),(0,0,1,0),({},1))"


def matrices(*places: str) -> str:
    """Transforms that only move, by places such as "0,1,0"."""
    return ", ".join(EYE.format(place) for place in places)


def scene(
    joints: str,
    rest: str | None,
    bind: str | None,
    animation: str | None,
    *,
    head: str = "metersPerUnit = 0.01",
    bound: str = "skeleton",
) -> str:
    """A scene with one skeleton and perhaps an animation, bound to the skeleton or to the root above it."""
    source = "rel skel:animationSource = </Model/Anim>" if animation is not None else ""
    lines = [
        "#usda 1.0",
        f"({head})",
        'def SkelRoot "Model" (prepend apiSchemas = ["SkelBindingAPI"])',
        "{",
        source if bound == "root" else "",
        '    def Skeleton "Skel" (prepend apiSchemas = ["SkelBindingAPI"])',
        "    {",
        f"        uniform token[] joints = [{joints}]",
        "" if rest is None else f"        uniform matrix4d[] restTransforms = [{rest}]",
        "" if bind is None else f"        uniform matrix4d[] bindTransforms = [{bind}]",
        source if bound == "skeleton" else "",
        "    }",
        "" if animation is None else f'    def SkelAnimation "Anim"\n    {{\n{animation}\n    }}',
        "}",
        "",
    ]
    return "\n".join(lines)


TURN = "(0.9238795, 0, 0, 0.3826834)"  # 45° about z
LEG = '"hip", "hip/knee", "hip/knee/foot"'
REST = matrices("0,100,0", "0,-40,5", "0,-40,0")
BIND = matrices("0,100,0", "0,60,5", "0,20,5")
BEND = f"""        uniform token[] joints = ["hip", "hip/knee"]
        float3[] translations.timeSamples = {{0: [(0,100,0), (0,-40,5)], 8: [(30,90,0), (0,-40,5)]}}
        quatf[] rotations.timeSamples = {{0: [(1,0,0,0), (1,0,0,0)], 8: [(1,0,0,0), {TURN}]}}
        half3[] scales = [(1,1,1), (1,1,1)]"""
SCENES = {
    "a joint called .": scene(
        '".", "hip", "hip/knee"',
        matrices("0,10,0", "0,90,0", "0,-40,5"),
        matrices("0,10,0", "0,100,0", "0,60,5"),
        f"""        uniform token[] joints = ["hip/knee", "."]
        float3[] translations.timeSamples = {{0: [(0,-40,5), (0,10,0)], 8: [(0,-40,5), (20,10,0)]}}
        quatf[] rotations.timeSamples = {{0: [(1,0,0,0), (1,0,0,0)], 8: [{TURN}, {TURN}]}}
        half3[] scales = [(1,1,1), (1,1,1)]""",
    ),
    "an animation bound above": scene(LEG, REST, BIND, BEND, bound="root"),
    "no bind transforms": scene(LEG, REST, None, BEND),
    "no rest transforms": scene(
        LEG, None, BIND,
        f"""        uniform token[] joints = [{LEG}]
        float3[] translations = [(0,100,0), (0,-40,5), (0,-40,0)]
        quatf[] rotations.timeSamples = {{0: [(1,0,0,0), (1,0,0,0), (1,0,0,0)], 8: [{TURN}, (1,0,0,0), {TURN}]}}
        half3[] scales = [(1,1,1), (1,1,1), (1,1,1)]""",
    ),
    "another order": scene(
        LEG, REST, BIND,
        f"""        uniform token[] joints = ["hip/knee/foot", "hip", "tail", "hip/knee"]
        float3[] translations = [(0,-40,0), (0,100,0), (7,7,7), (0,-40,5)]
        quatf[] rotations.timeSamples = {{
            0: [(1,0,0,0), (1,0,0,0), {TURN}, (1,0,0,0)], 8: [{TURN}, (1,0,0,0), {TURN}, {TURN}]}}
        half3[] scales = [(1,1,1), (1,1,1), (1,1,1), (1,1,1)]""",
    ),
    "scales of 100 and -1": scene(
        LEG,
        "((100,0,0,0),(0,100,0,0),(0,0,100,0),(0,1,0,1)), ((-1,0,0,0),(0,1,0,0),(0,0,1,0),(0,-0.4,0.05,1)), "
        + matrices("0.1,-0.4,0"),
        BIND,
        None,
        head='upAxis = "Z"\n    metersPerUnit = 0.01',
    ),
    "times between frames": scene(
        LEG, REST, BIND, BEND.replace("0: [", "101.5: [").replace("8: [", "109.5: ["),
        head="timeCodesPerSecond = 24\n    framesPerSecond = 30\n    metersPerUnit = 1",
    ),
    "two roots": scene(
        '"body", "body/arm", "lamp"', matrices("0,100,0", "0,30,0", "50,0,0"), matrices("0,100,0", "0,130,0", "50,0,0"),
        BEND.replace('"hip", "hip/knee"', '"lamp", "body/arm"'),
    ),
}  # fmt: skip
"""Each with the name of what is odd about it; OpenUSD's threads 789, 791, 794, 795 and others tell of them."""
