"""Files of tests: those that are there, what is kept of them, how they are checked and saved."""
