"""Chains from a list of lengths (B 1.1): hinges in a plane, free joints in space, rods that flex."""

from manikin import Figure, chain

for name, options in {
    "in a plane": {},
    "in space": {"joints": "free"},
    "with speed limits": {"joints": "free", "speed": 1.5},
    "flexing": {"joints": "free", "bend": 0.01, "stretch": 0.002},
}.items():
    rods = Figure(chain([1.0, 0.8, 0.5], **options))
    springs = sum(variable.spring > 0 for variable in rods.parameters)
    print(f"{name:18} {rods.size:2} parameters, {springs} held by springs, tip at {rods.pose().position('tip')}")
