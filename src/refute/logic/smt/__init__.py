"""SMT: terms encoded as expressions of Z3."""
