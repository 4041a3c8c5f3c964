"""Recipes for arrays and frames: numpy and pandas. Imported where the code under test has imported the library."""
