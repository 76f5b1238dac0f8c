"""The commands around a running service: ``serve``, ``record``, ``token`` (``workers.py``: ``migrate``, ``relay``, ``project``)."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from api.cli import export, workers
from api.cli.output import Fault, complain, say, write_text
from api.cli.setting import sentences, settings_now
from api.stopping import stoppable

RECORD_LIMIT = 64 * 1024 * 1024  # bytes of a record that is downloaded


def join(app: typer.Typer) -> None:
    """Adds the commands to the program."""
    app.command(add_help_option=False)(serve)
    for command in (workers.migrate, workers.relay, workers.project, export.export, record, token):
        app.command()(command)


def _help(context: typer.Context, wanted: bool) -> None:
    """The help of ``serve`` names every setting; they are read only when somebody asks."""
    if not wanted:
        return
    for line in (*context.get_help().splitlines(), *setting_lines()):
        say(line)
    raise typer.Exit


def setting_lines() -> Iterator[str]:
    """Every setting with its default and what it means."""
    from infra.settings import Settings

    yield "Settings (environment variables):"
    for name, field in Settings.model_fields.items():
        default = "unset" if field.default is None else field.default if field.default != "" else "empty"
        yield f"  ARBITER_{name.upper():<22} {field.description} [{'none' if default == () else default}]"


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
    demo: Annotated[bool, typer.Option("--demo", help="Let bots play, so that there is something to watch.")] = False,
    help_: Annotated[bool, typer.Option("--help", "-h", help="Show this message and every setting, and exit.", callback=_help, is_eager=True)] = False,
) -> None:
    """Serve GraphQL, pages and pictures from one process; stops cleanly on SIGTERM."""
    del context, help_
    with stoppable(), sentences():
        settings = settings_now()
        from api.server import serve as run

        run(settings, host, port, demo, lambda url: _greet(url, demo))


def _greet(url: str, demo: bool) -> None:
    say(f"{'Bots are playing' if demo else 'The service is up'}: open {url.rstrip('/')}/graphql in a browser. Ctrl+C stops it.")
    sys.stdout.flush()  # also where it goes into a file or a pipe


def record(
    game_id: Annotated[str, typer.Argument(metavar="GAME_ID", help="The game.")],
    server: Annotated[str | None, typer.Option(metavar="URL", help="The service; ARBITER_URL when left out.")] = None,
    token: Annotated[str | None, typer.Option(envvar="ARBITER_TOKEN", show_envvar=True, help="Whose record it is; a spectator's without one.")] = None,
    out: Annotated[Path, typer.Option(help="Write it to this file; - is stdout.")] = Path("-"),
) -> None:
    """Download the record of a game, as its reader may see it."""
    from uuid import UUID

    try:
        game = UUID(game_id)
    except ValueError:
        raise Fault("game_id: is not the id of a game") from None
    write_text(out, _download(f"{(server or settings_now().url).rstrip('/')}/games/{game}/record", token))


def _download(url: str, token: str | None) -> str:
    import httpx

    headers = {"Authorization": f"Bearer {token}"} if token else {}
    got = bytearray()
    try:
        with httpx.stream("GET", url, headers=headers, timeout=30, follow_redirects=True) as answer:
            if answer.status_code != 200:
                raise Fault(_refusal(answer.status_code), 1)
            for part in answer.iter_bytes():
                got += part
                if len(got) > RECORD_LIMIT:
                    raise Fault(f"server: the record is larger than {RECORD_LIMIT} bytes")
        return got.decode()
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        raise Fault(f"server: {url[:200]} cannot be read ({type(error).__name__})") from None


def _refusal(status: int) -> str:
    words = {
        401: "token: is not valid",
        403: "token: does not allow it",
        404: "game_id: there is no such game",
        429: "server: too many requests, wait a little",
    }
    return words.get(status, f"server: answers with status {status}")


def token(
    role: Annotated[str, typer.Option(help="arbiter or analyst.")],
    ttl: Annotated[int, typer.Option(min=1, help="Seconds that it lasts.")] = 8 * 3600,
) -> None:
    """Mint a token for a role, with the secret of this service."""
    from api.auth import check_role, mint_role
    from infra.keys import Keys, load_secret, secret_file

    try:
        check_role(role, ttl)
    except ValueError as error:
        raise Fault(str(error)) from None
    settings = settings_now()
    kept = secret_file(settings)
    new = kept is not None and not kept.exists()
    with sentences():
        keys = Keys.from_secret(load_secret(settings))
    if new:
        complain(f"no service has run here: a secret was made in {kept}, only a service that is started with it takes this token")
    say(mint_role(keys, role, ttl))
