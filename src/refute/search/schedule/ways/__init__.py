"""Ways of choosing inputs beside growing scopes: constants of the code, samples, wide samples, families."""
