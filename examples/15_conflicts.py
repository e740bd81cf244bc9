"""Goals that cannot all hold: who clashes, by how much, what could give way; and what a state is worth."""

from manikin import Problem, bodies, find_conflict, goal_from_text, lock_from_text, solvers

human = bodies.load("human")
rest = human.pose()
foot = lock_from_text("l_foot", rest)

# a hand is pulled away while a foot stays: told in a sentence, and as data
hand = goal_from_text("position r_hand by 0 0.5 1.5 name 'right hand'", rest)
result = human.solve([hand], hard=[foot], start=rest)
print(result.conflict)
for member in result.conflict.members:
    print("  ", member.role, member.name, {u: round(x, 4) for u, x in member.error.items()}, member.multiplier.round(3))
for way in result.conflict.relaxations:
    print("  ", way.kind, way.name, {unit: round(x, 4) for unit, x in way.amounts.items()}, "resolves:", way.resolves)

# the arm alone does not reach, the spine could help
near = goal_from_text("position r_hand by 0.1 0.2 0.6 name 'right hand' chain r_upper_arm r_forearm", rest)
print(human.solve([near], start=rest).conflict)

# three wishes of which each two could hold
wishes = [
    "plane r_hand through -0.3 0 0 normal x name side",
    "plane r_hand through 0 1.2 0 normal y name height",
    "plane r_hand through -0.3 1.5 0 normal 1 1 0 name slope",
]
print(human.solve([goal_from_text(wish, rest) for wish in wishes], start=rest).conflict)

# while dragging: no other starts, so that an answer takes milliseconds
problem = Problem(human, [hand], hard=[foot])
session = solvers.LevenbergMarquardt(restarts=0).start(problem, rest.q)
for forward in (0.3, 0.9, 1.5):
    constants = problem.constants.copy()
    constants[problem.constants_of(hand)["target"]] += (0.0, 0.0, forward - 1.5)
    session.retarget(constants)
    session.advance(20)
    print(f"{forward} m forward:", find_conflict(session.problem, session.q, restarts=0, tolerance=1e-4))

# and why a state is as it is
print(result.diagnosis)
