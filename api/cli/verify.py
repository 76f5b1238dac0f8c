"""``arbiter verify``: chain, receipts, chance, by the published formats alone."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli.output import Fault, Json, say, say_json

if TYPE_CHECKING:
    from infra.verify import Keyring, Report

LARGEST_KEYS = 100_000  # bytes


def verify(
    file: Annotated[Path, typer.Argument(help="A record file.", show_default=False)],
    key: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="Public keys that you trust: a JSON Web Key Set, or PEM; a service shows its own at /keys.")
    ] = None,
    receipt: Annotated[list[Path] | None, typer.Option(help="A receipt that a player holds, as JSON; may be repeated.")] = None,
    json: Json = False,
) -> None:
    """Check that nobody changed a record, and that chance was fair: exit 0 or 1; 2 if there is no record."""
    from domain.sheet import Unreadable
    from infra.record_file import read_bytes
    from infra.verify import NoRecord
    from infra.verify import verify as check

    trusted, receipts = _keys(key), [_receipt(path) for path in receipt or []]
    try:
        report = check(read_bytes(file), trusted, receipts)
    except (NoRecord, Unreadable) as error:
        if not json:
            raise Fault(f"{file}: {error}" if isinstance(error, NoRecord) else str(error)) from None
        say_json({"ok": False, "problems": [{"event": None, "line": None, "kind": "no_record", "reason": str(error)}], "proved": [], "not_proved": []})
        raise typer.Exit(2) from None
    if json:
        say_json(report.wire())
    else:
        _say(report, trusted is not None)
    raise typer.Exit(0 if report.ok else 1)


def _say(report: "Report", asked: bool) -> None:
    """The findings; ``asked`` tells whether the signature was to be proved."""
    shown = report.wire()
    for problem in shown["problems"]:
        place = ", ".join(f"{name} {problem[name]}" for name in ("line", "event") if problem[name] is not None)
        say(f"{place or 'the record'}: {problem['reason']} ({problem['kind']})")
    say(_verdict(report))
    if "chain" in report.absent or (asked and report.absent):
        say(f"There is nothing to prove: this record has no {' and no '.join(report.absent)}.")
    say(f"Proved: {', '.join(shown['proved']) or 'nothing'}.")
    if shown["not_proved"]:
        say(f"Not proved: {', '.join(shown['not_proved'])}.")


def _verdict(report: "Report") -> str:
    if report.ok:
        return "Nothing is wrong with this record."
    if report.only_unprovable:
        return "Nothing that stands in this record is wrong, but it does not prove what was asked of it."
    if "chain" in report.absent and all(problem.kind in ("end_missing", "signature_missing") for problem in report.problems):
        return "Nothing that stands in this record is wrong, but it is not complete."
    return "This record is faulty." if "chain" in report.absent else "This record is not what it claims to be."


def _keys(key: str | None) -> "Keyring | None":
    if key is None:
        return None
    from infra.verify import BadKey, read_keys

    try:
        return read_keys(_fetched(key) if key.startswith(("http://", "https://")) else _bytes(Path(key)))
    except BadKey as error:
        raise Fault(f"key: {error}") from None


def _fetched(url: str) -> bytes:
    import httpx

    try:
        answer = httpx.get(url, timeout=10, follow_redirects=True)
        answer.raise_for_status()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Fault(f"key: {url[:200]} cannot be fetched ({type(error).__name__})") from None
    return answer.content[:LARGEST_KEYS]


def _receipt(path: Path) -> dict[str, Any]:
    from domain.sheet import Unreadable
    from infra.record_file import parse

    try:
        value = parse(_bytes(path).decode("utf-8-sig"))
    except (Unreadable, UnicodeDecodeError):
        raise Fault(f"receipt: {path} is not JSON") from None
    if not isinstance(value, dict):
        raise Fault(f"receipt: {path} is not a JSON object")
    return value


def _bytes(path: Path) -> bytes:
    from domain.sheet import Unreadable
    from infra.record_file import read_bytes

    try:
        return read_bytes(path, LARGEST_KEYS)
    except Unreadable as error:
        raise Fault(error.reason) from None
