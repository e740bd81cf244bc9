"""Bodies of one's own: another stature, mass and limbs, a tool in the hand, a hook for a hand, a base of its own."""

from manikin import Capsule, Figure, Position, bodies, chain, lock_from_text

human = bodies.load("human")
child = human.scaled(stature=1.2, mass=23)
long_arms = human.scaled(stature=1.75, lengths={"upper_arm": 0.36, "forearm": 0.32})
for figure, label in ((human, "human"), (child, "child"), (long_arms, "long arms")):
    low, high = figure.pose().bounding_box()
    arm = figure.pose().position("r_hand") - figure.pose().position("r_upper_arm")
    reach = float((arm @ arm) ** 0.5)
    print(f"{label:10} {high[1] - low[1]:.3f} m, {figure.skeleton.mass:.1f} kg, on {low[1]:+.3f} m, arm {reach:.3f} m")

# a stick in the hand becomes a part of the body: its end is moved like any other point
stick = Capsule(start=(0, 0, -0.2), end=(0, 0, 0.8), radius=0.012, end_radius=0.012)
armed = human.with_skeleton(human.skeleton.attach("r_palm", stick, name="stick"))
rest = armed.pose()
feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
touch = Position(point=armed.point("stick", (0, 0, 0.8)), target=(-0.3, 1.9, 0.6))
result = armed.solve([touch], hard=feet)
print("the end of the stick:", result.status, armed.pose(result.q).position("stick").round(2))

# a chain instead of the hand; names get a prefix, so that they cannot clash
hook = human.skeleton.replace("l_hand", chain([0.06, 0.05, 0.04]), prefix="hook ")
print("a hook:", [name for name in Figure(hook).parameter_names if name.startswith("hook")])

# without legs, fixed to the ground: a bust
bust = Figure(human.skeleton.without("l_thigh", "r_thigh").with_base("fixed"), name="bust")
print("a bust:", bust)
