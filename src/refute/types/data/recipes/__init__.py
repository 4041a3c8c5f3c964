"""Types built by recipes: those that users register, and those of the standard library."""
