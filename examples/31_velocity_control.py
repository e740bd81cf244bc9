"""Twists in, rates out: a hand draws a circle faster than its joints may turn, with and without keeping to its way."""

import numpy as np

from manikin import VelocityControl, bodies

limb = bodies.load("limb7")
tip = limb.point("hand tip")
dt, turns = 0.01, 2 * np.pi / 200
for keep in (False, True):
    control = VelocityControl(limb, tip, dt=dt, speed=1.2, keep_direction=keep)
    q, fastest, slowest, aside = limb.rest, 0.0, 1.0, 0.0
    for k in range(400):
        velocity = np.array([np.cos(turns * k), np.sin(turns * k), 0.0])  # 1 m/s
        rates = control.rates(q, velocity)
        moved = tip.jacobian(limb.pose(q)) @ rates
        aside = max(aside, float(np.linalg.norm(moved - (moved @ velocity) * velocity)))
        q = q + dt * rates
        fastest, slowest = max(fastest, float(np.abs(rates).max())), min(slowest, control.share)
    print(f"keep_direction={keep}: fastest joint {fastest:.3f} rad/s, {aside:.3f} m/s aside, least share {slowest:.2f}")
    assert fastest <= 1.2 + 1e-9

# From rest to full speed and to a stop: no joint changes its speed by more than 15 rad/s in a second.
control = VelocityControl(limb, tip, dt=dt, speed=1.2, acceleration=15.0)
control.restart(np.zeros(limb.size))
q, before, hardest = limb.rest, np.zeros(limb.size), 0.0
for k in range(60):
    rates = control.rates(q, (0.4, 0, 0) if k < 40 else (0, 0, 0))
    hardest = max(hardest, float(np.abs(rates - before).max()) / dt)
    q, before = q + dt * rates, rates
print(f"largest acceleration {hardest:.3f} rad/s², at the end {np.abs(before).max():.1e} rad/s")
assert hardest <= 15.0 + 1e-9

# One step by itself.
rates = limb.pose().rates({limb.frame("hand tip"): (0.1, 0, 0, 0, 0, 0.2)}, dt)
print("rates:", rates.round(3))
