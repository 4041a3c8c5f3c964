"""Terms as expressions of Z3."""
