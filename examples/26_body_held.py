"""Balance and clearance held while a hand is pulled: free inside, held at the border, left again."""

from manikin import Capsule, Simulation, avoid, balance, bodies, lock_from_text

human = bodies.load("human").ungrouped()
rest = human.pose()
feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
hand = rest.position("r_hand")
rail = Capsule(start=(-0.8, 1.2, 0.4), end=(0.4, 1.2, 0.4), radius=0.03, end_radius=0.03)

sim = Simulation(human, [*feet, balance(human, "l_foot", "r_foot", name="steady")])
for goal in avoid(human, rail, parts=["r_forearm", "r_hand"], margin=0.01, together=True):
    sim.add(goal, name="off the rail")
drag = sim.pull(human.point("r_hand"), hand, strength=60.0)

for far in (0.0, 0.5, 1.0, 2.0, 0.0):
    sim.move(drag, (hand[0], hand[1] + 0.3, hand[2] + far))
    sim.step(1 / 60, 30)
    pressed = {name: float(sim.multipliers[name].max()) for name in ("steady", "off the rail")}
    print(
        f"pulled {far:g} m off: the hand follows {sim.pose.position('r_hand')[2] - hand[2]:.2f} m, answers [N]", pressed
    )
    assert sim.held
