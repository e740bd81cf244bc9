"""Walking: the ground, footholds, the ways of feet and pelvis, and the keys and timed goals that they make."""
