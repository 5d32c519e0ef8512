"""No template says anything in English by itself: all words go through gettext."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

TEMPLATES = Path(__file__).parent.parent.parent / "templates"
ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)

GETTEXT = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
SAID = {"title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription", "label"}
"""Attributes that people read or hear."""

NOT_WORDS = {"code", "kbd", "style", "script"}
"""What stands in these is typed or computed, not said."""

NAMES = {"Cacao", "Phil Walker-Harding", "ABACUSSPIELE", "English", "Deutsch", "Nederlands", "UTC"}

EXPRESSION = "\N{OBJECT REPLACEMENT CHARACTER}"
PROSE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")


class Said(HTMLParser):
    """The words of a page that stand in the template itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open += [tag] if tag in NOT_WORDS else []
        self.found += [value or "" for name, value in attrs if name in SAID]

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            self._open.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self._open:
            self.found.append(data)


def literals(source: str, is_html: bool = True) -> list[str]:
    """Whatever a template says that no translator gets to see."""
    page = "".join(_outside(source))
    said = Said(page).found if is_html else [page]
    said += list(_constants(ENVIRONMENT.parse(source)))
    parts = [part.strip() for each in said for part in each.split(EXPRESSION)]
    return [part for part in parts if re.search(r"[^\W\d_]", part) and part not in NAMES]


def _outside(source: str) -> Iterator[str]:
    """The text between the tags of the template language, a sign for each expression."""
    inside = ""
    for _, kind, value in ENVIRONMENT.lex(source):
        if kind == "block_begin":
            inside = "block"
        elif kind == "name" and inside == "block":
            inside = "trans" if value == "trans" else ""
        elif kind == "data" and inside != "trans":
            yield value
        elif kind == "variable_end":
            yield EXPRESSION


def _constants(node: nodes.Node, shown: bool = False) -> Iterator[str]:
    """Strings within expressions that are shown, or read like a sentence."""
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in GETTEXT:
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str) and (shown or PROSE.search(node.value)):
        yield node.value
    passes_on = isinstance(node, nodes.CondExpr | nodes.Concat | nodes.Add | nodes.Or)
    for child in node.iter_child_nodes():
        if not isinstance(child, nodes.TemplateData):
            yield from _constants(child, isinstance(node, nodes.Output) or (shown and passes_on))


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_a_page_or_html_mail_has_no_words_of_its_own(path: Path) -> None:
    assert literals(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.txt")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_a_text_mail_has_no_words_of_its_own(path: Path) -> None:
    assert literals(path.read_text(encoding="utf-8"), is_html=False) == []


@pytest.mark.parametrize(
    "source",
    [
        "<p>Hello</p>",
        "<p>{{ name }} wins</p>",
        "<p>{{ _('It is') }} over</p>",
        '<img alt="A board">',
        '<input placeholder="Your {{ thing }}">',
        '<nav aria-label="Main">',
        '<a title="More">',
        '<optgroup label="Bots">',
        "{{ 'yes' if wins else 'no' }}",
        "{{ heading('The final scoring') }}",
        "{% set words = 'Two words' %}",
        "{% if wins %}You win{% endif %}",
    ],
)
def test_an_untranslated_literal_is_found(source: str) -> None:
    assert literals(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "<p class='quiet'>{{ _('Hello') }}, {{ name }}: 5/5 → {{ n }}</p>",
        "<p>{% trans %}Hello{% endtrans %} Cacao</p>",
        "<img alt=''> {{ url_for('game.look', key=key) }}",
        "{{ ngettext('one tile', '%(num)d tiles', n) }}",
        "{# A comment with words. #}<code>printf</code>",
        '{{ entry.sentences|join(" ") }}',
    ],
)
def test_what_is_not_said_or_translated_is_left_alone(source: str) -> None:
    assert literals(source) == []
