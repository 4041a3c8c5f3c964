"""Reading of classes: what builds their instances, enumerations, and types that are registered."""
