"""Types that are not written at a function: those of stub files, and guesses. Nothing of the user's is called."""
