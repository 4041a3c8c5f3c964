"""`refute write`: what was explored or found, kept as an ordinary pytest file."""
