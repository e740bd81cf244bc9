"""File formats: bytes to content and back.  Only ``formats.files`` opens files."""
