"""Speed and size of manikin compared with other libraries: ``make bench``."""
