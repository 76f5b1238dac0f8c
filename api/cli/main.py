"""The console script ``arbiter``."""

import sys

import typer

from api.cli import audit, boards, games, play, replay, service, sheet, verify
from api.cli.output import Fault, complain

app = typer.Typer(
    name="arbiter",
    help="A referee for tabletop games: plays, audits, replays and verifies records, and serves games over GraphQL.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    pretty_exceptions_enable=False,
)
for command in (play.play, audit.audit, replay.replay, verify.verify, sheet.sheet, games.rulesets, games.rules):
    app.command()(command)
app.add_typer(boards.app, name="boards")
service.join(app)


def run() -> None:
    """Runs the command of ``sys.argv`` and exits: 0 well, 1 something is wrong with what was judged, 2 it could not be judged."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """The exit code of a command. Errors are one sentence on stderr."""
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="arbiter", standalone_mode=False)
        sys.stdout.flush()
    except Fault as fault:
        complain(str(fault))
        return fault.code
    except BrokenPipeError:
        sys.stdout = None  # who read the output has gone; nothing is left to be flushed at exit
        return 1
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return 130
    except Exception as error:
        usage = getattr(error, "format_message", None)  # of the library's errors of usage
        if usage is None:
            return _unexpected(error)
        words = usage()
        if words:  # none where the help was shown instead
            complain(words)
        return 2
    return code if isinstance(code, int) else 0


def _unexpected(error: Exception) -> int:
    """An error of this program, or of the machine: a sentence; the traceback only for who asks for it."""
    from os import environ

    if environ.get("ARBITER_TRACEBACK"):
        raise error
    words = error.strerror or str(error) if isinstance(error, OSError) else f"unexpected {type(error).__name__} (ARBITER_TRACEBACK=1 shows where)"
    complain(words)
    return 70


if __name__ == "__main__":
    run()
