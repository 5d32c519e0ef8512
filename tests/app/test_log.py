"""The log as people read it."""

from datetime import UTC, datetime

from app.usecases.reading import Told
from app.web.rendering import together

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def entry(number: int, seat: int, words: str, turn: int | None = None, remark: str = "") -> Told:
    return Told(number, seat, NOW, [words], remark, turn)


def texts(*log: Told) -> list[str]:
    return [" ".join(told.sentences) for told in together(log)]


def test_a_laying_and_what_its_workers_bring_are_one_entry() -> None:
    log = [entry(1, 0, "Ann lays.", turn=1), entry(2, 0, "Ann harvests."), entry(3, 1, "Bob lays.", turn=2)]
    assert texts(*log) == ["Ann lays. Ann harvests.", "Bob lays."]
    assert [told.number for told in together(log)] == [2, 3]


def test_others_who_act_in_between_keep_their_place() -> None:
    log = [entry(1, 0, "Ann lays.", turn=1), entry(2, 1, "Bob sells."), entry(3, 0, "Ann sells.")]
    assert texts(*log) == ["Ann lays.", "Bob sells.", "Ann sells."]


def test_a_message_and_a_stand_in_are_told_apart() -> None:
    laid = entry(1, 0, "Ann lays.", turn=1)
    assert texts(laid, entry(1, 0, "Ann says hello.")) == ["Ann lays.", "Ann says hello."]
    assert texts(laid, entry(2, 0, "Ann sells.", remark="(the stand-in)")) == ["Ann lays.", "Ann sells."]
