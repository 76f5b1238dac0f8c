"""Migrations of the tables that stay: seeds, positions in the stream, generations of the read side (Alembic)."""
