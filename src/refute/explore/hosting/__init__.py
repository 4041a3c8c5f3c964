"""What a host does for `explore`: interfaces that targets name, what there is to know of them, and requests."""
