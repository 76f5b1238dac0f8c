"""The commands of a running service."""

import typer


def join(app: typer.Typer) -> None:
    """Adds the commands."""
