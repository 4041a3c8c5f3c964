"""Reading: from Python source to terms, by way of expressions, calls, function bodies, predicates and measures."""
