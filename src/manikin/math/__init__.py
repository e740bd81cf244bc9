"""Rotations and 3×4 transforms, rows with few columns, closed forms: mathematics without figures."""
