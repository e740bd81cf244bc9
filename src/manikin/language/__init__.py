"""Goals, locks and pose scripts from text."""
