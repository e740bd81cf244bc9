"""Closed loops: hands clasped, a hand on the hip, a tube held with both hands."""

from manikin import (
    Align,
    Capsule,
    Figure,
    Position,
    Problem,
    Result,
    Skeleton,
    avoid_self,
    balance,
    bodies,
    comfort_goal,
    joint,
    lock_from_text,
)
from manikin.solvers import LevenbergMarquardt

human = bodies.load("human")
rest = human.pose()
feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
ease = comfort_goal(human, weight=1e-4)


def report(label: str, result: Result) -> None:
    worst = max(error.get("m", 0.0) for error in result.errors)
    print(
        f"{label:14} {result.status} in {result.iterations} iterations, nothing farther off than {1000 * worst:.2f} mm"
    )


# palm meets palm, wherever both hands can be
clasped = [
    Position(point=human.point("r_palm"), target=human.point("l_palm"), name="palms meet"),
    Align(direction=human.direction("r_palm", (0, 0, 1)), target=human.direction("l_palm", (0, 0, -1)), name="facing"),
    Position(point=human.point("r_palm"), target=(0, 1.15, 0.32), weight=0.01, name="before the chest"),
]
report("hands clasped", human.solve([*clasped, ease], hard=feet))

# the palm on the side of the pelvis, the arm off the body
hip = Position(point=human.point("r_palm"), target=human.point("pelvis", (-0.2, 0.06, 0.03)), name="hand on hip")
steady = balance(human, "l_foot", "r_foot", margin=0.4)
report("hand on hip", human.solve([hip, steady, ease, *avoid_self(human)], hard=feet, restarts=0))

# a tube is a figure of its own; both palms hold it, the human carries it where it should be
rod = Capsule(start=(-0.5, 0, 0), end=(0.5, 0, 0), radius=0.02, end_radius=0.02)
tube = Figure(Skeleton(name="tube", joints=(joint("tube", dofs="free", shapes=[rod]),)))
grips = []
for side, x in (("r", -0.2), ("l", 0.2)):
    palm = human.point(f"{side}_palm", (0, 0, 0.02))
    grips += [
        Position(point=palm, target=tube.point("tube", (x, 0, 0)), name=f"{side} palm on the tube"),
        Align(direction=human.direction(f"{side}_palm", (1, 0, 0)), target=tube.direction("tube", (1, 0, 0)),
              either_way=True, name=f"{side} hand across it"),
    ]  # fmt: skip
carried = [
    Position(point=tube.point("tube"), target=(0, 1.2, 0.45), name="tube there"),
    Align(direction=tube.direction("tube", (1, 0, 0)), target=(0.9, 0.3, 0), name="tube tilted"),
]
result = LevenbergMarquardt(restarts=0).solve(Problem([human, tube], [*carried, steady, ease], hard=[*feet, *grips]))
report("tube", result)
print("palm to tube:", abs(result.poses[0].position("r_palm") - result.poses[1].position("tube")).round(2))
