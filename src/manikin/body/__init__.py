"""Goals made from the body of a figure: support, posture, clearance."""
