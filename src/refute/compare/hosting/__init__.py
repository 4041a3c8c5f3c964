"""What runs in the hosts of both versions."""
