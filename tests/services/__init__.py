"""Real services for tests: an address in the environment, else Docker through testcontainers, else a local start, else skipped with the reason."""
