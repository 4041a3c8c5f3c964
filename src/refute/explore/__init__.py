"""`refute explore`: a module driven from outside, as a client of it would."""
