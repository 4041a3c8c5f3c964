"""Types whose spaces are measured as they grow."""
