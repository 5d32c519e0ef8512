"""German and Dutch are complete, up to date and fit for use."""

import re
from collections import Counter
from pathlib import Path

import pytest

from app.usecases.people import LANGUAGES
from tests.translations.catalogs import (
    ROOT,
    TRANSLATED,
    compiled,
    compiling,
    extracted,
    forms,
    key,
    messages,
    written,
)

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]")
every_language = pytest.mark.parametrize("language", TRANSLATED)


def test_every_language_but_the_source_has_a_catalog() -> None:
    folders = {path.name for path in (ROOT / "app/translations").iterdir() if path.is_dir()}
    assert folders == set(TRANSLATED) == set(LANGUAGES) - {"en"}


@every_language
def test_nothing_is_untranslated_or_fuzzy(language: str) -> None:
    catalog = messages(written(language))
    assert [m.id for m in catalog if not all(forms(m.string))] == []
    assert [m.id for m in catalog if m.fuzzy] == []


@every_language
def test_both_plural_forms_are_there(language: str) -> None:
    catalog = written(language)
    assert catalog.num_plurals == 2
    assert [m.id for m in messages(catalog) if m.pluralizable and len(forms(m.string)) != 2] == []


@every_language
def test_placeholders_are_those_of_the_source(language: str) -> None:
    for message in messages(written(language)):
        wanted = Counter(PLACEHOLDER.findall(forms(message.id)[-1]))
        for form in forms(message.string):
            assert Counter(PLACEHOLDER.findall(form)) == wanted, (message.id, form)
            assert PLACEHOLDER.sub("", form).count("%") == PLACEHOLDER.sub("", forms(message.id)[-1]).count(
                "%"
            )


@every_language
def test_spaces_and_stops_at_the_edges_are_those_of_the_source(language: str) -> None:
    for message in messages(written(language)):
        source = forms(message.id)[-1]
        for form in filter(None, forms(message.string)):
            assert form.strip() == form, message.id
            assert (source[-1] in ",:?") == (form[-1] in ",:?"), (message.id, form)
            assert source.endswith(".") <= form.endswith((".", "!")), (message.id, form)


@every_language
def test_the_catalog_holds_what_the_sources_say(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    asked = {key(message) for message in messages(extracted(tmp_path / "messages.pot"))}
    held = {key(message) for message in messages(written(language))}
    assert asked - held == set(), "run `make translations` and translate what is new"
    assert held - asked == set(), "run `make translations` to drop what is no longer said"


@every_language
def test_the_compiled_catalog_is_made_of_the_written_one(language: str) -> None:
    assert compiled(language) == compiling(written(language)), "run `make translations`"


@every_language
def test_short_words_fit_the_text_board(language: str) -> None:
    short = [m for m in messages(written(language)) if m.context and "at most 5 letters" in m.context]
    assert len(short) == 6
    assert [m.string for m in short if len(str(m.string)) > 5] == []


@every_language
def test_the_words_of_the_game_are_those_of_its_rules(language: str) -> None:
    # docs/rules.md §9
    words = {
        "worker tile": ("Arbeiterplättchen", "stamledentegel"),
        "jungle tile": ("Urwaldplättchen", "oerwoudtegel"),
        "draw pile": ("Nachziehstapel", "gedekte stapel"),
        "gold mine": ("Goldgrube", "goudmijn"),
        "sun token": ("Sonnenstein", "zonneste"),
        "temple": ("Tempel", "tempel"),
        "overbuil": ("überbau", "overbouw"),
        "plantation": ("plantage", "plantage"),
    }
    for message in messages(written(language)):
        source, said = forms(message.id)[0].lower(), forms(message.string)[0].lower()
        for english, ours in words.items():
            if english in source:
                assert ours[TRANSLATED.index(language)].lower() in said, (source, said)
