"""Shelves of clips on disk: those in the user's folder and those beside a project; after them the shipped ones."""
