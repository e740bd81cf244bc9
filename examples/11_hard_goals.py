"""Hard goals hold while soft ones compete; a hard goal that cannot hold is named."""

from manikin import Goal, MatchValues, bodies, goal_from_text, lock_from_text

human = bodies.load("human")
rest = human.pose()
feet = [lock_from_text("l_foot", rest), lock_from_text("r_foot", rest)]
ease = MatchValues(values=human.parameter_values(), target=human.rest, weight=1e-3, name="stay at ease")


def wanted(*texts: str) -> list[Goal]:
    return [goal_from_text(text, rest) for text in texts]


# the pelvis goes down, the hands go two ways, farther than they can: the feet do not move
down = wanted("position pelvis by 0 -0.12 0")
apart = wanted("position l_hand by 0.9 0.4 0.1", "position r_hand by -0.9 0.4 0.1")
result = human.solve([*down, *apart, ease], hard=feet, start=rest, restarts=0)
print("apart:", result.message)
print("the feet moved by", f"{max(error['m'] for error in result.errors[:2]):.1e} m")

# from there, palms together in front of the body: a target may be another part, a goal a whole region
together = wanted("position r_palm @l_palm", "half_space r_palm through 0 1 0.3 normal z")
result = result.pose.solve([*down, *together, ease], hard=feet, restarts=0)
for goal, error in zip(result.problem.all_goals, result.errors, strict=True):
    print(f"{goal.name:20}", ", ".join(f"{value:.1e} {unit}" for unit, value in error.items()))

# two hard goals that contradict each other
clash = wanted("position r_hand 0.3 1.2 0.4 name here", "position r_hand -0.3 1.2 0.4 name there")
result = human.solve([], hard=clash, restarts=0)
print("contradiction:", result.status, "|", result.message)
