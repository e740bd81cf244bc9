"""Motion quality: how figures move when their targets do, judged from frame to frame; see docs/motion-quality.md."""

VERSION = 2
"""Version of the tasks and measures; a change of either is another one, and tables carry it."""
RATE = 60.0
"""Frames per second of every task."""
DEVELOPMENT_SEED = 1
"""Seed while libraries are developed; published tables have another one, so that nothing is tuned on their tasks."""
PUBLISHED_SEED = 71923
"""Seed of published tables."""
