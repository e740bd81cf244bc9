"""Shelves of clips on disk: shipped ones, those in the user's folder, and those of a project's folder."""
