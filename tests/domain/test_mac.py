"""Our prepared HMAC is the library's."""

import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.mac import hmac_sha256


@given(st.binary(max_size=64), st.lists(st.binary(max_size=200), min_size=1, max_size=5))
def test_it_equals_the_standard_librarys(key: bytes, messages: list[bytes]) -> None:
    code = hmac_sha256(key)
    assert [code(message) for message in messages] == [hmac.digest(key, message, "sha256") for message in messages]


def test_a_long_key_is_refused() -> None:
    with pytest.raises(ValueError, match="65 bytes"):
        hmac_sha256(bytes(65))
