"""A project on disk: store, history, and the workspace around an open document."""
