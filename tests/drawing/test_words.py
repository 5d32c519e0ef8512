"""Numbers, spaces and tiles as people read them."""

from app.drawing import change_text, space_text, workers_text


def test_a_space_keeps_to_one_line_and_has_a_real_minus() -> None:
    assert space_text((2, -12)) == "(2,\N{NO-BREAK SPACE}\N{MINUS SIGN}12)"


def test_the_workers_of_a_tile_keep_to_one_line() -> None:
    assert workers_text("2101") == workers_text([2, 1, 0, 1]) == "2‑1‑0‑1"


def test_a_change_has_its_sign() -> None:
    assert [change_text(change) for change in (3, -2)] == ["+3", "\N{MINUS SIGN}2"]
