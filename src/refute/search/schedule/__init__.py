"""The order in which inputs are tried, and the time each kind of them gets."""
