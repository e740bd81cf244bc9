"""The file formats, one module each, registered with ``manikin.formats.format`` when they are imported."""
