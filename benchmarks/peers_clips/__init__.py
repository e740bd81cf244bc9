"""Programs that time other libraries in environments of their own; each prints a line of JSON."""
