"""What can be said of a step: its phases, and marks for what became of it."""
