"""Values for abstract types: iterators, and stand-ins for protocols and abstract classes."""
