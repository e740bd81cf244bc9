"""The file formats, one module each, registered with ``manikin.format`` when they are imported."""
