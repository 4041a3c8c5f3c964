"""Code that calls run, looked at as it is: which functions it may get to, and which constants it has."""
