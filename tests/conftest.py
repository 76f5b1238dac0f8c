"""The services that any test may ask for; each is started once a session, when the first test wants it."""

from tests.services.fixtures import folder, kafka, postgres

__all__ = ["folder", "kafka", "postgres"]
