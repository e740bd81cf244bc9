"""What a project holds: figures with their poses, locks and settings."""
