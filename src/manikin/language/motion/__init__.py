"""Motion scripts: a text that makes a clip.  ``script.play`` runs one; docs/scripts.md has the grammar."""
