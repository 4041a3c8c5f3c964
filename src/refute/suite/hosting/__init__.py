"""In the host: what it does for `refute write`."""
