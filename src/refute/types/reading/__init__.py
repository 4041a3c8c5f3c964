"""From annotations to refinement types."""
