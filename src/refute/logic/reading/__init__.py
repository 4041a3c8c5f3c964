"""From Python source to terms: expressions, calls, bodies, predicates and measures."""
