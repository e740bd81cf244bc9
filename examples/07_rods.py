"""Chains from a list of lengths (B 1.1): hinges in a plane, free joints in space, rods that flex."""

from manikin import Figure, chain

lengths = [1.0, 0.8, 0.5]
for name, skeleton in {
    "in a plane": chain(lengths),
    "in space": chain(lengths, joints="free"),
    "with speed limits": chain(lengths, joints="free", speed=1.5),
    "flexing": chain(lengths, joints="free", bend=0.01, stretch=0.002),
}.items():
    rods = Figure(skeleton)
    springs = sum(variable.spring > 0 for variable in rods.parameters)
    print(f"{name:18} {rods.size:2} parameters, {springs} held by springs, tip at {rods.pose().position('tip')}")
