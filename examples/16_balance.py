"""A far reach, with and without balance: the centre of mass stays over the soles."""

from manikin import Position, Problem, balance, bodies, lock_from_text

human = bodies.load("human")
rest = human.pose()
feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
hand = Position(point=human.point("r_hand"), target=(-0.25, 0.75, 0.95), name="right hand")

# margin 0 allows the very edge of the support, 1 asks for its middle
steady = balance(human, "l_foot", "r_foot", margin=0.2)
print(len(steady.support), "points of support, from heels to toes")

start = rest
for label, goals, hard in (
    ("falls", [hand], feet),
    ("leans back as far as it must, softly", [hand, steady], feet),
    ("goes on from there, never beyond", [hand], [*feet, steady]),
):
    result = start.solve(goals, hard=hard, restarts=0)
    beyond = 1000 * Problem(human, [steady]).errors(result.q)[0]["m"]
    x, _, z = result.pose.centre_of_mass()
    print(f"{label:38} {result.status}: centre of mass over ({x:+.2f}, {z:+.2f}), {beyond:.0f} mm beyond the support")
    start = result.pose if goals == [hand, steady] else rest
