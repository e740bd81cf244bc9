"""Goals, locks and scripts written in words."""
