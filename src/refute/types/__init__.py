"""What the user wrote, as refinement types: annotations, data classes, constraints, signatures."""
