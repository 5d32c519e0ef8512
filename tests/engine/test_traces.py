"""Whole games in `tests/traces`, each with the lines that `replay --trace` prints for it."""

from pathlib import Path

import pytest

from engine.__main__ import main

TRACES = Path(__file__).parents[1] / "traces"
GAMES = [f"{players}-players-{kind}" for players in (2, 3, 4) for kind in ("cluster", "random")]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_prints_its_trace_byte_for_byte(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    expected = (TRACES / f"{game}.trace.jsonl").read_text()
    assert main(["replay", "--trace", str(TRACES / f"{game}.json")]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("game", GAMES)
def test_without_trace_the_last_line_is_all_that_is_printed(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    last = (TRACES / f"{game}.trace.jsonl").read_text().splitlines()[-1]
    assert main(["replay", str(TRACES / f"{game}.json")]) == 0
    assert capsys.readouterr().out == last + "\n"
