"""The language of a page or a mail: found once for all its sentences."""

from typing import Any

from babel.support import NullTranslations
from flask import Flask, before_render_template, g
from flask_babel import Domain, get_babel


class _OneLanguage(Domain):
    """Flask-Babel finds out anew for each sentence which language it is in: a tenth of a mail's time."""

    def __init__(self, translations: NullTranslations) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._translations = translations

    def get_translations(self) -> NullTranslations:
        """The same ones always."""
        return self._translations


def settle() -> None:
    """Let all words from here on be in the language that is spoken in this context now."""
    translations = get_babel().instance.domain_instance.get_translations()
    _OneLanguage(translations).as_default()  # type: ignore[no-untyped-call]
    g.words = translations


def register(app: Flask) -> None:
    """Settle the language of each page when it is written: by then it is known whom it is for."""
    before_render_template.connect(_settle, app)
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # of its extension
        gettext=lambda *words: g.words.ugettext(*words),
        ngettext=lambda *words: g.words.ungettext(*words),
        pgettext=lambda *words: g.words.upgettext(*words),
        npgettext=lambda *words: g.words.unpgettext(*words),
        newstyle=True,
    )


def _settle(_app: Flask, **_template: Any) -> None:
    settle()
