"""Goals on a figure as one function with its gradient.  Solvers of our own come later; here SciPy does the solving."""

import numpy as np
from scipy.optimize import least_squares

from manikin import Aim, MatchValues, PoseGoal, Position, Problem, bodies

human = bodies.load("human")
rest = human.pose()
target = rest.position("l_hand") + np.array([-0.15, 0.45, 0.3])
feet = [
    PoseGoal(frame=human.frame(foot), target=rest.transform(foot), weight=9, name=f"{foot} stays")
    for foot in ("l_foot", "r_foot")
]
goals = [
    Position(point=human.point("l_hand"), target=target, name="left hand up"),
    Aim(point=human.point("eyes"), direction=human.direction("eyes", (0, 0, 1)), target=target, name="look at it"),
    *feet,
    MatchValues(values=human.parameter_values(), target=human.rest, weight=1e-4, name="stay at ease"),
]
problem = Problem(human, goals)
print(problem)

found = least_squares(problem.residual, human.rest, problem.jacobian, bounds=(human.lo - 1e-9, human.hi + 1e-9))
pose = human.pose(found.x).clipped()
print(f"cost {problem.cost(human.rest):.4f} → {problem.cost(pose.q):.6f} in {found.nfev} evaluations")
for goal, before, after in zip(goals, problem.errors(human.rest), problem.errors(pose.q), strict=True):
    print(f"{goal.name:14}", *(f"{before[unit]:7.4f} → {after[unit]:.4f} {unit}" for unit in before))
