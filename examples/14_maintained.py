"""Maintained constraints: locks hold while a figure is pulled about, and answer with forces."""

import numpy as np

from manikin import HalfSpace, OrientationGoal, Simulation, bodies, lock_from_text

human = bodies.load("human")
rest = human.pose()
feet = [lock_from_text("l_foot", rest), lock_from_text("r_foot", rest)]
table = HalfSpace(point=human.point("r_hand"), origin=(0, 0.95, 0), normal=(0, 1, 0), name="table")
sim = Simulation(human, [*feet, table])


def report(what: str) -> None:
    worst = max(max(error.values()) for error in sim.violations.values())
    hand = ", ".join(f"{x:.3f}" for x in sim.pose.position("r_hand"))
    print(f"{what:28} hand at ({hand}), constraints off by {worst:.0e}")


# a spring drags the hand forward and down, below the table's top: the feet stay, the hand lies on the table
drag = sim.pull(human.point("r_hand"), (-0.2, 0.6, 0.5), strength=200)
sim.step(0.02, 100)
report("dragged")
print(f"the spring has {200 * (0.95 - 0.6):.1f} N left, the table answers with {sim.multipliers['table'][0]:.1f} N")

# constraints come and go while it runs: the gaze is held level, the drag moves on, then lets go
gaze = sim.add(OrientationGoal(orientation=human.orientation("head"), target=rest.orientation("head"), name="level"))
sim.move(drag, (-0.5, 1.4, 0.3))
sim.step(0.02, 50)
report("dragged on, head level")
sim.remove(gaze)
sim.remove(drag)
sim.push(human.centre_of_mass(), (0, -300, 0), name="weight")
sim.step(0.05, 60)
report("sagging under a weight")

# a lock may be added twice; two locks that contradict each other end in a compromise, which is reported
sim.add(feet[0], name="the same again")
sim.step(0.02)
print("a lock held twice:", "held" if sim.held else "not held")
lower = OrientationGoal(orientation=human.orientation("l_foot"), target=np.eye(3), name="another way")
sim.add(lower)
sim.step(0.02, 5)
print("and turned another way:", "held" if sim.held else f"off by {sim.violations['another way']['rad']:.3f} rad")
