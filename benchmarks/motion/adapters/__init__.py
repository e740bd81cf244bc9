"""Libraries as followers of targets, one module each."""
