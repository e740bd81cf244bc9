"""The editor: a document that several windows pose at once, behind a small local server."""
