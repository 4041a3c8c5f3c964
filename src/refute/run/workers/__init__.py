"""Workers: the processes that run cases, and the supervisor that watches them."""
