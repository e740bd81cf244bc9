"""The families of tasks, T1 to T12."""
