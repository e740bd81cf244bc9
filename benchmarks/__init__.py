"""Speed and size of manikin beside other libraries: ``make bench``."""
