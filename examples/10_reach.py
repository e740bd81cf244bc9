"""The human reaches for a point and looks at it, both feet staying where they are."""

from manikin import LookAt, MatchValues, Position, bodies, lock_from_text

human = bodies.load("human")
rest = human.pose()
target = (-0.35, 1.45, 0.45)
goals = [
    Position(point=human.point("r_hand"), target=target, name="right hand"),
    LookAt(
        point=human.point("eyes"),
        direction=human.direction("eyes", (0, 0, 1)),
        up=human.direction("eyes", (0, 1, 0)),
        target=target,
        name="gaze",
    ),
    MatchValues(values=human.parameter_values(), target=human.rest, weight=1e-4, name="stay at ease"),
]
feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]

result = human.solve(goals, hard=feet, restarts=0)  # goals that compete are never all reached: no other starts
print(result.status, "|", result.message)
for goal, error in zip(result.problem.all_goals, result.errors, strict=True):
    print(f"{goal.name:14}", {unit: f"{value:.2g}" for unit, value in error.items()})
print("hand at", result.pose.position("r_hand").round(3), "after", f"{1000 * result.seconds:.2f} ms")
