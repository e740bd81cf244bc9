"""What a project holds: figures with their states, the locks on them, and settings."""
