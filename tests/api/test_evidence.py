"""The report of an audit in GraphQL is the one of the command line, in camelCase."""

from typing import Any

from api.schema.answers import AuditReport
from domain.audit import Illegal, Problem, Report


def camel(value: Any) -> Any:
    if isinstance(value, dict):
        return {"".join(word if n == 0 else word.title() for n, word in enumerate(key.split("_"))): camel(item) for key, item in value.items()}
    return [camel(item) for item in value] if isinstance(value, list) else value


def shown(value: Any) -> Any:
    if hasattr(value, "__dict__"):
        return {camel({name: 0}).popitem()[0]: shown(item) for name, item in vars(value).items()}
    return [shown(item) for item in value] if isinstance(value, list) else value


def test_everything_of_a_report_is_shown() -> None:
    found = Illegal(17, 20, 2, "TOY-2", "a turn aims first", [{"kind": "aim"}], [2])
    report = Report(
        False,
        41,
        found,
        others=[5],
        annulled_illegal=[9],
        problems=[Problem(44, "reveal: no")],
        skipped=[12],
        not_checkable=["end.outcome.left"],
        unknown=[Problem(12, "the event 'Tea' is not known")],
    )
    assert shown(AuditReport.of(report.wire())) == camel(report.wire())


def test_a_clean_report_leaves_nothing_out() -> None:
    told = AuditReport.of(Report(True, 3).wire())
    assert (told.ok, told.moves, told.first_illegal) == (True, 3, None)
    assert told.annulled_illegal == told.problems == told.skipped == told.others == told.not_checkable == told.unknown == []
