"""Contracts of objects: what every object owes by the methods that its class defines."""
