"""``python -m manikin``: the command line."""

from manikin.cli import main

if __name__ == "__main__":
    main()
