"""Figures under forces, without inertia: constraints hold at every step."""
