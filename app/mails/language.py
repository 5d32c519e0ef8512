"""The language of a mail: found once for all its sentences."""

from babel.support import NullTranslations
from flask import g
from flask_babel import Domain, get_translations

from app import clock
from app.models import Person


class _OneLanguage(Domain):
    """Flask-Babel finds out anew for each sentence which language it is in: a tenth of a mail's time."""

    def __init__(self, translations: NullTranslations) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._translations = translations

    def get_translations(self) -> NullTranslations:
        """The same ones always."""
        return self._translations


def speak_to(person: Person) -> None:
    """Let all words and times in this app context be in a person's language and zone."""
    g.language, g.zone = person.language, clock.zone(person.zone).key
    _OneLanguage(get_translations()).as_default()  # type: ignore[no-untyped-call]
