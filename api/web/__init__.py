"""The files that a browser gets: GraphiQL, whole, so that it works where there is no network. Where they come from: README.md beside this file."""

import gzip
import hashlib
from importlib.resources import files
from typing import Final, NamedTuple


class Asset(NamedTuple):
    """A file as it is served; ``packed`` when the body is gzip."""

    body: bytes
    media_type: str
    packed: bool
    etag: str

    @property
    def plain(self) -> bytes:
        """The file itself."""
        return gzip.decompress(self.body) if self.packed else self.body


_TYPES: Final = {"js": "text/javascript", "css": "text/css"}
_NAMES: Final = ("react.js.gz", "react-dom.js.gz", "graphiql.js.gz", "graphiql.css.gz", "start.js", "page.css")
_FOLDER: Final = files(__package__) / "assets"


def _asset(name: str) -> Asset:
    body, served = (_FOLDER / name).read_bytes(), name.removesuffix(".gz")
    return Asset(body, _TYPES[served.rpartition(".")[2]], name != served, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


ASSETS: Final = {name.removesuffix(".gz"): _asset(name) for name in _NAMES}
GRAPHIQL_PAGE: Final = (_FOLDER / "graphiql.html").read_text(encoding="utf-8")
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
