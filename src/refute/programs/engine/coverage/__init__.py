"""Coverage: which lines and branches there are, and which of them calls reach."""
