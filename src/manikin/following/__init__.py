"""Figures that follow targets from frame to frame: strict levels, soft reach, calm joints."""
