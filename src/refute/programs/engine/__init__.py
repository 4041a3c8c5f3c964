"""The engine: calls operations on what is in the pools, stage after stage, and keeps what is new."""
