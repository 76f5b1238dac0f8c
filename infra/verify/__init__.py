"""Verifies a record by the published formats alone (docs/record.md, docs/chain.md, docs/chance.md, docs/receipts.md).

Shares no code with what writes records: it imports the standard library, ``cryptography`` and ``rfc8785``, and nothing of Arbiter.
So it says nothing about rules: that the moves were legal, and that chance was asked for what the rules say, is for an audit.
"""

from infra.verify.keyring import BadKey, Keyring, read_keys
from infra.verify.report import NoRecord, Problem, Report
from infra.verify.verifier import verify

__all__ = ("BadKey", "Keyring", "NoRecord", "Problem", "Report", "read_keys", "verify")
