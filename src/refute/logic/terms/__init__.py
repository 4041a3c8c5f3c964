"""Terms over Python values, and their sorts."""
