"""The shrinking challenges, and how the peers generate their inputs."""
