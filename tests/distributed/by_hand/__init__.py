"""What an engine would do with Dockerfile and docker-compose.yml, done with the kernel's namespaces: for machines that have no engine."""
