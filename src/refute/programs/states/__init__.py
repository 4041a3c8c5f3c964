"""What a value is like, whatever it says of itself: its parts, its fingerprint, copies of it."""
