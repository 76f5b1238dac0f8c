"""What can go wrong around the rules, each in one sentence for people; nothing of a path, a query or a secret is in it."""

import re
from typing import Final

BUSY: Final = "ARB-7"  # who sends more than the limits allow waits


class Trouble(Exception):
    """The service cannot do it now, through no fault of whoever asked."""


class Misconfigured(Trouble):
    """A setting, or a file that a setting names, does not work."""


class Unavailable(Trouble):
    """The database cannot be written or read; whatever was asked has not happened, unless it was answered before."""


_DENIED: Final = "database: its role may not do that, nothing was recorded"
_UNKNOWN: Final = "database: it does not accept the name or the password in ARBITER_DATABASE"
_SCHEMA: Final = "database: the schema that ARBITER_DATABASE names is not there"
_SENTENCES: Final = (  # a sign in the driver's words, as a regular expression
    (r"permission denied (for|to)|must be owner of", _DENIED),
    (r"database \".*\" does not exist", "database: the server has none of the name in ARBITER_DATABASE"),
    (r"role \".*\" does not exist|no password supplied|no pg_hba.conf entry", _UNKNOWN),
    (r"schema \".*\" does not exist|no schema has been selected", _SCHEMA),
    (r"too many clients|too many connections|remaining connection slots", "database: it has no connection left, nothing was recorded"),
    (r"invalid \S+ value|invalid connection option|bad value for|could not match \d+", "ARBITER_DATABASE: a parameter in it has a value that does not work"),
    ("disk is full", "database: the disk is full, nothing was recorded"),
    ("disk i/o error", "database: the disk cannot be written or read, nothing was recorded"),
    ("file too large", "database: the file has reached the size that is allowed, nothing was recorded"),
    ("database is locked", "database: it is locked by another process, nothing was recorded"),
    ("readonly", "database: it may only be read, nothing was recorded"),
    ("unable to open", "database: the file cannot be opened"),
    ("not a database", "database: the file is not an SQLite database"),
    ("malformed", "database: the file is damaged"),
    ("no space left", "database: the disk is full, nothing was recorded"),
    ("could not extend file", "database: the disk is full, nothing was recorded"),
    ("lock timeout", "database: it is locked by another process, nothing was recorded"),
    ("read-only", "database: it may only be read, nothing was recorded"),
    ("authentication failed", _UNKNOWN),
    ("composite type", "database: its tables are missing, run `arbiter migrate`"),
    ("relation", "database: its tables are missing, run `arbiter migrate`"),
    ("no such table", "database: its tables are missing, run `arbiter migrate`"),
)


def unavailable(error: BaseException) -> Unavailable:
    """The sentence for what a database driver raised."""
    told = str(error).lower()
    sentence = next((sentence for sign, sentence in _SENTENCES if re.search(sign, told)), "database: it does not answer, nothing was recorded")
    return Unavailable(sentence)
