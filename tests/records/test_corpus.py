"""The tool that keeps records: writes what is missing, and never writes over what is kept."""

from pathlib import Path

import pytest

from tests import corpus


def test_missing_records_are_written_and_kept_ones_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "GAMES", ["toy"])
    monkeypatch.setattr(corpus, "folder_of", lambda slug: tmp_path / slug)
    written = corpus.write_missing()
    assert [path.name for path in written] == ["toy-2-v1.jsonl", "toy-2-double=True-v1.jsonl"]
    assert all("MovesAnnulled" not in path.read_text() and '"annul"' in path.read_text() for path in written)
    written[0].write_text("kept")
    written[1].unlink()
    assert corpus.write_missing() == written[1:]
    assert written[0].read_text() == "kept"
