"""Drive many joints by few parameters: a spine that bends as one (Z 12), and each vertebra for itself."""

from math import degrees, radians

import numpy as np

from manikin import Coupling, Figure, Skeleton, Term, Variable, hinge, joint

names = [f"L{i}" for i in range(1, 6)]
joints = [
    joint(name, parent, offset=(0, 0.04, 0), dofs=[hinge("x", -radians(15), radians(15))])
    for name, parent in zip(names, [None, *names], strict=False)
]
share = np.array([0.1, 0.15, 0.2, 0.25, 0.3])
bend = Coupling(
    name="spine",
    parameters=(Variable(name="bend"),),
    terms=tuple(Term(dof=name, parameter="bend", factor=float(f)) for name, f in zip(names, share, strict=True)),
)
spine = Figure(Skeleton(name="spine", joints=tuple(joints), couplings=(bend,)))

print(spine)
print(f"no vertebra leaves its range while bend is within ±{degrees(spine.hi[0]):.0f} degrees")
pose = spine.pose(bend=radians(40))
print("vertebrae at", np.degrees(pose.joint_values).round(1), "degrees")

loose = spine.ungrouped()
print(loose, "→ the same pose:", np.allclose(loose.forward(pose.joint_values), pose.world, atol=1e-15))
