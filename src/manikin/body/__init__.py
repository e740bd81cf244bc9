"""Goals made from what a figure knows of its body: support, posture, clearance."""
