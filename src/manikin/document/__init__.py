"""What a project holds: a figure with its pose, its locks and its settings."""
